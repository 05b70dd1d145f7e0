//! A link to the solver of sudokuwiki.org, which has the grid in it.
//!
//! `https://www.sudokuwiki.org/sudoku.htm?bd=` and 81 digits, 0 for an empty
//! cell.

use super::{Fault, Format, ReadError, WriteError, line, read_line};
use crate::{Grid, Puzzle, Shape};

/// What stands before the grid.
const ADDRESS: &str = "https://www.sudokuwiki.org/sudoku.htm?bd=";

/// The parameter with the grid.
pub(super) const PARAMETER: &str = "bd=";

/// Reads a link.
///
/// # Errors
///
/// There is no grid in it, or none of nine by nine.
pub fn read(text: &str) -> Result<Puzzle, ReadError> {
    let (_, grid) = text.split_once(PARAMETER).ok_or(Fault::NoLink.somewhere())?;
    let grid = grid.split(['&', '#']).next().unwrap_or_default().trim_end();
    if grid.is_empty() {
        return Err(Fault::NoLink.somewhere());
    }
    read_line(grid, Some(Shape::CLASSIC)).map_err(|error| error.within(text, grid))
}

/// Writes a link.
///
/// # Errors
///
/// The grid is not nine by nine.
pub fn render(grid: &Grid) -> Result<String, WriteError> {
    let line = digits(grid, Format::SudokuWiki)?;
    Ok(format!("{ADDRESS}{line}"))
}

/// 81 digits.
pub(super) fn digits(grid: &Grid, format: Format) -> Result<String, WriteError> {
    let line = line::render(grid).filter(|_| grid.shape() == Shape::CLASSIC);
    let line = line.ok_or(WriteError::OnlyClassic { format, shape: grid.shape() })?;
    Ok(line.replace('.', "0"))
}
