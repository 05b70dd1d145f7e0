//! Where puzzles come from: files of any format that is read, or standard input.

use crate::args::puzzle::Choice;
use crate::complain::{Complaint, Kind};
use crate::console::Console;
use crate::input::{Bytes, Input, Whole};
use crate::render::{excerpt, grouped, visible};
use sole_collection::{Entry, Format, Problem, ReadError, Subject, SubjectError};
use sole_puzzle::{Name, Puzzle, RecordError};
use std::collections::BTreeSet;
use std::path::Path;

/// A puzzle, what it is about, and where it stood.
pub(super) struct Item {
    /// Its place among the puzzles of its file, from 1 on.
    pub(super) number: usize,
    /// Its line.
    pub(super) input: Input,
    pub(super) puzzle: Puzzle,
    pub(super) subject: Subject,
}

/// The kinds of puzzles that there are to choose from.
#[derive(Default)]
pub(super) struct Kinds(BTreeSet<Name>);

impl Kinds {
    pub(super) fn of<'a>(puzzles: impl Iterator<Item = &'a Puzzle>) -> Kinds {
        Kinds(puzzles.map(|puzzle| puzzle.kind().clone()).collect())
    }

    /// Takes note of a kind.
    pub(super) fn add(&mut self, kind: &Name) {
        if !self.0.contains(kind) {
            self.0.insert(kind.clone());
        }
    }

    /// Why a choice leaves nothing.
    pub(super) fn nothing(&self, choice: &Choice) -> String {
        let join = |names: Vec<&str>| names.join(", ");
        let wanted = join(choice.kind.iter().map(Name::as_str).collect());
        let there = join(self.0.iter().map(Name::as_str).collect());
        match choice.kind.is_empty() || choice.kind.iter().any(|kind| self.0.contains(kind)) {
            true => "there is no such puzzle".to_owned(),
            false => format!("there is no puzzle of kind {wanted}; kinds there are: {there}"),
        }
    }
}

/// A file with its format.
pub(super) struct Source {
    bytes: Bytes,
    whole: Whole,
    pub(super) format: Format,
}

/// An entry that is not used.
pub(super) enum Unused {
    /// A row of Lichess's puzzles that is not a mate.
    NoMate(Complaint),
    /// It cannot be read.
    Unreadable(Complaint),
}

impl Source {
    /// Reads a file; its format is the one that is named, or follows from its name or its text.
    pub(super) fn open(path: &Path, named: Option<Format>) -> Result<Source, Complaint> {
        let bytes = Bytes::read(path)?;
        let whole = bytes.text();
        let format =
            named.or_else(|| Format::of_path(path)).or_else(|| Format::of_text(&whole.text));
        let format = format.unwrap_or(Format::Jsonl);
        if !Format::COLLECTIONS.contains(&format) {
            let name = visible(&path.display().to_string());
            let message = format!("{name}: {} is not a format that is read", format.title());
            let help =
                format!("files that are read end in {}", Format::listed(&Format::COLLECTIONS));
            return Err(Complaint::new(Kind::Usage, message).helped(help));
        }
        Ok(Source { bytes, whole, format })
    }

    /// The puzzles in their order, or why an entry is not used.
    pub(super) fn items(&self) -> impl Iterator<Item = Result<Item, Unused>> {
        let entries: Box<dyn Iterator<Item = Result<Entry, ReadError>>> = match self.format {
            Format::Jsonl => Box::new(sole_collection::read_records(&self.bytes.content)),
            format => sole_collection::read(&self.whole.text, format),
        };
        let item = |(index, entry): (usize, Result<Entry, ReadError>)| match entry {
            Ok(Entry { line, puzzle, subject }) => {
                let input = self.whole.input(line, puzzle.position());
                Ok(Item { number: index + 1, input, puzzle, subject })
            }
            Err(error) => Err(match error.problem {
                Problem::NoMate => Unused::NoMate(self.complaint(&error)),
                _ => Unused::Unreadable(self.complaint(&error)),
            }),
        };
        entries.enumerate().map(item)
    }

    /// Why an entry cannot be read.
    fn complaint(&self, ReadError { line, problem }: &ReadError) -> Complaint {
        let input = self.whole.line(*line);
        let about = |kind: Kind, text: String| Complaint::new(kind, excerpt(&text)).about(&input);
        match problem {
            Problem::Subject(error) => bad_subject(error, &input),
            Problem::Record(RecordError::NoObject) => {
                let place = input.origin().unwrap_or_else(|| "the text".to_owned());
                Complaint::new(Kind::BadEntry, format!("{place} is {problem}"))
            }
            Problem::Record(RecordError::Json { column, .. }) => {
                let at = column.saturating_sub(1);
                about(Kind::BadEntry, problem.to_string()).at(at..at + 1)
            }
            Problem::Grid(_) => about(Kind::BadGrid, problem.to_string()),
            Problem::NoStipulation => about(Kind::BadStipulation, problem.to_string())
                .helped("EPD has dm 2; or stip \"h#2.5\"; and PGN the tag Stipulation"),
            _ => about(Kind::BadEntry, problem.to_string()),
        }
    }
}

/// Why the texts of a record mean nothing.
pub(super) fn bad_subject(error: &SubjectError, input: &Input) -> Complaint {
    let about = |kind: Kind| Complaint::new(kind, excerpt(&error.to_string())).about(input);
    match error {
        SubjectError::Fen { text, error } => Complaint::bad_fen(&input.word(text), error),
        SubjectError::Position { text, setup, faults } => {
            Complaint::bad_position(&input.word(text), setup, *faults)
        }
        SubjectError::Stipulation(_) | SubjectError::Length(_) | SubjectError::Ending { .. } => {
            about(Kind::BadStipulation)
        }
        SubjectError::Problem(_) => about(Kind::BadPosition),
        SubjectError::Grid(_) => about(Kind::BadGrid),
        _ => about(Kind::BadEntry),
    }
}

/// The puzzles of a file, or why one cannot be read; at least one. Rows of Lichess's puzzles that
/// are not mates are left out and counted.
pub(super) fn read(
    path: &Path,
    console: &Console,
) -> Result<Vec<Result<Item, Complaint>>, Complaint> {
    let source = Source::open(path, None)?;
    let (mut items, mut no_mates) = (Vec::new(), 0);
    for item in source.items() {
        match item {
            Ok(item) => items.push(Ok(item)),
            Err(Unused::Unreadable(complaint)) => items.push(Err(complaint)),
            Err(Unused::NoMate(_)) => no_mates += 1,
        }
    }
    if items.is_empty() && no_mates == 0 {
        return Err(no_puzzle());
    }
    say_no_mates(no_mates, items.len() as u64, "", console);
    Ok(items)
}

/// The complaint about an input without puzzles.
pub(super) fn no_puzzle() -> Complaint {
    Complaint::new(Kind::Unreadable, "there is no puzzle in the input".to_owned())
}

/// Says how many rows were left out because they are not mates; `hint` is how to see them.
pub(super) fn say_no_mates(no_mates: u64, others: u64, hint: &str, console: &Console) {
    if no_mates > 0 {
        let (left, all) = (grouped(no_mates), grouped(no_mates + others));
        let verb = if no_mates == 1 { "is not a mate and was" } else { "are not mates and were" };
        console.notes().say(&format!("{left} of {all} rows {verb} left out{hint}"));
    }
}
