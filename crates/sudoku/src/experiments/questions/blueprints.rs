//! How many kinds of small unavoidable sets there are, with and without their symbols.
//!
//! Two sets are of one kind if exchanging lines within chutes, chutes, rows with columns, and symbols
//! leads from one to the other. Kinds are told apart by a number that does not change by that:
//! lines, boxes, chutes and symbols are numbered again and again by what they touch. So the
//! kinds that are counted are at least as many as there are, among the sets of the sample.

use crate::experiments::sample;
use crate::experiments::table::Table;
use crate::experiments::{Experiment, Options};
use crate::unavoidable::{CellSet, up_to};
use crate::{Budget, Grid, Shape};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "blueprints",
    question: "How many blueprints of unavoidable sets are there, and how many without symbols?",
    run,
};

/// The largest sets that are looked at, as in the search for 16 givens.
const LARGEST: usize = 12;

/// How many ways there are to exchange lines, chutes, and rows with columns.
const N_WAYS: usize = 2 * 6usize.pow(8);

fn run(options: &Options) -> Vec<Table> {
    let grids = sample::full(Shape::CLASSIC, options.count(200), options.seed);
    let mut kinds: BTreeMap<usize, [BTreeSet<u64>; 2]> = BTreeMap::new();
    let mut n_sets: BTreeMap<usize, usize> = BTreeMap::new();
    for grid in &grids {
        for set in up_to(grid, LARGEST, &Budget::UNLIMITED, |_| {}).sets {
            *n_sets.entry(set.len()).or_default() += 1;
            let [with, without] = kinds.entry(set.len()).or_default();
            with.insert(kind(grid, &set, Symbols::Kept));
            without.insert(kind(grid, &set, Symbols::LeftOut));
        }
    }
    let title = format!(
        "Minimal unavoidable sets of up to {LARGEST} cells in {} full 9×9 grids. A pattern of cells can \
         lie in a grid in up to {N_WAYS} ways.",
        grids.len()
    );
    let head = ["size", "sets a grid", "kinds with symbols", "kinds without symbols"];
    let mut table = Table::new(title, &head);
    let mut total = [0, 0];
    for (size, found) in &kinds {
        let counts = [found[0].len(), found[1].len()];
        total = [total[0] + counts[0], total[1] + counts[1]];
        let mean = n_sets[size] as f64 / grids.len() as f64;
        let counts = counts.map(|count| count.to_string());
        table.row([size.to_string(), format!("{mean:.2}")].into_iter().chain(counts));
    }
    let mean = n_sets.values().sum::<usize>() as f64 / grids.len() as f64;
    let totals = total.map(|count| count.to_string());
    table.row(["all".to_owned(), format!("{mean:.2}")].into_iter().chain(totals));
    vec![table]
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Symbols {
    Kept,
    LeftOut,
}

/// A number for the kind of a set: the same for sets that differ in looks alone.
fn kind(grid: &Grid, set: &CellSet, symbols: Symbols) -> u64 {
    let shape = grid.shape();
    let cells: Vec<[usize; 6]> = set
        .indices()
        .map(|index| {
            let cell = shape.cell(index);
            let (row, column) = (usize::from(cell.row), usize::from(cell.column));
            let symbol = match symbols {
                Symbols::Kept => usize::from(grid.values()[index]),
                Symbols::LeftOut => 0,
            };
            [row, column, shape.box_of(cell), row / 3, column / 3, symbol]
        })
        .collect();
    let turned: Vec<[usize; 6]> = cells
        .iter()
        .map(|&[row, column, number, band, stack, symbol]| {
            [column, row, number % 3 * 3 + number / 3, stack, band, symbol]
        })
        .collect();
    refined(&cells).min(refined(&turned))
}

/// Numbers cells by what touches them, again and again, and sums up.
fn refined(cells: &[[usize; 6]]) -> u64 {
    const ROUNDS: usize = 6;
    let mut colours = vec![1u64; cells.len()];
    for _ in 0..ROUNDS {
        let mut groups = [[0u64; 10]; 6];
        for (cell, &colour) in cells.iter().zip(&colours) {
            for (kind, &number) in cell.iter().enumerate() {
                groups[kind][number] = groups[kind][number].wrapping_add(mixed(colour));
            }
        }
        for (cell, colour) in cells.iter().zip(&mut colours) {
            let around = cell.iter().enumerate();
            *colour = around.fold(mixed(*colour), |all, (kind, &number)| {
                mixed(all ^ mixed(groups[kind][number].wrapping_add(kind as u64)))
            });
        }
    }
    colours.iter().fold(cells.len() as u64, |sum, &colour| sum.wrapping_add(mixed(colour)))
}

/// The finalizer of SplitMix64.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Transform;
    use sole_puzzle::lot::Lot;

    /// Sets of a grid and of the same grid with other looks are of the same kinds.
    #[test]
    fn kinds_do_not_depend_on_looks() {
        let grid = &sample::full(Shape::CLASSIC, 1, 5)[0];
        let other = Transform::random(Shape::CLASSIC, &mut Lot::new(5, 5)).apply(grid);
        for symbols in [Symbols::Kept, Symbols::LeftOut] {
            let kinds = |grid: &Grid| {
                let sets = up_to(grid, 10, &Budget::UNLIMITED, |_| {}).sets;
                let mut kinds: Vec<u64> = sets.iter().map(|set| kind(grid, set, symbols)).collect();
                kinds.sort_unstable();
                kinds
            };
            assert_eq!(kinds(grid), kinds(&other));
        }
    }
}
