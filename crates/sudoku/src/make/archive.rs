//! The best puzzles of a hunt, written and read as lines.
//!
//! Each line has a puzzle in canonical form, its rating, and `done` if its
//! neighbourhood has been searched or `open` if not. What is written can be read
//! and the hunt goes on.

use crate::canon::{self, Minlex};
use crate::formats::line::{self, LineError};
use crate::{Puzzle, Shape};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Rated puzzles, no two of them equivalent.
#[derive(Clone, Debug)]
pub struct Archive {
    minlex: Option<Minlex>,
    /// How many are kept.
    capacity: usize,
    /// By canonical values.
    entries: BTreeMap<Box<[u8]>, Entry>,
}

/// What is known of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The puzzle in canonical form.
    pub puzzle: Puzzle,
    /// The higher, the more it is wanted.
    pub rating: f64,
    /// Whether its neighbourhood has been searched.
    pub state: State,
}

/// Whether the neighbourhood of a puzzle has been searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Not yet.
    Open,
    /// To the end.
    Done,
}

/// Why a text is no archive.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ArchiveError {
    /// A line that is not a puzzle, a number, and `open` or `done`.
    Words {
        /// Counted from 1.
        line: usize,
    },
    /// The puzzle of a line.
    Puzzle {
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        error: LineError,
    },
    /// A puzzle of another shape.
    Shape {
        /// Counted from 1.
        line: usize,
        /// The shape of the puzzle.
        found: Shape,
        /// The shape of the archive.
        expected: Shape,
    },
}

impl Archive {
    /// An empty archive of at most `capacity` puzzles.
    pub fn new(shape: Shape, capacity: usize) -> Archive {
        Archive { minlex: Minlex::new(shape), capacity, entries: BTreeMap::new() }
    }

    /// Reads what [`Archive::render`] wrote. Empty lines and those that begin with `#` are skipped.
    ///
    /// # Errors
    ///
    /// The first line that is wrong.
    pub fn parse(shape: Shape, capacity: usize, text: &str) -> Result<Archive, ArchiveError> {
        let mut archive = Archive::new(shape, capacity);
        for (words, line) in text.lines().zip(1..) {
            if words.is_empty() || words.starts_with('#') {
                continue;
            }
            let entry = parse_entry(words, line)?;
            let found = entry.puzzle.shape();
            if found != shape {
                return Err(ArchiveError::Shape { line, found, expected: shape });
            }
            let form = archive.form(&entry.puzzle);
            archive.insert(Entry { puzzle: form, ..entry });
        }
        Ok(archive)
    }

    /// One line for each puzzle, the best first.
    pub fn render(&self) -> String {
        let mut text = String::new();
        for Entry { puzzle, rating, state } in self.best() {
            if let Some(puzzle) = line::render(puzzle.givens()) {
                let word = if *state == State::Done { "done" } else { "open" };
                writeln!(text, "{puzzle} {rating} {word}").expect("a string takes everything");
            }
        }
        text
    }

    /// The puzzles, the best first.
    pub fn best(&self) -> Vec<&Entry> {
        let mut all: Vec<&Entry> = self.entries.values().collect();
        // The map is in order and this sort keeps it among equals.
        all.sort_by(|a, b| b.rating.total_cmp(&a.rating));
        all
    }

    /// How many puzzles there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The canonical form by which puzzles are compared.
    pub fn form(&self, puzzle: &Puzzle) -> Puzzle {
        self.minlex
            .as_ref()
            .map_or_else(|| canon::label(puzzle), |minlex| minlex.find(puzzle))
            .puzzle
    }

    /// Whether a canonical form is already there.
    pub fn contains(&self, form: &Puzzle) -> bool {
        self.entries.contains_key(form.givens().values())
    }

    /// Inserts a puzzle in canonical form, unless there are enough better ones. If it was there, the
    /// entry is replaced.
    pub(super) fn insert(&mut self, entry: Entry) {
        self.entries.insert(entry.puzzle.givens().values().into(), entry);
        if self.entries.len() > self.capacity {
            let by_rating = |a: &(_, &Entry), b: &(_, &Entry)| a.1.rating.total_cmp(&b.1.rating);
            let worst = self.entries.iter().rev().min_by(by_rating);
            worst.map(|(values, _)| values.clone()).and_then(|values| self.entries.remove(&values));
        }
    }
}

fn parse_entry(words: &str, line: usize) -> Result<Entry, ArchiveError> {
    let mut parts = words.split_whitespace();
    let [Some(puzzle), Some(rating), Some(state), None] = [(); 4].map(|()| parts.next()) else {
        return Err(ArchiveError::Words { line });
    };
    let state = match state {
        "open" => State::Open,
        "done" => State::Done,
        _ => return Err(ArchiveError::Words { line }),
    };
    let rating = rating.parse().map_err(|_| ArchiveError::Words { line })?;
    let puzzle = line::parse(puzzle).map_err(|error| ArchiveError::Puzzle { line, error })?;
    Ok(Entry { puzzle, rating, state })
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchiveError::Words { line } => {
                write!(f, "line {line}: expected a puzzle, a rating, and open or done")
            }
            ArchiveError::Puzzle { line, error } => write!(f, "line {line}: {error}"),
            ArchiveError::Shape { line, found, expected } => {
                write!(f, "line {line}: boxes of {found}, expected {expected}")
            }
        }
    }
}

impl std::error::Error for ArchiveError {}
