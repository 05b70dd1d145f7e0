//! What can be wrong with a text, and what cannot be written.

use super::Format;
use super::line::LineError;
use crate::{Cell, Conflicts, PencilMarksError, Shape};
use sole_puzzle::RecordError;
use std::fmt;
use std::ops::Range;

/// Why a text is no sudoku, and where.
#[derive(Debug)]
pub struct ReadError {
    /// What is wrong.
    pub fault: Fault,
    /// In which line of the text, counted from 0.
    pub line: usize,
    /// The places in that line, in bytes; none if it is wrong as a whole.
    pub places: Vec<Range<usize>>,
}

/// What is wrong with a text.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// A line of symbols is no grid.
    Line(LineError),
    /// No sudoku has such a side, or none whose boxes are known.
    Side {
        /// The number of rows and columns.
        side: usize,
    },
    /// There are more or fewer rows than columns.
    Rows {
        /// How many rows there are.
        found: usize,
        /// How many cells are in a row.
        expected: usize,
    },
    /// A row is longer or shorter than the others.
    Row {
        /// The row, counted from 1.
        row: usize,
        /// How many cells it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// The lines drawn between boxes leave boxes that are no part of such a grid.
    Boxes {
        /// The number of rows and columns.
        side: usize,
    },
    /// The grid has another size than the shape that is asked for.
    Shape {
        /// The number of rows and columns.
        side: usize,
        /// What is asked for.
        shape: Shape,
    },
    /// What stands in a cell is neither empty nor a value.
    Value {
        /// The cell.
        cell: Cell,
        /// The largest value.
        largest: usize,
    },
    /// Something else than the candidate that has its place there.
    Candidate {
        /// The cell.
        cell: Cell,
        /// The symbol that belongs there.
        expected: char,
    },
    /// The same value twice in a house.
    Conflict(Conflicts),
    /// The candidates are none of a sudoku: a cell has none at all.
    Marks(PencilMarksError),
    /// A HoDoKu line ends before its grid.
    NoField,
    /// A list of candidates of a HoDoKu line has something else.
    Triple,
    /// A HoDoKu line deletes the value of a cell.
    Deleted {
        /// The cell.
        cell: Cell,
    },
    /// A link has no grid.
    NoLink,
    /// A game has no data.
    NoData,
    /// A record that cannot be read.
    Record(Box<RecordError>),
    /// A record of another kind of puzzle.
    Kind,
}

/// Why a sudoku cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The format has grids of nine by nine only.
    OnlyClassic {
        /// The format.
        format: Format,
        /// The shape of the sudoku.
        shape: Shape,
    },
    /// Some value has no symbol.
    NoSymbols {
        /// The format.
        format: Format,
        /// The number of values.
        side: usize,
    },
    /// Candidates are excluded, and the format has none.
    NoCandidates {
        /// The format.
        format: Format,
    },
}

impl Fault {
    /// The cells that are named.
    pub(super) fn cells(&self) -> Vec<Cell> {
        match self {
            Fault::Conflict(conflict) => conflict.first().cells.to_vec(),
            Fault::Value { cell, .. }
            | Fault::Candidate { cell, .. }
            | Fault::Deleted { cell }
            | Fault::Marks(PencilMarksError::NoCandidate { cell }) => vec![*cell],
            _ => Vec::new(),
        }
    }

    /// The same for the text as a whole.
    pub(super) fn somewhere(self) -> ReadError {
        ReadError { fault: self, line: 0, places: Vec::new() }
    }

    /// The same at a place in the first line.
    pub(super) fn at(self, place: Range<usize>) -> ReadError {
        ReadError { fault: self, line: 0, places: vec![place] }
    }

