//! Puzzles to order, by lot and repeatable from a seed.
//!
//! Each attempt takes a full grid and a random order of its cells, both from
//! its own number, and takes away what can be spared. So what comes of an
//! attempt depends on the seed and the number alone, not on who makes it.

use super::easy::Easy;
use super::full::Filler;
use super::keepers::Keepers;
use super::pattern::Pattern;
use super::thin::{Givens, Thinning};
use super::{Symmetry, proper};
use crate::{Budget, Cell, Grid, Puzzle, Shape};
use sole_puzzle::Stop;
use sole_puzzle::lot::Lot;
use std::ops::{ControlFlow, RangeInclusive};
use std::time::{Duration, Instant};

/// What to make, and where chance begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The shape.
    pub shape: Shape,
    /// Which cells may be given.
    pub layout: Layout,
    /// What the givens must be enough for.
    pub logic: Logic,
    /// Whether each given must be needed.
    pub economy: Economy,
    /// How many givens there may be.
    pub givens: RangeInclusive<usize>,
    /// Where chance begins.
    pub seed: u64,
    /// How many attempts are made at most.
    pub attempts: u64,
}

/// Which cells may be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Any that are symmetric.
    Symmetric(Symmetry),
    /// Exactly these.
    Pattern(Pattern),
}

/// What the givens must be enough for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Logic {
    /// One solution, however hard it is to find.
    #[default]
    Search,
    /// A solution found by naked and hidden singles alone.
    Singles,
}

/// Whether each given must be needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Economy {
    /// Without any one of them the others are not enough.
    #[default]
    Minimal,
    /// Givens are taken away down to the fewest that are wanted, together with those that are
    /// symmetric to them.
    Any,
}

/// A puzzle and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Grid,
    /// The number of the attempt.
    pub attempt: u64,
}

/// What became of the attempts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many were made.
    pub attempts: u64,
    /// How many puzzles were handed over.
    pub made: u64,
    /// Whether all attempts were made; if not, the caller or the budget ended it.
    pub is_complete: bool,
}

/// Whether a puzzle is wanted, by its solution too: for ratings and techniques.
pub type Accept<'a> = &'a (dyn Fn(&Puzzle, &Grid) -> bool + Sync);

impl Recipe {
    /// Minimal puzzles of a shape, with any number of givens anywhere.
    pub fn minimal(shape: Shape, seed: u64) -> Recipe {
        Recipe {
            shape,
            layout: Layout::Symmetric(Symmetry::None),
            logic: Logic::Search,
            economy: Economy::Minimal,
            givens: 0..=shape.n_cells(),
            seed,
            attempts: u64::MAX,
        }
    }

    /// Hands over one puzzle after the other, in the order of attempts, until `found` breaks, the
    /// attempts are used up or the budget says stop. The nodes of the budget are for each
    /// question; an attempt that would need more comes to nothing.
    pub fn run(
        &self,
        threads: usize,
        budget: &Budget<'_>,
        accept: Accept<'_>,
        mut found: impl FnMut(Made) -> ControlFlow<()>,
    ) -> Tally {
        let mut makers: Vec<Maker> = (0..threads.max(1)).map(|_| Maker::new(self)).collect();
        let mut tally = Tally::default();
        let mut each = 1;
        while tally.attempts < self.attempts {
            let next = tally.attempts;
            let end = self.attempts.min(next.saturating_add(each * makers.len() as u64));
            let (start, mut is_stopped) = (Instant::now(), false);
            for made in round(&mut makers, next..end, budget, accept) {
                let Some(made) = made else {
                    is_stopped = true;
                    continue;
                };
                tally.attempts += 1;
                if let Some(made) = made {
                    tally.made += 1;
                    if found(made).is_break() {
                        return tally;
                    }
                }
            }
            if is_stopped {
                return tally;
            }
            if start.elapsed() < LONGEST_ROUND {
                each = (2 * each).min(LARGEST_ROUND);
            }
        }
        Tally { is_complete: true, ..tally }
    }
}

/// How many attempts a thread makes before puzzles are handed out, once it is running.
const LARGEST_ROUND: u64 = 64;

/// A round that takes longer has attempts enough: nobody shall wait for what was found.
const LONGEST_ROUND: Duration = Duration::from_millis(100);

