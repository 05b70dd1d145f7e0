//! `sole puzzle convert`: collections in other formats, with what gets lost.

use super::source::{Item, Kinds, Source, Unused, no_puzzle, say_no_mates};
use super::unsearchable;
use crate::args::Patience;
use crate::args::puzzle::Convert;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::draft::{self, Draft};
use crate::endgame::supply::Supply;
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::LineEnd;
use crate::mate::rewrite;
use crate::render::{plural, visible};
use crate::watched::WatchedTask;
use serde::Serialize;
use sole_collection::{Filter, Format, Frame, Losses, Play, SearchLimits, TypedPuzzle};
use sole_puzzle as puzzle;
use sole_puzzle::task::Limits;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// How long each puzzle is solved if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// What scripts see.
#[derive(Serialize)]
struct Converted {
    format: &'static str,
    count: u64,
    /// What was not kept, and what was left out, as sentences.
    losses: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// Runs the command.
pub(super) fn run(flags: &Convert, console: &mut Console) -> Result<Exit, Stop> {
    let format = to(flags)?;
    let output = match &flags.output {
        Some(path) => Output::File(Draft::create(path)?),
        None if console.is_json() => Output::Text(String::new()),
        None => Output::Console,
    };
    let mut source = Source::open(&flags.file, flags.from)?;
    let is_same = source.format() == format;
    let line_end = if is_same { source.line_end() } else { LineEnd::Lf };
    let mut job = Job {
        flags,
        filter: flags.choice.filter(),
        supply: flags.tables.supply()?,
        frame: Frame::new(format),
        format,
        output,
        line_end,
        tally: Tally::default(),
        exit: Exit::Yes,
    };
    let mut n_read = 0;
    while !job.is_full()
        && let Some(part) = source.next()?
    {
        for item in part.items(&mut n_read) {
            job.take(item, console)?;
            if job.is_full() {
                break;
            }
        }
        console.flush()?;
    }
    job.finish(console)
}

/// The format that is named, or that follows from the name of the output.
fn to(flags: &Convert) -> Result<Format, Complaint> {
    if let Some(format) = flags.to {
        return Ok(format);
    }
    let path = flags.output.as_deref().unwrap_or(Path::new(""));
    match Format::of_path(path) {
        Some(format) if Format::COLLECTIONS.contains(&format) => Ok(format),
        Some(Format::Pdf | Format::Html) => {
            let message = format!("{} is a book", visible(&path.display().to_string()));
            let help = "books are made by: sole puzzle book FILE -o BOOK";
            Err(Complaint::new(Kind::Usage, message).helped(help))
        }
        _ => {
            let name = visible(&path.display().to_string());
            let message = format!("the name {name} does not tell a format");
            let endings = Format::listed(Format::COLLECTIONS);
            let help = format!("add --to FORMAT, or end the name in {endings}");
            Err(Complaint::new(Kind::Usage, message).helped(help))
        }
    }
}

/// Where entries go.
enum Output {
    File(Draft),
    /// Kept for the one answer in JSON.
    Text(String),
    /// Written as they come.
    Console,
}

impl Output {
    fn add(&mut self, text: &str, console: &mut Console) -> Result<(), Stop> {
        match self {
            Output::File(draft) => {
                let written = draft.write_all(text.as_bytes());
                Ok(written.map_err(|error| draft::unwritable(draft.path(), &error))?)
            }
            Output::Text(all) => {
                all.push_str(text);
                Ok(())
            }
            Output::Console => Ok(console.out().write_all(text.as_bytes())?),
        }
    }
}

/// What was read and written so far.
#[derive(Default)]
struct Tally {
    kinds: Kinds,
    losses: Losses,
    /// Entries of any sort but those that are not mates.
    read: u64,
    no_mates: u64,
    fitting: usize,
    written: u64,
}

/// One conversion.
struct Job<'a> {
    flags: &'a Convert,
    filter: Filter,
    supply: Supply,
    format: Format,
    frame: Frame,
    output: Output,
    /// As in the file that was read, if it has the same format.
    line_end: LineEnd,
    tally: Tally,
    exit: Exit,
}

