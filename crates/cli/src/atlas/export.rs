//! `sole atlas export`: positions of a layer as lists, all, chosen or by lot.
//!
//! One thread reads, chooses and writes blocks of text with the help of others;
//! what has the console takes them in order.

use super::{atlas, stop};
use crate::args::export::{Conditions, Export as Flags, ExportFormat, Likely, WantedOutcome};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Progress, Stop};
use crate::crew::on_threads;
use crate::draft::{Draft, unwritable};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::lookout::Lookout;
use crate::records;
use crate::render::{grouped, plural, visible};
use rayon::prelude::*;
use serde::Serialize;
use sole_api::envelope;
use sole_atlas::legacy_format::{Entry, Layout, LegacyError, LegacyPosition};
use sole_atlas::{Atlas, AtlasError, Filter, Outcome, Record, SampleBy, SampleSpec};
use sole_board::{Clocks, Epd, Operand, Operation, Position};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, SyncSender};

/// The name of the command in envelopes.
const COMMAND: &str = "atlas export";

/// The columns in their order.
const HEAD: &str = "fen,games,men,material,turn,in_check,moves,outcome,reason,captures\n";

/// What scripts see of positions that went to a file.
#[derive(Debug, Serialize)]
struct Report {
    count: u64,
    file: String,
    /// Of a draw by lot.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
}

/// A position with all columns of its layer.
#[derive(Debug, Serialize)]
struct Row {
    fen: String,
    games: u64,
    men: u8,
    material: String,
    turn: &'static str,
    in_check: bool,
    moves: u32,
    outcome: &'static str,
    reason: &'static str,
    captures: u8,
}

/// How a position becomes bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plain(ExportFormat),
    /// An answer for each position.
    Envelopes,
}

