//! Where puzzles come from: files of any format that is read, or standard input.

use crate::args::puzzle::Choice;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::input::warnings;
use crate::input::{Blocks, Bytes, Input, LineEnd, Whole};
use crate::render::{excerpt, grouped, visible};
use sole_collection::{Entry, Format, Problem, ReadError, TypedPuzzle, TypedPuzzleError};
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
    pub(super) typed: TypedPuzzle,
    /// What is assumed about rights that its position leaves out.
    pub(super) warnings: Vec<String>,
    /// What it says to another program and what its record does not keep.
    pub(super) ignored: Vec<String>,
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

    /// Whether no puzzle could be read.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
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

/// A file with its format, or standard input, which is read as it comes if every line is an entry.
pub(super) struct Source {
    first: Option<Bytes>,
    rest: Option<Blocks>,
    format: Format,
}

/// Entries that are there.
pub(super) struct Part {
    bytes: Bytes,
    whole: Whole,
    format: Format,
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
        let source = match path.as_os_str() == "-" {
            true => Source::begin(named)?,
            false => {
                let bytes = Bytes::read(path)?;
                let format = named.or_else(|| Format::of_path(path));
                let format = format.or_else(|| Format::of_text(&bytes.text().text));
                let format = format.unwrap_or(Format::Jsonl);
                Source { first: Some(bytes), rest: None, format }
            }
        };
        if !Format::COLLECTIONS.contains(&source.format) {
            let name = visible(&path.display().to_string());
            let message = format!("{name}: {} is not a format that is read", source.format.title());
            let help =
                format!("files that are read end in {}", Format::listed(Format::COLLECTIONS));
            return Err(Complaint::new(Kind::Usage, message).helped(help));
        }
        Ok(source)
    }

    /// Reads standard input until its format is known, and to the end if entries can take
    /// several lines.
    fn begin(named: Option<Format>) -> Result<Source, Complaint> {
        let mut blocks = Blocks::of_stdin();
        let (mut first, mut format) = (None::<Bytes>, named);
        while let Some(bytes) = blocks.next_bytes(&|| false)? {
            let known = match first.take() {
                Some(mut before) => {
                    before.append(&bytes);
                    before
                }
                None => bytes,
            };
            format = format.or_else(|| Format::of_text(&known.text().text));
            first = Some(known);
            if format.is_some_and(Format::is_by_line) {
                let format = format.expect("it is known");
                return Ok(Source { first, rest: Some(blocks), format });
            }
        }
        Ok(Source { first, rest: None, format: format.unwrap_or(Format::Jsonl) })
    }

    /// The format of its entries.
    pub(super) fn format(&self) -> Format {
        self.format
    }

    /// How its first line ends, until entries are taken.
    pub(super) fn line_end(&self) -> LineEnd {
        self.first.as_ref().map_or(LineEnd::Lf, Bytes::line_end)
    }

    /// The entries that have come since the last time; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Part>, Complaint> {
        let bytes = match (self.first.take(), &mut self.rest) {
            (Some(first), _) => Some(first),
            (None, Some(blocks)) => blocks.next_bytes(&|| false)?,
            (None, None) => None,
        };
        let part = |bytes: Bytes| Part { whole: bytes.text(), bytes, format: self.format };
        Ok(bytes.map(part))
    }
}

impl Part {
    /// The puzzles in their order, or why an entry is not used; `n_read` counts them over all parts.
    pub(super) fn items<'a>(
        &'a self,
        n_read: &'a mut usize,
    ) -> impl Iterator<Item = Result<Item, Unused>> + 'a {
        let entries: Box<dyn Iterator<Item = Result<Entry, ReadError>>> = match self.format {
            Format::Jsonl => Box::new(sole_collection::read_records(&self.bytes.content)),
            format => sole_collection::read(&self.whole.text, format),
        };
        entries.map(|entry| {
            *n_read += 1;
            match entry {
                Ok(Entry { line, puzzle, typed, open_rights, ignored }) => {
                    let input = self.whole.input(line, puzzle.position());
                    let warnings = warnings(&open_rights);
                    Ok(Item { number: *n_read, input, puzzle, typed, warnings, ignored })
                }
                Err(error) => Err(match error.problem {
                    Problem::NoMate => Unused::NoMate(self.complaint(&error)),
                    _ => Unused::Unreadable(self.complaint(&error)),
                }),
            }
        })
    }

    /// Why an entry cannot be read.
    fn complaint(&self, ReadError { line, problem }: &ReadError) -> Complaint {
        let input = self.whole.line(*line);
        let about = |kind: Kind, text: String| Complaint::new(kind, excerpt(&text)).about(&input);
        match problem {
            Problem::Typed(error) => bad_puzzle(error, &input),
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
pub(super) fn bad_puzzle(error: &TypedPuzzleError, input: &Input) -> Complaint {
    let about = |kind: Kind| Complaint::new(kind, excerpt(&error.to_string())).about(input);
    match error {
        TypedPuzzleError::Fen { text, error } => Complaint::bad_fen(&input.word(text), error),
        TypedPuzzleError::Position { text, setup, faults } => {
            Complaint::bad_position(&input.word(text), setup, *faults)
        }
        TypedPuzzleError::Stipulation(_)
        | TypedPuzzleError::Length(_)
        | TypedPuzzleError::Ending { .. } => about(Kind::BadStipulation),
        TypedPuzzleError::Problem(_) => about(Kind::BadPosition),
        TypedPuzzleError::Grid(_) => about(Kind::BadGrid),
        _ => about(Kind::BadEntry),
    }
}

/// The puzzles of a file, or why one cannot be read; at least one. Rows of Lichess's puzzles that
/// are not mates are left out and counted.
pub(super) fn read(
    path: &Path,
    console: &mut Console,
) -> Result<Vec<Result<Item, Complaint>>, Stop> {
    let mut items = Vec::new();
    visit(path, console, |item, _| {
        items.push(item);
        Ok(())
    })?;
    Ok(items)
}

/// Takes the same puzzles as they come; what is written for them is seen before more is read.
pub(super) fn visit(
    path: &Path,
    console: &mut Console,
    mut take: impl FnMut(Result<Item, Complaint>, &mut Console) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut source = Source::open(path, None)?;
    let (mut n_read, mut no_mates) = (0, 0);
    while let Some(part) = source.next()? {
        for item in part.items(&mut n_read) {
            match item {
                Ok(item) => {
                    console.warn(&item.input, item.warnings.clone());
                    take(Ok(item), console)?;
                }
                Err(Unused::Unreadable(complaint)) => take(Err(complaint), console)?,
                Err(Unused::NoMate(_)) => no_mates += 1,
            }
        }
        console.flush()?;
    }
    if n_read == 0 {
        return Err(no_puzzle().into());
    }
    say_no_mates(no_mates, n_read as u64 - no_mates, "", console);
    Ok(())
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
