//! `sole atlas stratum`: all positions between two moves that cannot be undone.

use crate::args::stratum::{PositionFormat, Stratum as Flags};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::crew::on_threads;
use crate::data;
use crate::draft::Draft;
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::input;
use crate::lookout::Lookout;
use crate::render::{columns, grouped, plural, size};
use serde::Serialize;
use sole_atlas::legacy_format::LegacyPosition;
use sole_atlas::stratum::{
    Census, Counts, DeadPositions, ExitCount, ExitFamily, Options, Progress, StratumError,
    is_closed, traverse,
};
use sole_board::{Clocks, Color, PackedPosition, Position, Setup, SquareSet};
use sole_storage::{IoError, Operation};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    start: String,
    /// Whether no stratum that can be reached is missing.
    closed: bool,
    total: Counts,
    strata: Vec<Row>,
}

/// One stratum.
#[derive(Debug, Serialize)]
struct Row {
    material: String,
    men: usize,
    white_pawns: Vec<String>,
    black_pawns: Vec<String>,
    #[serde(flatten)]
    counts: Counts,
    entries: u64,
    depth: u32,
    exits: Vec<WayOut>,
    #[serde(skip)]
    name: String,
}

/// What leads out of a stratum by one way.
#[derive(Debug, Serialize)]
struct WayOut {
    side: &'static str,
    way: String,
    target: String,
    edges: u64,
    positions: u64,
    #[serde(skip)]
    family: ExitFamily,
}

impl Row {
    fn new(census: &Census) -> Row {
        let squares =
            |color| census.stratum.pawns(color).into_iter().map(|pawn| pawn.to_string()).collect();
        Row {
            material: census.stratum.material().to_string(),
            men: census.stratum.material().men(),
            white_pawns: squares(Color::White),
            black_pawns: squares(Color::Black),
            counts: Counts::from(census),
            entries: census.entries,
            depth: census.depth,
            exits: census.exits.iter().map(WayOut::new).collect(),
            name: census.stratum.to_string(),
        }
    }
}

impl WayOut {
    fn new(count: &ExitCount) -> WayOut {
        let side = match count.color {
            Color::White => "white",
            Color::Black => "black",
        };
        let (way, family) = (count.exit.to_string(), count.exit.family());
        let target = count.target.to_string();
        WayOut { side, way, target, edges: count.edges, positions: count.positions, family }
    }
}

/// Runs the command.
pub(super) fn run(flags: &Flags, console: &mut Console) -> Result<Exit, Stop> {
    let start = start(flags, console)?;
    let (strata, elapsed) = close(&start, flags, console)?;
    let counts = strata.iter().map(Counts::from).sum::<Counts>();
    let report = Report {
        start: start.to_setup(Clocks::default()).to_string(),
        closed: flags.closed || is_closed(&strata),
        total: counts,
        strata: strata.iter().map(Row::new).collect(),
    };
    let stats = Stats::new(counts.positions, elapsed);
    if console.is_json() {
        console.answer(&Answer { status: Status::Ok, result: &report, stats: Some(stats) })?;
    } else {
        write_report(&report, flags, console)?;
        let nodes = grouped(stats.nodes);
        console.remark(&format!("{nodes} positions in {:.2} s", stats.seconds))?;
    }
    Ok(Exit::Yes)
}

fn start(flags: &Flags, console: &mut Console) -> Result<Position, Stop> {
    let start = input::start(flags.from.as_deref(), console)?;
    if !flags.no_castling {
        return Ok(start);
    }
    let setup = Setup { castling: SquareSet::EMPTY, ..start.to_setup(Clocks::default()) };
    Ok(Position::try_from(setup).expect("a right less is no fault more"))
}

