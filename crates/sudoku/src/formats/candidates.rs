//! All candidates in one line, a symbol for each: 729 for nine by nine.
//!
//! Cell by cell and value by value stands the symbol of the value, or `.` or
//! `0` if it is no candidate. What is read as a value and what as the last
//! candidate is told at [`PencilMarks::of_candidates`].

use super::line::{self, symbol_of, value_of};
use super::{Fault, Format, ReadError, WriteError};
use crate::{PencilMarks, Shape};

/// Reads candidates.
///
/// # Errors
///
/// The text has no such length, a symbol that does not belong where it stands,
/// or no candidate for some cell.
pub fn read(text: &str, shape: Option<Shape>) -> Result<PencilMarks, ReadError> {
    let found = text.chars().count();
    let shape = match shape {
        Some(shape) if shape.side().pow(3) == found => shape,
        Some(shape) => {
            let error = line::LineError::Cells { found, shape };
            return Err(Fault::Line(error).somewhere());
        }
        None => shape_of(found).ok_or_else(|| {
            let error = line::LineError::Length { found };
            Fault::Line(error).somewhere()
        })?,
    };
    let side = shape.side();
    let mut sets = vec![0; shape.n_cells()];
    for (number, symbol) in text.chars().enumerate() {
        let (index, value) = (number / side, number % side + 1);
        match value_of(symbol, side) {
            Some(0) => {}
            Some(found) if usize::from(found) == value => sets[index] |= 1 << (value - 1),
            _ => {
                let fault =
                    Fault::Candidate { cell: shape.cell(index), expected: symbol_of(value) };
                return Err(fault.at_symbols(text, &[number]));
            }
        }
    }
    PencilMarks::of_candidates(shape, sets).map_err(|error| {
        let fault = Fault::from(error);
        let firsts: Vec<usize> =
            fault.cells().iter().map(|&cell| shape.index(cell) * side).collect();
        fault.at_symbols(text, &firsts)
    })
}

/// Writes candidates.
///
/// # Errors
///
/// The grid is so large that some value has no symbol.
pub fn render(marks: &PencilMarks) -> Result<String, WriteError> {
    let side = marks.shape().side();
    if side > line::MAX_SIDE {
        return Err(WriteError::NoSymbols { format: Format::Candidates, side });
    }
    let symbol =
        |set: u128, value: usize| symbol_of(if set >> (value - 1) & 1 != 0 { value } else { 0 });
    let sets = marks.all_candidates().iter();
    Ok(sets.flat_map(|&set| (1..=side).map(move |value| symbol(set, value))).collect())
}

/// The shape with so many candidates.
fn shape_of(n_symbols: usize) -> Option<Shape> {
    let side = (1..=line::MAX_SIDE).find(|side| side.pow(3) >= n_symbols)?;
    (side.pow(3) == n_symbols).then(|| Shape::of_side(side)).flatten()
}

/// Whether a text looks like candidates rather than like values.
///
/// The lengths do not tell: 729 symbols may be a grid of 27×27. Of candidates
/// nearly all stand where they belong, and there are as many as cells.
pub(super) fn is_likely(text: &str) -> bool {
    let Some(shape) = shape_of(text.len()) else { return false };
    let side = shape.side();
    let marked = text.chars().enumerate().filter(|&(_, symbol)| value_of(symbol, side) != Some(0));
    let belongs = |&(number, symbol): &(usize, char)| {
        value_of(symbol, side).is_some_and(|value| usize::from(value) == number % side + 1)
    };
    let (n_marked, n_right) = (marked.clone().count(), marked.filter(belongs).count());
    n_marked >= shape.n_cells() && n_right * 10 >= n_marked * 9
}
