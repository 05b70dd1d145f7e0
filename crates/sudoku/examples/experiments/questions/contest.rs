//! Rules compared on the same tasks.

use crate::clock::best_of;
use crate::table::Table;

/// What each rule needs for each task, beside the first rule.
///
/// `ask` does a task by a rule, both by their numbers, and returns the tries. A column gives the
/// geometric mean over tasks of the tries beside those of the first rule, both plus one, with
/// the standard error as a factor's part; it is less swayed by a few long searches than the mean.
pub(crate) fn contest<const N: usize>(
    title: String,
    rules: [&str; N],
    n_tasks: usize,
    mut ask: impl FnMut(usize, usize) -> u64,
) -> Table {
    let head = ["rule", "mean tries", "of the first", "by task, of the first", "CPU of the first"];
    let mut table = Table::new(title, &head);
    let mut tries = rules.map(|_| Vec::new());
    let seconds: [f64; N] = best_of(ROUNDS, |rule| {
        tries[rule] = (0..n_tasks).map(|task| ask(rule, task)).collect();
    });
    let mean = |rule: usize| tries[rule].iter().sum::<u64>() as f64 / n_tasks as f64;
    for (rule, name) in rules.into_iter().enumerate() {
        let (factor, error) = by_task(&tries[rule], &tries[0]);
        table.row([
            name.to_owned(),
            format!("{:.2}", mean(rule)),
            format!("{:.2}", mean(rule) / mean(0)),
            format!("{factor:.3} ± {error:.3}"),
            format!("{:.2}", seconds[rule] / seconds[0]),
        ]);
    }
    table
}

const ROUNDS: usize = 3;

/// The geometric mean of the ratios and its standard error.
fn by_task(tries: &[u64], first: &[u64]) -> (f64, f64) {
    let logs = tries.iter().zip(first).map(|(&a, &b)| ((a + 1) as f64 / (b + 1) as f64).ln());
    let logs: Vec<f64> = logs.collect();
    let n = logs.len() as f64;
    let mean = logs.iter().sum::<f64>() / n;
    let variance = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean.exp(), mean.exp() * (variance / n).sqrt())
}
