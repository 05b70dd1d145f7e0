//! Where puzzles come from: files of records, or standard input.

use crate::args::puzzle::{Choice, Form};
use crate::complain::{Complaint, Kind};
use crate::input::{self, Input, Whole};
use crate::render::{excerpt, visible};
use sole_puzzle::{CollectionError, Name, Puzzle, Reader, RecordError};
use std::collections::BTreeSet;
use std::path::Path;

/// A puzzle, and where it stood.
pub(super) struct Item {
    /// Its place among the puzzles of its file, from 1 on.
    pub(super) number: usize,
    /// Its line.
    pub(super) input: Input,
    pub(super) puzzle: Puzzle,
}

/// The kinds of puzzles that there are to choose from.
pub(super) struct Kinds(BTreeSet<Name>);

impl Kinds {
    pub(super) fn of<'a>(puzzles: impl Iterator<Item = &'a Puzzle>) -> Kinds {
        Kinds(puzzles.map(|puzzle| puzzle.kind().clone()).collect())
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

/// Refuses a file whose name says that it has no records.
pub(super) fn expect_records(path: &Path) -> Result<(), Complaint> {
    if let Some(form) = Form::of(path).filter(|&form| form != Form::Jsonl) {
        let name = visible(&path.display().to_string());
        let message = format!("{name} is a file of {}, not of records", form.title());
        return Err(Complaint::new(Kind::BadEntry, message)
            .helped(format!("make records of it with: sole puzzle convert {name} --to jsonl")));
    }
    Ok(())
}

/// The puzzles of a file, or why one cannot be read; at least one.
pub(super) fn read(path: &Path) -> Result<Vec<Result<Item, Complaint>>, Complaint> {
    let wholes = input::texts(vec!["-".to_owned()], Some(path.to_owned()))?;
    let items: Vec<_> = wholes.iter().flat_map(records).collect();
    match items.is_empty() {
        true => {
            let message = "there is no puzzle in the input".to_owned();
            Err(Complaint::new(Kind::Unreadable, message))
        }
        false => Ok(items),
    }
}

fn records(whole: &Whole) -> Vec<Result<Item, Complaint>> {
    let lines: Vec<&str> = whole.text.lines().collect();
    let mut reader = Reader::new(whole.text.as_bytes());
    let mut items = Vec::new();
    while let Some(read) = reader.next() {
        let line = reader.line();
        let text = lines.get(line - 1).map_or("", |text| text.trim());
        let (number, input) = (items.len() + 1, whole.input(line, text));
        items.push(match read {
            Ok(puzzle) => Ok(Item { number, input, puzzle }),
            Err(error) => Err(bad_record(&error, &input)),
        });
    }
    items
}

/// Why a line is no record of a puzzle.
fn bad_record(error: &CollectionError, input: &Input) -> Complaint {
    let (message, column) = match error {
        CollectionError::Record { error, .. } => match error {
            RecordError::Json { column, .. } => (error.to_string(), column.checked_sub(1)),
            _ => (error.to_string(), None),
        },
        _ => (error.to_string(), None),
    };
    let complaint = Complaint::new(Kind::BadEntry, excerpt(&message)).about(input);
    match column {
        Some(column) => complaint.at(column..column + 1),
        None => complaint,
    }
}
