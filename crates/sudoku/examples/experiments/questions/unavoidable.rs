//! How many unavoidable sets of each size a solution has.
//!
//! In an unavoidable set each value occurs at least twice: where it moves from, another one of the
//! same value must make room in the column it moves to. So a minimal set of
//! fewer than `2 (v + 1)` cells has at most `v` values, and blanking all choices of `v` values
//! finds every one of them, if no choice is left out.

use crate::sample::{self, SIXTEEN};
use crate::table::Table;
use crate::{Experiment, Options};
use sole_sudoku::unavoidable::{Parts, find, of_four};
use sole_sudoku::{Budget, Grid, Puzzle, Shape, solve};
use std::ops::ControlFlow;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "unavoidable",
    question: "How common is each size of minimal unavoidable set?",
    run,
};

fn run(options: &Options) -> Vec<Table> {
    let full = |shape, usual| sample::full(shape, options.count(usual), options.seed);
    vec![
        by_values("All 288 grids of order two", &all_of_order_two(), 4),
        by_values("Grids of order three", &full(Shape::CLASSIC, 100), 4),
        fours("Grids of order four", &full(SIXTEEN, 1000)),
        by_values("Grids of order four", &full(SIXTEEN, 10), 3),
    ]
}

fn all_of_order_two() -> Vec<Grid> {
    let shape = Shape::new(2, 2).expect("a side of four");
    let empty = Puzzle::new(Grid::empty(shape)).expect("nothing to contradict");
    let mut grids = Vec::new();
    let _ = solve::walk(&empty, &Budget::UNLIMITED, |grid| {
        grids.push(grid.clone());
        ControlFlow::Continue(())
    });
    grids
}

/// The sets with at most so many values, by size; larger ones than those that are complete are
/// left out.
fn by_values(name: &str, grids: &[Grid], values: usize) -> Table {
    let side = grids[0].shape().side();
    let complete = if values == side { side * side } else { 2 * values + 1 };
    let parts = Parts { values, lines: 0, boxes: 0, ways: usize::MAX };
    let sizes = grids.iter().map(|grid| {
        let found = find(grid, &parts, &Budget::UNLIMITED);
        assert_eq!((found.left_out, found.end), (0, ControlFlow::Continue(())));
        found.sets.iter().map(|set| set.len()).filter(|&size| size <= complete).collect()
    });
    let name = format!("{name}: {} grids, every set of up to {complete} cells.", grids.len());
    tabled(name, &sizes.collect::<Vec<Vec<usize>>>())
}

fn fours(name: &str, grids: &[Grid]) -> Table {
    let sizes: Vec<Vec<usize>> = grids.iter().map(|grid| vec![4; of_four(grid).len()]).collect();
    tabled(format!("{name}: {} grids, every set of 4 cells.", grids.len()), &sizes)
}

/// By grid: the sizes of its sets.
fn tabled(title: String, sizes: &[Vec<usize>]) -> Table {
    let mut table = Table::new(title, &["size", "mean", "least", "most", "grids without"]);
    let largest = sizes.iter().flatten().copied().max().unwrap_or(0);
    for size in 0..=largest {
        let counts = sizes.iter().map(|sizes| sizes.iter().filter(|&&one| one == size).count());
        let counts: Vec<usize> = counts.collect();
        let (Some(least), Some(most @ 1..)) = (counts.iter().min(), counts.iter().max()) else {
            continue;
        };
        let mean = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
        let without = counts.iter().filter(|&&count| count == 0).count();
        let numbers = [*least, *most, without].map(|number| number.to_string());
        table.row([size.to_string(), format!("{mean:.2}")].into_iter().chain(numbers));
    }
    table
}
