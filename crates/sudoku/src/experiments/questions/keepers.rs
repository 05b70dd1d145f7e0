//! Guesses at cells that see many keepers, when a removal is tested.

use super::comparison::compare;
use super::pass::{LATE, Late, MOST_TRIES, Tests, Trial};
use super::rules::{marked_seen, open_seen};
use crate::Shape;
use crate::experiments::sample::SIXTEEN;
use crate::experiments::solver::search::{Among, Rule, Search};
use crate::experiments::solver::{Cells, Map, Store, SymbolMajor9, SymbolMajor16};
use crate::experiments::table::Table;
use crate::experiments::{Experiment, Options};

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "keepers",
    question: "When a removal is tested, is it better to guess at cells that see many keepers?",
    run,
};

fn run(options: &Options) -> Vec<Table> {
    let compared = |late: &Late| {
        let tests = late.tests(options);
        tests.map(|tests| match late.shape {
            SIXTEEN => compared::<SymbolMajor16, 4>(late.shape, &tests, options.seed),
            _ => compared::<SymbolMajor9, 2>(late.shape, &tests, options.seed),
        })
    };
    LATE.iter().flat_map(compared).collect()
}

fn compared<S: Store<W>, const W: usize>(shape: Shape, tests: &Tests, seed: u64) -> Table {
    let map = Map::new(shape);
    let by = |cell| Rule { cell, ..Rule::<S, W>::RANDOM };
    let keepers: Marking<W> = |trial| trial.keepers.iter().copied().collect();
    let rules = [
        (Rule::RANDOM, keepers, Among::Smallest),
        (by(marked_seen), keepers, Among::Smallest),
        (by(|view, cell| -marked_seen(view, cell)), keepers, Among::Smallest),
        (by(marked_seen), givens, Among::Smallest),
        (by(open_seen), keepers, Among::Smallest),
        (by(marked_seen), keepers, Among::Open),
    ];
    let names = [
        "fewest candidates, then chance",
        "fewest candidates, then most keepers seen",
        "fewest candidates, then fewest keepers seen",
        "fewest candidates, then most givens seen",
        "fewest candidates, then most open cells seen",
        "most keepers seen, then chance",
    ];
    compare(tests.title.clone(), names, tests.tasks(), |rule, number| {
        let (rule, marking, among) = &rules[rule];
        let trial = &tests.trials[number];
        let search = Search {
            marked: marking(trial),
            among: *among,
            most_tries: MOST_TRIES,
            seed: seed.wrapping_add(number as u64),
            ..Search::new(&map, rule)
        };
        tests.tries(number, &search)
    })
}

/// Which cells of a trial are marked.
type Marking<const W: usize> = fn(&Trial) -> Cells<W>;

fn givens<const W: usize>(trial: &Trial) -> Cells<W> {
    let values = trial.rest.givens().values().iter().enumerate();
    values.filter(|&(_, &value)| value != 0).map(|(cell, _)| cell).collect()
}
