//! Whether labels of the canonical form tell which givens can go.
//!
//! The canonical form gives each row, column and value a number. A given is kept by a removal pass
//! or not; how often it is kept in several passes over the same solution is compared with these numbers,
//! and, to compare, with the number of small unavoidable sets that the cell is in.

use super::pass::{Removal, trials};
use crate::canon::Minlex;
use crate::experiments::sample;
use crate::experiments::statistics::{Mean, correlation};
use crate::experiments::table::Table;
use crate::experiments::{Experiment, Options};
use crate::unavoidable::up_to;
use crate::{Budget, Grid, Puzzle, Shape, Turn};
use sole_puzzle::rng::Rng;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "labels",
    question: "Do the labels of the canonical form tell which givens can be removed?",
    run,
};

/// How many passes over each solution.
const PASSES: u64 = 10;

/// How large the unavoidable sets are that are counted.
const LARGEST: usize = 8;

const PROPERTIES: [&str; 6] = [
    "row in the canonical form",
    "column in the canonical form",
    "band in the canonical form",
    "value in the canonical form",
    "row times column",
    "number of unavoidable sets of up to 8 cells",
];

fn run(options: &Options) -> Vec<Table> {
    let grids = sample::full(Shape::CLASSIC, options.count(2000), options.seed);
    let minlex = Minlex::new(Shape::CLASSIC).expect("a side of nine");
    let by_grid = grids.iter().enumerate().map(|(number, grid)| {
        let kept = kept(grid, options.seed ^ (number as u64) << 20);
        let properties = properties(grid, &minlex);
        let of_property: [f64; 6] = std::array::from_fn(|which| {
            let pairs = kept.iter().zip(&properties).map(|(&kept, of)| (kept, of[which]));
            correlation(&pairs.collect::<Vec<_>>())
        });
        of_property
    });
    let by_grid: Vec<[f64; 6]> = by_grid.collect();
    let title = format!(
        "Correlation over the 81 cells of a solution, mean of {} solutions: how often a given is kept \
         in {PASSES} removal passes, and",
        grids.len()
    );
    let mut table = Table::new(title, &["property of the cell", "correlation"]);
    for (which, name) in PROPERTIES.into_iter().enumerate() {
        let all: Vec<f64> = by_grid.iter().map(|of_grid| of_grid[which]).collect();
        table.row([name.to_owned(), Mean::of(&all).text()]);
    }
    vec![table]
}

/// By cell: in how many passes its given is kept.
fn kept(solution: &Grid, seed: u64) -> Vec<f64> {
    let mut kept = vec![0.0; solution.values().len()];
    for pass in 0..PASSES {
        let trials = trials(solution, 0, &mut Rng::new(seed, pass));
        let needed = trials.iter().filter(|trial| trial.removal == Removal::Kept);
        needed.for_each(|trial| kept[trial.cell] += 1.0);
    }
    kept
}

/// By cell: what [`PROPERTIES`] names.
fn properties(solution: &Grid, minlex: &Minlex) -> Vec<[f64; 6]> {
    let sets = up_to(solution, LARGEST, &Budget::UNLIMITED, |_| {}).sets;
    let labels = labels(solution, minlex).into_iter().enumerate();
    labels
        .map(|(cell, Label { row, column, value })| {
            let in_sets = sets.iter().filter(|set| set.contains(cell)).count();
            [row, column, row / 3, value, row * column, in_sets].map(|number| number as f64)
        })
        .collect()
}

/// Where a cell is in the canonical form, and the value that it has there.
struct Label {
    row: usize,
    column: usize,
    value: usize,
}

/// By cell: its label.
fn labels(solution: &Grid, minlex: &Minlex) -> Vec<Label> {
    let puzzle = Puzzle::new(solution.clone()).expect("a solution");
    let transform = minlex.find(&puzzle).transform;
    let shape = solution.shape();
    let [rows, columns] = [transform.rows(), transform.columns()].map(inverse);
    (0..shape.n_cells())
        .map(|cell| {
            let at = shape.cell(cell);
            let (row, column) = match transform.turn() {
                Turn::Upright => (at.row, at.column),
                Turn::Transposed => (at.column, at.row),
            };
            let value = transform.names()[usize::from(solution.values()[cell]) - 1];
            Label {
                row: rows[usize::from(row)],
                column: columns[usize::from(column)],
                value: value.into(),
            }
        })
        .collect()
}

/// By old line: the new one.
fn inverse(lines: &[u8]) -> Vec<usize> {
    let mut new = vec![0; lines.len()];
    lines.iter().enumerate().for_each(|(place, &line)| new[usize::from(line)] = place);
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The canonical form has the value of each label in its row and column.
    #[test]
    fn labels_are_those_of_the_canonical_form() {
        let minlex = Minlex::new(Shape::CLASSIC).expect("a side of nine");
        for (number, grid) in sample::full(Shape::CLASSIC, 5, 3).iter().enumerate() {
            let canonical = minlex.find(&Puzzle::new(grid.clone()).expect("a solution")).puzzle;
            for Label { row, column, value } in labels(grid, &minlex) {
                let there = canonical.givens().values()[9 * row + column];
                assert_eq!(usize::from(there), value, "grid {number}, row {row}, column {column}");
            }
        }
    }
}
