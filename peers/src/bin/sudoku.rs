//! How fast sudoku are solved and proved unique, beside the crate `sudoku`.
//!
//! One thread, one run: the two take turns, several rounds, and the best round
//! of each counts. Both start from the line of text and must find the same
//! solutions. Short lists are gone through several times, because clocks of
//! threads are coarse. The only argument is the number of rounds.

use sole_peers::{Clock, tables};
use sole_puzzle::Verdict;
use sole_sudoku::{Budget, formats::line, solve};

const ROUNDS: u32 = 5;

/// The files, and how often each is gone through in a round.
const LISTS: [(&str, usize); 3] = [
    ("puzzles2_17_clue", 1),
    ("puzzles3_magictour_top1465", 40),
    ("puzzles5_forum_hardest_1905_11+", 1),
];

fn main() {
    let rounds = std::env::args().nth(1).map_or(ROUNDS, |text| text.parse().expect("rounds"));
    println!("best of {rounds} rounds, in turns; puzzles a second");
    println!("{:<32} {:>8} {:>9} {:>9} {:>6}", "", "puzzles", "ours", "crate", "ratio");
    for (file, repeats) in LISTS {
        let text = tables::shared(&format!("oracles/sudoku/{file}"));
        let text = std::fs::read_to_string(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let puzzles: Vec<&str> = lines.filter_map(|line| line.get(..81)).collect();
        compare(file, &puzzles, repeats, rounds);
    }
}

fn compare(name: &str, puzzles: &[&str], repeats: usize, rounds: u32) {
    let mut best = [f64::INFINITY; 2];
    for _ in 0..rounds {
        let sums = [ours as fn(&str) -> u64, theirs].map(|solve| sum(puzzles, repeats, solve));
        assert_eq!(sums[0].0, sums[1].0, "{name}: the solutions differ");
        best = [best[0].min(sums[0].1), best[1].min(sums[1].1)];
    }
    let speed = |seconds: f64| (puzzles.len() * repeats) as f64 / seconds;
    println!(
        "{name:<32} {:>8} {:>9.0} {:>9.0} {:>6.2}",
        puzzles.len(),
        speed(best[0]),
        speed(best[1]),
        best[1] / best[0]
    );
}

/// A number that depends on every solution, and the seconds that it took.
fn sum(puzzles: &[&str], repeats: usize, solve: fn(&str) -> u64) -> (u64, f64) {
    let clock = Clock::now();
    let mut sum = 0u64;
    for _ in 0..repeats {
        sum = puzzles.iter().fold(sum, |sum, text| sum.rotate_left(1) ^ solve(text));
    }
    (sum, clock.seconds())
}

/// The only solution as a number.
fn ours(text: &str) -> u64 {
    let puzzle = line::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    match solve::decide(&puzzle, &Budget::UNLIMITED) {
        Verdict::One(solution) => number(solution.values()),
        other => panic!("{text}: {}", other.status()),
    }
}

/// The same by the crate, which also looks for a second solution.
fn theirs(text: &str) -> u64 {
    let puzzle = sudoku::Sudoku::from_str_line(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let solution = puzzle.solution().unwrap_or_else(|| panic!("{text}: not unique"));
    number(&solution.to_bytes())
}

fn number(values: &[u8]) -> u64 {
    values.iter().fold(0, |number, &value| number.wrapping_mul(11).wrapping_add(value.into()))
}
