//! Enough to have one solution.

use super::thin::Givens;
use crate::budget::Purse;
use crate::{Budget, Grid, Puzzle, Shape, nine, solve};
use sole_puzzle::Stop;
use std::ops::ControlFlow;

/// Givens whose solution is known. The nodes of the budget are for each question.
pub(super) fn givens<'a>(
    givens: &Grid,
    solution: &'a Grid,
    budget: &Budget<'a>,
) -> Box<dyn Givens + 'a> {
    let budget = *budget;
    if givens.shape() == Shape::CLASSIC {
        let start = nine::Start::new(givens.values().first_chunk().expect("81 cells"));
        Box::new(Nine { start, solution: solution.values(), budget })
    } else {
        Box::new(General { values: givens.values().to_vec(), solution, budget })
    }
}

/// Nine by nine: the solver is told what is given, and changes cost nothing.
struct Nine<'a> {
    start: nine::Start,
    solution: &'a [u8],
    budget: Budget<'a>,
}

/// Every digit.
const ALL: u32 = 0x1ff;

impl Nine<'_> {
    fn digit(&self, cell: usize) -> u32 {
        1 << (self.solution[cell] - 1)
    }

    fn has_other_solution(&self) -> Result<bool, Stop> {
        let mut purse = Purse::new(&self.budget);
        ended(nine::search(&self.start, &mut purse, &mut |found| is_other(found, self.solution)))
    }
}

impl Givens for Nine<'_> {
    fn can_spare(&mut self, cells: &[usize]) -> Result<bool, Stop> {
        // Of one cell its own value need not be looked at: with that nothing changes.
        match *cells {
            [cell] => self.start.leave(cell, ALL & !self.digit(cell)),
            _ => cells.iter().for_each(|&cell| self.start.leave(cell, ALL)),
        }
        let other = self.has_other_solution();
        cells.iter().for_each(|&cell| self.start.leave(cell, self.digit(cell)));
        other.map(|found| !found)
    }

    fn remove(&mut self, cells: &[usize]) {
        cells.iter().for_each(|&cell| self.start.leave(cell, ALL));
    }
}

/// Any shape.
struct General<'a> {
    values: Vec<u8>,
    solution: &'a Grid,
    budget: Budget<'a>,
}

impl Givens for General<'_> {
    /// Asks whether to stop before each question, which may take long with few guesses.
    fn can_spare(&mut self, cells: &[usize]) -> Result<bool, Stop> {
        if (self.budget.stop)() {
            return Err(Stop::Budget);
        }
        let mut values = self.values.clone();
        cells.iter().for_each(|&cell| values[cell] = 0);
        let puzzle = part_of(self.solution, values);
        let known = self.solution.values();
        let walk = solve::walk(&puzzle, &self.budget, |found| is_other(found.values(), known));
        ended(walk.end).map(|found| !found)
    }

    fn remove(&mut self, cells: &[usize]) {
        cells.iter().for_each(|&cell| self.values[cell] = 0);
    }
}

/// The puzzle of some values of a solution.
pub(super) fn part_of(solution: &Grid, values: Vec<u8>) -> Puzzle {
    let grid = Grid::new(solution.shape(), values).expect("values of a solution");
    Puzzle::new(grid).expect("a part of a solution")
}

fn is_other(found: &[u8], known: &[u8]) -> ControlFlow<Stop> {
    if found == known { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Enough) }
}

/// Whether a walk that ends at another solution found one.
fn ended(end: ControlFlow<Stop>) -> Result<bool, Stop> {
    match end {
        ControlFlow::Continue(()) => Ok(false),
        ControlFlow::Break(Stop::Enough) => Ok(true),
        ControlFlow::Break(stop) => Err(stop),
    }
}
