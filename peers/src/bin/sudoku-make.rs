//! How fast sudoku are made and brought into canonical form, beside the crate `sudoku`.
//!
//! One thread, one run: the two take turns, several rounds, and the best round
//! of each counts. Canonical grids and numbers of automorphisms must be the
//! same; what is made is random and only counted. The only argument is the
//! number of rounds.

use sole_peers::Clock;
use sole_puzzle::rng::Rng;
use sole_sudoku::canon::Minlex;
use sole_sudoku::make::{Minimality, Filler, Layout, Worker, Generator, Symmetry};
use sole_sudoku::{Budget, Puzzle, Shape};

const ROUNDS: u32 = 5;

fn main() {
    let rounds = std::env::args().nth(1).map_or(ROUNDS, |text| text.parse().expect("rounds"));
    println!("best of {rounds} rounds, in turns; a second");
    println!("{:<28} {:>7} {:>9} {:>9} {:>6}", "", "number", "ours", "crate", "ratio");
    let mut filler = Filler::new(Shape::CLASSIC);
    let mut number = 0;
    compare(
        "full grids",
        5000,
        rounds,
        |n| (0..n).map(|i| filler.fill(&mut Rng::new(1, i)).n_values() as f64).sum(),
        |n| (0..n).map(|_| f64::from(sudoku::Sudoku::generate_solved().n_clues())).sum(),
    );
    let minimal = Generator::minimal(Shape::CLASSIC, 1);
    compare(
        "minimal puzzles",
        2000,
        rounds,
        |n| givens(&minimal, &mut number, n),
        |n| (0..n).map(|_| theirs(sudoku::Symmetry::None)).sum(),
    );
    let layout = Layout::Symmetric(Symmetry::Half);
    let half = Generator { layout, minimality: Minimality::Any, ..minimal };
    compare(
        "puzzles with a half turn",
        2000,
        rounds,
        |n| givens(&half, &mut number, n),
        |n| (0..n).map(|_| theirs(sudoku::Symmetry::HalfRotation)).sum(),
    );
    canonical(rounds);
}

/// The givens of the next puzzles.
fn givens(generator: &Generator, number: &mut u64, n: u64) -> f64 {
    let mut worker = Worker::new(generator);
    let made = (*number..*number + n).filter_map(|attempt| worker.make(attempt, &Budget::UNLIMITED));
    let sum = made.map(|made| made.puzzle.givens().n_values() as f64).sum();
    *number += n;
    sum
}

fn theirs(symmetry: sudoku::Symmetry) -> f64 {
    f64::from(sudoku::Sudoku::generate_with_symmetry(symmetry).n_clues())
}

/// Both make `n` in turns; the sums of what they count are shown for each.
fn compare(
    name: &str,
    n: u64,
    rounds: u32,
    mut ours: impl FnMut(u64) -> f64,
    mut theirs: impl FnMut(u64) -> f64,
) {
    let (mut best, mut sums) = ([f64::INFINITY; 2], [0.0; 2]);
    for _ in 0..rounds {
        let clock = Clock::now();
        sums[0] += ours(n);
        best[0] = best[0].min(clock.seconds());
        let clock = Clock::now();
        sums[1] += theirs(n);
        best[1] = best[1].min(clock.seconds());
    }
    let [a, b] = best.map(|seconds| n as f64 / seconds);
    let [x, y] = sums.map(|sum| sum / (n * u64::from(rounds)) as f64);
    println!("{name:<28} {n:>7} {a:>9.0} {b:>9.0} {:>6.2}   values each: {x:.2}, {y:.2}", a / b);
}

/// Full grids; the crate solves them first, which is the least part of its work.
fn canonical(rounds: u32) {
    let minlex = Minlex::new(Shape::CLASSIC).expect("nine is short");
    let mut filler = Filler::new(Shape::CLASSIC);
    let puzzle = |i| Puzzle::new(filler.fill(&mut Rng::new(2, i))).expect("a solution");
    let ours: Vec<Puzzle> = (0..5000).map(puzzle).collect();
    let bytes = |puzzle: &Puzzle| puzzle.givens().values().try_into().expect("81 values");
    let their = |puzzle: &Puzzle| sudoku::Sudoku::from_bytes(bytes(puzzle)).expect("digits");
    let theirs: Vec<sudoku::Sudoku> = ours.iter().map(their).collect();
    for (a, b) in ours.iter().zip(&theirs).take(1000) {
        let canon = minlex.find(a);
        let (grid, automorphisms) = b.canonicalized().expect("one solution");
        assert_eq!(canon.puzzle.givens().values(), grid.to_bytes(), "another canonical form");
        assert_eq!(canon.automorphisms, Some(automorphisms as u128));
    }
    compare_forms("canonical full grids", &minlex, (&ours, &theirs), rounds);
    let generator = Generator::minimal(Shape::CLASSIC, 3);
    let mut worker = Worker::new(&generator);
    let made = (0..2000).filter_map(|i| worker.make(i, &Budget::UNLIMITED)).map(|made| made.puzzle);
    let ours: Vec<Puzzle> = made.collect();
    let theirs: Vec<sudoku::Sudoku> = ours.iter().map(their).collect();
    compare_forms("canonical minimal puzzles", &minlex, (&ours, &theirs), rounds);
}

/// The forms of the same sudokus, found by both.
fn compare_forms(
    name: &str,
    minlex: &Minlex,
    (ours, theirs): (&[Puzzle], &[sudoku::Sudoku]),
    rounds: u32,
) {
    let values = |puzzle| minlex.find(puzzle).puzzle.givens().n_values() as f64;
    let clues = |puzzle: &sudoku::Sudoku| puzzle.canonicalized().map(|(grid, _)| grid.n_clues());
    compare(
        name,
        ours.len() as u64,
        rounds,
        |_| ours.iter().map(values).sum(),
        |_| theirs.iter().filter_map(clues).map(f64::from).sum(),
    );
}