impl Job<'_> {
    /// Whether all puzzles that are asked for are written or left out.
    fn is_full(&self) -> bool {
        let choice = &self.flags.choice;
        choice.limit.is_some_and(|limit| self.tally.fitting >= choice.offset.saturating_add(limit))
    }

    fn take(&mut self, item: Result<Item, Unused>, console: &mut Console) -> Result<(), Stop> {
        match item {
            Ok(item) => {
                self.tally.read += 1;
                self.tally.kinds.add(item.puzzle.kind());
                console.warn(&item.input, item.warnings.clone());
                self.convert(item, console)
            }
            Err(Unused::NoMate(complaint)) => {
                self.tally.no_mates += 1;
                if self.flags.verbose { Ok(console.complain(&complaint)?) } else { Ok(()) }
            }
            Err(Unused::Unreadable(complaint)) => {
                self.tally.read += 1;
                self.complain(&complaint, console)
            }
        }
    }

    fn complain(&mut self, complaint: &Complaint, console: &mut Console) -> Result<(), Stop> {
        self.exit = self.exit.and(complaint.exit());
        Ok(console.complain(complaint)?)
    }

    /// Writes a puzzle if it is asked for, solved first if that is asked for, too.
    fn convert(&mut self, mut item: Item, console: &mut Console) -> Result<(), Stop> {
        // Tags and ratings may be found by solving.
        if self.flags.solve && item.puzzle.answer().status() == puzzle::Status::Open {
            match self.solve(&item, console) {
                Err(Stop::Failure(complaint)) => return self.complain(&complaint, console),
                solved => item.puzzle = solved?,
            }
        }
        if !self.filter.fits(&item.puzzle) {
            return Ok(());
        }
        self.tally.fitting += 1;
        if self.tally.fitting <= self.flags.choice.offset {
            return Ok(());
        }
        if self.flags.solve && item.puzzle.answer().status() == puzzle::Status::Open {
            self.exit = self.exit.and(Exit::Open);
        }
        let play = self.play(&item.typed, console)?;
        let Item { puzzle, typed, ignored, .. } = &item;
        match sole_collection::write(puzzle, typed, self.format, play.as_ref()) {
            Ok(text) => {
                self.tally.losses.note(puzzle, ignored, self.format, &text);
                self.tally.written += 1;
                let entry = self.frame.entry(&text);
                self.output.add(&self.line_end.applied(&entry), console)
            }
            Err(unfit) => {
                self.tally.losses.skip(puzzle, &unfit);
                Ok(())
            }
        }
    }

    /// The limits of each puzzle.
    fn patience(&self) -> Patience {
        let Patience { nodes, time } = self.flags.patience;
        Patience { nodes, time: time.or(nodes.is_none().then_some(DEFAULT_TIME)) }
    }

    fn solve(&self, item: &Item, console: &mut Console) -> Result<puzzle::Puzzle, Stop> {
        let Item { number, input, puzzle, typed, .. } = item;
        if let Some(position) = typed.ending() {
            let missing = self.flags.tables.missing();
            self.supply.provide(position, missing, console).map_err(|stop| stop.about(input))?;
        }
        let patience = self.patience();
        let limits = Limits { nodes: None, time: patience.time };
        let task = WatchedTask::limited(format!("solving puzzle {number}"), limits, console);
        let tables = &self.supply.tables;
        let limits = SearchLimits { nodes: patience.most_nodes(), task: &task, tables };
        let solved = sole_collection::solve_record(puzzle, typed, &limits)
            .map_err(|error| unsearchable(&error).about(input))?;
        if task.is_cancelled() { Err(Stop::Interrupted) } else { Ok(solved) }
    }

    /// All play, if it is asked for and the format has a place for it.
    fn play(&self, typed: &TypedPuzzle, console: &Console) -> Result<Option<Play>, Stop> {
        let TypedPuzzle::Mate { setup, problem } = typed else { return Ok(None) };
        if !self.flags.solve || !matches!(self.format, Format::Pgn | Format::Olv) {
            return Ok(None);
        }
        rewrite::play(setup, problem, self.patience(), console).map(Some)
    }

    /// Writes what stands after the entries, and says what got lost.
    fn finish(mut self, console: &mut Console) -> Result<Exit, Stop> {
        let Tally { read, no_mates, fitting, written, .. } = self.tally;
        if read == 0 && no_mates == 0 {
            return Err(no_puzzle().into());
        }
        let end = self.frame.end();
        self.output.add(&self.line_end.applied(&end), console)?;
        console.flush()?;
        let hint = if self.flags.verbose { "" } else { " (--verbose lists them)" };
        say_no_mates(no_mates, read, hint, console);
        if fitting == 0 && !self.tally.kinds.is_empty() {
            console.notes().say(&self.tally.kinds.nothing(&self.flags.choice));
        }
        if written == 0 {
            self.exit = self.exit.and(Exit::No);
        }
        let losses = self.tally.losses.sentences(self.format, |count| plural(count, "puzzle"));
        losses.iter().for_each(|sentence| console.notes().say(sentence));
        let exit = self.exit;
        self.hand_over(losses, console)?;
        Ok(exit)
    }

    fn hand_over(self, losses: Vec<String>, console: &mut Console) -> Result<(), Stop> {
        let count = self.tally.written;
        let (text, file) = match self.output {
            Output::Text(text) => (Some(text), None),
            Output::Console => return Ok(()),
            Output::File(draft) => {
                let name = draft.path().display().to_string();
                draft.finish(&[])?;
                (None, Some(name))
            }
        };
        if console.is_json() {
            let result = Converted { format: self.format.name(), count, losses, text, file };
            return Ok(console.answer(&Answer { status: Status::Ok, result, stats: None })?);
        }
        if let Some(file) = file.filter(|_| !console.is_quiet()) {
            writeln!(console.out(), "{} in {}", plural(count, "puzzle"), visible(&file))?;
        }
        Ok(())
    }
}
