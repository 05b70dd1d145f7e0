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
use sole_puzzle::rng::Rng;
use std::ops::RangeInclusive;

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

    /// Where chance begins for puzzles of this kind: recipes of different kinds with the same seed
    /// do not begin with the same solutions, which would make puzzles that differ in few givens.
    fn start(&self) -> u64 {
        let is_any = |economy| economy == Economy::Any;
        let layout = match &self.layout {
            Layout::Symmetric(symmetry) => {
                Symmetry::ALL.iter().position(|other| other == symmetry).unwrap_or(0)
            }
            Layout::Pattern(_) => Symmetry::ALL.len(),
        };
        let n_cells = self.shape.n_cells();
        let [least, lacking] = [*self.givens.start(), n_cells.saturating_sub(*self.givens.end())];
        let flags = u64::from(self.logic == Logic::Singles) * 2 + u64::from(is_any(self.economy));
        let kind = [layout, least.min(n_cells), lacking].into_iter();
        // Each number is below 2¹⁴: the largest grid has 10 000 cells.
        let kind = kind.fold(flags, |kind, number| kind << 14 | number as u64);
        self.seed ^ kind.rotate_left(20)
    }

    /// Whether each given may go without others: they are neither placed by symmetry nor by a pattern.
    pub fn is_one_by_one(&self) -> bool {
        self.layout == Layout::Symmetric(Symmetry::None)
    }
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
        let mut rng = Rng::new(self.recipe.start(), attempt);
        let (puzzle, solution) = match &self.recipe.layout {
            Layout::Symmetric(_) => self.thinned(&mut rng, budget).ok()?,
            Layout::Pattern(pattern) => pattern.fill(&mut self.filler, &mut rng, budget)?,
        };
        self.is_wanted(&puzzle, &solution, budget).then_some(Made { puzzle, solution, attempt })
    }

    /// A full grid without what can be spared.
    fn thinned(&mut self, rng: &mut Rng, budget: &Budget<'_>) -> Result<(Puzzle, Grid), Stop> {
        let solution = self.filler.fill(rng);
        let fewest = match self.recipe.economy {
            Economy::Minimal => 0,
            Economy::Any => *self.recipe.givens.start(),
        };
        let mut units: Vec<&[usize]> = self.units.iter().map(Vec::as_slice).collect();
        rng.shuffle(&mut units);
        let kept = if self.recipe.logic == Logic::Search
            && self.recipe.is_one_by_one()
            && proper::is_large(self.recipe.shape)
        {
            proper::kept_of(&solution, units.concat(), fewest, budget)?
        } else {
            self.keepers.watch(&solution);
            let givens = self.recipe.logic.givens(&solution, &solution, budget);
            Thinning::new(givens, &mut self.keepers).run(&units, fewest)?
        };
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
        is_enough
            && givens.contains(&puzzle.givens().n_values())
            && (self.recipe.is_one_by_one()
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
