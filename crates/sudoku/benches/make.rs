//! How fast grids and puzzles are made.
//!
//! Each row prints the work done and its signature, which does not depend on
//! the machine. Times are CPU seconds of one thread.
//!
//! `cargo bench -p sole-sudoku --bench make -- minimal` runs the rows whose name has that word.

use sole_puzzle::lot::{Lot, mixed};
use sole_sudoku::make::{Economy, Filler, Layout, Logic, Maker, Recipe, Symmetry};
use sole_sudoku::{Budget, Grid, Shape};
use std::time::Instant;

/// A row: what is made, how often, and a number that depends on all of it.
struct Row {
    name: &'static str,
    order: usize,
    count: u64,
    signature: u64,
}

const fn row(name: &'static str, order: usize, count: u64, signature: u64) -> Row {
    Row { name, order, count, signature }
}

const ROWS: [Row; 17] = [
    row("full", 2, 100_000, 0),
    row("full", 3, 100_000, 0),
    row("full", 4, 20_000, 0),
    row("full", 5, 10_000, 0),
    row("full", 6, 3_000, 0),
    row("full", 7, 2_000, 0),
    row("full", 8, 1_000, 0),
    row("full", 9, 500, 0),
    row("full", 10, 300, 0),
    row("minimal", 2, 10_000, 0),
    row("minimal", 3, 10_000, 0),
    row("minimal half", 3, 10_000, 0),
    row("minimal", 4, 10, 0),
    row("easy", 3, 2_000, 0),
    row("easy", 4, 50, 0),
    row("easy", 5, 10, 0),
    row("easy full", 3, 2_000, 0),
];

fn main() {
    canon();
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    for row in ROWS {
        let name = format!("{} of order {}", row.name, row.order);
        if words.is_empty() || words.iter().any(|word| name.contains(word.as_str())) {
            bench(&name, &row);
        }
    }
}

fn canon() {
    let start = cpu_seconds();
    let m = sole_sudoku::canon::Minlex::new(Shape::CLASSIC).unwrap();
    println!("table {} ", cpu_seconds() - start);
    use sole_sudoku::*;
    let mut filler = Filler::new(Shape::CLASSIC);
    let grids: Vec<Puzzle> = (0..20000)
        .map(|number| Puzzle::new(filler.fill(&mut Lot::new(1, number))).unwrap())
        .collect();
    let start = cpu_seconds();
    let n: u128 = grids
        .iter()
        .map(|g| {
            let c = m.find(g);
            c.automorphisms.unwrap()
        })
        .sum();
    let s = cpu_seconds() - start;
    println!("canon {n} {:.0} a second", grids.len() as f64 / s);
    let r = Recipe::minimal(Shape::CLASSIC, 1);
    let mut maker = Maker::new(&r);
    let ps: Vec<Puzzle> =
        (0..5000).map(|i| maker.make(i, &Budget::UNLIMITED).unwrap().puzzle).collect();
    let start = cpu_seconds();
    let n: u128 = ps
        .iter()
        .map(|g| {
            let c = m.find(g);
            c.automorphisms.unwrap()
        })
        .sum();
    let s = cpu_seconds() - start;
    println!("canon {n} {:.0} a second", ps.len() as f64 / s);
}
fn bench(name: &str, row: &Row) {
    let shape = Shape::new(row.order, row.order).expect("a short side");
    let start = cpu_seconds();
    let (signature, values) = if row.name == "full" {
        full(shape, row.count)
    } else {
        puzzles(&recipe(row, shape), row.count)
    };
    let seconds = cpu_seconds() - start;
    let count = row.count as f64;
    println!(
        "{name:<28} {} made, {:.2} values each, {:.1} us each, {:.0} a second, signature {signature:#x}",
        row.count,
        values as f64 / count,
        seconds * 1e6 / count,
        count / seconds
    );
    if row.signature != 0 {
        assert_eq!(signature, row.signature, "{name}: something else was made");
    }
}

fn recipe(row: &Row, shape: Shape) -> Recipe {
    let minimal = Recipe::minimal(shape, 1);
    let layout = Layout::Symmetric(if row.name.ends_with("half") {
        Symmetry::Half
    } else if row.name.ends_with("full") {
        Symmetry::Full
    } else {
        Symmetry::None
    });
    let (logic, economy) = if row.name.starts_with("easy") {
        (Logic::Singles, Economy::Any)
    } else if row.name.ends_with("half") {
        (Logic::Search, Economy::Any)
    } else {
        (Logic::Search, Economy::Minimal)
    };
    Recipe { layout, logic, economy, ..minimal }
}

/// The signature and the number of values of some full grids.
fn full(shape: Shape, count: u64) -> (u64, usize) {
    let mut filler = Filler::new(shape);
    let grids = (0..count).map(|number| filler.fill(&mut Lot::new(1, number)));
    summed(grids.inspect(|grid| assert!(grid.is_solution())))
}

/// The same of puzzles.
fn puzzles(recipe: &Recipe, count: u64) -> (u64, usize) {
    let mut maker = Maker::new(recipe);
    let made = (0..).filter_map(|attempt| maker.make(attempt, &Budget::UNLIMITED));
    summed(made.take(count as usize).map(|made| made.puzzle.givens().clone()))
}

fn summed(grids: impl Iterator<Item = Grid>) -> (u64, usize) {
    grids.fold((0, 0), |(signature, values), grid| {
        let sum = grid.values().iter().fold(signature, |sum, &value| mixed(sum ^ u64::from(value)));
        (sum, values + grid.n_values())
    })
}

/// What this thread has spent on a processor, or the time of day where the system does not tell.
fn cpu_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns / 1e9)
}
