//! The form of a puzzle on disk: one JSON object, one line, two versions.
//!
//! A record says which version of the format it is. Fields that the reader
//! does not know are refused, not dropped, so that reading and writing a
//! collection never loses anything. A record is written in the oldest version
//! that has all its fields, so that older programs can read it if they can.
//! `docs/puzzle-format.md` specifies every field.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    Details, Generator, JsonProblem, MainLine, Name, Original, PuzzleError, Rating, SetupMove,
    Status,
};

/// The version tag of records that have none of the later fields.
pub const SCHEMA: &str = "sole-puzzle/1";

/// The version tag of records with [`Details`], SAN, or several solutions of an open verdict.
pub const SCHEMA_2: &str = "sole-puzzle/2";

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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) san: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<MainLine>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) setup_move: Option<SetupMove>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) intended_solutions: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) tags: BTreeSet<Name>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) ratings: Vec<Rating>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) authors: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) date: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) award: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) keywords: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) comments: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) openings: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) generator: Option<Generator>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) original: Option<Original>,
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
    /// The line is not a JSON object.
    NoObject,
    /// The line is not JSON, or a field is missing, unknown or malformed.
    Json {
        /// Where reading stopped, counted in bytes from 1; 0 if it never
        /// started.
        column: usize,
        /// What is wrong.
        problem: JsonProblem,
    },
    /// The record is of a version that this program does not know.
    Schema {
        /// The version it claims.
        found: String,
    },
    /// The record has a field or value that its version does not have.
    Newer,
    /// Every field is well formed, but together they are no puzzle.
    Puzzle(PuzzleError),
}

impl Record {
    /// Reads a line, and blames an unknown version before an unknown field.
    pub(crate) fn parse(line: &str) -> Result<Record, RecordError> {
        if !line.trim_start().starts_with('{') {
            return Err(RecordError::NoObject);
        }
        serde_json::from_str(line).map_err(|error| match other_version(line) {
            Some(found) => RecordError::Schema { found },
            None => RecordError::Json { column: error.column(), problem: JsonProblem::of(line) },
        })
    }

    /// The same record, if it is of a version that this crate knows and has no field of a later one.
    pub(crate) fn checked(self) -> Result<Record, RecordError> {
        match self.schema.as_str() {
            SCHEMA_2 => Ok(self),
            SCHEMA if self.oldest_version() == SCHEMA => Ok(self),
            SCHEMA => Err(RecordError::Newer),
            _ => Err(RecordError::Schema { found: self.schema }),
        }
    }

    /// The oldest version that has all fields of this record.
    pub(crate) fn oldest_version(&self) -> &'static str {
        let is_open_with_several = self.verdict == Status::Open && self.solutions.len() > 1;
        let has_details = !self.details().is_empty() || !self.san.is_empty();
        if has_details || is_open_with_several { SCHEMA_2 } else { SCHEMA }
    }

    /// The fields that only the second version has, but for SAN.
    pub(crate) fn details(&self) -> Details {
        Details {
            id: self.id.clone(),
            title: self.title.clone(),
            authors: self.authors.clone(),
            url: self.url.clone(),
            date: self.date.clone(),
            award: self.award.clone(),
            keywords: self.keywords.clone(),
            comments: self.comments.clone(),
            openings: self.openings.clone(),
            intended_solutions: self.intended_solutions.clone(),
            setup_move: self.setup_move.clone(),
            line: self.line.clone(),
            original: self.original.clone(),
        }
    }
}

/// The version of a line that is well-formed JSON of another version.
fn other_version(line: &str) -> Option<String> {
    let header: Header = serde_json::from_str(line).ok()?;
    let is_known = header.schema == SCHEMA || header.schema == SCHEMA_2;
    (!is_known).then_some(header.schema)
}

impl From<PuzzleError> for RecordError {
    fn from(error: PuzzleError) -> RecordError {
        RecordError::Puzzle(error)
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::NoObject => f.write_str("not a puzzle record (a JSON object)"),
            RecordError::Json { column, problem } => write!(f, "{problem} (column {column})"),
            RecordError::Schema { found } => {
                write!(
                    f,
                    "unknown schema {found:?}, this program reads {SCHEMA:?} and {SCHEMA_2:?}"
                )
            }
            RecordError::Newer => {
                write!(f, "the record has something that needs the schema {SCHEMA_2:?}")
            }
            RecordError::Puzzle(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            RecordError::Puzzle(error) => Some(error),
            RecordError::NoObject
            | RecordError::Json { .. }
            | RecordError::Schema { .. }
            | RecordError::Newer => None,
        }
    }
}
