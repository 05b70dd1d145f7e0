//! Simple Sudoku's `.ss`: rows with bars between the boxes, and dashes.
//!
//! ```text
//! *-----*
//! |1.|..|
//! |..|2.|
//! |--+--|
//! |.3|..|
//! |..|.4|
//! *-----*
//! ```

use super::line;
use super::rows::{self, GridStyle};
use crate::Grid;

/// Writes a grid; `None` if it is so large that some value has no symbol.
pub fn render(grid: &Grid) -> Option<String> {
    let shape = grid.shape();
    let written = shape.side() <= line::MAX_SIDE;
    let cell = |cell| rows::written(grid.get(cell), shape.side());
    written.then(|| STYLE.render(shape, cell, |_, text| text))
}

const STYLE: GridStyle = GridStyle { corner: '*', joint: '-', edge: '|', blanks: 0 };
