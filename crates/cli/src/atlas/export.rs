//! `sole atlas export`: positions of a layer as lists, all, chosen or by lot.
//!
//! One thread reads, chooses and writes blocks of text with the help of others;
//! what has the console takes them in order.

use super::{atlas, stop};
use crate::args::export::{self as args, Conditions, Export as Flags, Likely, WantedOutcome};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::crew::on_threads;
use crate::draft::{Draft, unwritable};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::records;
use crate::render::{plural, visible};
use crate::watched::WatchedTask;
use serde::Serialize;
use sole_api::envelope;
use sole_atlas::{
    Atlas, Export, ExportBlock, ExportError, ExportFormat, ExportRow, Filter, Outcome, Record,
    SampleBy, SampleSpec,
};
use sole_puzzle::task::Task;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, SyncSender};

/// The name of the command in envelopes.
const COMMAND: &str = "atlas export";

/// What scripts see of positions that went to a file.
#[derive(Debug, Serialize)]
struct Report {
    count: u64,
    file: String,
    /// Of a draw by lot.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
}

/// How a position becomes bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plain(ExportFormat),
    /// An answer for each position.
    Envelopes,
}

/// Runs the command.
pub(crate) fn run(flags: Flags, console: &mut Console) -> Result<Exit, Stop> {
    let style = style(&flags, console)?;
    let atlas = atlas(&flags.start, &flags.data, console)?;
    atlas.layer(flags.ply).map_err(stop(&atlas))?;
    let seed = flags.lots.sample.map(|_| records::seed(flags.lots.seed));
    if let (Some(seed), None) = (seed, flags.lots.seed) {
        console.notes().say(&format!("seed {seed}"));
    }
    let sample = flags.lots.sample.zip(seed).map(|(count, seed)| SampleSpec {
        count: count as usize,
        seed,
        by: by(flags.lots.by),
    });
    let export = Export { ply: flags.ply, filter: filter(&flags.conditions), sample };
    let list = List { atlas: &atlas, style, export, threads: flags.threads.number() };
    let task = WatchedTask::begin("exporting", console);
    let count = match &flags.output {
        None => list.write(&mut Outlet::Console(console.out()), &task)?,
        Some(path) => {
            let mut outlet = Outlet::File(Draft::create(path)?);
            let written = list.write(&mut outlet, &task).and_then(|count| {
                outlet.finish()?;
                Ok(count)
            });
            drop(task);
            let count = written.map_err(|stop| Draft::undone(path, stop))?;
            tell(Report { count, file: path.display().to_string(), seed }, console)?;
            count
        }
    };
    Ok(if count == 0 { Exit::No } else { Exit::Yes })
}

/// How positions are written, if that suits where they go.
fn style(flags: &Flags, console: &Console) -> Result<Style, Complaint> {
    let usage = |message: &str| Complaint::new(Kind::Usage, message.to_owned());
    let format = flags.format.map(ExportFormat::from);
    let is_binary = format.is_some_and(ExportFormat::is_binary);
    match (format, &flags.output) {
        (None | Some(ExportFormat::Json), None) if console.is_json() => Ok(Style::Envelopes),
        (Some(_), None) if console.is_json() => {
            Err(usage("with --json the list itself is JSON, another format needs a file")
                .helped("name a file with --output, or leave out --format"))
        }
        (_, None) if is_binary && console.is_terminal() => {
            Err(usage("this format is not for the eye")
                .helped("name a file with --output, or send the list through a pipe"))
        }
        (Some(format), _) => Ok(Style::Plain(format)),
        (None, Some(path)) => by_name(path).map(Style::Plain),
        (None, None) => Ok(Style::Plain(ExportFormat::Fen)),
    }
}

/// The format of a file by its name.
fn by_name(path: &Path) -> Result<ExportFormat, Complaint> {
    let Some(extension) = path.extension().filter(|_| !sole_storage::is_device(path)) else {
        return Ok(ExportFormat::Fen);
    };
    match extension.to_ascii_lowercase().to_str() {
        Some("fen" | "txt") => Ok(ExportFormat::Fen),
        Some("epd") => Ok(ExportFormat::Epd),
        Some("csv") => Ok(ExportFormat::Csv),
        Some("json" | "jsonl") => Ok(ExportFormat::Json),
        _ => {
            let name = visible(&path.display().to_string());
            let message = format!("cannot tell the format from the name {name}");
            let help = "end the name in .fen, .txt, .epd, .csv or .jsonl, or give --format";
            Err(Complaint::new(Kind::Usage, message).helped(help))
        }
    }
}

fn tell(report: Report, console: &mut Console) -> io::Result<()> {
    if console.is_json() {
        return console.answer(&Answer { status: Status::Ok, result: report, stats: None });
    }
    if console.is_quiet() {
        return Ok(());
    }
    let (count, file) = (plural(report.count, "position"), visible(&report.file));
    writeln!(console.out(), "{count} in {file}")
}