    /// The same where some symbols of a text stand, by their numbers; blanks do not count. Of
    /// symbols in several lines those in the last one are pointed at.
    pub(super) fn at_symbols(self, text: &str, numbers: &[usize]) -> ReadError {
        let place = |&number: &usize| {
            let mut symbols = text.char_indices().filter(|(_, c)| !c.is_whitespace());
            symbols.nth(number).map(|(start, symbol)| start..start + symbol.len_utf8())
        };
        let places: Vec<Range<usize>> = numbers.iter().filter_map(place).collect();
        let last = places.iter().map(|place| place.start).max().unwrap_or(0);
        let begin = text[..last].rfind('\n').map_or(0, |at| at + 1);
        let places = places.iter().filter(|place| place.start >= begin);
        ReadError {
            fault: self,
            line: text[..begin].matches('\n').count(),
            places: places.map(|place| place.start - begin..place.end - begin).collect(),
        }
    }
}

impl From<PencilMarksError> for Fault {
    fn from(error: PencilMarksError) -> Fault {
        match error {
            PencilMarksError::Conflict(conflict) => Fault::Conflict(conflict),
            other => Fault::Marks(other),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Line(error) => error.fmt(f),
            Fault::Side { side } => {
                write!(f, "no sudoku has {side} rows of {side}; usual sides are 4, 6, 9, 16, 25")
            }
            Fault::Rows { found, expected } => {
                let rows = if *found == 1 { "is 1 row" } else { &format!("are {found} rows") };
                write!(f, "there {rows} of {expected} cells, expected {expected}")
            }
            Fault::Row { row, found, expected } => {
                let cells = if *found == 1 { "cell" } else { "cells" };
                write!(f, "row {row} has {found} {cells}, expected {expected}")
            }
            Fault::Boxes { side } => {
                write!(f, "the boxes that are drawn do not fit in a grid of {side}×{side}")
            }
            Fault::Shape { side, shape } => {
                let expected = shape.side();
                write!(f, "boxes of {shape} make {expected} rows, found {side}")
            }
            Fault::Value { cell, largest } => {
                write!(f, "expected an empty cell or a value up to {largest} in {cell}")
            }
            Fault::Candidate { cell, expected } => {
                write!(f, "expected '{expected}', or '.' if it is no candidate of {cell}")
            }
            Fault::Conflict(conflict) => conflict.fmt(f),
            Fault::Marks(error) => error.fmt(f),
            Fault::NoField => {
                f.write_str("expected :technique:values:grid: and more, as in HoDoKu's library")
            }
            Fault::Triple => {
                f.write_str("expected a value, a row and a column, as 436 for 4 in r3c6")
            }
            Fault::Deleted { cell } => write!(f, "{cell} has a value, which cannot be deleted"),
            Fault::NoLink => f.write_str("this link has no grid: nothing follows 'bd='"),
            Fault::NoData => f.write_str("this game has no data"),
            Fault::Record(error) => error.fmt(f),
            Fault::Kind => f.write_str("this is the record of another kind of puzzle"),
        }
    }
}

impl ReadError {
    /// The same about a text of which this one is a part.
    pub(super) fn within(mut self, text: &str, part: &str) -> ReadError {
        let start = part.as_ptr().addr() - text.as_ptr().addr();
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        if self.line == 0 {
            let shift = start - line_start;
            for place in &mut self.places {
                *place = place.start + shift..place.end + shift;
            }
        }
        self.line += text[..start].matches('\n').count();
        self
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl std::error::Error for ReadError {}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::OnlyClassic { format, shape } => {
                let side = shape.side();
                write!(f, "the format {format} has 9×9 grids only, and this one is {side}×{side}")?;
                if side == 9 { write!(f, " in boxes of {shape}") } else { Ok(()) }
            }
            WriteError::NoSymbols { format, side } => {
                write!(f, "the format {format} has no symbols for {side} values; numbers has")
            }
            WriteError::NoCandidates { format } => write!(
                f,
                "the format {format} has no candidates, and some are excluded; \
                 pencilmarks and candidates have"
            ),
        }
    }
}

impl std::error::Error for WriteError {}
