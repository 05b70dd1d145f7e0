//! All minimal unavoidable sets up to a size, and some of the larger ones.

use super::{CellSet, Found, Parts, find, up_to};
use crate::{Budget, Grid, Shape};
use sole_puzzle::Stop;
use std::ops::ControlFlow;

/// Up to which size all sets are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// [`Reach::USUAL_SIZE`], or less on grids larger than 16×16, where that takes more than
    /// [`Reach::USUAL_STEPS`] steps. On grids of 4×4, all sets.
    #[default]
    Usual,
    /// This many cells, however long it takes.
    Cells(usize),
}

/// Which sets are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Up to which size all sets are found.
    pub reach: Reach,
    /// Larger sets are left out.
    pub largest: usize,
}

/// The unavoidable sets that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimalSets {
    /// Minimal sets, the smallest first.
    pub sets: Vec<CellSet>,
    /// All minimal sets of at most this many cells are among them.
    pub complete_up_to: usize,
    /// The number of parts that could be filled in too many ways to look for larger sets there.
    pub left_out: usize,
    /// `Break` if the budget ended it before the wanted size was reached.
    pub end: ControlFlow<Stop>,
}

impl Reach {
    /// The size up to which all sets are found unless another is wanted.
    pub const USUAL_SIZE: usize = 12;
    /// How many steps are made at most unless a size is wanted, about a second.
    pub const USUAL_STEPS: u64 = 2_000_000;

    fn size(self, shape: Shape) -> usize {
        match self {
            Reach::Cells(size) => size,
            Reach::Usual if shape.n_cells() <= 16 => shape.n_cells(),
            Reach::Usual => Reach::USUAL_SIZE,
        }
    }

    fn steps(self) -> u64 {
        match self {
            Reach::Cells(_) => u64::MAX,
            Reach::Usual => Reach::USUAL_STEPS,
        }
    }
}

/// Finds all minimal unavoidable sets of a solution up to a size, and the larger ones within
/// two lines of a chute, three values or two boxes. `reached` is called with each size that
/// is complete.
///
/// # Panics
///
/// The grid is not a solution.
pub fn minimal_sets(
    solution: &Grid,
    scope: Scope,
    budget: &Budget<'_>,
    reached: impl FnMut(usize),
) -> MinimalSets {
    let size = scope.reach.size(solution.shape()).min(scope.largest);
    let nodes = budget.nodes.min(scope.reach.steps());
    let all = up_to(solution, size, &Budget { nodes, ..*budget }, reached);
    let is_usual_end = all.nodes == nodes && nodes < budget.nodes;
    let complete_up_to = all.size;
    let mut minimal_sets =
        MinimalSets { sets: all.sets, complete_up_to, left_out: 0, end: all.end };
    if is_usual_end {
        minimal_sets.end = ControlFlow::Continue(());
    }
    if minimal_sets.end.is_continue() && complete_up_to < scope.largest.min(solution.values().len())
    {
        let Found { sets, left_out, end } = find(solution, &Parts::default(), budget);
        let is_larger = |set: &CellSet| (complete_up_to + 1..=scope.largest).contains(&set.len());
        minimal_sets.sets.extend(sets.into_iter().filter(is_larger));
        (minimal_sets.left_out, minimal_sets.end) = (left_out, end);
    }
    minimal_sets
}
