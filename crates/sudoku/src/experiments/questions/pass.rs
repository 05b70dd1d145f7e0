//! Removal passes: each given is tried once, and goes if the others imply it.

use super::comparison::Tasks;
use crate::experiments::Options;
use crate::experiments::sample;
use crate::experiments::solver::Store;
use crate::experiments::solver::search::{Search, start};
use crate::{Budget, Grid, Puzzle, Shape, solve};
use sole_puzzle::Verdict;
use sole_puzzle::rng::Rng;

/// One given that is tried.
pub(crate) struct Trial {
    /// All givens but the one that is tried.
    pub(crate) rest: Puzzle,
    /// The cell of that one, and its value.
    pub(crate) cell: usize,
    pub(crate) value: u8,
    /// Cells whose givens were tried before and are needed.
    pub(crate) keepers: Vec<usize>,
    pub(crate) removal: Removal,
}

/// What becomes of a given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Removal {
    /// The others imply it.
    Removed,
    /// Without it there is another solution.
    Kept,
}

/// All trials of a pass over a solution in random order, until `fewest` givens are left.
pub(crate) fn trials(solution: &Grid, fewest: usize, rng: &mut Rng) -> Vec<Trial> {
    let shape = solution.shape();
    let mut order: Vec<usize> = (0..shape.n_cells()).collect();
    rng.shuffle(&mut order);
    let mut given = vec![true; order.len()];
    let mut left = order.len();
    let (mut keepers, mut trials) = (Vec::new(), Vec::new());
    for cell in order {
        if left == fewest {
            break;
        }
        given[cell] = false;
        let rest = sample::without(solution, |cell| !given[cell]);
        let is_proper = matches!(solve::decide(&rest, &Budget::UNLIMITED), Verdict::One(_));
        let removal = if is_proper { Removal::Removed } else { Removal::Kept };
        let value = solution.values()[cell];
        trials.push(Trial { rest, cell, value, keepers: keepers.clone(), removal });
        if is_proper {
            left -= 1;
        } else {
            given[cell] = true;
            keepers.push(cell);
        }
    }
    trials
}

/// Trials in which few other givens are left: the earlier ones need no search.
pub(crate) struct Late {
    name: &'static str,
    pub(crate) shape: Shape,
    /// So many other givens at most.
    most: usize,
    /// Where a pass ends: the small solver is too weak for sixteen by sixteen with fewer.
    fewest: usize,
    /// One pass for so many of the count.
    share: usize,
}

pub(crate) const LATE: [Late; 2] = [
    Late {
        name: "9×9 with at most 35 others",
        shape: Shape::CLASSIC,
        most: 35,
        fewest: 0,
        share: 1,
    },
    Late {
        name: "16×16 with 105 to 120 others",
        shape: sample::SIXTEEN,
        most: 120,
        fewest: sample::FEWEST_OF_SIXTEEN,
        share: 10,
    },
];

/// Trials with the same outcome, and a title for them.
pub(crate) struct Tests {
    pub(crate) title: String,
    pub(crate) trials: Vec<Trial>,
    pub(crate) removal: Removal,
}

/// A search that takes longer is ended and counts this much.
pub(crate) const MOST_TRIES: u64 = 10_000;

impl Tests {
    pub(crate) fn tasks(&self) -> Tasks {
        Tasks { count: self.trials.len(), puzzles: self.trials.len() }
    }

    /// How many tries a search takes to decide a test, with the value of the removed given excluded.
    pub(crate) fn tries<S: Store<W>, const W: usize>(
        &self,
        number: usize,
        search: &Search<'_, S, W>,
    ) -> u64 {
        let trial = &self.trials[number];
        let mut store: S = start(search.map, &trial.rest);
        store.exclude(search.map, trial.cell, usize::from(trial.value) - 1);
        let (solutions, walk) = search.count(store, 1);
        let is_right = solutions == u64::from(self.removal == Removal::Kept);
        assert!(is_right || walk.tries == search.most_tries, "a wrong answer");
        walk.tries
    }
}

impl Late {
    /// First the trials of givens that are not needed, then of those that are.
    pub(crate) fn tests(&self, options: &Options) -> [Tests; 2] {
        let passes = options.count(1000).div_ceil(self.share);
        let grids = sample::full(self.shape, passes, options.seed).into_iter().enumerate();
        let trials = grids.flat_map(|(number, solution)| {
            trials(&solution, self.fewest, &mut Rng::new(!options.seed, number as u64))
        });
        let late = trials.filter(|trial| trial.rest.givens().n_values() <= self.most);
        let (removed, kept) = late.partition(|trial| trial.removal == Removal::Removed);
        let tests = |trials: Vec<Trial>, removal, what| {
            let title = format!("{} tests of a given that {what}, {}.", trials.len(), self.name);
            Tests { title, trials, removal }
        };
        [tests(removed, Removal::Removed, "is not needed"), tests(kept, Removal::Kept, "is needed")]
    }
}
