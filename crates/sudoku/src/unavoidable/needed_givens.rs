//! Why each given of a puzzle is needed.

use super::CellSet;
use crate::{Budget, Cell, Grid, Puzzle, solve};
use serde::Serialize;
use sole_puzzle::Stop;
use std::ops::ControlFlow;

/// Why a given is needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NeededGiven {
    /// Where it is.
    pub cell: Cell,
    /// Its value.
    pub value: u8,
    /// `None` if that was not decided.
    pub needed: Option<bool>,
    /// A set in which it is the only given, if it is needed.
    pub set: Option<Vec<Cell>>,
}

/// For each given of a puzzle a set in which it is alone: the smallest of `sets`, or else where
/// another solution without it differs. The budget is for each given.
pub fn needed_givens(
    puzzle: &Puzzle,
    solution: &Grid,
    sets: &[CellSet],
    budget: &Budget<'_>,
) -> Vec<NeededGiven> {
    let (shape, values) = (puzzle.shape(), puzzle.givens().values());
    let n_givens = |set: &CellSet| set.indices().filter(|&cell| values[cell] != 0).count();
    let alone: Vec<&CellSet> = sets.iter().filter(|set| n_givens(set) == 1).collect();
    let reason = |given: usize| {
        let known = alone.iter().find(|set| set.contains(given));
        let (needed, set) = match known {
            Some(set) => (Some(true), Some(set.cells(shape).collect())),
            None => match difference_without(puzzle, solution, given, budget) {
                Ok(set) => (Some(set.is_some()), set),
                Err(_) => (None, None),
            },
        };
        NeededGiven { cell: shape.cell(given), value: values[given], needed, set }
    };
    (0..shape.n_cells()).filter(|&cell| values[cell] != 0).map(reason).collect()
}

/// Where another solution differs if a given is left out, if there is one.
fn difference_without(
    puzzle: &Puzzle,
    solution: &Grid,
    given: usize,
    budget: &Budget<'_>,
) -> Result<Option<Vec<Cell>>, Stop> {
    let mut values = puzzle.givens().values().to_vec();
    values[given] = 0;
    let fewer = Grid::new(puzzle.shape(), values).expect("one value less");
    let fewer = Puzzle::new(fewer).expect("one value less");
    let mut set = None;
    let walk = solve::walk(&fewer, budget, |other| {
        if other == solution {
            return ControlFlow::Continue(());
        }
        set = Some(other.differences(solution).collect());
        ControlFlow::Break(Stop::Enough)
    });
    if walk.end == ControlFlow::Break(Stop::Budget) { Err(Stop::Budget) } else { Ok(set) }
}
