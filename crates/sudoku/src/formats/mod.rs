//! Puzzles as text: one file for each format.
//!
//! [`pieces`] finds out how a text is written and cuts it into sudokus, and
//! [`Piece::read`] reads each of them, so that one that is wrong does not stop
//! the others. [`Format::render`] writes. What the formats look like is
//! specified in `docs/sudoku-formats.md`.
//!
//! ```
//! use sole_sudoku::formats::{self, Format};
//!
//! let text = "1.|..\n..|2.\n-----\n.3|..\n..|.4\n";
//! let [piece] = &formats::pieces(text, None)[..] else { panic!("one grid") };
//! let sudoku = piece.read(None)?;
//! assert_eq!(Format::Line.render(&sudoku).as_deref(), Ok("1.....2..3.....4"));
//! # Ok::<(), formats::ReadError>(())
//! ```

pub mod candidates;
pub mod csv;
mod detect;
mod error;
pub mod hodoku;
pub mod line;
pub mod link;
pub mod numbers;
pub mod opensudoku;
pub mod pencilmarks;
pub mod record;
mod rows;
pub mod sdk;
pub mod ss;
pub mod text;

pub use detect::{ByLine, Opening};
pub use error::{Fault, ReadError, WriteError};

use crate::{Grid, PencilMarks, Puzzle, Shape};
use sole_puzzle::Verdict;
use std::borrow::Cow;
use std::fmt;

/// A way to write sudokus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One line of symbols; a file of them is an `.sdm`.
    Line,
    /// Rows of symbols, as in SadMan's `.sdk`.
    Sdk,
    /// Rows with boxes drawn closely, as in Simple Sudoku's `.ss`.
    Ss,
    /// Rows with boxes drawn for people.
    Text,
    /// A drawn grid with the candidates in each cell.
    Pencilmarks,
    /// One line with a symbol for each candidate, 729 for nine by nine.
    Candidates,
    /// One line of HoDoKu's library.
    Hodoku,
    /// OpenSudoku's XML.
    OpenSudoku,
    /// Rows of numbers with commas.
    Numbers,
    /// A link to sudokuwiki.org.
    SudokuWiki,
    /// A table with a column of lines.
    Csv,
    /// The record of a puzzle; [`record::puzzle`] writes it with solutions.
    Record,
}

/// What a text holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sudoku {
    /// Givens and no more.
    Puzzle(Puzzle),
    /// Placed values or excluded candidates as well.
    PencilMarks(PencilMarks),
}

/// The part of a text that holds one sudoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// How it is written.
    pub format: Format,
    /// In which line of the whole text it begins, counted from 1.
    pub line: usize,
    /// The text.
    pub text: &'a str,
}

/// Cuts a text into sudokus that are not read yet.
///
/// The text tells how it is written. `hint` is what the name of its file says,
/// and decides where the text can be taken in two ways.
pub fn pieces(text: &str, hint: Option<Format>) -> Vec<Piece<'_>> {
    detect::pieces(text, hint)
}

/// Cuts a text that is written in a known format.
pub fn pieces_of(text: &str, format: Format) -> Vec<Piece<'_>> {
    detect::pieces_of(text, format)
}

/// A grid in one line that is read back: symbols, or numbers with commas if
/// the grid is too large for symbols.
pub fn in_one_line(grid: &Grid) -> String {
    line::render(grid).unwrap_or_else(|| numbers::render_in_one_line(grid))
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 12] = [
        Format::Line,
        Format::Sdk,
        Format::Ss,
        Format::Text,
        Format::Pencilmarks,
        Format::Candidates,
        Format::Hodoku,
        Format::OpenSudoku,
        Format::Numbers,
        Format::SudokuWiki,
        Format::Csv,
        Format::Record,
    ];

    /// The name in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Line => "line",
            Format::Sdk => "sdk",
            Format::Ss => "ss",
            Format::Text => "text",
            Format::Pencilmarks => "pencilmarks",
            Format::Candidates => "candidates",
            Format::Hodoku => "hodoku",
            Format::OpenSudoku => "opensudoku",
            Format::Numbers => "numbers",
            Format::SudokuWiki => "sudokuwiki",
            Format::Csv => "csv",
            Format::Record => "record",
        }
    }

    /// The format that the ending of a file's name tells.
    pub fn of_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "sdm" => Some(Format::Line),
            "sdk" => Some(Format::Sdk),
            "ss" => Some(Format::Ss),
            "opensudoku" | "xml" => Some(Format::OpenSudoku),
            "csv" => Some(Format::Csv),
            "jsonl" => Some(Format::Record),
            _ => None,
        }
    }

    /// Whether a sudoku is written in several rows, so that a gap is needed before the
    /// next one.
    pub const fn has_rows(self) -> bool {
        match self {
            Format::Sdk | Format::Ss | Format::Text | Format::Pencilmarks | Format::Numbers => true,
            Format::Line
            | Format::Candidates
            | Format::Hodoku
            | Format::OpenSudoku
            | Format::SudokuWiki
            | Format::Csv
            | Format::Record => false,
        }
    }

    /// What stands before the first sudoku of a file.
    pub const fn opening(self) -> &'static str {
        match self {
            Format::OpenSudoku => opensudoku::OPENING,
            Format::Csv => csv::HEADER,
            _ => "",
        }
    }

    /// What stands after the last sudoku of a file.
    pub const fn closing(self) -> &'static str {
        match self {
            Format::OpenSudoku => opensudoku::CLOSING,
            _ => "",
        }
    }

    /// Writes one sudoku, without the line break at its end.
    ///
    /// Formats without candidates write the givens and the placed values.
    /// [`Format::Record`] is written as if its solutions had not been looked
    /// for.
    ///
    /// # Errors
    ///
    /// The format has no such grids, or has no candidates where some are
    /// excluded that the values do not exclude.
    pub fn render(self, sudoku: &Sudoku) -> Result<String, WriteError> {
        match self {
            Format::Pencilmarks => pencilmarks::render(&sudoku.marks()),
            Format::Candidates => candidates::render(&sudoku.marks()),
            Format::Hodoku => hodoku::render(&sudoku.marks()),
            Format::Record => Ok(record::puzzle(sudoku, &Verdict::Open(None))?.to_line()),
            _ if sudoku.has_exclusions() => Err(WriteError::NoCandidates { format: self }),
            Format::Line | Format::Csv => self.in_symbols(sudoku, line::render),
            Format::Sdk => self.in_symbols(sudoku, sdk::render),
            Format::Ss => self.in_symbols(sudoku, ss::render),
            Format::Text => Ok(text::render(sudoku.values())),
            Format::Numbers => Ok(numbers::render(sudoku.values())),
            Format::OpenSudoku => opensudoku::render(sudoku.values()),
            Format::SudokuWiki => link::render(sudoku.values()),
        }
    }

    fn in_symbols(
        self,
        sudoku: &Sudoku,
        render: impl FnOnce(&Grid) -> Option<String>,
    ) -> Result<String, WriteError> {
        let side = sudoku.shape().side();
        render(sudoku.values()).ok_or(WriteError::NoSymbols { format: self, side })
    }
}

