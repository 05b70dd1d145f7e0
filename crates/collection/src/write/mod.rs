//! Records as entries of files.
//!
//! An entry that was read from the same format and not changed since is written as it stood.
//! Otherwise it is made from the fields of the record, and keeps what only its format has.

pub(crate) mod epd;
pub(crate) mod games;
mod problems;
pub(crate) mod rows;

pub use games::export_game;

use crate::Format;
use crate::read::read;
use crate::typed_puzzle::TypedPuzzle;
use sole_board::{Setup, UciError, pgn};
use sole_mate::formats::lichess::{HEADER, LichessError, NoLastMove};
use sole_mate::formats::{WriteError, popeye};
use sole_mate::{Problem, Stipulation};
use sole_puzzle::{Name, Puzzle};
use sole_sudoku::formats as grids;
use std::fmt;

/// All play of a problem, if somebody solved it.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// As Popeye prints it.
    pub text: Option<String>,
    /// With variations.
    pub game: Option<pgn::Line>,
}

/// Why a format does not have a puzzle.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unfit {
    /// It has no puzzles of this kind.
    Kind {
        /// The format.
        format: Format,
    },
    /// It is a format of pictures and books, which are not made of entries.
    Drawn {
        /// The format.
        format: Format,
    },
    /// Options that the formats of problemists do not have.
    Problem(WriteError),
    /// A sudoku that does not stand in one line.
    Grid(grids::WriteError),
    /// A row of Lichess's puzzles that is no direct mate.
    NotDirect {
        /// What it is.
        stipulation: Stipulation,
    },
    /// A row of Lichess's puzzles without a solution.
    NoSolution,
    /// A row of Lichess's puzzles with several first moves.
    SeveralKeys,
    /// A row of Lichess's puzzles that was not proved to have one solution.
    NotUnique,
    /// A row of Lichess's puzzles whose main line was not found with little work.
    NoLine,
    /// A row of Lichess's puzzles with a choice before its last move.
    Choice {
        /// The number of that move.
        number: usize,
    },
    /// A row of Lichess's puzzles without a move before it.
    NoLastMove(NoLastMove),
    /// Moves that make no row of Lichess's puzzles.
    Row(LichessError),
    /// A proof game with several games, or none.
    Games,
    /// A move that is not legal.
    Move(UciError),
}

/// One puzzle, without what stands around it in a file.
///
/// # Errors
/// The format does not have it.
pub fn write(
    puzzle: &Puzzle,
    typed: &TypedPuzzle,
    format: Format,
    play: Option<&Play>,
) -> Result<String, Unfit> {
    let text = derived(puzzle, typed, format, play)?;
    let same =
        original(puzzle, format).filter(|original| play.is_none() && says(original, format, &text));
    Ok(same.map_or(text, |original| original.trim_end().to_owned()))
}

/// Whether an entry as it stood in a file leads to this text.
fn says(original: &str, format: Format, text: &str) -> bool {
    let Some(Ok(entry)) = read(original, format).next() else { return false };
    derived(&entry.puzzle, &entry.typed, format, None).is_ok_and(|again| again == text)
}

/// The text in this format that a puzzle was read from.
fn original(puzzle: &Puzzle, format: Format) -> Option<&str> {
    let original = puzzle.details().original.as_ref()?;
    (original.format.as_str() == format.name()).then_some(original.text.as_str())
}

/// One puzzle by its fields.
pub(crate) fn derived(
    puzzle: &Puzzle,
    typed: &TypedPuzzle,
    format: Format,
    play: Option<&Play>,
) -> Result<String, Unfit> {
    match (format, typed) {
        (Format::Jsonl, _) => Ok(puzzle.to_line()),
        (Format::Sdm, TypedPuzzle::Sudoku(sudoku)) => {
            grids::Format::Line.render(sudoku).map_err(Unfit::Grid)
        }
        (Format::Epd, _) => epd::entry(puzzle, typed),
        (Format::Pgn, _) => games::entry(puzzle, typed, play),
        (Format::Csv, TypedPuzzle::Mate { setup, problem }) => rows::entry(puzzle, setup, problem),
        (Format::Olv, TypedPuzzle::Mate { setup, problem }) => {
            problems::olive(&Posed { puzzle, setup, problem }, play)
        }
        (Format::Popeye, TypedPuzzle::Mate { setup, problem }) => {
            problems::popeye(&Posed { puzzle, setup, problem })
        }
        (Format::Pdf | Format::Html | Format::Svg | Format::Png, _) => Err(Unfit::Drawn { format }),
        _ => Err(Unfit::Kind { format }),
    }
}

/// A chess problem with its record.
struct Posed<'a> {
    puzzle: &'a Puzzle,
    setup: &'a Setup,
    problem: &'a Problem,
}

/// A text with a space for each control character that no text file has.
fn without_control(text: &str) -> String {
    text.replace(|c: char| c.is_ascii_control() && !c.is_ascii_whitespace(), " ")
}

/// A name that is known to be one word.
pub(crate) fn name(text: &str) -> Name {
    text.parse().expect("one word")
}

/// What stands around entries in a file.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    format: Format,
    count: usize,
}

impl Frame {
    /// A file without entries yet.
    pub fn new(format: Format) -> Frame {
        Frame { format, count: 0 }
    }

    /// The next entry with what stands before it, and a line break.
    pub fn entry(&mut self, text: &str) -> String {
        let is_first = self.count == 0;
        self.count += 1;
        let before = match self.format {
            Format::Csv if is_first => format!("{HEADER}\n"),
            Format::Popeye if is_first => format!("{}\n", popeye::BEGIN),
            Format::Popeye => format!("{}\n", popeye::NEXT),
            Format::Pgn if !is_first => "\n".to_owned(),
            _ => String::new(),
        };
        format!("{before}{}\n", text.trim_end_matches('\n'))
    }

    /// What stands after the last entry.
    pub fn end(self) -> String {
        match self.format {
            Format::Popeye if self.count > 0 => format!("{}\n", popeye::END),
            _ => String::new(),
        }
    }

    /// A whole file of one entry.
    pub(crate) fn whole(format: Format, text: &str) -> String {
        let mut frame = Frame::new(format);
        frame.entry(text) + &frame.end()
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Kind { format } => write!(f, "{} has no such puzzles", format.title()),
            Unfit::Drawn { format } => write!(f, "{} is drawn, not converted", format.title()),
            Unfit::Problem(error) => error.fmt(f),
            Unfit::Grid(error) => error.fmt(f),
            Unfit::NotDirect { stipulation } => {
                write!(f, "a Lichess puzzle is a direct mate, not {stipulation}")
            }
            Unfit::NoSolution => f.write_str("a Lichess puzzle has a solution, and none was found"),
            Unfit::SeveralKeys => {
                f.write_str("a Lichess puzzle has one first move that mates in time")
            }
            Unfit::NotUnique => {
                f.write_str("a Lichess puzzle needs a proof that it has one solution")
            }
            Unfit::NoLine => f.write_str("a Lichess puzzle needs a main line, and none was found"),
            Unfit::Choice { number } => write!(
                f,
                "a Lichess puzzle leaves no choice before its last move, but move {number} is not the only one"
            ),
            Unfit::NoLastMove(error) => error.fmt(f),
            Unfit::Row(error) => error.fmt(f),
            Unfit::Games => f.write_str("PGN has proof games with one game only"),
            Unfit::Move(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Unfit {}
