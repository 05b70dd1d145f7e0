//! How many unavoidable sets of each size a solution has.
//!
//! Sets are grown cell by cell, which finds all up to a size. Some grids are looked at once
//! more by the crate's finder, which blanks a choice of `v` values at a time. That finds all sets
//! up to `2 v + 1` cells, since each value of a set is there at least twice: where it moves to, the
//! same value in that column must move away.

use super::order_two;
use crate::experiments::sample::{self, SIXTEEN};
use crate::experiments::table::Table;
use crate::experiments::{Experiment, Options};
use crate::unavoidable::{CellSet, Parts, find, of_four, up_to};
use crate::{Budget, Grid, Shape};
use std::ops::ControlFlow;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "unavoidable",
    question: "How common is each size of minimal unavoidable set?",
    run,
};

fn run(options: &Options) -> Vec<Table> {
    let full = |shape, share| sample::full(shape, options.count(100).div_ceil(share), options.seed);
    let all_cells = 16;
    vec![
        counted("All grids of order two", &order_two::grids(), all_cells, 4),
        counted("Grids of order three", &full(Shape::CLASSIC, 1), 14, 4),
        counted("Grids of order four", &full(SIXTEEN, 5), 12, 3),
    ]
}

/// Of some grids the sets up to a size; a few are compared with what blanking `values` values finds.
fn counted(name: &str, grids: &[Grid], largest: usize, values: usize) -> Table {
    const COMPARED: usize = 10;
    let sets: Vec<Vec<CellSet>> =
        grids.iter().map(|grid| up_to(grid, largest, &Budget::UNLIMITED, |_| {}).sets).collect();
    for (grid, sets) in grids.iter().zip(&sets).take(COMPARED) {
        let most = if values == grid.shape().side() { largest } else { 2 * values + 1 };
        let small: Vec<&CellSet> = sets.iter().filter(|set| set.len() <= most).collect();
        let blanked = blanked(grid, values);
        let blanked: Vec<&CellSet> = blanked.iter().filter(|set| set.len() <= most).collect();
        assert_eq!(small, blanked, "two ways to the sets of {grid:?}");
    }
    for (grid, sets) in grids.iter().zip(&sets) {
        assert_eq!(sets.iter().filter(|set| set.len() == 4).count(), of_four(grid).len());
    }
    let title = format!("{name}: {}, with every set of up to {largest} cells.", grids.len());
    tabled(title, &sets)
}

fn blanked(grid: &Grid, values: usize) -> Vec<CellSet> {
    let parts = Parts { values, lines: 0, boxes: 0, ways: usize::MAX };
    let found = find(grid, &parts, &Budget::UNLIMITED);
    assert_eq!((found.left_out, found.end), (0, ControlFlow::Continue(())));
    found.sets
}

/// How many sets of each size grids have.
fn tabled(title: String, sets: &[Vec<CellSet>]) -> Table {
    let mut table = Table::new(title, &["size", "mean", "least", "most", "grids without"]);
    let largest = sets.iter().flatten().map(CellSet::len).max().unwrap_or(0);
    for size in 0..=largest {
        let counts = sets.iter().map(|sets| sets.iter().filter(|set| set.len() == size).count());
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
