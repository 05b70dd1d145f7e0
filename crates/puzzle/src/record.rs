//! The form of a puzzle on disk: one JSON object, one line, one version.
//!
//! A record says which version of the format it is, and a reader knows exactly
//! one. Fields it does not know are refused, not dropped, so that reading and
//! writing a collection never loses anything. `docs/puzzle-format.md`
//! specifies every field.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Generator, Name, PuzzleError, Rating, Status};

/// The version tag of every record that this crate reads and writes.
pub const SCHEMA: &str = "sole-puzzle/1";

/// A record as it stands in the file, its fields in their written order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    pub(crate) schema: String,
    pub(crate) kind: Name,
    pub(crate) position: String,
    pub(crate) stipulation: String,
    pub(crate) verdict: Status,
    pub(crate) solutions: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) tags: BTreeSet<Name>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) ratings: Vec<Rating>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) generator: Option<Generator>,
}

/// The one field that every version has.
#[derive(Deserialize)]
struct Header {
    schema: String,
}

/// Why a line is not a record of a puzzle.
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordError {
    /// The line is not JSON, or a field is missing, unknown or malformed.
    Json {
        /// Where reading stopped, counted in bytes from 1; 0 if it never
        /// started.
        column: usize,
        /// What the JSON reader says.
        error: serde_json::Error,
    },
    /// The record is of a version that this program does not know.
    Schema {
        /// The version it claims.
        found: String,
    },
    /// Every field is well formed, but together they are no puzzle.
    Puzzle(PuzzleError),
}

impl Record {
    /// Reads a line, and blames an unknown version before an unknown field.
    pub(crate) fn parse(line: &str) -> Result<Record, RecordError> {
        serde_json::from_str(line).map_err(|error| match foreign(line) {
            Some(found) => RecordError::Schema { found },
            None => RecordError::Json { column: error.column(), error },
        })
    }

    /// The same record, if it is of the version that this crate knows.
    pub(crate) fn checked(self) -> Result<Record, RecordError> {
        if self.schema == SCHEMA {
            Ok(self)
        } else {
            Err(RecordError::Schema { found: self.schema })
        }
    }
}

/// The version of a line that is well-formed JSON of another version.
fn foreign(line: &str) -> Option<String> {
    let header: Header = serde_json::from_str(line).ok()?;
    (header.schema != SCHEMA).then_some(header.schema)
}

impl From<PuzzleError> for RecordError {
    fn from(error: PuzzleError) -> RecordError {
        RecordError::Puzzle(error)
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Json { column, error } => {
                write!(f, "{} in column {column}", without_place(error))
            }
            RecordError::Schema { found } => {
                write!(f, "unknown schema {found:?}, this program reads {SCHEMA:?}")
            }
            RecordError::Puzzle(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            RecordError::Json { error, .. } => Some(error),
            RecordError::Puzzle(error) => Some(error),
            RecordError::Schema { .. } => None,
        }
    }
}

/// The message of `error` without its place, which counts lines from the
/// start of the record and not of the file.
fn without_place(error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    message.strip_suffix(&place).unwrap_or(&message).to_owned()
}
