//! How fast proof games are solved: every problem of `tests/data`, one row for each list.
//!
//! Each answer is asserted, the nodes are the signature of the work. Times are CPU seconds
//! of one thread; short problems are repeated, because clocks of threads are coarse.
//!
//! `cargo bench -p sole-proof --bench solve -- long` runs one row, `short` the other;
//! `verbose` shows each problem.

use sole_proof::solve::{Budget, ProofGame};
use sole_puzzle::Count;
use std::path::Path;
use std::time::Instant;

/// The lists by name, with the sum of all nodes.
const LISTS: [(&str, &str, u64); 2] =
    [("short", "proofgames.csv", 17_707), ("long", "proofgames-long.csv", 1_083_441)];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let verbose = words.iter().any(|word| word == "verbose");
    let named = words.iter().any(|word| LISTS.iter().any(|list| list.0 == word));
    for (name, file, signature) in LISTS {
        if !named || words.iter().any(|word| word == name) {
            row(name, &facts(file), signature, verbose);
        }
    }
}

/// A diagram with its length, and the number of its games.
struct Fact {
    game: ProofGame,
    games: usize,
}

fn facts(file: &str) -> Vec<Fact> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let text = std::fs::read_to_string(path).expect("the list of problems");
    text.lines().filter(|line| !line.starts_with('#')).map(fact).collect()
}

fn fact(line: &str) -> Fact {
    let fields: Vec<&str> = line.split(';').collect();
    let target = fields[0].parse().expect("a placement of men");
    let plies = fields[1].parse().expect("a number of plies");
    let game = ProofGame::new(target, plies).expect("a proof game");
    Fact { game, games: fields[2].parse().expect("a number of games") }
}

/// Solves all problems of a list and prints what it took.
fn row(name: &str, facts: &[Fact], signature: u64, verbose: bool) {
    let (mut nodes, mut times) = (0, Vec::new());
    for fact in facts {
        let (work, seconds) = repeated(|| solve(fact));
        if verbose {
            let (target, plies) = (fact.game.target(), fact.game.plies());
            println!("{seconds:.4} s {work:>9} nodes {plies:>3} plies {target}");
        }
        nodes += work;
        times.push(seconds);
    }
    assert_eq!(nodes, signature, "the work changed, not only the speed");
    times.sort_by(f64::total_cmp);
    let (total, longest) = (times.iter().sum::<f64>(), times.last().copied().unwrap_or(0.0));
    println!(
        "{name:<5} {:>2} problems {nodes:>9} nodes, median {:.4} s, longest {longest:.4} s, total {total:.4} s",
        times.len(),
        times[times.len() / 2],
    );
}

/// Asserts the answer and counts the nodes.
fn solve(fact: &Fact) -> u64 {
    let solution = fact.game.solve(&Budget::UNLIMITED);
    let count = solution.verdict.count();
    assert_eq!(count, Some(Count::of(fact.games)), "{}", fact.game.target());
    solution.nodes
}

/// Repeats short work, and gives its result and the seconds of one time.
fn repeated(work: impl Fn() -> u64) -> (u64, f64) {
    const LONG_ENOUGH: f64 = 0.05;
    let start = cpu_seconds();
    let mut times = 0.0;
    loop {
        let result = work();
        times += 1.0;
        let seconds = cpu_seconds() - start;
        if seconds >= LONG_ENOUGH {
            return (result, seconds / times);
        }
    }
}

/// The seconds that this thread has run, or the clock where that is not told.
fn cpu_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns / 1e9)
}
