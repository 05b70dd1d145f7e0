//! `sole puzzle convert`: collections in other formats, with what gets lost.

use super::import::{self, Entry};
use super::prove::Bounds;
use super::settle::settle;
use super::source::{self, Item, Kinds};
use super::subject::Subject;
use super::write::{Losses, Obstacle, Writer};
use crate::args::puzzle::{Convert, Form};
use crate::args::{Effort, Threads};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::draft;
use crate::endgame::supply::Supply;
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::lookout::Lookout;
use crate::render::{plural, visible};
use serde::Serialize;
use sole_puzzle as puzzle;
use std::path::Path;

/// What scripts see.
#[derive(Serialize)]
struct Converted {
    format: &'static str,
    count: usize,
    /// What was not kept, and what was left out, as sentences.
    losses: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// Runs the command.
pub(super) fn run(flags: &Convert, console: &mut Console) -> Result<Exit, Stop> {
    let form = to(flags)?;
    let (items, mut exit) = read(flags, console)?;
    let kinds = Kinds::of(items.iter().map(|(item, _)| &item.puzzle));
    let chosen = flags.choice.chosen(items, |(item, _)| &item.puzzle);
    if chosen.is_empty() {
        console.notes().say(&kinds.nothing(&flags.choice));
    }
    let effort = Effort { threads: Threads::ONE, patience: flags.patience };
    let writer = Writer { form, effort, progress: console.progress() };
    let (mut texts, mut losses) = (Vec::new(), Losses::default());
    for (Item { puzzle, .. }, subject) in &chosen {
        match writer.text(puzzle, subject) {
            Ok(text) => {
                losses.note(form, puzzle, subject, &text);
                texts.push(text);
            }
            Err(Obstacle::Unfit(reason)) => losses.skip(puzzle, reason),
            Err(Obstacle::Stop(stop)) => return Err(stop),
        }
    }
    if texts.is_empty() {
        exit = exit.and(Exit::No);
    }
    hand_over(flags, &writer, &texts, &losses, console)?;
    Ok(exit)
}

/// The format that was named, or that the name of the file tells.
fn to(flags: &Convert) -> Result<Form, Complaint> {
    flags.to.or_else(|| Form::of(flags.output.as_deref()?)).ok_or_else(|| {
        let message = "the name of the file does not tell its format".to_owned();
        Complaint::new(Kind::Usage, message).helped("add --to FORMAT")
    })
}

/// Puzzles with what they are about.
type Read = Vec<(Item, Subject)>;

/// The same, or why one cannot be used.
type Tried = Vec<Result<(Item, Subject), Complaint>>;

/// The puzzles that can be read, and what the others mean for the exit code.
fn read(flags: &Convert, console: &mut Console) -> Result<(Read, Exit), Stop> {
    let from = flags.from.or_else(|| Form::of(&flags.file)).unwrap_or(Form::Jsonl);
    let items = match from {
        Form::Jsonl => {
            let with_subject = |item: Item| Ok((Subject::of(&item)?, item));
            let items = source::read(&flags.file)?.into_iter();
            items
                .map(|item| item.and_then(with_subject).map(|(subject, item)| (item, subject)))
                .collect()
        }
        _ => settled(flags, import::read(&flags.file, from)?, console)?,
    };
    let (mut read, mut exit) = (Vec::new(), Exit::Yes);
    for item in items {
        match item {
            Ok((item, subject)) => {
                // Of what was solved on the way, a limit can have come first.
                if from != Form::Jsonl && item.puzzle.answer().status() == puzzle::Status::Open {
                    exit = exit.and(Exit::Open);
                }
                read.push((item, subject));
            }
            Err(complaint) => {
                exit = exit.and(complaint.exit());
                console.complain(&complaint)?;
            }
        }
    }
    Ok((read, exit))
}

/// What other programs wrote is solved on the way.
fn settled(
    flags: &Convert,
    entries: Vec<Result<Entry, Complaint>>,
    console: &mut Console,
) -> Result<Tried, Stop> {
    let supply = flags.tables.supply()?;
    let mut settled = Vec::new();
    for (index, entry) in entries.into_iter().enumerate() {
        settled.push(match entry {
            Ok(entry) => match settle_one(flags, index + 1, entry, &supply, console) {
                Err(Stop::Complaint(complaint)) => Err(complaint),
                other => Ok(other?),
            },
            Err(complaint) => Err(complaint),
        });
    }
    Ok(settled)
}

fn settle_one(
    flags: &Convert,
    number: usize,
    Entry { input, subject, source }: Entry,
    supply: &Supply,
    console: &mut Console,
) -> Result<(Item, Subject), Stop> {
    if let Some(position) = subject.ending() {
        supply
            .provide(position, flags.tables.missing(), console)
            .map_err(|stop| stop.about(&input))?;
    }
    let lookout = Lookout::new(console.progress(), format!("solving puzzle {number}"));
    let stop = || {
        lookout.show(lookout.share_of(flags.patience.time), String::new);
        flags.patience.is_late(lookout.elapsed()) || lookout.is_interrupted()
    };
    let bounds = Bounds { nodes: flags.patience.most_nodes(), stop: &stop, tables: &supply.tables };
    let puzzle = settle(&subject, &bounds).map_err(|complaint| complaint.about(&input))?;
    if lookout.is_interrupted() {
        return Err(Stop::Interrupted);
    }
    let puzzle = source.into_iter().fold(puzzle, puzzle::Puzzle::with_source);
    Ok((Item { number, input, puzzle }, subject))
}

/// Writes the whole, and says what got lost.
fn hand_over(
    flags: &Convert,
    writer: &Writer,
    texts: &[String],
    losses: &Losses,
    console: &mut Console,
) -> Result<(), Stop> {
    let whole = writer.whole(texts);
    let losses = losses.sentences(writer.form);
    for sentence in &losses {
        console.notes().say(sentence);
    }
    if let Some(path) = &flags.output {
        draft::write_file(path, &whole)?;
    }
    if console.is_json() {
        let result = Converted {
            format: writer.form.name(),
            count: texts.len(),
            losses,
            text: flags.output.is_none().then_some(whole),
            file: flags.output.as_deref().map(named),
        };
        return Ok(console.answer(&Answer { status: Status::Ok, result, stats: None })?);
    }
    match &flags.output {
        None => console.out().write_all(whole.as_bytes())?,
        Some(path) if !console.is_quiet() => {
            let count = plural(texts.len() as u64, "puzzle");
            writeln!(console.out(), "{count} in {}", visible(&named(path)))?;
        }
        Some(_) => {}
    }
    Ok(())
}

fn named(path: &Path) -> String {
    path.display().to_string()
}