/// What comes of the attempts in order, `None` for those that were told to stop.
fn round(
    makers: &mut [Maker<'_>],
    attempts: std::ops::Range<u64>,
    budget: &Budget<'_>,
    accept: Accept<'_>,
) -> Vec<Option<Option<Made>>> {
    let n = makers.len();
    let numbers = |first: usize| attempts.clone().skip(first).step_by(n);
    let work = |maker: &mut Maker<'_>, first: usize| -> Vec<Option<Option<Made>>> {
        let made = |attempt| {
            let stopped = (budget.stop)();
            (!stopped).then(|| {
                maker.make(attempt, budget).filter(|made| accept(&made.puzzle, &made.solution))
            })
        };
        numbers(first).map(made).collect()
    };
    let mut shares: Vec<_> = if let [maker] = makers {
        vec![work(maker, 0).into_iter()]
    } else {
        std::thread::scope(|scope| {
            let work = &work;
            let threads: Vec<_> = makers
                .iter_mut()
                .enumerate()
                .map(|(first, maker)| scope.spawn(move || work(maker, first)))
                .collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, Vec<_>>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).into_iter()
            };
            threads.into_iter().map(join).collect()
        })
    };
    (0..attempts.end - attempts.start)
        .filter_map(|number| shares[number as usize % n].next())
        .collect()
}

/// Makes puzzles by the number of the attempt.
#[derive(Debug)]
pub struct Maker<'a> {
    recipe: &'a Recipe,
    filler: Filler,
    keepers: Keepers,
    /// Cells that are given together.
    units: Vec<Vec<usize>>,
}

impl<'a> Maker<'a> {
    /// For one recipe.
    pub fn new(recipe: &'a Recipe) -> Maker<'a> {
        let units = match &recipe.layout {
            Layout::Symmetric(symmetry) => symmetry.orbits(recipe.shape),
            Layout::Pattern(_) => Vec::new(),
        };
        Maker { recipe, filler: Filler::new(recipe.shape), keepers: Keepers::default(), units }
    }

    /// What comes of one attempt: a puzzle as the recipe wants it, or nothing.
    pub fn make(&mut self, attempt: u64, budget: &Budget<'_>) -> Option<Made> {
        let mut lot = Lot::new(self.recipe.seed, attempt);
        let (puzzle, solution) = match &self.recipe.layout {
            Layout::Symmetric(_) => self.thinned(&mut lot, budget).ok()?,
            Layout::Pattern(pattern) => {
                pattern.fill(self.filler.fill(&mut lot), &mut lot, budget)?
            }
        };
        self.is_wanted(&puzzle, &solution, budget).then_some(Made { puzzle, solution, attempt })
    }

    /// A full grid without what can be spared.
    fn thinned(&mut self, lot: &mut Lot, budget: &Budget<'_>) -> Result<(Puzzle, Grid), Stop> {
        let solution = self.filler.fill(lot);
        self.keepers.watch(&solution);
        let fewest = match self.recipe.economy {
            Economy::Minimal => 0,
            Economy::Any => *self.recipe.givens.start(),
        };
        let mut units: Vec<&[usize]> = self.units.iter().map(Vec::as_slice).collect();
        lot.shuffle(&mut units);
        let givens = self.recipe.logic.givens(&solution, &solution, budget);
        let kept = Thinning::new(givens, &mut self.keepers).run(&units, fewest)?;
        let mut values = vec![0; solution.values().len()];
        kept.iter().for_each(|&cell| values[cell] = solution.values()[cell]);
        Ok((proper::part_of(&solution, values), solution))
    }

    /// Whether what came of an attempt has the right number of givens, and each is needed if it
    /// must be.
    fn is_wanted(&self, puzzle: &Puzzle, solution: &Grid, budget: &Budget<'_>) -> bool {
        let Recipe { layout, logic, economy, givens, .. } = self.recipe;
        let is_enough = match (layout, logic) {
            (Layout::Pattern(_), Logic::Singles) => super::singles_solve(puzzle.givens()),
            _ => true,
        };
        let one_by_one = *layout == Layout::Symmetric(Symmetry::None);
        is_enough
            && givens.contains(&puzzle.givens().n_values())
            && (one_by_one
                || *economy == Economy::Any
                || logic.superfluous(puzzle, solution, budget).is_ok_and(|cells| cells.is_empty()))
    }
}

impl Logic {
    /// Givens that are enough in this sense.
    fn givens<'a>(
        self,
        givens: &Grid,
        solution: &'a Grid,
        budget: &Budget<'a>,
    ) -> Box<dyn Givens + 'a> {
        match self {
            Logic::Search => proper::givens(givens, solution, budget),
            Logic::Singles => Box::new(Easy::new(givens)),
        }
    }

    /// The givens of which each could be spared if all others stay. The puzzle is enough, and
    /// this is its solution.
    ///
    /// # Errors
    ///
    /// The budget, which is for each given, ended before it was known.
    pub fn superfluous(
        self,
        puzzle: &Puzzle,
        solution: &Grid,
        budget: &Budget<'_>,
    ) -> Result<Vec<Cell>, Stop> {
        let mut givens = self.givens(puzzle.givens(), solution, budget);
        let mut superfluous = Vec::new();
        for (cell, &value) in puzzle.givens().values().iter().enumerate() {
            if value != 0 && givens.can_spare(&[cell])? {
                superfluous.push(puzzle.shape().cell(cell));
            }
        }
        Ok(superfluous)
    }
}
