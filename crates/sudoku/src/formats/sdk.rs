//! SadMan's `.sdk`: rows of symbols, `.` for an empty cell.
//!
//! Lines that begin with `#` are remarks such as the author's name; a line
//! `[Puzzle]` may stand before the rows, and what follows a line `[State]` is
//! passed over.

use super::line;
use crate::Grid;

/// Writes a grid; `None` if it is so large that some value has no symbol.
pub fn render(grid: &Grid) -> Option<String> {
    let text = line::render(grid)?;
    let rows: Vec<&str> = (0..grid.shape().side())
        .map(|row| &text[row * grid.shape().side()..][..grid.shape().side()])
        .collect();
    Some(rows.join("\n"))
}