fn close(
    start: &Position,
    flags: &Flags,
    console: &Console,
) -> Result<(Vec<Census>, Duration), Stop> {
    let lookout = Lookout::new(console.progress(), "closure".to_owned());
    let watch = |progress: Progress| {
        lookout.show(None, || details(&progress));
        if lookout.is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let kept = match flags.output {
        None => Some(data::folder(flags.data.data_dir.as_deref())?.join("strata")),
        Some(_) => None,
    };
    let options = Options {
        strata: strata(flags),
        dead_positions: if flags.stop_at_dead {
            DeadPositions::Terminal
        } else {
            DeadPositions::Continue
        },
        memory: flags.memory.bytes(),
        folder: kept.as_deref(),
        observer: &watch,
        ..Options::default()
    };
    let draft = flags.output.as_deref().map(Draft::create).transpose()?;
    let mut list = draft.map(|draft| List { draft, format: flags.format });
    let answer = on_threads(flags.threads.number(), || {
        traverse(start, &options, |closed| match &mut list {
            Some(list) => closed.try_for_each(|position| list.add(position)),
            None => Ok(()),
        })
    })?;
    let answer = answer.map_err(|error| stop(error, flags))?;
    if let Some(list) = list {
        list.draft.finish(&[])?;
    }
    Ok((answer, lookout.elapsed()))
}

fn strata(flags: &Flags) -> Option<NonZeroUsize> {
    if flags.closed { None } else { Some(flags.strata.unwrap_or(NonZeroUsize::MIN)) }
}

/// `KPvK e4/-, 12 890 positions, depth 7, 3 strata closed, 10 waiting`.
fn details(progress: &Progress) -> String {
    let exits = progress.exits.map(|(done, of)| format!(", way out {} of {of}", done + 1));
    format!(
        "{}, {} positions, depth {}{}, {} closed, {} waiting",
        progress.stratum.material(),
        grouped(progress.positions),
        progress.depth,
        exits.unwrap_or_default(),
        plural(progress.closed as u64, "stratum").replace("stratums", "strata"),
        grouped(progress.waiting as u64),
    )
}

fn stop(error: StratumError, flags: &Flags) -> Stop {
    let complaint = |kind| Complaint::new(kind, error.to_string());
    let complaint = match &error {
        StratumError::Stopped => {
            let undone = |path: &PathBuf| Draft::undone(path, Stop::Interrupted);
            return flags.output.as_ref().map_or(Stop::Interrupted, undone);
        }
        &StratumError::Memory { needed, allowed } => {
            complaint(Kind::Memory).reworded(too_small(needed, allowed)).helped(match needed {
                Some(needed) => format!("allow it with --memory {}M", needed.div_ceil(1 << 20)),
                None => "allow more with --memory, or begin with fewer men".to_owned(),
            })
        }
        StratumError::Damaged { .. } => {
            complaint(Kind::Unreadable).helped("remove the file to begin anew")
        }
        StratumError::Busy { .. } => complaint(Kind::Unreadable)
            .helped("wait for it, or name another folder with --data-dir"),
        // With a list nothing is kept, so that the list is what cannot be written.
        _ if flags.output.is_some() => {
            complaint(Kind::Output).helped("name another file with --output")
        }
        _ => complaint(Kind::Output)
            .helped("allow reading and writing there, or name another folder with --data-dir"),
    };
    complaint.into()
}

fn too_small(needed: Option<u64>, allowed: u64) -> String {
    match needed {
        Some(needed) => {
            format!("a stratum needs {} of memory, {} are allowed", size(needed), size(allowed))
        }
        None => format!("a side has more armies than fit into {} of memory", size(allowed)),
    }
}

/// A file of positions.
struct List {
    draft: Draft,
    format: PositionFormat,
}

impl List {
    fn add(&mut self, position: &Position) -> Result<(), StratumError> {
        let written = match self.format {
            PositionFormat::Fen => writeln!(self.draft, "{position}"),
            PositionFormat::Packed => match PackedPosition::new(position) {
                Ok(packed) => self.draft.write_all(packed.as_bytes()),
                Err(error) => Err(io::Error::other(error)),
            },
            PositionFormat::Founding => match LegacyPosition::new(position) {
                Ok(packed) => self.draft.write_all(packed.as_bytes()),
                Err(error) => Err(io::Error::other(error)),
            },
        };
        let failed = |error| IoError::new(self.draft.path(), Operation::Write, &error).into();
        written.map_err(failed)
    }
}

fn write_report(report: &Report, flags: &Flags, console: &mut Console) -> io::Result<()> {
    match &report.strata[..] {
        [row] => write_one(row, console)?,
        rows => write_table(report, rows, console)?,
    }
    if flags.exits {
        let rows = report.strata.iter();
        let lines = rows.flat_map(|row| {
            row.exits.iter().map(move |exit| {
                [
                    row.name.clone(),
                    exit.side.to_owned(),
                    exit.way.clone(),
                    exit.target.clone(),
                    grouped(exit.edges),
                    grouped(exit.positions),
                ]
            })
        });
        let titles = ["stratum", "side", "way out", "to", "moves", "positions"];
        writeln!(console.out())?;
        let lines: Vec<_> = lines.collect();
        console.out().write_all(columns(titles, &lines, 4).as_bytes())?;
    }
    Ok(())
}

fn write_one(row: &Row, console: &mut Console) -> io::Result<()> {
    let Counts { positions, white_to_move, black_to_move, .. } = row.counts;
    let counts = &row.counts;
    let mut lines = vec![
        ("positions".to_owned(), grouped(positions)),
        ("  White to move".to_owned(), grouped(white_to_move)),
        ("  Black to move".to_owned(), grouped(black_to_move)),
        ("  in check".to_owned(), grouped(counts.checks)),
        ("  with castling rights".to_owned(), grouped(counts.with_castling)),
        ("  with an en passant right".to_owned(), grouped(counts.with_en_passant)),
        ("  entered".to_owned(), grouped(row.entries)),
        ("farthest from an entry".to_owned(), plural(u64::from(row.depth), "move")),
        ("moves".to_owned(), grouped(counts.edges)),
        ("  inside".to_owned(), grouped(counts.inside)),
    ];
    lines.extend(ExitFamily::ALL.into_iter().filter_map(|family| family_line(row, family)));
    lines.push(("ends".to_owned(), grouped(counts.mates + counts.stalemates + counts.dead())));
    lines.extend(ends(counts).map(|(name, number)| (format!("  {name}"), grouped(number))));
    writeln!(console.out(), "{}", row.name)?;
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, value) in lines {
        writeln!(console.out(), "{name:width$}  {value}")?;
    }
    Ok(())
}

