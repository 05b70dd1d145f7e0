//! Random puzzles with given properties, repeatable from a seed.
//!
//! Each attempt takes a full grid and a random order of its cells, both from
//! its own number, and removes givens that are not needed. So the result of an
//! attempt depends on the seed and the number alone, not on the thread.

use super::essential_givens::EssentialGivens;
use super::full::Filler;
use super::pattern::Pattern;
use super::reduce::{Givens, Reduction};
use super::singles::SinglesGivens;
use super::{Symmetry, proper};
use crate::{Budget, Cell, Grid, Puzzle, Shape};
use sole_puzzle::rng::Rng;
use sole_puzzle::{Stop, parallel};
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, Ordering};

/// What to generate, and the random seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    /// The shape.
    pub shape: Shape,
    /// Which cells may be given.
    pub layout: Layout,
    /// What the givens must be enough for.
    pub logic: Logic,
    /// Whether each given must be needed.
    pub minimality: Minimality,
    /// The allowed numbers of givens.
    pub givens: RangeInclusive<usize>,
    /// The random seed.
    pub seed: u64,
    /// The largest number of attempts.
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
pub enum Minimality {
    /// Without any one of them the others are not enough.
    #[default]
    Minimal,
    /// Givens are removed down to the smallest allowed number, together with those that are
    /// symmetric to them.
    Any,
}

/// A generated puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Grid,
    /// The number of the attempt.
    pub attempt: u64,
}

/// The number of attempts and of puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of attempts.
    pub attempts: u64,
    /// The number of puzzles reported.
    pub made: u64,
    /// Whether all attempts were made; if not, the caller or the budget ended it.
    pub is_complete: bool,
}

/// Whether a puzzle is wanted, by its solution too: for ratings and techniques.
pub type Accept<'a> = &'a (dyn Fn(&Puzzle, &Grid) -> bool + Sync);

/// The result of an attempt.
enum Outcome {
    Generated(Generated),
    Nothing,
    /// The budget said stop.
    Stopped,
}

impl Generator {
    /// Minimal puzzles of a shape, with any number of givens anywhere.
    pub fn minimal(shape: Shape, seed: u64) -> Generator {
        Generator {
            shape,
            layout: Layout::Symmetric(Symmetry::None),
            logic: Logic::Search,
            minimality: Minimality::Minimal,
            givens: 0..=shape.n_cells(),
            seed,
            attempts: u64::MAX,
        }
    }

    /// The random seed for puzzles of this kind: generators of different kinds with the same seed
    /// do not begin with the same solutions, which would make puzzles that differ in few givens.
    fn start(&self) -> u64 {
        let is_any = |minimality| minimality == Minimality::Any;
        let layout = match &self.layout {
            Layout::Symmetric(symmetry) => {
                Symmetry::ALL.iter().position(|other| other == symmetry).unwrap_or(0)
            }
            Layout::Pattern(_) => Symmetry::ALL.len(),
        };
        let n_cells = self.shape.n_cells();
        let [least, lacking] = [*self.givens.start(), n_cells.saturating_sub(*self.givens.end())];
        let flags =
            u64::from(self.logic == Logic::Singles) * 2 + u64::from(is_any(self.minimality));
        let kind = [layout, least.min(n_cells), lacking].into_iter();
        // Each number is below 2¹⁴: the largest grid has 10 000 cells.
        let kind = kind.fold(flags, |kind, number| kind << 14 | number as u64);
        self.seed ^ kind.rotate_left(20)
    }

    /// Whether each given may go without others: they are neither placed by symmetry nor by a pattern.
    pub fn is_one_by_one(&self) -> bool {
        self.layout == Layout::Symmetric(Symmetry::None)
    }

    /// Whether givens are removed by a solver that keeps learned clauses from one test to the
    /// next; otherwise units of givens go by [`Reduction`].
    fn is_learning(&self) -> bool {
        self.logic == Logic::Search
            && self.is_one_by_one()
            && self.shape.side() > LARGEST_SIDE_WITHOUT_LEARNING
    }

