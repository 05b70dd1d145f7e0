//! How many kinds of small unavoidable sets there are, with and without their symbols.
//!
//! Two sets are of one kind if exchanging lines within chutes, chutes, rows with columns, and symbols
//! leads from one to the other; without symbols, if the same is true of their cells. All kinds of
//! the sample are counted; there may be rarer ones that it does not have.

use super::set_form::{Parts, form};
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
    let grids = sample::full(Shape::CLASSIC, options.count(1000), options.seed);
    let mut kinds: BTreeMap<usize, [BTreeSet<Vec<Parts>>; 2]> = BTreeMap::new();
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

/// The form that the sets of a kind share.
fn kind(grid: &Grid, set: &CellSet, symbols: Symbols) -> Vec<Parts> {
    let shape = grid.shape();
    let parts = |index: usize| {
        let cell = shape.cell(index);
        let symbol = match symbols {
            Symbols::Kept => grid.values()[index],
            Symbols::LeftOut => 0,
        };
        [cell.row, cell.column, cell.row / 3, cell.column / 3, symbol]
    };
    form(&set.indices().map(parts).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Transform;
    use sole_puzzle::rng::Rng;

    /// Sets of a grid and of the same grid with other looks are of the same kinds.
    #[test]
    fn kinds_do_not_depend_on_looks() {
        let grid = &sample::full(Shape::CLASSIC, 1, 5)[0];
        let other = Transform::random(Shape::CLASSIC, &mut Rng::new(5, 5)).apply(grid);
        for symbols in [Symbols::Kept, Symbols::LeftOut] {
            let kinds = |grid: &Grid| {
                let sets = up_to(grid, 10, &Budget::UNLIMITED, |_| {}).sets;
                let kinds = sets.iter().map(|set| kind(grid, set, symbols));
                let mut kinds: Vec<Vec<Parts>> = kinds.collect();
                kinds.sort_unstable();
                kinds
            };
            assert_eq!(kinds(grid), kinds(&other));
        }
    }
}