impl Sudoku {
    /// The shape.
    pub fn shape(&self) -> Shape {
        self.values().shape()
    }

    /// The givens and the placed values.
    pub fn values(&self) -> &Grid {
        match self {
            Sudoku::Puzzle(puzzle) => puzzle.givens(),
            Sudoku::PencilMarks(marks) => marks.values(),
        }
    }

    /// The givens.
    pub fn givens(&self) -> &Grid {
        match self {
            Sudoku::Puzzle(puzzle) => puzzle.givens(),
            Sudoku::PencilMarks(marks) => marks.givens(),
        }
    }

    /// The candidates.
    pub fn marks(&self) -> Cow<'_, PencilMarks> {
        match self {
            Sudoku::Puzzle(puzzle) => Cow::Owned(PencilMarks::new(puzzle)),
            Sudoku::PencilMarks(marks) => Cow::Borrowed(marks),
        }
    }

    /// Whether candidates are missing that no value excludes.
    pub fn has_exclusions(&self) -> bool {
        match self {
            Sudoku::Puzzle(_) => false,
            Sudoku::PencilMarks(marks) => marks.puzzle().is_none(),
        }
    }

    /// The givens alone, as it all began.
    pub fn start(&self) -> Puzzle {
        match self {
            Sudoku::Puzzle(puzzle) => puzzle.clone(),
            Sudoku::PencilMarks(marks) => marks.start(),
        }
    }
}

impl Piece<'_> {
    /// Reads the sudoku; `shape` is for boxes that the text does not tell.
    ///
    /// # Errors
    ///
    /// What is wrong, and where in the piece.
    pub fn read(&self, shape: Option<Shape>) -> Result<Sudoku, ReadError> {
        match self.format {
            Format::Line | Format::Csv => read_line(self.text, shape).map(Sudoku::Puzzle),
            Format::Sdk | Format::Ss | Format::Text | Format::Pencilmarks => {
                rows::read(self.text, shape)
            }
            Format::Numbers => numbers::read(self.text, shape),
            Format::Candidates => candidates::read(self.text, shape).map(Sudoku::PencilMarks),
            Format::Hodoku => hodoku::read(self.text).map(|entry| Sudoku::PencilMarks(entry.marks)),
            Format::OpenSudoku => opensudoku::read(self.text).map(Sudoku::Puzzle),
            Format::SudokuWiki => link::read(self.text).map(Sudoku::Puzzle),
            Format::Record => record::read(self.text),
        }
    }
}

/// Reads a line of symbols that may have blanks between them, and points at what is wrong.
fn read_line(text: &str, shape: Option<Shape>) -> Result<Puzzle, ReadError> {
    let symbols: Cow<str> = if text.contains(char::is_whitespace) {
        text.split_whitespace().collect()
    } else {
        text.into()
    };
    let read = match shape {
        Some(shape) => line::parse_as(&symbols, shape),
        None => line::parse(&symbols),
    };
    read.map_err(|error| {
        let numbers = match &error {
            line::LineError::Length { .. } | line::LineError::Cells { .. } => Vec::new(),
            line::LineError::Symbol { column, .. } => vec![column - 1],
            line::LineError::Conflict(conflict) => {
                let side = symbols.chars().count().isqrt();
                let number =
                    |cell: crate::Cell| usize::from(cell.row) * side + usize::from(cell.column);
                conflict.first().cells.map(number).to_vec()
            }
        };
        Fault::Line(error).at_symbols(text, &numbers)
    })
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
