//! The guess stack in another order.
//!
//! A first search proves that a puzzle has one solution. Its guesses on the way to the solution, and
//! how often values of a cell were contradicted at once, are then known, and the proof is repeated
//! with these cells guessed first, in several orders. So this is what a reordered stack could
//! gain at most: finding the order is not counted.

use super::contest::contest;
use crate::experiments::sample::{self, SIXTEEN, Sample};
use crate::experiments::solver::search::{Rule, Search, Walk, start};
use crate::experiments::solver::{Map, Store, SymbolMajor9, SymbolMajor16};
use crate::experiments::table::Table;
use crate::experiments::{Experiment, Options};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "guess-stack",
    question: "Does another order of the guess stack help: other guesses first, or those that failed?",
    run,
};

fn run(options: &Options) -> Vec<Table> {
    let options = Options { sample: Some(options.count(300)), ..options.clone() };
    let samples = sample::proper(&options);
    let tables = samples.iter().map(|sample| match sample.shape {
        SIXTEEN => compared::<SymbolMajor16, 4>(sample, options.seed),
        _ => compared::<SymbolMajor9, 2>(sample, options.seed),
    });
    tables.collect()
}

/// In which order the cells of the first search come.
type Order = fn(&Walk) -> Vec<usize>;

const ORDERS: [Order; 4] = [
    |_| Vec::new(),
    |first| first.stack.clone(),
    |first| first.stack.iter().rev().copied().collect(),
    |first| {
        let failed = |&cell: &usize| first.refuted[cell] > 0;
        let mut cells: Vec<usize> = (0..first.refuted.len()).filter(failed).collect();
        cells.sort_by_key(|&cell| std::cmp::Reverse(first.refuted[cell]));
        cells
    },
];

fn compared<S: Store<W>, const W: usize>(sample: &Sample, seed: u64) -> Table {
    const MOST_TRIES: u64 = 100_000;
    let map = Map::new(sample.shape);
    let names = [
        "fewest candidates",
        "the guesses of the first proof, in their order",
        "the guesses of the first proof, the last one first",
        "cells whose values failed at once, the most first",
    ];
    let search = |number: usize| Search {
        seed: seed + number as u64,
        most_tries: MOST_TRIES,
        ..Search::new(&map, &Rule::<S, W>::CHANCE)
    };
    let proof = |number: usize, first: Vec<usize>| {
        let puzzle = &sample.puzzles[number % sample.puzzles.len()];
        Search { first, ..search(number) }.count(start(&map, puzzle), 2).1
    };
    let tasks = sample.tasks();
    let walks: Vec<Walk> = (0..tasks.count).map(|number| proof(number, Vec::new())).collect();
    let title = format!("Proofs of uniqueness, {}.", sample.name);
    contest(title, names, tasks, |order, number| proof(number, ORDERS[order](&walks[number])).tries)
}
