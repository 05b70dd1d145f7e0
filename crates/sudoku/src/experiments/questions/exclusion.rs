//! The value of a removed given left out when the removal is tested.

use super::comparison::compare;
use super::pass::{LATE, Removal, Tests, Trial};
use crate::experiments::sample::SIXTEEN;
use crate::experiments::solver::search::{Rule, Search, start};
use crate::experiments::solver::{Map, Store, SymbolMajor9, SymbolMajor16};
use crate::experiments::table::Table;
use crate::experiments::{Experiment, Options};
use crate::{Budget, Grid, PencilMarks, Shape, solve};
use sole_puzzle::Stop;
use std::ops::ControlFlow;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "exclusion",
    question: "When a removal is tested, is it better to exclude the value of the removed given?",
    run,
};

fn run(options: &Options) -> Vec<Table> {
    let mut tables = Vec::new();
    for late in &LATE {
        for tests in late.tests(options) {
            if late.shape == SIXTEEN {
                tables.push(by_singles::<SymbolMajor16, 4>(late.shape, &tests));
                tables.push(by_general(&tests));
            } else {
                tables.push(by_singles::<SymbolMajor9, 2>(late.shape, &tests));
            }
        }
    }
    tables
}

/// How a test asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The cell is open, until two solutions are found.
    Two,
    /// The cell is open, until one is found that is not the known one.
    Another,
    /// The known value is excluded, until any solution is found.
    Excluded,
}

const WAYS: [Way; 3] = [Way::Two, Way::Another, Way::Excluded];

const NAMES: [&str; 3] =
    ["cell open, until two solutions", "cell open, until another solution", "value excluded"];

/// The small solver.
fn by_singles<S: Store<W>, const W: usize>(shape: Shape, tests: &Tests) -> Table {
    let map = Map::new(shape);
    let search = Search::new(&map, &Rule::<S, W>::RANDOM);
    compare(format!("Singles, {}", tests.title), NAMES, tests.tasks(), |way, number| {
        let way = WAYS[way];
        let Trial { rest, cell, value, .. } = &tests.trials[number];
        let value = usize::from(*value) - 1;
        let mut store: S = start(&map, rest);
        if way == Way::Excluded {
            store.exclude(&map, *cell, value);
        }
        let mut solutions = 0;
        let walk = search.walk(store, &mut |found| {
            solutions += 1;
            let is_known = found.candidates(*cell) == 1 << value;
            until(way, solutions, is_known)
        });
        assert_eq!(walk.end.is_break(), tests.removal == Removal::Kept, "a wrong answer");
        walk.tries
    })
}

/// The crate's solver for shapes other than nine by nine.
fn by_general(tests: &Tests) -> Table {
    compare(format!("The general solver, {}", tests.title), NAMES, tests.tasks(), |way, number| {
        let way = WAYS[way];
        let Trial { rest, cell, value, .. } = &tests.trials[number];
        let cell = rest.shape().cell(*cell);
        let mut solutions = 0;
        let visit = |found: &Grid| {
            solutions += 1;
            until(way, solutions, found.get(cell) == Some(*value))
        };
        let walk = if way == Way::Excluded {
            let mut marks = PencilMarks::new(rest);
            // Where nothing else is possible there is no other solution.
            if marks.remove(cell, *value).is_err() {
                return 0;
            }
            solve::walk_marks(&marks, &Budget::UNLIMITED, visit)
        } else {
            solve::walk(rest, &Budget::UNLIMITED, visit)
        };
        assert_eq!(walk.end.is_break(), tests.removal == Removal::Kept, "a wrong answer");
        walk.nodes
    })
}

/// Whether the search goes on after a solution.
fn until(way: Way, solutions: u64, is_known: bool) -> ControlFlow<Stop> {
    let goes_on = if way == Way::Two { solutions < 2 } else { is_known };
    if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Enough) }
}
