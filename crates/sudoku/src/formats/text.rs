//! Grids rendered for people, of any size.
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

use super::rows::{self, GridStyle};
use crate::{Cell, Grid, Shape};

/// Renders a grid.
pub fn render(grid: &Grid) -> String {
    render_with(grid.shape(), |cell| symbol(grid.get(cell), grid.shape()), |_, text| text)
}

/// Renders a grid with any texts in its cells. `adorned` is given each of them
/// with blanks up to the width of its column, and may add what takes no room,
/// as colours.
pub fn render_with(
    shape: Shape,
    cell: impl Fn(Cell) -> String,
    adorned: impl Fn(Cell, String) -> String,
) -> String {
    STYLE.render(shape, cell, adorned)
}

const STYLE: GridStyle = GridStyle { corner: '+', joint: '+', edge: '+', blanks: 1 };

/// The symbol of a value, its digits where the side is too large for symbols,
/// or `.` for an empty cell.
pub fn symbol(value: Option<u8>, shape: Shape) -> String {
    rows::written(value, shape.side())
}
