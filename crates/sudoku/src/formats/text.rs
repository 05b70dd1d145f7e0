//! Grids drawn for people, of any size.
//!
//! ```text
//! +-----+-----+
//! | 1 . | . . |
//! | . . | 2 . |
//! +-----+-----+
//! | . 3 | . . |
//! | . . | . 4 |
//! +-----+-----+
//! ```
//!
//! Grids too large for symbols have numbers.

use super::drawn;
use crate::{Cell, Grid, Shape};

/// Draws a grid.
pub fn render(grid: &Grid) -> String {
    let side = grid.shape().side();
    draw(grid.shape(), |cell| drawn::written(grid.get(cell), side))
}

/// Draws a grid with any texts in its cells.
pub fn draw(shape: Shape, cell: impl Fn(Cell) -> String) -> String {
    drawn::draw(shape, ["+", "+"], 1, cell)
}

/// The symbol of a value, its digits where the side is too large for symbols,
/// or `.` for an empty cell.
pub fn symbol(value: Option<u8>, shape: Shape) -> String {
    drawn::written(value, shape.side())
}
