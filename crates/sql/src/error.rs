//! Why a question has no answer, and where in its text the reason stands.

use datafusion::common::{Diagnostic, Location, Span};
use datafusion::error::DataFusionError;
use datafusion::sql::sqlparser::parser::ParserError;
use sole_atlas::AtlasError;
use std::ops::Range;
use std::sync::Arc;
use std::{fmt, io};

/// Why a question has no answer.
#[derive(Debug)]
#[non_exhaustive]
pub enum SqlError {
    /// The text is no question that can be answered.
    Query {
        /// What is wrong with it.
        message: String,
        /// The bytes of the text that it is about, if that is known.
        place: Option<Range<usize>>,
        /// What may be meant.
        help: Vec<String>,
    },
    /// The text has no statement, or more than one.
    NotOne {
        /// How many it has.
        statements: usize,
    },
    /// The statement would change something.
    Changing,
    /// The statement has a clause that the engine would ignore.
    Unsupported {
        /// The clause.
        clause: &'static str,
    },
    /// A layer that is asked about cannot be read.
    Atlas(AtlasError),
    /// More memory is needed than may be used, in spite of files for what does not fit.
    Memory {
        /// What needed it.
        message: String,
    },
    /// The rows cannot be written.
    Output(io::Error),
    /// The engine failed: something is wrong with the program or the machine.
    Engine {
        /// What it said.
        message: String,
    },
    /// The work was asked to stop.
    Stopped,
}

/// What DataFusion writes before the name of a table.
const FULL_NAME: &str = "datafusion.public.";

const TABLES: &str = "the tables are layer(n), as layer(6), and layers";

impl fmt::Display for SqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SqlError::Query { message, .. } => f.write_str(message),
            SqlError::NotOne { statements } => {
                write!(f, "{statements} statements, expected one question at a time")
            }
            SqlError::Changing => f.write_str("only questions are answered, nothing is changed"),
            SqlError::Unsupported { clause } => write!(f, "{clause} is not supported"),
            SqlError::Atlas(error) => error.fmt(f),
            SqlError::Memory { message } => write!(f, "the memory does not suffice: {message}"),
            SqlError::Output(error) => write!(f, "cannot write: {error}"),
            SqlError::Engine { message } => write!(f, "the query engine failed: {message}"),
            SqlError::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for SqlError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SqlError::Atlas(error) => Some(error),
            SqlError::Output(error) => Some(error),
            _ => None,
        }
    }
}

impl SqlError {
    /// What DataFusion says about a question.
    pub(crate) fn of(error: DataFusionError, query: &str) -> SqlError {
        let told = error.diagnostic().cloned();
        match innermost(error) {
            DataFusionError::External(error) => match error.downcast::<AtlasError>() {
                Ok(error) => SqlError::Atlas(*error),
                Err(error) => SqlError::Engine { message: error.to_string() },
            },
            DataFusionError::ResourcesExhausted(message) => SqlError::Memory { message },
            DataFusionError::Internal(message) => SqlError::Engine { message },
            DataFusionError::ParquetError(error) => SqlError::Engine { message: error.to_string() },
            error => SqlError::about(&error, told, query),
        }
    }

    fn about(error: &DataFusionError, told: Option<Diagnostic>, query: &str) -> SqlError {
        let message = match error {
            DataFusionError::SQL(error, _) => parser_message(error).to_owned(),
            error => error.strip_backtrace(),
        };
        let (message, parsed) = without_location(&message);
        let place = told.as_ref().and_then(|told| told.span).or(parsed);
        let place = place.and_then(|span| bytes(query, span));
        let notes = told.iter().flat_map(|told| {
            let notes = told.notes.iter().map(|note| &note.message);
            notes.chain(told.helps.iter().map(|help| &help.message))
        });
        let mut help: Vec<String> = notes.map(|note| plain(note)).collect();
        let message = told.as_ref().map_or(message, |told| without_location(&told.message).0);
        let message = plain(&message.replace(FULL_NAME, ""));
        if message.starts_with("table '") {
            help.push(TABLES.to_owned());
        }
        SqlError::Query { message, place, help }
    }
}

