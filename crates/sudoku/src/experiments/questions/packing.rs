//! Guesses near earlier guesses.

use super::comparison::compare;
use super::rules::{guesses_seen, open_seen};
use crate::experiments::sample::{self, SIXTEEN, Sample};
use crate::experiments::solver::search::{Rule, Search, View, start};
use crate::experiments::solver::{Map, Store, SymbolMajor9, SymbolMajor16};
use crate::experiments::table::Table;
use crate::experiments::{Experiment, Options};

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "packing",
    question: "Among equally small cells, is it better to guess near earlier guesses?",
    run,
};

fn run(options: &Options) -> Vec<Table> {
    let samples = sample::proper(options);
    let tables = samples.iter().map(|sample| {
        if sample.shape == SIXTEEN {
            compared::<SymbolMajor16, 4>(sample, options.seed)
        } else {
            compared::<SymbolMajor9, 2>(sample, options.seed)
        }
    });
    tables.collect()
}

fn compared<S: Store<W>, const W: usize>(sample: &Sample, seed: u64) -> Table {
    let map = Map::new(sample.shape);
    let by = |cell| Rule { cell, ..Rule::<S, W>::RANDOM };
    let rules = [
        Rule::RANDOM,
        by(guesses_seen),
        by(|view, cell| -guesses_seen(view, cell)),
        by(|view, cell| -distance(view, cell)),
        by(distance),
        by(open_seen),
        by(|view, cell| -open_seen(view, cell)),
    ];
    let names = [
        "by chance",
        "sees the most earlier guesses",
        "sees the fewest earlier guesses",
        "nearest to the last guess",
        "farthest from the last guess",
        "sees the most open cells",
        "sees the fewest open cells",
    ];
    let title =
        format!("Proofs of uniqueness, {}, {} orders of chance.", sample.name, sample.repeats);
    compare(title, names, sample.tasks(), |rule, task| {
        let puzzle = &sample.puzzles[task % sample.puzzles.len()];
        let search =
            Search { seed: seed.wrapping_add(task as u64), ..Search::new(&map, &rules[rule]) };
        search.count(start(&map, puzzle), 2).1.tries
    })
}

/// Rows plus columns from the last guess.
fn distance<S, const W: usize>(view: &View<'_, S, W>, cell: usize) -> i64 {
    let side = view.map.side;
    let apart =
        |guess: usize| (cell / side).abs_diff(guess / side) + (cell % side).abs_diff(guess % side);
    view.guesses.last().map_or(0, |&guess| apart(guess) as i64)
}