/// Where a list goes.
enum Outlet<'a> {
    Console(&'a mut dyn Write),
    File(Draft),
}

impl Outlet<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        match self {
            Outlet::Console(out) => Ok(out.write_all(bytes)?),
            Outlet::File(draft) => {
                draft.write_all(bytes).map_err(|error| unwritable(draft.path(), &error).into())
            }
        }
    }

    /// The list is whole.
    fn finish(self) -> Result<(), Stop> {
        match self {
            Outlet::Console(_) => Ok(()),
            Outlet::File(draft) => Ok(draft.finish(&[])?),
        }
    }
}

/// A list that is to be written.
struct List<'a> {
    atlas: &'a Atlas,
    style: Style,
    export: Export,
    threads: NonZeroUsize,
}

impl List<'_> {
    /// How many blocks may wait to be written.
    const WAITING: usize = 4;

    /// Writes the list, and says how many positions are in it.
    fn write(&self, outlet: &mut Outlet<'_>, task: &Task) -> Result<u64, Stop> {
        let (sender, blocks) = mpsc::sync_channel(Self::WAITING);
        if let Style::Plain(format) = self.style {
            outlet.write(format.head().as_bytes())?;
        }
        let (written, made) = std::thread::scope(|scope| {
            let maker = scope.spawn(|| on_threads(self.threads, || self.make(task, sender)));
            let written = write_all(blocks, task, outlet);
            (written, maker.join().expect("the maker does not panic"))
        });
        // If nothing more can be written, the maker has stopped for that reason.
        let count = written?;
        made??;
        Ok(count)
    }

    /// Makes all blocks; stops when Ctrl-C is pressed or nobody takes them any more.
    fn make(&self, task: &Task, blocks: SyncSender<ExportBlock>) -> Result<(), Stop> {
        let write = |record: &Record, out: &mut Vec<u8>| match self.style {
            Style::Plain(format) => format.write(self.atlas, record, out),
            Style::Envelopes => {
                let result = ExportRow::of(self.atlas, record);
                let answer = Answer { status: Status::Ok, result, stats: None };
                Ok(envelope::write_answer(out, COMMAND, &answer, &[])?)
            }
        };
        let exported =
            self.export.run(self.atlas, &write, task, |block| match blocks.send(block) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        exported.map_err(|error| match error {
            ExportError::Atlas(error) => stop(self.atlas)(error),
            ExportError::Unpackable { .. } => Complaint::new(Kind::BadPosition, error.to_string())
                .helped("choose another --format")
                .into(),
            _ => Complaint::new(Kind::Output, error.to_string()).into(),
        })
    }
}

/// Writes blocks as they come, and says how many positions are in them.
fn write_all(
    blocks: Receiver<ExportBlock>,
    task: &Task,
    outlet: &mut Outlet<'_>,
) -> Result<u64, Stop> {
    let mut count = 0;
    for block in blocks {
        if task.is_cancelled() {
            return Err(Stop::Interrupted);
        }
        outlet.write(&block.bytes)?;
        count += block.rows;
    }
    Ok(count)
}

fn filter(conditions: &Conditions) -> Filter {
    let mut filter = Filter { only_checks: conditions.check, ..Filter::ALL };
    if let Some(men) = conditions.men {
        filter.men = men.least..=men.most;
    }
    if let Some(games) = conditions.games {
        filter.games = games.least..=games.most;
    }
    if conditions.unique {
        filter.games = Filter::UNIQUE;
    }
    filter.outcome = conditions.outcome.map(|outcome| match outcome {
        WantedOutcome::None => Outcome::None,
        WantedOutcome::Mate => Outcome::Mate,
        WantedOutcome::Stalemate => Outcome::Stalemate,
        WantedOutcome::Dead => Outcome::Dead,
    });
    filter
}

fn by(likely: Likely) -> SampleBy {
    match likely {
        Likely::Positions => SampleBy::Positions,
        Likely::Games => SampleBy::Games,
    }
}

impl From<args::ExportFormat> for ExportFormat {
    fn from(format: args::ExportFormat) -> ExportFormat {
        match format {
            args::ExportFormat::Fen => ExportFormat::Fen,
            args::ExportFormat::Epd => ExportFormat::Epd,
            args::ExportFormat::Csv => ExportFormat::Csv,
            args::ExportFormat::Json => ExportFormat::Json,
            args::ExportFormat::Packed => ExportFormat::Packed,
            args::ExportFormat::Founding => ExportFormat::Legacy,
            args::ExportFormat::FoundingMoves => ExportFormat::LegacyMoves,
        }
    }
}
