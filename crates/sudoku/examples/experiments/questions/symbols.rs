//! Which value of a guessed cell comes first.

use super::contest::contest;
use crate::sample::{self, SIXTEEN, Sample};
use crate::solver::search::{Branching, Rule, Search, View, start};
use crate::solver::{Map, Store, SymbolMajor9, SymbolMajor16};
use crate::table::Table;
use crate::{Experiment, Options};
use sole_sudoku::Shape;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "symbols",
    question: "In a guessed cell, should the symbol with the most other places come first?",
    run,
};

fn run(options: &Options) -> Vec<Table> {
    let proper = sample::proper(options);
    let proper = proper.iter().flat_map(|sample| TASKS.map(|task| compared(sample, task, options)));
    let open = OPEN.map(|(shape, n_givens)| sample::open(shape, n_givens, options));
    let open = open.iter().map(|sample| compared(sample, FIRST, options));
    proper.chain(open).collect()
}

/// Shapes with so few givens by chance that there are many solutions.
const OPEN: [(Shape, usize); 2] = [(Shape::CLASSIC, 20), (SIXTEEN, 60)];

/// What is asked of a search.
#[derive(Clone, Copy)]
struct Task {
    name: &'static str,
    branching: Branching,
    solutions: u64,
}

const FIRST: Task = Task { name: "First solutions", branching: Branching::Values, solutions: 1 };

const TASKS: [Task; 3] = [
    FIRST,
    Task {
        name: "Proofs of uniqueness, each value in turn",
        branching: Branching::Values,
        solutions: 2,
    },
    Task {
        name: "Proofs of uniqueness, one value against the rest",
        branching: Branching::Halves,
        solutions: 2,
    },
];

fn compared(sample: &Sample, task: Task, options: &Options) -> Table {
    if sample.shape == SIXTEEN {
        compared_in::<SymbolMajor16, 4>(sample, task, options.seed)
    } else {
        compared_in::<SymbolMajor9, 2>(sample, task, options.seed)
    }
}

fn compared_in<S: Store<W>, const W: usize>(sample: &Sample, task: Task, seed: u64) -> Table {
    let map = Map::new(sample.shape);
    let by = |value| Rule { value, ..Rule::<S, W>::CHANCE };
    let rules = [
        Rule::CHANCE,
        by(in_grid),
        by(|view, cell, value| -in_grid(view, cell, value)),
        by(among_peers),
        by(|view, cell, value| -among_peers(view, cell, value)),
    ];
    let names = [
        "by chance",
        "most places in the grid first",
        "fewest places in the grid first",
        "most places in sight first",
        "fewest places in sight first",
    ];
    let title = format!("{}, {}, {} orders of chance.", task.name, sample.name, sample.repeats);
    contest(title, names, sample.puzzles.len() * sample.repeats, |rule, number| {
        let puzzle = &sample.puzzles[number % sample.puzzles.len()];
        let search = Search {
            branching: task.branching,
            seed: seed + number as u64,
            most_tries: MOST_TRIES,
            ..Search::new(&map, &rules[rule])
        };
        search.count(start(&map, puzzle), task.solutions).1.tries
    })
}

/// A search that takes longer is ended and counts so much.
const MOST_TRIES: u64 = 100_000;

/// How many cells can have the value.
fn in_grid<S: Store<W>, const W: usize>(view: &View<'_, S, W>, _: usize, value: usize) -> i64 {
    i64::from(view.store.places(value).len())
}

/// How many cells that see the guessed one can have the value.
fn among_peers<S: Store<W>, const W: usize>(
    view: &View<'_, S, W>,
    cell: usize,
    value: usize,
) -> i64 {
    i64::from((view.store.places(value) & view.map.peers[cell]).len())
}
