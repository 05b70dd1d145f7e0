//! Failures: what is wrong, where, why, and how to go on, as data.

use crate::exit::Exit;
use crate::input::Input;
use schemars::JsonSchema;
use serde::Serialize;
use sole_board::{Fault, Faults, FenError, Setup, fen};
use sole_endgame::file::Metric;
use std::fmt;
use std::ops::Range;

/// What kind of thing went wrong; scripts see its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// The command line could not be understood.
    Usage,
    /// A text that is no FEN.
    BadFen,
    /// A FEN of a position that cannot be played on.
    BadPosition,
    /// A text that is no legal move.
    BadMove,
    /// A file or standard input that cannot be read.
    Unreadable,
    /// An answer that cannot be written.
    Output,
    /// A count beyond 64 bits.
    TooMany,
    /// A text that is no stipulation, or one that does not suit.
    BadStipulation,
    /// A problem in a file that cannot be read.
    BadEntry,
    /// A text that is no sudoku, or one that does not suit.
    BadGrid,
    /// A text that is no name of an ending.
    BadMaterial,
    /// A text that is no condition on positions, or no question in SQL.
    BadExpression,
    /// A position or an ending that no table can have.
    NoTable,
    /// A table that is needed and may not be built.
    MissingTable,
    /// A table that cannot be read or written.
    BadTable,
    /// A layer of an atlas that is needed and not there.
    MissingLayer,
    /// A layer of an atlas that cannot be read or written.
    BadAtlas,
    /// A file of work in progress that is damaged.
    BadLog,
    /// More memory is needed than may be used.
    Memory,
    /// A folder for work in progress that cannot be used.
    Storage,
    /// An address on which nothing can be served.
    Address,
    /// An error in this program.
    Internal,
    /// Stopped by Ctrl-C.
    Interrupted,
}

/// One failure.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Failure {
    kind: FailureKind,
    message: String,
    #[serde(flatten)]
    details: Box<Details>,
}

/// Where it is wrong, and how to go on.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Details {
    /// The text that is wrong, and where it stood.
    #[serde(flatten)]
    pub input: Option<Input>,
    /// Where in the text it is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// A FEN like the one that is wrong that can be read or played on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repaired: Option<String>,
    /// The names of the faults, if they are all that is wrong and can be waived.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waivable: Vec<&'static str>,
    /// The endings to build, for programs that would do so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub build: Vec<String>,
    /// The table to rebuild, for programs that would do so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damaged: Option<Title>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    /// Ways to go on.
    pub help: Vec<String>,
}

/// A place in the input, in bytes, with what is wrong there.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Place {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last.
    pub end: usize,
    /// The name of the fault of a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<&'static str>,
    /// What is wrong there, if there is more to say than that it is wrong.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
}

impl Failure {
    /// A failure about nothing in particular in the input.
    pub fn new(kind: FailureKind, message: String) -> Failure {
        let message = without_error_number(message);
        Failure { kind, message, details: Box::default() }
    }

    /// What is wrong, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where it is wrong, and how to go on.
    pub fn details(&self) -> &Details {
        &self.details
    }

    /// The same with a way to go on.
    pub fn helped(mut self, help: impl Into<String>) -> Failure {
        self.details.help.push(help.into());
        self
    }

    /// The same with the endings that should be built.
    pub fn wanting(mut self, endings: impl IntoIterator<Item = String>) -> Failure {
        self.details.build.extend(endings);
        self
    }

    /// The same with the damaged table that should be rebuilt.
    pub fn damaged(mut self, table: Title) -> Failure {
        self.details.damaged = Some(table);
        self
    }

    /// The same in other words.
    pub fn reworded(mut self, message: impl Into<String>) -> Failure {
        self.message = message.into();
        self
    }

    /// The same about this input as a whole.
    pub fn about(mut self, input: &Input) -> Failure {
        self.details.input = Some(input.clone());
        self
    }

    /// The same about this part of its input.
    pub fn at(mut self, Range { start, end }: Range<usize>) -> Failure {
        self.details.places.push(Place { start, end, fault: None, message: String::new() });
        self
    }

