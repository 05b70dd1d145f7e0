//! Values as numbers, for grids of any size.
//!
//! Written as rows with commas, 0 for an empty cell. Read with commas,
//! semicolons, tabs or blanks between the numbers, as rows or all in one line.

use super::{Fault, ReadError, Sudoku, line, rows};
use crate::{Grid, Puzzle, Shape};

/// Reads rows of numbers, or one line of them.
///
/// # Errors
///
/// There are too many or too few of them, or one is no value.
pub fn read(text: &str, shape: Option<Shape>) -> Result<Sudoku, ReadError> {
    if text.lines().count() > 1 { rows::read(text, shape) } else { read_one_line(text, shape) }
}

fn read_one_line(text: &str, shape: Option<Shape>) -> Result<Sudoku, ReadError> {
    let fields = fields(text);
    let found = fields.len();
    let shape = match shape {
        Some(shape) if shape.n_cells() == found => shape,
        Some(shape) => return Err(Fault::Line(line::LineError::Cells { found, shape }).somewhere()),
        None => {
            shape_of(found).ok_or(Fault::Line(line::LineError::Length { found }).somewhere())?
        }
    };
    let mut values = Vec::with_capacity(found);
    for (index, field) in fields.iter().enumerate() {
        let value = value_of(field, shape.side()).ok_or_else(|| {
            let fault = Fault::Value { cell: shape.cell(index), largest: shape.side() };
            fault.at(0..field.len()).within(text, field)
        })?;
        values.push(value);
    }
    let grid = Grid::new(shape, values).expect("as many values, each in range");
    let puzzle = Puzzle::new(grid).map_err(|conflict| {
        let second = fields[shape.index(conflict.first().cells[1])];
        Fault::Conflict(conflict).at(0..second.len()).within(text, second)
    })?;
    Ok(Sudoku::Puzzle(puzzle))
}

/// The numbers of a line.
fn fields(text: &str) -> Vec<&str> {
    if text.contains([',', ';']) {
        text.split([',', ';']).map(str::trim).collect()
    } else {
        text.split_whitespace().collect()
    }
}

/// A value in digits, 0 for an empty cell.
fn value_of(field: &str, side: usize) -> Option<u8> {
    match field {
        "" | "." => Some(0),
        _ => field.parse().ok().filter(|&value: &u8| usize::from(value) <= side),
    }
}

fn shape_of(n_cells: usize) -> Option<Shape> {
    let side = n_cells.isqrt();
    (side * side == n_cells).then(|| Shape::of_side(side)).flatten()
}

/// Whether a line may be a whole grid: nothing but numbers, as many as a grid has cells.
pub(super) fn is_likely(text: &str) -> bool {
    let fields = fields(text);
    let is_number = |field: &&str| value_of(field, Shape::MAX_SIDE).is_some();
    shape_of(fields.len()).is_some() && fields.iter().all(is_number)
}

/// Whether a line of this many numbers is a row of a grid rather than a grid: there are as many such
/// lines, and some number is too large for the smaller grid.
pub(super) fn are_rows<'a>(mut lines: impl Iterator<Item = &'a str> + Clone) -> bool {
    let Some(first) = lines.clone().next() else { return false };
    let n = fields(first).len();
    let is_large =
        |line: &str| fields(line).iter().any(|field| value_of(field, n.isqrt()).is_none());
    n > 0
        && lines.clone().count().is_multiple_of(n)
        && (shape_of(n).is_none() || lines.any(is_large))
}

/// Writes a grid in rows.
pub fn render(grid: &Grid) -> String {
    let rows: Vec<String> = grid.values().chunks(grid.shape().side()).map(joined).collect();
    rows.join("\n")
}

/// Writes a grid in one line.
pub fn render_in_one_line(grid: &Grid) -> String {
    joined(grid.values())
}

fn joined(values: &[u8]) -> String {
    let values: Vec<String> = values.iter().map(u8::to_string).collect();
    values.join(",")
}
