//! Givens that have one solution.

use super::reduce::Givens;
use crate::budget::NodeCounter;
use crate::{Budget, GivenMinimizer, Grid, Puzzle, Removal, Shape, nine, solve};
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
        let mut counter = NodeCounter::new(&self.budget);
        found_other(nine::search(&self.start, &mut counter, &mut |found| {
            stop_at_other(found, self.solution)
        }))
    }
}

impl Givens for Nine<'_> {
    fn can_remove(&mut self, cells: &[usize]) -> Result<bool, Stop> {
        // Of one cell its own value need not be looked at: with that nothing changes.
        match *cells {
            [cell] => self.start.restrict(cell, ALL & !self.digit(cell)),
            _ => cells.iter().for_each(|&cell| self.start.restrict(cell, ALL)),
        }
        let other = self.has_other_solution();
        cells.iter().for_each(|&cell| self.start.restrict(cell, self.digit(cell)));
        other.map(|found| !found)
    }

    fn remove(&mut self, cells: &[usize]) {
        cells.iter().for_each(|&cell| self.start.restrict(cell, ALL));
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
    fn can_remove(&mut self, cells: &[usize]) -> Result<bool, Stop> {
        if (self.budget.stop)() {
            return Err(Stop::Budget);
        }
        let mut values = self.values.clone();
        cells.iter().for_each(|&cell| values[cell] = 0);
        let puzzle = part_of(self.solution, values);
        let known = self.solution.values();
        let walk = solve::walk(&puzzle, &self.budget, |found| stop_at_other(found.values(), known));
        found_other(walk.end).map(|found| !found)
    }

    fn remove(&mut self, cells: &[usize]) {
        cells.iter().for_each(|&cell| self.values[cell] = 0);
    }
}

/// Removes the givens of a solution that are not needed, one cell after the other and in this order,
/// as long as `fewest` givens are left. Returns the cells that stay. The nodes of the budget are for each
/// cell; it is asked before each whether to stop.
pub(super) fn kept_givens(
    solution: &Grid,
    cells: impl IntoIterator<Item = usize>,
    fewest: usize,
    budget: &Budget<'_>,
) -> Result<Vec<usize>, Stop> {
    let mut minimizer = GivenMinimizer::new(solution).expect("a full grid");
    let (mut left, mut kept) = (solution.n_values(), Vec::new());
    for cell in cells {
        if (budget.stop)() {
            return Err(Stop::Budget);
        }
        let removal = if left > fewest {
            minimizer.remove(solution.shape().cell(cell), budget)
        } else {
            Removal::Kept
        };
        match removal {
            Removal::Removed => left -= 1,
            Removal::Kept => kept.push(cell),
            Removal::Open => return Err(Stop::Budget),
        }
    }
    Ok(kept)
}

/// The puzzle of some values of a solution.
pub(super) fn part_of(solution: &Grid, values: Vec<u8>) -> Puzzle {
    let grid = Grid::new(solution.shape(), values).expect("values of a solution");
    Puzzle::new(grid).expect("a part of a solution")
}

fn stop_at_other(found: &[u8], known: &[u8]) -> ControlFlow<Stop> {
    if found == known { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Enough) }
}

/// Whether a walk that ends at another solution found one.
fn found_other(end: ControlFlow<Stop>) -> Result<bool, Stop> {
    match end {
        ControlFlow::Continue(()) => Ok(false),
        ControlFlow::Break(Stop::Enough) => Ok(true),
        ControlFlow::Break(stop) => Err(stop),
    }
}

#[cfg(test)]
mod tests {
    use super::super::essential_givens::EssentialGivens;
    use super::super::full::Filler;
    use super::super::reduce::Reduction;
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
                let learned = kept_givens(&solution, cells.iter().copied(), fewest, &budget);
                let units: Vec<&[usize]> = cells.chunks(1).collect();
                let mut essential = EssentialGivens::default();
                essential.reset(&solution);
                let asked = Reduction::new(givens(&solution, &solution, &budget), &mut essential);
                assert_eq!(learned, asked.run(&units, fewest), "{shape}, seed {seed}");
            }
        }
    }
}