    /// A text that is no FEN.
    pub fn bad_fen(input: &Input, error: &FenError) -> Failure {
        let failure = Failure::new(FailureKind::BadFen, error.to_string()).about(input);
        let mut failure = failure.at(error.span.clone());
        failure.details.repaired = fen::suggestion(&input.text).map(|setup| setup.to_string());
        failure
    }

    /// A setup that cannot be played on.
    pub fn bad_position(input: &Input, setup: &Setup, faults: Faults) -> Failure {
        let place = |fault: Fault| {
            let Range { start, end } = fen::field_of(&input.text, fault);
            Place { start, end, fault: Some(fault.name()), message: setup.explain(fault) }
        };
        let message = match faults.iter().count() {
            1 => "this position cannot be played on".to_owned(),
            n => format!("this position cannot be played on, for {n} reasons"),
        };
        let mut failure = Failure::new(FailureKind::BadPosition, message).about(input);
        failure.details.places = faults.iter().map(place).collect();
        let repaired = setup.suggestion(Faults::NONE);
        failure.details.repaired = repaired.map(|setup| setup.to_string());
        failure
    }

    /// The same with the flag that overlooks these faults, if there is one.
    pub fn waivable(self, faults: Faults) -> Failure {
        if faults & Faults::WAIVABLE != faults {
            return self;
        }
        let names: Vec<&str> = faults.iter().map(Fault::name).collect();
        let mut failure =
            self.helped(format!("for a composed position, add --waive {}", names.join(",")));
        failure.details.waivable = names;
        failure
    }

    /// What kind of thing went wrong.
    pub fn kind(&self) -> FailureKind {
        self.kind
    }

    /// The exit code that goes with it.
    pub fn exit(&self) -> Exit {
        match self.kind {
            FailureKind::Usage => Exit::Usage,
            FailureKind::TooMany
            | FailureKind::MissingTable
            | FailureKind::MissingLayer
            | FailureKind::Memory
            | FailureKind::Storage
            | FailureKind::Internal => Exit::Open,
            FailureKind::Interrupted => Exit::Interrupted,
            _ => Exit::BadInput,
        }
    }
}

/// A message about a file without the number that the standard library adds to the words of the
/// operating system: `cannot read x: No such file or directory (os error 2)` becomes `cannot read x:
/// no such file or directory`. Errors of all crates pass through here.
fn without_error_number(message: String) -> String {
    let Some((before, rest)) = message.split_once(" (os error ") else { return message };
    let Some((_, after)) = rest.split_once(')') else { return message };
    let (place, words) = before.rsplit_once(": ").unwrap_or(("", before));
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    let words: String = first.into_iter().chain(letters).collect();
    let between = if place.is_empty() { "" } else { ": " };
    without_error_number(format!("{place}{between}{words}{after}"))
}

/// A table: its ending, and what it counts.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Title {
    /// The material, as `KRvK`.
    pub ending: String,
    /// What it counts: dtm or dtz.
    pub metric: &'static str,
}

impl Title {
    /// The table of an ending.
    pub fn new(ending: impl ToString, metric: Metric) -> Title {
        Title { ending: ending.to_string(), metric: metric.extension() }
    }
}

impl fmt::Display for Title {
    /// `KRvK`, or `KRvK dtz` if it does not count the distance to mate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.metric == Metric::Dtm.extension() {
            f.pad(&self.ending)
        } else {
            f.pad(&format!("{} {}", self.ending, self.metric))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_files_are_in_plain_words() {
        let cases = [
            (
                "cannot read a: b: No such file or directory (os error 2)",
                "cannot read a: b: no such file or directory",
            ),
            (
                "cannot write x: Permission denied (os error 13), try y",
                "cannot write x: permission denied, try y",
            ),
            ("Is a directory (os error 21)", "is a directory"),
            ("a plain message", "a plain message"),
            ("(os error ", "(os error "),
        ];
        for (message, expected) in cases {
            let failure = Failure::new(FailureKind::Unreadable, message.to_owned());
            assert_eq!(failure.message(), expected);
        }
    }
}
