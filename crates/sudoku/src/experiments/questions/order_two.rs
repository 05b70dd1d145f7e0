//! The grids of order two, which are few enough for all of them.

use crate::{Budget, Grid, Puzzle, Shape, solve};
use std::ops::ControlFlow;

/// All 288.
pub(crate) fn grids() -> Vec<Grid> {
    let shape = Shape::new(2, 2).expect("a side of four");
    let empty = Puzzle::new(Grid::empty(shape)).expect("nothing to contradict");
    let mut grids = Vec::new();
    solve::walk(&empty, &Budget::UNLIMITED, |grid| {
        grids.push(grid.clone());
        ControlFlow::Continue(())
    });
    grids
}
