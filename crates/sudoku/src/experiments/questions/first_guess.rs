//! The first guess at the cell of the removed given.

use super::comparison::compare;
use super::pass::{LATE, Late, MOST_TRIES, Tests};
use crate::Shape;
use crate::experiments::sample::SIXTEEN;
use crate::experiments::solver::search::{Rule, Search};
use crate::experiments::solver::{Map, Store, SymbolMajor9, SymbolMajor16};
use crate::experiments::table::Table;
use crate::experiments::{Experiment, Options};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "first-guess",
    question: "When a removal is tested, is it better to guess first at the cell of the removed given?",
    run,
};

fn run(options: &Options) -> Vec<Table> {
    let compared = |late: &Late| {
        late.tests(options).map(|tests| match late.shape {
            SIXTEEN => compared::<SymbolMajor16, 4>(late.shape, &tests, options.seed),
            _ => compared::<SymbolMajor9, 2>(late.shape, &tests, options.seed),
        })
    };
    LATE.iter().flat_map(compared).collect()
}

/// The value of the removed given is excluded in all of them.
fn compared<S: Store<W>, const W: usize>(shape: Shape, tests: &Tests, seed: u64) -> Table {
    let map = Map::new(shape);
    let chance = Rule::<S, W>::RANDOM;
    let marked_first =
        Rule { cell: |view, cell| i64::from(view.marked.contains(cell)), ..Rule::<S, W>::RANDOM };
    let names = [
        "fewest candidates",
        "fewest candidates, and among these the removed given first",
        "the removed given first, then fewest candidates",
    ];
    compare(tests.title.clone(), names, tests.tasks(), |way, number| {
        let trial = &tests.trials[number];
        let rule = if way == 1 { &marked_first } else { &chance };
        let search = Search {
            marked: [trial.cell].into_iter().collect(),
            first: if way == 2 { vec![trial.cell] } else { Vec::new() },
            most_tries: MOST_TRIES,
            seed: seed.wrapping_add(number as u64),
            ..Search::new(&map, rule)
        };
        tests.tries(number, &search)
    })
}
