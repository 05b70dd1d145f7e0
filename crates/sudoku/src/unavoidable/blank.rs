//! Unavoidable sets by blanking parts of a solution.
//!
//! Where a part of a solution is emptied, every other way to fill it differs
//! from the solution in an unavoidable set. A smaller one inside that set is a
//! difference too, of the same part. So the differences that contain no
//! other are minimal, if all ways to fill the part were seen.

use super::CellSet;
use super::cycles::cycles;
use crate::{Budget, Grid, House, Puzzle, Shape, solve};
use sole_puzzle::Stop;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Which parts of a solution are blanked. Pairs of lines of a chute and pairs of values are always
/// looked at, since they need no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The number of values blanked at a time, if more than two.
    pub values: usize,
    /// The number of lines of a chute blanked at a time, if more than two.
    pub lines: usize,
    /// The number of boxes blanked at a time.
    pub boxes: usize,
    /// A part that can be filled in more ways than this is left out.
    pub ways: usize,
}

impl Default for Parts {
    /// Three values, two boxes: some hundred minimal sets of a grid of nine by nine.
    fn default() -> Parts {
        Parts { values: 3, lines: 2, boxes: 2, ways: 20_000 }
    }
}

/// Unavoidable sets of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Minimal sets, the smallest first.
    pub sets: Vec<CellSet>,
    /// How many parts were left out because of too many ways to fill them.
    pub left_out: usize,
    /// Whether the budget ended it.
    pub end: ControlFlow<Stop>,
}

/// All unavoidable sets of four cells.
///
/// # Panics
///
/// The grid is not full.
pub fn of_four(solution: &Grid) -> Vec<CellSet> {
    by_exchange(solution, 4).into_iter().collect()
}

/// All minimal unavoidable sets within the parts of a solution, and within two lines of a
/// chute or two values.
///
/// # Panics
///
/// The grid is not a solution.
pub fn find(solution: &Grid, parts: &Parts, budget: &Budget<'_>) -> Found {
    assert!(solution.is_solution(), "only a solution has unavoidable sets");
    let mut sets = by_exchange(solution, usize::MAX);
    let (mut left_out, mut end) = (0, ControlFlow::Continue(()));
    for part in parts.of(solution) {
        match differences(solution, &part, parts.ways, budget) {
            Ok(found) => sets.extend(minimal(found)),
            Err(Stop::Enough) => left_out += 1,
            Err(stop) => {
                end = ControlFlow::Break(stop);
                break;
            }
        }
    }
    Found { sets: minimal(sets), left_out, end }
}

/// Sets in which two lines or two values exchange places.
fn by_exchange(solution: &Grid, largest: usize) -> BTreeSet<CellSet> {
    assert!(solution.is_solution(), "only a solution has unavoidable sets");
    let mut sets = BTreeSet::new();
    cycles(solution, largest, |cells| {
        sets.insert(CellSet::new(solution.shape(), cells.iter().map(|&cell| cell.into())));
    });
    sets
}

/// Where the other ways to fill a part differ from the solution; `Enough` if there are too many.
fn differences(
    solution: &Grid,
    part: &[usize],
    ways: usize,
    budget: &Budget<'_>,
) -> Result<BTreeSet<CellSet>, Stop> {
    let mut values = solution.values().to_vec();
    part.iter().for_each(|&cell| values[cell] = 0);
    let grid = Grid::new(solution.shape(), values).expect("values of a solution");
    let puzzle = Puzzle::new(grid).expect("a part of a solution");
    let mut found = BTreeSet::new();
    let walk = solve::walk(&puzzle, budget, |other| {
        if other != solution {
            found.insert(difference(solution, other));
        }
        if found.len() < ways {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(Stop::Enough)
        }
    });
    match walk.end {
        ControlFlow::Continue(()) => Ok(found),
        ControlFlow::Break(stop) => Err(stop),
    }
}

/// The cells in which two grids differ.
fn difference(one: &Grid, other: &Grid) -> CellSet {
    let values = one.values().iter().zip(other.values()).enumerate();
    CellSet::new(one.shape(), values.filter(|(_, (a, b))| a != b).map(|(cell, _)| cell))
}

/// The sets that contain no other, the smallest first.
fn minimal(sets: BTreeSet<CellSet>) -> Vec<CellSet> {
    let mut kept: Vec<CellSet> = Vec::new();
    for set in sets {
        if !kept.iter().any(|smaller| smaller.is_subset(&set)) {
            kept.push(set);
        }
    }
    kept
}

impl Parts {
    /// The cells of each part.
    fn of(&self, solution: &Grid) -> Vec<Vec<usize>> {
        let (shape, side) = (solution.shape(), solution.shape().side());
        let mut parts = Vec::new();
        if self.values > 2 {
            for chosen in subsets(0..side, self.values) {
                let is_chosen =
                    |&cell: &usize| chosen.contains(&(usize::from(solution.values()[cell]) - 1));
                parts.push((0..shape.n_cells()).filter(is_chosen).collect());
            }
        }
        if self.lines > 2 {
            let chutes = |length: usize| (0..side).step_by(length).map(move |i| i..i + length);
            let rows = chutes(shape.height()).flat_map(|chute| subsets(chute, self.lines));
            parts.extend(rows.map(|rows| cells(shape, &rows, House::Row)));
            let columns = chutes(shape.width()).flat_map(|chute| subsets(chute, self.lines));
            parts.extend(columns.map(|columns| cells(shape, &columns, House::Column)));
        }
        if self.boxes > 0 {
            let boxes = subsets(0..side, self.boxes);
            parts.extend(boxes.iter().map(|boxes| cells(shape, boxes, House::Box)));
        }
        parts
    }
}

fn cells(shape: Shape, numbers: &[usize], house: fn(u8) -> House) -> Vec<usize> {
    let cells = numbers.iter().flat_map(|&number| shape.cells_of(house(number as u8)));
    cells.map(|cell| shape.index(cell)).collect()
}

/// All sets of `size` of some numbers.
fn subsets(numbers: std::ops::Range<usize>, size: usize) -> Vec<Vec<usize>> {
    let Some(fewer) = size.checked_sub(1) else { return vec![Vec::new()] };
    let with_first = |first: usize| {
        subsets(first + 1..numbers.end, fewer).into_iter().map(move |mut rest| {
            rest.insert(0, first);
            rest
        })
    };
    numbers.clone().flat_map(with_first).collect()
}
