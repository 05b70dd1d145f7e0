//! Grids rendered with the candidates of each cell.
//!
//! ```text
//! +-----------+-------------+
//! | 1    234  | 34   234    |
//! ```
//!
//! A cell with a value has that alone. What is read as a value and what as
//! the last candidate is told at [`PencilMarks::of_candidates`].

use super::line::symbol_of;
use super::{Format, WriteError, line, text};
use crate::{Cell, PencilMarks};

/// Renders the candidates.
///
/// # Errors
///
/// The grid is so large that some value has no symbol.
pub fn render(marks: &PencilMarks) -> Result<String, WriteError> {
    render_with(marks, |_, text| text)
}

/// The same with what [`text::render_with`] may add.
///
/// # Errors
///
/// The grid is so large that some value has no symbol.
pub fn render_with(
    marks: &PencilMarks,
    adorned: impl Fn(Cell, String) -> String,
) -> Result<String, WriteError> {
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
    Ok(text::render_with(marks.shape(), symbols, adorned))
}