/// The error that others are wrapped around.
fn innermost(error: DataFusionError) -> DataFusionError {
    match error {
        DataFusionError::Context(_, inner) | DataFusionError::Diagnostic(_, inner) => {
            innermost(*inner)
        }
        DataFusionError::Shared(shared) => match Arc::try_unwrap(shared) {
            Ok(inner) => innermost(inner),
            Err(shared) => DataFusionError::Shared(shared),
        },
        DataFusionError::Collection(mut errors) if !errors.is_empty() => {
            innermost(errors.swap_remove(0))
        }
        error => error,
    }
}

fn parser_message(error: &ParserError) -> &str {
    match error {
        ParserError::TokenizerError(message) | ParserError::ParserError(message) => message,
        ParserError::RecursionLimitExceeded => "too many brackets inside each other",
    }
}

/// A message without the place that the parser writes behind it, and that place.
fn without_location(message: &str) -> (&str, Option<Span>) {
    let parsed = || {
        let (text, place) = message.rsplit_once(" at Line: ")?;
        let (line, column) = place.split_once(", Column: ")?;
        let start = Location { line: line.parse().ok()?, column: column.parse().ok()? };
        Some((text, Span { start, end: start }))
    };
    parsed().map_or((message, None), |(text, span)| (text, Some(span)))
}

/// A message as ours begin, without the names of DataFusion's kinds of errors.
fn plain(message: &str) -> String {
    const KINDS: [&str; 6] = [
        "Error during planning: ",
        "Execution error: ",
        "Arrow error: ",
        "This feature is not implemented: ",
        "Schema error: ",
        "SQL error: ",
    ];
    let text = KINDS.iter().fold(message, |text, kind| text.strip_prefix(kind).unwrap_or(text));
    let text = text.trim_end_matches('.');
    let mut letters = text.chars();
    let second_is_small = text.chars().nth(1).is_some_and(|letter| !letter.is_uppercase());
    match letters.next() {
        Some(first) if second_is_small => first.to_lowercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

/// The bytes that a span means; a word if it has no end.
fn bytes(query: &str, span: Span) -> Option<Range<usize>> {
    let start = offset(query, span.start)?;
    let rest = &query[start..];
    let word = || {
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let end = end.filter(|&end| end > 0).or_else(|| rest.chars().next().map(char::len_utf8));
        start + end.unwrap_or(rest.len())
    };
    let end = offset(query, span.end).filter(|&end| end > start);
    Some(start..end.unwrap_or_else(word))
}

/// Where a line and a column are, both counted from 1, columns in characters.
fn offset(query: &str, location: Location) -> Option<usize> {
    let lines = query.split_inclusive('\n').scan(0, |next, line| {
        let begin = *next;
        *next += line.len();
        Some((begin, line))
    });
    let index = usize::try_from(location.line).ok()?.checked_sub(1)?;
    let (begin, line) = lines.chain([(query.len(), "")]).nth(index)?;
    let column = usize::try_from(location.column).ok()?.checked_sub(1)?;
    let within = line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    Some(begin + within)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: (u64, u64), end: (u64, u64)) -> Span {
        let location = |(line, column)| Location { line, column };
        Span { start: location(start), end: location(end) }
    }

    #[test]
    fn spans_are_bytes_of_the_text() {
        let query = "select ä,\n  größe\nfrom x";
        let cases = [
            (span((1, 1), (1, 7)), Some("select")),
            (span((1, 8), (1, 8)), Some("ä")),
            (span((2, 3), (2, 8)), Some("größe")),
            (span((2, 3), (2, 3)), Some("größe")),
            (span((3, 6), (3, 6)), Some("x")),
            (span((3, 7), (3, 7)), Some("")),
            (span((1, 9), (1, 9)), Some(",")),
            (span((0, 0), (0, 0)), None),
            (span((9, 1), (9, 1)), None),
        ];
        for (span, expected) in cases {
            assert_eq!(bytes(query, span).map(|place| &query[place]), expected, "{span:?}");
        }
    }

    #[test]
    fn messages_lose_their_frame() {
        let cases = [
            (
                "Expected: an expression, found: x at Line: 1, Column: 8",
                "expected: an expression, found: x",
            ),
            ("Error during planning: No such thing.", "no such thing"),
            ("DDL not supported: x", "DDL not supported: x"),
            ("24 bytes", "24 bytes"),
            ("", ""),
        ];
        for (message, expected) in cases {
            assert_eq!(plain(without_location(message).0), expected, "{message}");
        }
    }
}
