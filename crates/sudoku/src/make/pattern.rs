//! Puzzles whose givens are in cells chosen beforehand.
//!
//! Starts with any solution, of which only these cells are given: that mostly
//! leaves many solutions. Then a few of the givens are put aside at a time, and
//! all solutions of the rest are looked at together. They fall into groups by
//! the values they have in the cells put aside; a group of one is a puzzle, and
//! otherwise the smallest group has the best values to go on with.

use super::proper::part_of;
use crate::{Budget, Grid, Puzzle, Shape, solve};
use sole_puzzle::Stop;
use sole_puzzle::lot::Lot;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

/// The cells that are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    shape: Shape,
    /// Their numbers in order.
    cells: Vec<usize>,
}

/// Why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// There are more or fewer marks than cells.
    Length {
        /// How many cells there are.
        expected: usize,
        /// How many marks there are.
        found: usize,
    },
}

/// So many changes are tried before an attempt is given up.
const CHANGES: usize = 200;

/// So many solutions are looked at.
const SAMPLE: usize = 2000;

impl Pattern {
    /// Reads a mark for each cell: `.` or `0` stays empty, anything else is given.
    ///
    /// # Errors
    ///
    /// There are not as many marks as cells.
    pub fn parse(shape: Shape, text: &str) -> Result<Pattern, PatternError> {
        let found = text.chars().count();
        if found != shape.n_cells() {
            return Err(PatternError::Length { expected: shape.n_cells(), found });
        }
        let marked = text.chars().enumerate().filter(|&(_, mark)| mark != '.' && mark != '0');
        Ok(Pattern { shape, cells: marked.map(|(cell, _)| cell).collect() })
    }

    /// The pattern of what a grid has.
    pub fn of(grid: &Grid) -> Pattern {
        let values = grid.values().iter().enumerate();
        let cells = values.filter(|&(_, &value)| value != 0).map(|(cell, _)| cell).collect();
        Pattern { shape: grid.shape(), cells }
    }

    /// How many cells are given.
    pub fn n_givens(&self) -> usize {
        self.cells.len()
    }

    /// A puzzle of this pattern with its solution, if the attempt that starts with `solution`
    /// comes to one.
    pub(super) fn fill(
        &self,
        mut solution: Grid,
        lot: &mut Lot,
        budget: &Budget<'_>,
    ) -> Option<(Puzzle, Grid)> {
        let mut aside = self.cells.clone();
        for _ in 0..CHANGES {
            lot.shuffle(&mut aside);
            let n_aside = (1 + lot.below(4)).min(aside.len());
            let group = self.smallest_group(&solution, &aside[..n_aside], lot, budget)?;
            solution = group.member;
            if group.size == 1 {
                return Some((self.puzzle(&solution, &[]), solution));
            }
        }
        None
    }

    /// What `solution` has in the cells of the pattern, but in some.
    fn puzzle(&self, solution: &Grid, without: &[usize]) -> Puzzle {
        let mut values = vec![0; self.shape.n_cells()];
        self.cells.iter().for_each(|&cell| values[cell] = solution.values()[cell]);
        without.iter().for_each(|&cell| values[cell] = 0);
        part_of(solution, values)
    }

    /// Of the solutions that agree with one but in the cells put aside, the smallest group
    /// that agrees in these; any of them if there are several. `None` if the budget ended it.
    fn smallest_group(
        &self,
        solution: &Grid,
        aside: &[usize],
        lot: &mut Lot,
        budget: &Budget<'_>,
    ) -> Option<Group> {
        let mut groups: BTreeMap<Vec<u8>, Group> = BTreeMap::new();
        let mut seen = 0;
        let walk = solve::walk(&self.puzzle(solution, aside), budget, |found| {
            let key = aside.iter().map(|&cell| found.values()[cell]).collect();
            let group =
                groups.entry(key).or_insert_with(|| Group { size: 0, member: found.clone() });
            group.size += 1;
            seen += 1;
            if seen < SAMPLE { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Enough) }
        });
        // A group may go on after the sample: then it is not known how small it is.
        let unknown = usize::from(walk.end == ControlFlow::Break(Stop::Enough));
        if walk.end == ControlFlow::Break(Stop::Budget) {
            return None;
        }
        groups.values_mut().for_each(|group| group.size += unknown);
        let smallest = groups.values().map(|group| group.size).min()?;
        let mut best: Vec<Group> =
            groups.into_values().filter(|group| group.size == smallest).collect();
        Some(best.swap_remove(lot.below(best.len())))
    }
}

/// Solutions that agree in some cells.
struct Group {
    size: usize,
    member: Grid,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternError::Length { expected, found } => {
                write!(f, "expected a mark for each of {expected} cells, found {found}")
            }
        }
    }
}

impl std::error::Error for PatternError {}