    /// Reports one puzzle after the other, in the order of attempts, until `found` breaks, the
    /// attempts are used up or the budget says stop. The nodes of the budget are for each
    /// search; an attempt that needs more has no result.
    pub fn run(
        &self,
        threads: usize,
        budget: &Budget<'_>,
        accept: Accept<'_>,
        mut found: impl FnMut(Generated) -> ControlFlow<()>,
    ) -> Tally {
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let is_over = AtomicBool::new(false);
        let stop = || is_over.load(Ordering::Relaxed) || (budget.stop)();
        let budget = Budget { stop: &stop, ..*budget };
        let mut tally = Tally::default();
        let end = parallel::for_each(
            0..self.attempts,
            threads,
            || Worker::new(self),
            |worker, attempt| worker.attempt(attempt, &budget, accept),
            |outcome| {
                let made = match outcome {
                    Outcome::Stopped => return Err(()),
                    Outcome::Nothing => None,
                    Outcome::Generated(made) => Some(made),
                };
                tally.attempts += 1;
                tally.made += u64::from(made.is_some());
                if made.is_some_and(|made| found(made).is_break()) {
                    is_over.store(true, Ordering::Relaxed);
                    return Err(());
                }
                Ok(())
            },
        );
        Tally { is_complete: end.is_ok(), ..tally }
    }
}

/// Above this side the tests are so hard that learned clauses are kept from one to the next.
const LARGEST_SIDE_WITHOUT_LEARNING: usize = 16;

/// Makes the attempts of a generator, with its own buffers: one for each thread.
#[derive(Debug)]
pub struct Worker<'a> {
    generator: &'a Generator,
    filler: Filler,
    essential: EssentialGivens,
    /// Cells that are given together.
    units: Vec<Vec<usize>>,
}

impl<'a> Worker<'a> {
    /// A worker of one generator.
    pub fn new(generator: &'a Generator) -> Worker<'a> {
        let units = match &generator.layout {
            Layout::Symmetric(symmetry) => symmetry.orbits(generator.shape),
            Layout::Pattern(_) => Vec::new(),
        };
        Worker {
            generator,
            filler: Filler::new(generator.shape),
            essential: EssentialGivens::default(),
            units,
        }
    }

    /// The result of one attempt: a puzzle with the properties of the generator, or nothing.
    pub fn make(&mut self, attempt: u64, budget: &Budget<'_>) -> Option<Generated> {
        let mut rng = Rng::new(self.generator.start(), attempt);
        let (puzzle, solution) = match &self.generator.layout {
            Layout::Symmetric(_) => self.reduced(&mut rng, budget).ok()?,
            Layout::Pattern(pattern) => pattern.fill(&mut self.filler, &mut rng, budget)?,
        };
        self.is_wanted(&puzzle, &solution, budget).then_some(Generated {
            puzzle,
            solution,
            attempt,
        })
    }

    fn attempt(&mut self, attempt: u64, budget: &Budget<'_>, accept: Accept<'_>) -> Outcome {
        if (budget.stop)() {
            return Outcome::Stopped;
        }
        match self.make(attempt, budget) {
            Some(made) if accept(&made.puzzle, &made.solution) => Outcome::Generated(made),
            // It may have been told to stop on the way.
            None if (budget.stop)() => Outcome::Stopped,
            _ => Outcome::Nothing,
        }
    }

    /// A full grid reduced to the givens that are needed.
    fn reduced(&mut self, rng: &mut Rng, budget: &Budget<'_>) -> Result<(Puzzle, Grid), Stop> {
        let solution = self.filler.fill(rng);
        let fewest = match self.generator.minimality {
            Minimality::Minimal => 0,
            Minimality::Any => *self.generator.givens.start(),
        };
        let mut units: Vec<&[usize]> = self.units.iter().map(Vec::as_slice).collect();
        rng.shuffle(&mut units);
        let kept = if self.generator.is_learning() {
            proper::kept_givens(&solution, units.concat(), fewest, budget)?
        } else {
            self.essential.reset(&solution);
            let givens = self.generator.logic.givens(&solution, &solution, budget);
            Reduction::new(givens, &mut self.essential).run(&units, fewest)?
        };
        let mut values = vec![0; solution.values().len()];
        kept.iter().for_each(|&cell| values[cell] = solution.values()[cell]);
        Ok((proper::part_of(&solution, values), solution))
    }

    /// Whether what came of an attempt has the right number of givens, and each is needed if it
    /// must be.
    fn is_wanted(&self, puzzle: &Puzzle, solution: &Grid, budget: &Budget<'_>) -> bool {
        let Generator { layout, logic, minimality, givens, .. } = self.generator;
        let is_enough = match (layout, logic) {
            (Layout::Pattern(_), Logic::Singles) => super::singles_solve(puzzle.givens()),
            _ => true,
        };
        is_enough
            && givens.contains(&puzzle.givens().n_values())
            && (self.generator.is_one_by_one()
                || *minimality == Minimality::Any
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
            Logic::Singles => Box::new(SinglesGivens::new(givens)),
        }
    }

    /// The givens of which each could be removed if all others stay. The puzzle is enough, and
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
            if value != 0 && givens.can_remove(&[cell])? {
                superfluous.push(puzzle.shape().cell(cell));
            }
        }
        Ok(superfluous)
    }
}
