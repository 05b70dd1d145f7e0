//! Entries of files as records.
//!
//! What a file says is taken as it is, and nothing is solved: the verdict of what is read from
//! other formats than records is `open`. If the fields of a record do not say everything that
//! stands in the file, the record keeps the text itself, so that it can be written again.

mod epd;
mod games;
mod grids;
mod problems;
mod rows;

use crate::Format;
use crate::annotate::annotated;
use crate::typed_puzzle::{TypedPuzzle, TypedPuzzleError};
use crate::write::{derived, name};
use sole_board::{EpdError, FenField, OpenRights, PgnProblem, Position, UciStyle, fen};
use sole_mate::Stipulation;
use sole_mate::formats::lichess::LichessError;
use sole_mate::formats::olive::OliveError;
use sole_mate::formats::popeye::PopeyeError;
use sole_puzzle::{
    Answer, CollectionError, Details, MainLine, Original, Puzzle, PuzzleError, Reader, RecordError,
    Status,
};
use sole_sudoku::formats::ReadError as GridError;
use std::fmt;

/// A puzzle, what it is about, and where it stood.
#[derive(Debug)]
pub struct Entry {
    /// The line where it begins, from 1 on.
    pub line: usize,
    /// The record.
    pub puzzle: Puzzle,
    /// What it asks.
    pub typed: TypedPuzzle,
    /// The rights that its position leaves out although its board allows them; they are none.
    pub open_rights: OpenRights,
    /// What it says to the program it was written for and what the record does not keep, such as
    /// `option Intelligent`.
    pub ignored: Vec<String>,
}

/// An entry that cannot be read.
#[derive(Debug)]
pub struct ReadError {
    /// The line that is wrong, from 1 on.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with an entry.
#[derive(Debug)]
#[non_exhaustive]
pub enum Problem {
    /// A line that is no record.
    Record(RecordError),
    /// A line that is not UTF-8; the first wrong byte, from 1 on.
    Utf8 {
        /// Where.
        column: usize,
    },
    /// A text in the wrong notation.
    Typed(TypedPuzzleError),
    /// No EPD.
    Epd(EpdError),
    /// No game.
    Pgn(PgnProblem),
    /// No row of Lichess's puzzles.
    Row(LichessError),
    /// A row of Lichess's puzzles that does not end in mate.
    NoMate,
    /// No problem for Olive.
    Olive(OliveError),
    /// No problem for Popeye.
    Popeye(PopeyeError),
    /// No sudoku.
    Grid(GridError),
    /// A blank text where none may be.
    Puzzle(PuzzleError),
    /// The entry does not say what is to be done.
    NoStipulation,
    /// The format is only written.
    WriteOnly {
        /// The format.
        format: Format,
    },
}

/// What an entry says.
struct Said {
    puzzle: Puzzle,
    open_rights: OpenRights,
    ignored: Vec<String>,
}

impl From<Puzzle> for Said {
    fn from(puzzle: Puzzle) -> Said {
        Said { puzzle, open_rights: OpenRights::default(), ignored: Vec::new() }
    }
}

/// What an entry says, and the text it was read from.
struct Raw {
    line: usize,
    said: Said,
    /// The entry as it stands in the file; `None` if its format is read for its fields alone.
    text: Option<String>,
}

type RawEntries<'a> = Box<dyn Iterator<Item = Result<Raw, ReadError>> + 'a>;

/// The entries of a text in their order; an entry that cannot be read does not stop the next ones.
pub fn read(text: &str, format: Format) -> Box<dyn Iterator<Item = Result<Entry, ReadError>> + '_> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Box::new(raw(text, format).map(move |entry| finished(entry?, format)))
}

/// The same of records, where a line that is not UTF-8 is refused.
pub fn read_records(bytes: &[u8]) -> impl Iterator<Item = Result<Entry, ReadError>> + '_ {
    records(bytes).map(|entry| finished(entry?, Format::Jsonl))
}

fn raw(text: &str, format: Format) -> RawEntries<'_> {
    match format {
        Format::Jsonl => Box::new(records(text.as_bytes())),
        Format::Epd => by_line(text, epd::read),
        Format::Csv => by_line(text, rows::read),
        Format::Pgn => Box::new(games::read(text).into_iter()),
        Format::Olv => Box::new(problems::olive(text).into_iter()),
        Format::Popeye => Box::new(problems::popeye(text).into_iter()),
        Format::Sdm => Box::new(grids::read(text).into_iter()),
        Format::Pdf | Format::Html | Format::Svg | Format::Png => {
            let problem = Problem::WriteOnly { format };
            Box::new(std::iter::once(Err(ReadError { line: 1, problem })))
        }
    }
}

/// One entry per line; lines that are blank or begin with `#` are passed over, and so is what
/// `read` makes nothing of.
fn by_line<'a>(text: &'a str, read: fn(&str) -> Option<Result<Said, Problem>>) -> RawEntries<'a> {
    let entry = move |(index, line): (usize, &'a str)| {
        let (line, text) = (index + 1, line.trim());
        if text.is_empty() || text.starts_with('#') {
            return None;
        }
        let raw = |said| Raw { line, said, text: Some(text.to_owned()) };
        Some(read(text)?.map(raw).map_err(|problem| ReadError { line, problem }))
    };
    Box::new(text.lines().enumerate().filter_map(entry))
}

