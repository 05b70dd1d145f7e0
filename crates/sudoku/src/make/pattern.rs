//! Puzzles whose givens are in cells chosen beforehand.
//!
//! Of some random grids, with only these cells given, the one with the fewest
//! solutions is the start. Then one or two of the givens are put aside at a time,
//! and all solutions of the rest are looked at together. They fall into groups
//! by the values they have in the cells put aside. A group of one is a puzzle;
//! otherwise the smallest group has the values to go on with, and it is never
//! larger than the one before.

use super::full::Filler;
use super::proper::part_of;
use crate::{Budget, Grid, House, Puzzle, Shape, solve};
use sole_puzzle::Stop;
use sole_puzzle::rng::Rng;
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
    /// Two lines of a chute without a given: exchanging them gives another solution.
    EmptyLines {
        /// The two lines.
        lines: [House; 2],
    },
}

/// The number of random grids tried for the start.
const N_STARTS: usize = 100;

/// The number of changes tried before an attempt is given up.
const CHANGES: usize = 200;

/// Where more solutions are left than this, a change is not made.
const MOST: u64 = 5000;

impl Pattern {
    /// Reads a mark for each cell: `.` or `0` stays empty, anything else is given.
    ///
    /// # Errors
    ///
    /// There are not as many marks as cells, or no puzzle of the pattern can be proper because two
    /// lines of a chute are empty.
    pub fn parse(shape: Shape, text: &str) -> Result<Pattern, PatternError> {
        let found = text.chars().count();
        if found != shape.n_cells() {
            return Err(PatternError::Length { expected: shape.n_cells(), found });
        }
        let marked = text.chars().enumerate().filter(|&(_, mark)| mark != '.' && mark != '0');
        let pattern = Pattern { shape, cells: marked.map(|(cell, _)| cell).collect() };
        let empty = pattern.empty_lines();
        empty.map_or(Ok(pattern), |lines| Err(PatternError::EmptyLines { lines }))
    }

    /// Two lines of a chute without a given.
    fn empty_lines(&self) -> Option<[House; 2]> {
        let (shape, side) = (self.shape, self.shape.side());
        let is_empty = |house: &House| {
            !shape.cells_of(*house).any(|cell| self.cells.contains(&shape.index(cell)))
        };
        let lines = |house: fn(u8) -> House, length: usize| {
            (0..side).step_by(length).find_map(|first| {
                let lines = (first..first + length).map(|line| house(line as u8));
                let mut empty = lines.filter(is_empty);
                Some([empty.next()?, empty.next()?])
            })
        };
        lines(House::Row, shape.height()).or_else(|| lines(House::Column, shape.width()))
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

    /// A puzzle of this pattern with its solution, if an attempt comes to one.
    pub(super) fn fill(
        &self,
        filler: &mut Filler,
        rng: &mut Rng,
        budget: &Budget<'_>,
    ) -> Option<(Puzzle, Grid)> {
        let mut solution = self.start(filler, rng, budget)?;
        let mut aside = self.cells.clone();
        for _ in 0..CHANGES {
            rng.shuffle(&mut aside);
            let n_aside = (1 + rng.below(2)).min(aside.len());
            if let Some(group) = self.smallest_group(&solution, &aside[..n_aside], rng, budget) {
                solution = group.member;
                if group.size == 1 {
                    return Some((self.puzzle(&solution, &[]), solution));
                }
            }
        }
        None
    }

    /// Of some random grids the one whose pattern leaves the fewest solutions, if that are few.
    fn start(&self, filler: &mut Filler, rng: &mut Rng, budget: &Budget<'_>) -> Option<Grid> {
        let (mut fewest, mut best) = (MOST, None);
        for _ in 0..N_STARTS {
            let solution = filler.fill(rng);
            let tally = solve::count(&self.puzzle(&solution, &[]), fewest, budget);
            if tally.walk.end.is_continue() {
                (fewest, best) = (tally.solutions, Some(solution));
            }
        }
        best
    }

    /// What `solution` has in the cells of the pattern, but in some.
    fn puzzle(&self, solution: &Grid, without: &[usize]) -> Puzzle {
        let mut values = vec![0; self.shape.n_cells()];
        self.cells.iter().for_each(|&cell| values[cell] = solution.values()[cell]);
        without.iter().for_each(|&cell| values[cell] = 0);
        part_of(solution, values)
    }

    /// Of the solutions that agree with one but in the cells put aside, the smallest group
    /// that agrees in these; any of them if there are several. `None` if there are too many.
    fn smallest_group(
        &self,
        solution: &Grid,
        aside: &[usize],
        rng: &mut Rng,
        budget: &Budget<'_>,
    ) -> Option<Group> {
        let mut groups: BTreeMap<Vec<u8>, Group> = BTreeMap::new();
        let mut seen = 0;
        let walk = solve::walk(&self.puzzle(solution, aside), budget, |found| {
            let key = aside.iter().map(|&cell| found.values()[cell]).collect();
            let new = || Group { size: 0, member: found.clone() };
            groups.entry(key).or_insert_with(new).size += 1;
            seen += 1;
            if seen < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Enough) }
        });
        if walk.end.is_break() {
            return None;
        }
        let smallest = groups.values().map(|group| group.size).min()?;
        let of_size = |group: &Group| group.size == smallest;
        let mut best: Vec<Group> = groups.into_values().filter(of_size).collect();
        Some(best.swap_remove(rng.below(best.len())))
    }
}

/// Solutions that agree in some cells.
struct Group {
    size: u64,
    member: Grid,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternError::Length { expected, found } => {
                write!(f, "expected a mark for each of {expected} cells, found {found}")
            }
            PatternError::EmptyLines { lines: [one, other] } => {
                write!(f, "{one} and {other} are both empty and can be exchanged")
            }
        }
    }
}

impl std::error::Error for PatternError {}
