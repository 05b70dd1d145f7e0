//! Sudokus, one per line.

use super::{Problem, Raw, ReadError};
use sole_puzzle::Verdict;
use sole_sudoku::formats::{Format, Piece, pieces, record};

pub(super) fn read(text: &str) -> Vec<Result<Raw, ReadError>> {
    let entry = |piece: Piece<'_>| {
        let line = piece.line;
        let wrong = |error| ReadError { line, problem: Problem::Grid(error) };
        let sudoku = piece.read(None).map_err(wrong)?;
        // A grid that is too large for symbols and has exclusions does not stand in one line.
        let puzzle =
            record::puzzle(&sudoku, &Verdict::Open(None)).expect("it was read from a line");
        Ok(Raw { line, said: puzzle.into(), text: Some(piece.text.trim().to_owned()) })
    };
    pieces(text, Some(Format::Line)).into_iter().map(entry).collect()
}
