//! Which value of a guessed cell comes first.

use super::comparison::compare;
use crate::Shape;
use crate::experiments::sample::{self, SIXTEEN, Sample};
use crate::experiments::solver::search::{Branching, Rule, Search, View, start};
use crate::experiments::solver::{Map, Store, SymbolMajor9, SymbolMajor16};
use crate::experiments::table::Table;
use crate::experiments::{Experiment, Options};

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "symbols",
    question: "In a guessed cell, should the symbol with the most other places come first?",
    run,
};

fn run(options: &Options) -> Vec<Table> {
    let proper = sample::proper(options);
    let open = OPEN.map(|(shape, n_givens)| sample::open(shape, n_givens, options));
    let mut tables = vec![proofs(&proper, options)];
    tables.extend(proper.iter().chain(&open).map(|sample| first_solutions(sample, options)));
    tables
}

/// Shapes with so few givens by chance that there are many solutions.
const OPEN: [(Shape, usize); 2] = [(Shape::CLASSIC, 20), (SIXTEEN, 60)];

const RULES: [&str; 5] = [
    "by chance",
    "most places in the grid first",
    "fewest places in the grid first",
    "most places in sight first",
    "fewest places in sight first",
];

fn rules<S: Store<W>, const W: usize>() -> [Rule<S, W>; 5] {
    let by = |value| Rule { value, ..Rule::RANDOM };
    [
        Rule::RANDOM,
        by(in_grid),
        by(|view, cell, value| -in_grid(view, cell, value)),
        by(among_peers),
        by(|view, cell, value| -among_peers(view, cell, value)),
    ]
}

fn proofs(samples: &[Sample], options: &Options) -> Table {
    let head: Vec<&str> = ["sample", "a guess tries"].into_iter().chain(RULES).collect();
    let mut table = Table::new("Mean tries of proofs of uniqueness.", &head);
    let ways = [(Branching::Values, "each value"), (Branching::Halves, "one against the rest")];
    for sample in samples {
        let tries = searcher(sample);
        for (branching, way) in ways {
            let mean = |rule: usize| {
                let task = Task { branching, solutions: 2, rule, seed: options.seed };
                let n_tasks = sample.puzzles.len();
                let all: u64 = (0..n_tasks).map(|number| tries(number, task)).sum();
                format!("{:.2}", all as f64 / n_tasks as f64)
            };
            let names = [sample.name.clone(), way.to_owned()];
            table.row(names.into_iter().chain((0..RULES.len()).map(mean)));
        }
    }
    table
}

fn first_solutions(sample: &Sample, options: &Options) -> Table {
    let title = format!("First solutions, {}, {} orders of chance.", sample.name, sample.repeats);
    let tries = searcher(sample);
    compare(title, RULES, sample.tasks(), |rule, number| {
        let branching = Branching::Values;
        tries(number, Task { branching, solutions: 1, rule, seed: options.seed })
    })
}

/// What is asked of a search.
#[derive(Clone, Copy)]
struct Task {
    branching: Branching,
    solutions: u64,
    /// One of [`RULES`].
    rule: usize,
    seed: u64,
}

/// Counts the tries of a search by the number of the task.
fn searcher(sample: &Sample) -> Box<dyn Fn(usize, Task) -> u64 + '_> {
    match sample.shape {
        SIXTEEN => Box::new(searcher_of::<SymbolMajor16, 4>(sample)),
        _ => Box::new(searcher_of::<SymbolMajor9, 2>(sample)),
    }
}

fn searcher_of<S: Store<W>, const W: usize>(sample: &Sample) -> impl Fn(usize, Task) -> u64 {
    let map = Map::new(sample.shape);
    let rules = rules::<S, W>();
    move |number, task| {
        let puzzle = &sample.puzzles[number % sample.puzzles.len()];
        let search = Search {
            branching: task.branching,
            seed: task.seed.wrapping_add(number as u64),
            most_tries: MOST_TRIES,
            ..Search::new(&map, &rules[task.rule])
        };
        search.count(start(&map, puzzle), task.solutions).1.tries
    }
}

/// A search that takes longer is ended and counts so much.
const MOST_TRIES: u64 = 10_000;

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
