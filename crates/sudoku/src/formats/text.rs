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

use super::drawn::{self, Pen};
use crate::{Cell, Grid, Shape};

/// Draws a grid.
pub fn render(grid: &Grid) -> String {
    draw(grid.shape(), |cell| symbol(grid.get(cell), grid.shape()), |_, text| text)
}

/// Draws a grid with any texts in its cells. `adorned` is given each of them
/// with blanks up to the width of its column, and may add what takes no room,
/// as colours.
pub fn draw(
    shape: Shape,
    cell: impl Fn(Cell) -> String,
    adorned: impl Fn(Cell, String) -> String,
) -> String {
    PEN.draw(shape, cell, adorned)
}

const PEN: Pen = Pen { corner: '+', joint: '+', edge: '+', blanks: 1 };

/// The symbol of a value, its digits where the side is too large for symbols,
/// or `.` for an empty cell.
pub fn symbol(value: Option<u8>, shape: Shape) -> String {
    drawn::written(value, shape.side())
}
