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

use super::drawn::{self, Pen};
use super::line;
use crate::Grid;

/// Writes a grid; `None` if it is so large that some value has no symbol.
pub fn render(grid: &Grid) -> Option<String> {
    let shape = grid.shape();
    let written = shape.side() <= line::MAX_SIDE;
    let cell = |cell| drawn::written(grid.get(cell), shape.side());
    written.then(|| PEN.draw(shape, cell, |_, text| text))
}

const PEN: Pen = Pen { corner: '*', joint: '-', edge: '|', blanks: 0 };