/// `  pawn moves  306 161 613 to 306 161 613 positions of 32 strata`.
fn family_line(row: &Row, family: ExitFamily) -> Option<(String, String)> {
    let exits: Vec<&WayOut> = row.exits.iter().filter(|exit| exit.family == family).collect();
    let edges: u64 = exits.iter().map(|exit| exit.edges).sum();
    let positions: u64 = exits.iter().map(|exit| exit.positions).sum();
    let strata = if exits.len() == 1 { "stratum" } else { "strata" };
    let text = format!(
        "{} to {} positions of {} {strata}",
        grouped(edges),
        grouped(positions),
        exits.len()
    );
    (edges > 0).then_some((format!("  {}", family.name()), text))
}

/// The ends that occur.
fn ends(counts: &Counts) -> impl Iterator<Item = (&'static str, u64)> {
    let all = [
        ("checkmate", counts.mates),
        ("stalemate", counts.stalemates),
        ("dead, king against king", counts.dead_lone_kings),
        ("dead, king against king and minor piece", counts.dead_lone_minor),
        ("dead, all bishops on squares of one colour", counts.dead_bishops_of_one_color),
    ];
    all.into_iter().filter(|&(_, number)| number > 0)
}

fn write_table(report: &Report, rows: &[Row], console: &mut Console) -> io::Result<()> {
    let titles = ["stratum", "entered", "positions", "moves", "mates", "stalemates", "dead"];
    let cells = |name: String, entries: String, counts: &Counts| {
        let numbers =
            [counts.positions, counts.edges, counts.mates, counts.stalemates, counts.dead()];
        let [positions, edges, mates, stalemates, dead] = numbers.map(grouped);
        [name, entries, positions, edges, mates, stalemates, dead]
    };
    let mut lines: Vec<[String; 7]> =
        rows.iter().map(|row| cells(row.name.clone(), grouped(row.entries), &row.counts)).collect();
    lines.push(cells("all".to_owned(), String::new(), &report.total));
    console.out().write_all(columns(titles, &lines, 1).as_bytes())
}
