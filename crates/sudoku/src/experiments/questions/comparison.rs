//! Rules compared on the same tasks.

use crate::experiments::clock::best_of;
use crate::experiments::table::Table;

/// How many tasks there are, and of how many puzzles: those with the same remainder share one.
#[derive(Clone, Copy)]
pub(crate) struct Tasks {
    pub(crate) count: usize,
    pub(crate) puzzles: usize,
}

/// Compares the number of tries of each rule with that of the first rule.
///
/// `ask` does a task by a rule, both by their numbers, and returns the tries. The column "by
/// puzzle" has the geometric mean of the tries beside those of the first rule, both plus one,
/// and its standard error; a few long searches sway it less than the mean.
pub(crate) fn compare<const N: usize>(
    title: String,
    rules: [&str; N],
    tasks: Tasks,
    mut ask: impl FnMut(usize, usize) -> u64,
) -> Table {
    let head = ["rule", "mean tries", "ratio", "ratio by puzzle", "CPU ratio"];
    let mut table = Table::new(title, &head);
    let mut tries = rules.map(|_| Vec::new());
    let seconds: [f64; N] = best_of(ROUNDS, |rule| {
        tries[rule] = (0..tasks.count).map(|task| ask(rule, task)).collect();
    });
    let mean = |rule: usize| tries[rule].iter().sum::<u64>() as f64 / tasks.count as f64;
    for (rule, name) in rules.into_iter().enumerate() {
        let (factor, error) = by_puzzle(&tries[rule], &tries[0], tasks.puzzles);
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

const ROUNDS: usize = 2;

/// The geometric mean of the ratios and its standard error.
fn by_puzzle(tries: &[u64], first: &[u64], puzzles: usize) -> (f64, f64) {
    let log = |(&a, &b): (&u64, &u64)| ((a + 1) as f64 / (b + 1) as f64).ln();
    let of_puzzle = |puzzle: usize| {
        let logs: Vec<f64> =
            tries.iter().zip(first).skip(puzzle).step_by(puzzles).map(log).collect();
        mean(&logs)
    };
    let logs: Vec<f64> = (0..puzzles).map(of_puzzle).collect();
    let middle = mean(&logs);
    let squares: Vec<f64> = logs.iter().map(|log| (log - middle).powi(2)).collect();
    let error = (mean(&squares) / (puzzles as f64 - 1.0).max(1.0)).sqrt();
    (middle.exp(), middle.exp() * error)
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}
