//! How fast puzzles are rated on the scale of Sudoku Explainer, level by level.
//!
//! The puzzles and their ratings are those of `tests/data/se-ratings.txt`; the sum of
//! the ratings is the signature of the work. Times are CPU seconds of one thread;
//! short levels are repeated, because clocks of threads are coarse.
//!
//! `cargo bench -p sole-sudoku --bench rate`

use sole_sudoku::formats::line;
use sole_sudoku::rate::se::{self, Outcome};
use sole_sudoku::{Budget, Puzzle};
use std::collections::BTreeMap;
use std::time::Instant;

/// Each level is worked on for about so many seconds.
const SECONDS: f64 = 1.0;

fn main() {
    let mut levels: BTreeMap<u16, (Vec<Puzzle>, u32)> = BTreeMap::new();
    let text = include_str!("../tests/data/se-ratings.txt");
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let mut words = row.split(' ');
        let puzzle = words.next().and_then(|text| line::parse(text).ok()).expect("a puzzle");
        let rating = words.next().and_then(|er| er.parse::<f64>().ok()).expect("a rating");
        let tenths = (rating * 10.0).round() as u16;
        let (puzzles, sum) = levels.entry(tenths / 10).or_default();
        puzzles.push(puzzle);
        *sum += u32::from(tenths);
    }
    levels.iter().for_each(|(level, (puzzles, sum))| bench_level(*level, puzzles, *sum));
}

fn bench_level(level: u16, puzzles: &[Puzzle], expected: u32) {
    let start = cpu_seconds();
    let (mut repeats, mut seconds) = (0u32, 0.0);
    while seconds < SECONDS {
        let sum: u32 = puzzles.iter().map(tenths).sum();
        assert_eq!(sum, expected, "level {level}: the work changed, not only the speed");
        repeats += 1;
        seconds = cpu_seconds() - start;
    }
    let each = seconds / f64::from(repeats) / puzzles.len() as f64;
    println!(
        "level {level:>2} {:>4} puzzles, {:.3} ms each, {:.1} a second",
        puzzles.len(),
        each * 1e3,
        1.0 / each
    );
}

fn tenths(puzzle: &Puzzle) -> u32 {
    match se::rate(puzzle, &Budget::UNLIMITED) {
        Outcome::Solved(rating) => u32::from(rating.er.0),
        outcome => panic!("{outcome:?}"),
    }
}

/// What this thread has spent on a processor, or the time of day where the system does not tell.
fn cpu_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns / 1e9)
}
