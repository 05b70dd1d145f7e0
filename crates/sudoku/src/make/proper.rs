//! Enough to have one solution.

use super::thin::Givens;
use crate::budget::Purse;
use crate::{Another, Budget, Fate, Grid, Puzzle, Shape, nine, solve};
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

/// From sides above this on, questions are so hard that what one teaches is kept for the next.
const LARGEST_FORGETFUL_SIDE: usize = 16;

/// Whether givens of a shape are best taken away by [`kept_of`], if they go one by one.
pub(super) fn is_large(shape: Shape) -> bool {
    shape.side() > LARGEST_FORGETFUL_SIDE
}

/// Takes away what can be spared of a solution, one cell after the other and in this order, as long
/// as `fewest` givens are left. Returns the cells that stay. The nodes of the budget are for each
/// cell; it is asked before each whether to stop.
pub(super) fn kept_of(
    solution: &Grid,
    cells: impl IntoIterator<Item = usize>,
    fewest: usize,
    budget: &Budget<'_>,
) -> Result<Vec<usize>, Stop> {
    let mut another = Another::new(solution).expect("a full grid");
    let (mut left, mut kept) = (solution.n_values(), Vec::new());
    for cell in cells {
        if (budget.stop)() {
            return Err(Stop::Budget);
        }
        let fate = if left > fewest {
            another.remove(solution.shape().cell(cell), budget)
        } else {
            Fate::Kept
        };
        match fate {
            Fate::Removed => left -= 1,
            Fate::Kept => kept.push(cell),
            Fate::Open => return Err(Stop::Budget),
        }
    }
    Ok(kept)
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

#[cfg(test)]
mod tests {
    use super::super::full::Filler;
    use super::super::keepers::Keepers;
    use super::super::thin::Thinning;
    use super::*;
    use sole_puzzle::rng::Rng;

    /// Both ways to take cells away one by one keep the same.
    #[test]
    fn what_is_kept_does_not_depend_on_the_way() {
        for (width, height, fewest, n_seeds) in [
            (2, 2, 0, 50),
            (3, 2, 0, 20),
            (3, 2, 20, 5),
            (3, 3, 0, 10),
            (3, 3, 40, 3),
            (4, 3, 0, 2),
        ] {
            let shape = Shape::new(width, height).expect("a short side");
            for seed in 0..n_seeds {
                let rng = &mut Rng::new(seed, 1);
                let solution = Filler::new(shape).fill(rng);
                let mut cells: Vec<usize> = (0..shape.n_cells()).collect();
                rng.shuffle(&mut cells);
                let budget = Budget::UNLIMITED;
                let learned = kept_of(&solution, cells.iter().copied(), fewest, &budget);
                let units: Vec<&[usize]> = cells.chunks(1).collect();
                let mut keepers = Keepers::default();
                keepers.watch(&solution);
                let asked = Thinning::new(givens(&solution, &solution, &budget), &mut keepers);
                assert_eq!(learned, asked.run(&units, fewest), "{shape}, seed {seed}");
            }
        }
    }
}