/// Some positions, written.
struct Block {
    bytes: Vec<u8>,
    rows: u64,
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
    let list = List { atlas: &atlas, flags: &flags, style, seed };
    let progress = console.progress();
    let count = match &flags.output {
        None => list.write(&mut Outlet::Console(console.out()), progress)?,
        Some(path) => {
            let mut outlet = Outlet::File(Draft::create(path)?);
            let written = list.write(&mut outlet, progress).and_then(|count| {
                outlet.finish()?;
                Ok(count)
            });
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
    let is_binary = matches!(
        flags.format,
        Some(ExportFormat::Packed | ExportFormat::Founding | ExportFormat::FoundingMoves)
    );
    match (flags.format, &flags.output) {
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
    flags: &'a Flags,
    style: Style,
    /// Of a draw by lot.
    seed: Option<u64>,
}

impl List<'_> {
    /// How many blocks may wait to be written.
    const WAITING: usize = 4;
    /// How many rows one thread writes at a time.
    const ROWS: usize = 2048;
    /// How many rows of a draw are in a block.
    const DRAWN: usize = 64 * Self::ROWS;

    /// Writes the list, and says how many positions are in it.
    fn write(&self, outlet: &mut Outlet<'_>, progress: Progress) -> Result<u64, Stop> {
        let lookout = Lookout::new(progress, "exporting".to_owned());
        let (sender, blocks) = mpsc::sync_channel(Self::WAITING);
        if self.style == Style::Plain(ExportFormat::Csv) {
            outlet.write(HEAD.as_bytes())?;
        }
        let (written, made) = std::thread::scope(|scope| {
            let maker = scope.spawn(|| {
                on_threads(self.flags.threads.number(), || self.make(&lookout, sender))
                    .map_err(Stop::from)
                    .flatten()
            });
            let written = write_all(blocks, &lookout, outlet);
            (written, maker.join().expect("the maker does not panic"))
        });
        // If nothing more can be written, the maker has stopped for that reason.
        let count = written?;
        made?;
        Ok(count)
    }

    /// Makes all blocks; stops when Ctrl-C is pressed or nobody takes them any more.
    fn make(&self, lookout: &Lookout, blocks: SyncSender<Block>) -> Result<(), Stop> {
        let filter = filter(&self.flags.conditions);
        match (self.flags.lots.sample, self.seed) {
            (Some(count), Some(seed)) => {
                let by = by(self.flags.lots.by);
                self.make_drawn(
                    &filter,
                    SampleSpec { count: count as usize, seed, by },
                    lookout,
                    blocks,
                )
            }
            _ => self.make_chosen(&filter, lookout, blocks),
        }
    }

    fn make_drawn(
        &self,
        filter: &Filter,
        draw: SampleSpec,
        lookout: &Lookout,
        blocks: SyncSender<Block>,
    ) -> Result<(), Stop> {
        let drawn = self.atlas.sample(self.flags.ply, filter, draw, &|share| {
            lookout.show(Some(share), || format!("drawing {}", grouped(draw.count as u64)));
            go_on(lookout)
        });
        for records in drawn.map_err(stop(self.atlas))?.chunks(Self::DRAWN) {
            if blocks.send(self.block(records)?).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn make_chosen(
        &self,
        filter: &Filter,
        lookout: &Lookout,
        blocks: SyncSender<Block>,
    ) -> Result<(), Stop> {
        let mut failed = None;
        let read = self.atlas.for_each_matching(self.flags.ply, filter, |portion| {
            let share = portion.done as f64 / portion.of.max(1) as f64;
            lookout.show(Some(share), || format!("{} positions", grouped(portion.done)));
            match self.block(portion.records).map(|block| blocks.send(block)) {
                Ok(Ok(())) => go_on(lookout),
                Ok(Err(_)) => ControlFlow::Break(()),
                Err(complaint) => {
                    failed = Some(complaint);
                    ControlFlow::Break(())
                }
            }
        });
        match (failed, read) {
            (Some(complaint), _) => Err(complaint.into()),
            (None, Err(AtlasError::Stopped)) if !lookout.is_interrupted() => Ok(()),
            (None, read) => read.map_err(stop(self.atlas)),
        }
    }

    /// Writes some rows on all threads.
    fn block(&self, records: &[Record]) -> Result<Block, Complaint> {
        let parts = records.par_chunks(Self::ROWS).map(|records| {
            let mut bytes = Vec::new();
            for record in records {
                self.write_row(record, &mut bytes)?;
            }
            Ok(bytes)
        });
        let parts: Result<Vec<Vec<u8>>, Complaint> = parts.collect();
        Ok(Block { bytes: parts?.concat(), rows: records.len() as u64 })
    }

    fn write_row(&self, record: &Record, out: &mut Vec<u8>) -> Result<(), Complaint> {
        let position = || record.key.position().unpack();
        let written = match self.style {
            Style::Envelopes => {
                let answer = Answer { status: Status::Ok, result: self.row(record), stats: None };
                envelope::write_answer(out, COMMAND, &answer, &[])
            }
            Style::Plain(ExportFormat::Fen) => writeln!(out, "{}", position()),
            Style::Plain(ExportFormat::Epd) => writeln!(out, "{}", epd(record)),
            Style::Plain(ExportFormat::Csv) => writeln!(out, "{}", self.row(record).csv()),
            Style::Plain(ExportFormat::Json) => serde_json::to_writer(&mut *out, &self.row(record))
                .map_err(io::Error::from)
                .and_then(|()| out.write_all(b"\n")),
            Style::Plain(ExportFormat::Packed) => out.write_all(&record.key.to_bytes()),
            Style::Plain(ExportFormat::Founding) => {
                let packed = LegacyPosition::new(&position());
                out.write_all(packed.map_err(|error| unpackable(&position(), error))?.as_bytes())
            }
            Style::Plain(ExportFormat::FoundingMoves) => {
                let written = Entry::of(position()).write(Layout::WithMoves, out);
                written.map_err(|error| unpackable(&position(), error))?;
                Ok(())
            }
        };
        written.map_err(|error| Complaint::new(Kind::Output, error.to_string()))
    }

    fn row(&self, record: &Record) -> Row {
        let packed = record.key.position();
        let facts = packed.facts();
        let men = packed.men() as u8;
        Row {
            fen: packed.unpack().to_string(),
            games: record.games,
            men,
            material: facts.material.to_string(),
            turn: if facts.turn == sole_board::Color::White { "w" } else { "b" },
            in_check: facts.in_check,
            moves: facts.moves,
            outcome: sole_atlas::outcome(facts.ending),
            reason: sole_atlas::reason(facts.ending),
            captures: self.atlas.packed_start().men() as u8 - men,
        }
    }
}

fn go_on(lookout: &Lookout) -> ControlFlow<()> {
    if lookout.is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Writes blocks as they come, and says how many positions are in them.
fn write_all(
    blocks: Receiver<Block>,
    lookout: &Lookout,
    outlet: &mut Outlet<'_>,
) -> Result<u64, Stop> {
    let mut count = 0;
    for block in blocks {
        if lookout.is_interrupted() {
            return Err(Stop::Interrupted);
        }
        outlet.write(&block.bytes)?;
        count += block.rows;
    }
    Ok(count)
}

impl Row {
    /// A line of the table under [`HEAD`]; nothing in it needs quotes.
    fn csv(&self) -> String {
        let Row { fen, games, men, material, turn, in_check, moves, outcome, reason, captures } =
            self;
        format!(
            "{fen},{games},{men},{material},{turn},{in_check},{moves},{outcome},{reason},{captures}"
        )
    }
}

/// `… games 2; outcome mate;`, with the reason of dead positions.
fn epd(record: &Record) -> Epd {
    let packed = record.key.position();
    let ending = packed.facts().ending;
    let mut epd = Epd::new(packed.unpack().to_setup(Clocks::default()));
    let (outcome, reason) = (sole_atlas::outcome(ending), sole_atlas::reason(ending));
    let operands = [
        ("games", Some(Operand::Word(record.games.to_string()))),
        ("outcome", ending.map(|_| Operand::Word(outcome.to_owned()))),
        ("reason", (!reason.is_empty()).then(|| Operand::Quoted(reason.to_owned()))),
    ];
    for (opcode, operand) in operands {
        let operation = operand.and_then(|operand| Operation::new(opcode, vec![operand]));
        operation.into_iter().for_each(|operation| epd.set(operation));
    }
    epd
}

fn unpackable(position: &Position, error: LegacyError) -> Complaint {
    let message = format!("{position} has no place in the founding text's format: {error}");
    Complaint::new(Kind::BadPosition, message).helped("choose another --format")
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