fn records(bytes: &[u8]) -> impl Iterator<Item = Result<Raw, ReadError>> + '_ {
    let mut reader = Reader::new(bytes);
    std::iter::from_fn(move || {
        let read = reader.next()?;
        let line = reader.line();
        Some(match read {
            Ok(puzzle) => Ok(Raw { line, said: of_record(puzzle), text: None }),
            Err(error) => Err(ReadError { line, problem: error.into() }),
        })
    })
}

/// A record, with the rights that its position leaves open.
fn of_record(puzzle: Puzzle) -> Said {
    let read = fen::parse_with_defaults(puzzle.position()).ok();
    // The diagram of a proof game has no rights.
    let read = read.filter(|(_, missing)| !missing.contains(&FenField::Turn));
    let open_rights = read.map(|(setup, missing)| OpenRights::of(&setup, &missing));
    Said { open_rights: open_rights.unwrap_or_default(), ..puzzle.into() }
}

/// The entry with everything that follows from it.
fn finished(Raw { line, said, text }: Raw, format: Format) -> Result<Entry, ReadError> {
    let Said { puzzle, open_rights, ignored } = said;
    let wrong = |error| ReadError { line, problem: Problem::Typed(error) };
    let typed = TypedPuzzle::of(&puzzle).map_err(wrong)?;
    if format == Format::Jsonl {
        return Ok(Entry { line, puzzle, typed, open_rights, ignored });
    }
    let mut puzzle = annotated(puzzle, &typed);
    if let Some(text) = text {
        let again = derived(&puzzle, &typed, format, None).ok();
        if again.as_deref().map(str::trim) != Some(text.trim()) {
            puzzle.details_mut().original = Some(Original { format: name(format.name()), text });
        }
    }
    Ok(Entry { line, puzzle, typed, open_rights, ignored })
}

/// What an entry asks, and the solutions that it gives, none of them proved.
struct Given {
    kind: &'static str,
    position: String,
    stipulation: String,
    solutions: Vec<String>,
    line: Option<String>,
}

impl Given {
    /// The record, with these details.
    fn puzzle(self, details: Details) -> Result<Puzzle, Problem> {
        let mut solutions: Vec<String> = Vec::new();
        for solution in self.solutions {
            if !solution.trim().is_empty() && !solutions.contains(&solution) {
                solutions.push(solution);
            }
        }
        let answer = Answer::new(Status::Open, solutions)?;
        let line = self.line.filter(|uci| !uci.is_empty()).map(|uci| MainLine { uci, san: None });
        let puzzle = Puzzle::new(name(self.kind), self.position, self.stipulation, answer)?;
        Ok(puzzle.with_details(Details { line, ..details }))
    }
}

/// A stipulation in its usual form (`2` and `2#` are `#2`), or the text if it is not one.
fn stipulation(text: &str) -> String {
    match Stipulation::from_typed(text) {
        Ok(read) => read.to_string(),
        Err(_) => text.to_owned(),
    }
}

/// Moves given in SAN that follow each other, in UCI notation; up to the first that is not legal.
fn in_uci<'a>(start: &Position, words: impl Iterator<Item = &'a str>) -> String {
    let mut position = *start;
    let step = |word: &str| {
        let read = position.parse_san(word, sole_board::SanMode::Lenient).ok()?;
        position = position.after(read.played);
        Some(read.played.to_uci(UciStyle::Standard))
    };
    words.map_while(step).collect::<Vec<_>>().join(" ")
}

impl From<PuzzleError> for Problem {
    fn from(error: PuzzleError) -> Problem {
        Problem::Puzzle(error)
    }
}

impl From<CollectionError> for Problem {
    fn from(error: CollectionError) -> Problem {
        match error {
            CollectionError::Record { error, .. } => Problem::Record(error),
            CollectionError::Utf8 { column, .. } => Problem::Utf8 { column },
            other => unreachable!("text in memory can be read: {other}"),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Record(error) => error.fmt(f),
            Problem::Utf8 { column } => write!(f, "not UTF-8 text in column {column}"),
            Problem::Typed(error) => error.fmt(f),
            Problem::Epd(error) => error.fmt(f),
            Problem::Pgn(error) => error.fmt(f),
            Problem::Row(error) => error.fmt(f),
            Problem::NoMate => f.write_str("the puzzle does not end in mate"),
            Problem::Olive(error) => error.fmt(f),
            Problem::Popeye(error) => error.fmt(f),
            Problem::Grid(error) => error.fmt(f),
            Problem::Puzzle(error) => error.fmt(f),
            Problem::NoStipulation => f.write_str("no stipulation given"),
            Problem::WriteOnly { format } => write!(f, "{} is not read", format.title()),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for ReadError {}
