//! What large grids cost: those of `25x25.txt`, and minimal puzzles of 16×16 and 25×25.
//!
//! Rows take from a fraction of a second to minutes, so each is run when it is named:
//!
//! `cargo bench -p sole-sudoku --bench large -- 25x25` proves each grid of the list in the shared
//! folder unique; `… -- 25x25 3` only the third. `… -- minimal 4 1` removes givens in random order
//! from a random solution with 4×4 boxes, seed 1, until it is minimal; `… -- minimal 5 1 cyclic` from
//! a shuffled cyclic pattern. Times are CPU seconds of one thread.

#[path = "../tests/reference/mod.rs"]
mod reference;

use sole_puzzle::Stop;
use sole_puzzle::rng::Rng;
use sole_sudoku::{Budget, Cell, GivenMinimizer, Grid, Puzzle, Removal, Shape, solve};
use std::ops::ControlFlow;
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["25x25", ref numbers @ ..] => bench_list(numbers),
        ["minimal", order, seed, ref kind @ ..] => {
            let order = order.parse().expect("an order");
            let shape = Shape::new(order, order).expect("a side of at most 100");
            let rng = &mut Rng::new(seed.parse().expect("a seed"), order as u64);
            let solution = if kind == ["cyclic"] { cyclic(shape, rng) } else { random(shape, rng) };
            bench_minimal(&solution, rng);
        }
        _ => println!("name a row: 25x25 [NUMBER…], or minimal ORDER SEED [cyclic]"),
    }
}

fn bench_list(numbers: &[&str]) {
    let mut total = 0.0;
    for (i, puzzle) in reference::puzzles("25x25.txt").iter().enumerate() {
        let number = (i + 1).to_string();
        if !numbers.is_empty() && !numbers.contains(&number.as_str()) {
            continue;
        }
        let start = cpu_seconds();
        let mut first = None;
        let walk = solve::walk(puzzle, &Budget::UNLIMITED, |_| {
            assert!(first.is_none(), "grid {number} has two solutions");
            first = Some(cpu_seconds() - start);
            ControlFlow::Continue(())
        });
        let (first, all) = (first.expect("a solution"), cpu_seconds() - start);
        println!(
            "grid {number}: {} guesses, solved in {first:.2} s, unique in {all:.2} s",
            walk.nodes
        );
        total += all;
    }
    println!("together {total:.2} s");
}

fn bench_minimal(solution: &Grid, rng: &mut Rng) {
    let shape = solution.shape();
    let mut cells: Vec<Cell> = (0..shape.n_cells()).map(|index| shape.cell(index)).collect();
    rng.shuffle(&mut cells);
    let start = cpu_seconds();
    let mut minimizer = GivenMinimizer::new(solution).expect("a solution");
    let mut slowest: f64 = 0.0;
    for cell in cells {
        let before = cpu_seconds();
        assert_ne!(minimizer.remove(cell, &Budget::UNLIMITED), Removal::Open);
        slowest = slowest.max(cpu_seconds() - before);
    }
    let seconds = cpu_seconds() - start;
    let n_givens = minimizer.puzzle().givens().n_values();
    println!(
        "minimal {shape}: {n_givens} givens in {seconds:.2} s, the slowest test {slowest:.2} s"
    );
}

/// A pattern in which each row is the one before, moved; lines are shuffled within what the rules
/// allow, and so are the values.
fn cyclic(shape: Shape, rng: &mut Rng) -> Grid {
    let (width, height, side) = (shape.width(), shape.height(), shape.side());
    let rows = shuffled_lines(rng, width, height);
    let columns = shuffled_lines(rng, height, width);
    let mut names: Vec<u8> = (1..=side as u8).collect();
    rng.shuffle(&mut names);
    let value =
        |row: usize, column: usize| names[(row % height * width + row / height + column) % side];
    let values: Vec<u8> = rows
        .iter()
        .flat_map(|&row| columns.iter().map(move |&column| value(row, column)))
        .collect();
    Grid::new(shape, values).expect("values in range")
}

/// Lines in chutes of `length`, both in random order.
fn shuffled_lines(rng: &mut Rng, chutes: usize, length: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..chutes).collect();
    rng.shuffle(&mut order);
    let mut lines = Vec::new();
    for chute in order {
        let mut some: Vec<usize> = (chute * length..(chute + 1) * length).collect();
        rng.shuffle(&mut some);
        lines.append(&mut some);
    }
    lines
}

/// The first solution with random boxes on the diagonal; boxes must be squares.
fn random(shape: Shape, rng: &mut Rng) -> Grid {
    let (order, side) = (shape.width(), shape.side());
    let mut values = vec![0; shape.n_cells()];
    for number in 0..order {
        let mut names: Vec<u8> = (1..=side as u8).collect();
        rng.shuffle(&mut names);
        for (i, name) in names.into_iter().enumerate() {
            let (row, column) = (number * order + i / order, number * order + i % order);
            values[row * side + column] = name;
        }
    }
    let boxes = Puzzle::new(Grid::new(shape, values).expect("in range")).expect("boxes apart");
    let mut first = None;
    solve::walk(&boxes, &Budget::UNLIMITED, |solution| {
        first = Some(solution.clone());
        ControlFlow::Break(Stop::Enough)
    });
    first.expect("boxes on the diagonal do not see each other")
}

/// What this thread has spent on a processor, or the time of day where the system does not tell.
fn cpu_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns / 1e9)
}
