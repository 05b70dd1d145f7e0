//! The guess stack in another order.
//!
//! A first search proves that a puzzle has one solution. Its guesses on the way to the solution, and
//! how often values of a cell were contradicted at once, are then known, and the proof is repeated
//! with these cells guessed first, in several orders, or preferred among equally small cells. The
//! first proof is not counted, so this says what knowing it beforehand is worth.

use super::comparison::compare;
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
    let options = Options { sample: Some(options.count(1000)), ..options.clone() };
    let samples = sample::proper(&options);
    let tables = samples.iter().map(|sample| match sample.shape {
        SIXTEEN => compared::<SymbolMajor16, 4>(sample, options.seed),
        _ => compared::<SymbolMajor9, 2>(sample, options.seed),
    });
    tables.collect()
}

/// What the second proof takes from the first one.
#[derive(Clone, Copy)]
struct Way {
    name: &'static str,
    cells: fn(&Walk) -> Vec<usize>,
    manner: Manner,
}

/// How the cells are used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// They are guessed before all others, in their order.
    First,
    /// They are preferred among cells with equally few candidates.
    Preferred,
}

const WAYS: [Way; 6] = [
    Way { name: "fewest candidates", cells: |_| Vec::new(), manner: Manner::First },
    Way {
        name: "the guesses of the first proof, in their order",
        cells: |first| first.stack.clone(),
        manner: Manner::First,
    },
    Way {
        name: "the guesses of the first proof, the last one first",
        cells: |first| first.stack.iter().rev().copied().collect(),
        manner: Manner::First,
    },
    Way {
        name: "cells whose values failed at once, the most first",
        cells: failed,
        manner: Manner::First,
    },
    Way {
        name: "fewest candidates, then guesses of the first proof",
        cells: |first| first.stack.clone(),
        manner: Manner::Preferred,
    },
    Way {
        name: "fewest candidates, then cells whose values failed at once",
        cells: failed,
        manner: Manner::Preferred,
    },
];

/// The cells whose values were contradicted at once, those with the most such values first.
fn failed(first: &Walk) -> Vec<usize> {
    let has_failed = |&cell: &usize| first.refuted[cell] > 0;
    let mut cells: Vec<usize> = (0..first.refuted.len()).filter(has_failed).collect();
    cells.sort_by_key(|&cell| std::cmp::Reverse(first.refuted[cell]));
    cells
}

fn compared<S: Store<W>, const W: usize>(sample: &Sample, seed: u64) -> Table {
    const MOST_TRIES: u64 = 100_000;
    let map = Map::new(sample.shape);
    let prefer_marked =
        Rule { cell: |view, cell| view.marked.contains(cell).into(), ..Rule::<S, W>::RANDOM };
    let proof = |number: usize, cells: Vec<usize>, manner: Manner| {
        let puzzle = &sample.puzzles[number % sample.puzzles.len()];
        let search = Search {
            seed: seed.wrapping_add(number as u64),
            most_tries: MOST_TRIES,
            marked: cells.iter().copied().collect(),
            first: if manner == Manner::First { cells } else { Vec::new() },
            ..Search::new(&map, &prefer_marked)
        };
        search.count(start(&map, puzzle), 2).1
    };
    let tasks = sample.tasks();
    let walks = (0..tasks.count).map(|number| proof(number, Vec::new(), Manner::First));
    let walks: Vec<Walk> = walks.collect();
    let title = format!("Proofs of uniqueness, {}.", sample.name);
    compare(title, WAYS.map(|way| way.name), tasks, |way, number| {
        let Way { cells, manner, .. } = WAYS[way];
        proof(number, cells(&walks[number]), manner).tries
    })
}
