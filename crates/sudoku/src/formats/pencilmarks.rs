//! Grids drawn with the candidates of each cell.
//!
//! ```text
//! +-----------+-------------+
//! | 1    234  | 34   234    |
//! ```
//!
//! A cell with a value has that alone. What is read as a value and what as
//! the last candidate is told at [`Marks::of_candidates`].

use super::line::symbol_of;
use super::{Format, WriteError, line, text};
use crate::{Cell, Marks};

/// Draws the candidates.
///
/// # Errors
///
/// The grid is so large that some value has no symbol.
pub fn render(marks: &Marks) -> Result<String, WriteError> {
    draw(marks, |_, text| text)
}

/// The same with what [`text::draw`] may add.
///
/// # Errors
///
/// The grid is so large that some value has no symbol.
pub fn draw(marks: &Marks, adorned: impl Fn(Cell, String) -> String) -> Result<String, WriteError> {
    let side = marks.shape().side();
    if side > line::MAX_SIDE {
        return Err(WriteError::NoSymbols { format: Format::Pencilmarks, side });
    }
    let symbols = |cell| {
        let set = marks.candidates(cell);
        let values = (1..=side).filter(|value| set >> (value - 1) & 1 != 0);
        let symbols: String = values.map(symbol_of).collect();
        if symbols.is_empty() { ".".to_owned() } else { symbols }
    };
    Ok(text::draw(marks.shape(), symbols, adorned))
}
