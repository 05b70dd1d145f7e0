//! How fast sudoku are solved and proved unique.
//!
//! A row for each list of puzzles in the shared folder, if that is there: the
//! verdicts are asserted, the guesses are the signature of the work. Times are
//! CPU seconds of one thread; short lists are repeated, because clocks of
//! threads are coarse. The last rows walk over solutions of empty grids and
//! need no list.
//!
//! `cargo bench -p sole-sudoku -- 16x16` runs one row; `verbose` shows each puzzle.

#[path = "../tests/reference/mod.rs"]
mod reference;

use sole_sudoku::{Budget, Grid, Puzzle, Shape, solve};
use std::ops::ControlFlow;
use std::time::Instant;

/// A list, how often it is gone through, and the guesses of one time.
struct List {
    file: &'static str,
    repeats: u32,
    nodes: u64,
}

const LISTS: [List; 4] = [
    List { file: "puzzles2_17_clue", repeats: 3, nodes: 36_705 },
    List { file: "puzzles3_magictour_top1465", repeats: 40, nodes: 15_394 },
    List { file: "puzzles5_forum_hardest_1905_11+", repeats: 1, nodes: 3_956_286 },
    List { file: "16x16.txt", repeats: 20, nodes: 5 },
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let verbose = words.iter().any(|word| word == "verbose");
    let wanted = |name: &str| {
        let mut names = words.iter().filter(|word| *word != "verbose").peekable();
        names.peek().is_none() || names.any(|word| name.contains(word.as_str()))
    };
    LISTS.iter().filter(|list| wanted(list.file)).for_each(|list| bench_list(list, verbose));
    for (width, height) in [(3, 3), (3, 2), (4, 4)] {
        if wanted("empty") {
            bench_empty(Shape::new(width, height).expect("a short side"));
        }
    }
}

fn bench_list(list: &List, verbose: bool) {
    let puzzles = reference::puzzles(list.file);
    let start = cpu_seconds();
    let mut nodes = 0;
    for _ in 0..list.repeats {
        nodes = puzzles.iter().map(|puzzle| prove_unique(puzzle, verbose)).sum();
    }
    let seconds = (cpu_seconds() - start) / f64::from(list.repeats);
    if puzzles.is_empty() {
        return;
    }
    assert_eq!(nodes, list.nodes, "{}: the work changed, not only the speed", list.file);
    let n = puzzles.len() as f64;
    println!(
        "{:<32} {n} puzzles, {nodes} guesses, {:.3} us each, {:.0} a second",
        list.file,
        seconds * 1e6 / n,
        n / seconds
    );
}

/// The number of guesses.
fn prove_unique(puzzle: &Puzzle, verbose: bool) -> u64 {
    let start = Instant::now();
    let tally = solve::count(puzzle, 2, &Budget::UNLIMITED);
    assert_eq!((tally.solutions, tally.walk.end), (1, ControlFlow::Continue(())));
    if verbose {
        println!("    {} guesses in {:?}", tally.walk.nodes, start.elapsed());
    }
    tally.walk.nodes
}

fn bench_empty(shape: Shape) {
    const SOLUTIONS: u64 = 100_000;
    let empty = Puzzle::new(Grid::empty(shape)).expect("nothing to contradict");
    let start = cpu_seconds();
    let tally = solve::count(&empty, SOLUTIONS, &Budget::UNLIMITED);
    let seconds = cpu_seconds() - start;
    assert_eq!(tally.solutions, SOLUTIONS);
    let name = format!("empty {shape}");
    println!("{name:<32} {SOLUTIONS} solutions, {} guesses, {seconds:.3} s", tally.walk.nodes);
}

/// What this thread has spent on a processor, or the time of day where the system does not tell.
fn cpu_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns / 1e9)
}
