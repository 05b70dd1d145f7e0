//! Candidates cell by cell or symbol by symbol.

use crate::experiments::clock::best_of;
use crate::experiments::sample::{self, SIXTEEN, Sample};
use crate::experiments::solver::search::{Rule, Search, start};
use crate::experiments::solver::{
    CellMajor9, CellMajor16, Map, Store, SymbolMajor9, SymbolMajor16,
};
use crate::experiments::table::Table;
use crate::experiments::{Experiment, Options};

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "layout",
    question: "Are candidates better kept cell by cell or symbol by symbol?",
    run,
};

const ROUNDS: usize = 5;

fn run(options: &Options) -> Vec<Table> {
    let head = ["sample", "tries", "bytes of a state", "CPU, symbol-major : cell-major"];
    let mut table = Table::new("Proofs of uniqueness with naked and hidden singles.", &head);
    for sample in sample::proper(options) {
        table.row(if sample.shape == SIXTEEN {
            compared::<CellMajor16, SymbolMajor16, 4>(&sample)
        } else {
            compared::<CellMajor9, SymbolMajor9, 2>(&sample)
        });
    }
    vec![table]
}

fn compared<A: Store<W>, B: Store<W>, const W: usize>(sample: &Sample) -> [String; 4] {
    let map = Map::new(sample.shape);
    let tries = [proofs::<A, W>(&map, sample), proofs::<B, W>(&map, sample)];
    assert_eq!(tries[0], tries[1], "both layouts draw the same conclusions");
    let [by_cell, by_symbol] = best_of(ROUNDS, |kind| {
        match kind {
            0 => proofs::<A, W>(&map, sample),
            _ => proofs::<B, W>(&map, sample),
        };
    });
    let bytes = format!("{} and {}", size_of::<A>(), size_of::<B>());
    let ratio = format!("{:.2}", by_symbol / by_cell);
    [sample.name.clone(), tries[0].to_string(), bytes, ratio]
}

/// Proves every puzzle unique and returns the number of tries.
fn proofs<S: Store<W>, const W: usize>(map: &Map<W>, sample: &Sample) -> u64 {
    let search = Search::new(map, &Rule::<S, W>::RANDOM);
    let proof = |puzzle| {
        let (solutions, walk) = search.count(start(map, puzzle), 2);
        assert_eq!(solutions, 1, "a proper puzzle");
        walk.tries
    };
    sample.puzzles.iter().map(proof).sum()
}
