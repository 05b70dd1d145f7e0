//! Many puzzles, one a line.
//!
//! A [`Collection`] is JSON lines: a puzzle can be appended without reading
//! the rest, and a damaged line spoils itself alone. [`Reader`] takes the
//! lines one by one and goes on after a bad one; [`Collection::read`] takes
//! all of them or says which line is wrong.
//!
//! ```
//! use sole_puzzle::Collection;
//!
//! let text = br##"
//! {"schema":"sole-puzzle/1","kind":"mate","position":"6k1/5ppp/8/8/8/8/8/R5K1 w - -","stipulation":"#1","verdict":"one","solutions":["a1a8"]}
//! {"schema":"sole-puzzle/1"}
//! "##;
//! let error = Collection::read(&text[..]).expect_err("the second record is cut short");
//! assert_eq!(error.to_string(), "line 3: the field \"kind\" is missing (column 26)");
//! ```

use std::fmt;
use std::io::{self, BufRead, Write};

use crate::{Puzzle, RecordError};

/// Puzzles in the order of their file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Collection {
    puzzles: Vec<Puzzle>,
}

/// Reads puzzles one by one; empty lines are passed over.
///
/// After a bad line it goes on with the next; after a failure to read it ends.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    /// Lines taken so far, so also the number of the last one, from 1.
    line: usize,
    /// Set once the input is at its end or broken.
    ended: bool,
}

/// A line that is no puzzle, or could not be read at all.
#[derive(Debug)]
#[non_exhaustive]
pub enum CollectionError {
    /// The input failed.
    Io {
        /// The number of the line that was to be read, from 1.
        line: usize,
        /// What the system says.
        error: io::Error,
    },
    /// The line is not text.
    Utf8 {
        /// The number of the line, from 1.
        line: usize,
        /// The first byte that is not UTF-8, counted from 1.
        column: usize,
    },
    /// The line is text, but not a record of a puzzle.
    Record {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        error: RecordError,
    },
}

impl Collection {
    /// Reads every puzzle of `input`.
    ///
    /// # Errors
    ///
    /// The first line that is no puzzle, or a failure to read.
    pub fn read(input: impl BufRead) -> Result<Collection, CollectionError> {
        Reader::new(input).collect()
    }

    /// Writes every puzzle as one line.
    ///
    /// # Errors
    ///
    /// A failure to write.
    pub fn write(&self, mut output: impl Write) -> io::Result<()> {
        self.puzzles.iter().try_for_each(|puzzle| writeln!(output, "{}", puzzle.to_line()))
    }

    /// Adds a puzzle at the end.
    pub fn push(&mut self, puzzle: Puzzle) {
        self.puzzles.push(puzzle);
    }

    /// The puzzles, in order.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }
}

impl FromIterator<Puzzle> for Collection {
    fn from_iter<I: IntoIterator<Item = Puzzle>>(puzzles: I) -> Collection {
        Collection { puzzles: puzzles.into_iter().collect() }
    }
}

impl IntoIterator for Collection {
    type Item = Puzzle;
    type IntoIter = std::vec::IntoIter<Puzzle>;

    fn into_iter(self) -> Self::IntoIter {
        self.puzzles.into_iter()
    }
}

impl<R: BufRead> Reader<R> {
    /// Starts at line 1 of `input`.
    pub fn new(input: R) -> Reader<R> {
        Reader { input, line: 0, ended: false }
    }

    /// The number of the line that was read last, from 1; 0 before the first.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The bytes of the next line, or `None` at the end of the input.
    fn take_line(&mut self) -> Option<io::Result<Vec<u8>>> {
        if self.ended {
            return None;
        }
        let mut bytes = Vec::new();
        let taken = self.input.read_until(b'\n', &mut bytes);
        self.ended = !matches!(taken, Ok(1..));
        if let Ok(0) = taken {
            return None;
        }
        self.line += 1;
        Some(taken.map(|_| bytes))
    }

    /// The puzzle in `bytes`, or `None` if the line is empty.
    fn decode(&self, bytes: &[u8]) -> Option<Result<Puzzle, CollectionError>> {
        let line = self.line;
        let text = match std::str::from_utf8(bytes) {
            // Some editors put a byte order mark before the first line.
            Ok(text) if line == 1 => text.trim_start_matches('\u{feff}').trim_end(),
            Ok(text) => text.trim_end(),
            Err(error) => {
                let column = error.valid_up_to() + 1;
                return Some(Err(CollectionError::Utf8 { line, column }));
            }
        };
        let record = |error| CollectionError::Record { line, error };
        (!text.is_empty()).then(|| Puzzle::parse(text).map_err(record))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Puzzle, CollectionError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let item = match self.take_line()? {
                Ok(bytes) => self.decode(&bytes),
                Err(error) => Some(Err(CollectionError::Io { line: self.line, error })),
            };
            if item.is_some() {
                return item;
            }
        }
    }
}

impl fmt::Display for CollectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CollectionError::Io { line, error } => write!(f, "line {line}: {error}"),
            CollectionError::Utf8 { line, column } => {
                write!(f, "line {line}: not UTF-8 text in column {column}")
            }
            CollectionError::Record { line, error } => write!(f, "line {line}: {error}"),
        }
    }
}

impl std::error::Error for CollectionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CollectionError::Io { error, .. } => Some(error),
            CollectionError::Record { error, .. } => Some(error),
            CollectionError::Utf8 { .. } => None,
        }
    }
}
