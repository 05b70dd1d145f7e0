//! A sudoku as the record of a puzzle, which says how many solutions it has.
//!
//! The kind is `sudoku`. The position is the grid in one line: symbols, numbers
//! with commas if the grid is too large for them, or all candidates if some
//! are excluded. The stipulation is the size, as `9x9`, with `boxes of 2x3` if
//! the boxes are not the usual ones. Solutions are grids in one line. Records
//! are specified in `docs/puzzle-format.md`.

use super::{Fault, Format, Piece, ReadError, Sudoku, WriteError, candidates, detect, in_one_line};
use crate::{Grid, Shape};
use sole_puzzle::{Answer, Name, Puzzle, Verdict};

/// The kind of the records.
pub const KIND: &str = "sudoku";

/// What stands before the size of boxes.
const BOXES: &str = "boxes of ";

/// A sudoku with its solutions.
///
/// # Errors
///
/// Candidates are excluded in a grid that is too large for symbols.
pub fn puzzle(sudoku: &Sudoku, verdict: &Verdict<Grid>) -> Result<Puzzle, WriteError> {
    let solutions = verdict.clone().map(|solution| in_one_line(&solution));
    let answer = Answer::try_from(solutions).expect("solutions are different and not blank");
    let kind: Name = KIND.parse().expect("one word");
    let puzzle = Puzzle::new(kind, position(sudoku)?, stipulation(sudoku.shape()), answer);
    Ok(puzzle.expect("neither is blank"))
}

/// The grid in one line.
fn position(sudoku: &Sudoku) -> Result<String, WriteError> {
    if sudoku.has_exclusions() {
        candidates::render(&sudoku.marks())
    } else {
        Ok(in_one_line(sudoku.values()))
    }
}

fn stipulation(shape: Shape) -> String {
    let side = shape.side();
    if Shape::of_side(side) == Some(shape) {
        format!("{side}x{side}")
    } else {
        format!("{side}x{side}, {BOXES}{}x{}", shape.width(), shape.height())
    }
}

/// Reads the position of a record.
///
/// # Errors
///
/// The text is no record, one of another kind, or has a position that is no
/// sudoku.
pub fn read(text: &str) -> Result<Sudoku, ReadError> {
    let puzzle = Puzzle::parse(text).map_err(|error| Fault::Record(Box::new(error)).somewhere())?;
    if puzzle.kind().as_str() != KIND {
        return Err(Fault::Kind.somewhere());
    }
    let shape = shape_of(puzzle.stipulation());
    let position = puzzle.position();
    let format = detect::format_of_line(position).filter(|&format| format != Format::Record);
    let piece = Piece { format: format.unwrap_or(Format::Line), line: 1, text: position };
    piece.read(shape).map_err(|error| error.fault.somewhere())
}

/// The boxes that a stipulation names.
fn shape_of(stipulation: &str) -> Option<Shape> {
    let (_, boxes) = stipulation.split_once(BOXES)?;
    let (width, height) = boxes.split_once('x')?;
    Shape::new(width.parse().ok()?, height.parse().ok()?)
}
