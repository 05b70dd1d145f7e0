//! `sole atlas grow`: makes layers.

use super::{Large, atlas, plies, stop};
use crate::args::atlas as args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::render::{grouped, plural, size, span};
use crate::watched::WatchedTask;
use serde::Serialize;
use sole_atlas::{Atlas, AtlasError, Estimate, GrowMonitor, Grown, LayerSize, Settings};
use std::io;

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    folder: String,
    dry_run: bool,
    /// What was missing: as it is now, or as it was estimated.
    layers: Vec<Row>,
    /// What was gone or damaged and is made anew.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    repaired: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Row {
    ply: u32,
    positions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<Large>,
    edges: u64,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    spill: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

/// Runs the command.
pub(crate) fn run(flags: args::Grow, console: &mut Console) -> Result<Exit, Stop> {
    let memory = flags.memory.bytes();
    let settings = Settings { threads: flags.threads.get(), memory };
    let atlas = atlas(&flags.start, &flags.data, console)?;
    let missing = sole_atlas::estimate(&atlas, flags.plies, settings).map_err(stop(&atlas))?;
    if flags.dry_run {
        return show_costs(&atlas, &missing, console);
    }
    let most = missing.iter().map(|missing| missing.edges).max().unwrap_or(0);
    if let Some(least) = settings.least(most) {
        let (threads, least) = (plural(settings.threads as u64, "thread"), size(least));
        console.notes().say(&format!(
            "--memory bounds edges alone: on {threads} files take up to {least} with them"
        ));
    }
    let work = if flags.check { sole_atlas::check } else { sole_atlas::grow };
    let task = WatchedTask::begin("growing", console);
    let monitor = GrowMonitor::new(&missing, &task);
    let grown = work(&atlas, flags.plies, settings, &|event| monitor.observe(event));
    let (done, elapsed) = (monitor.finish(), task.elapsed());
    drop(task);
    let (report, read) = Report::new(&atlas, &done);
    let grown = grown.and(read);
    // What was done before a failure is told before it.
    if grown.is_err() && report.is_empty() {
        return grown.map(|()| Exit::Yes).map_err(stop(&atlas));
    }
    let edges = report.layers.iter().map(|row| row.edges).sum();
    let stats = Stats::new(edges, elapsed);
    let status = if grown.is_ok() { Status::Ok } else { Status::Open };
    answer(&report, status, Some(stats), console)?;
    grown.map_err(stop(&atlas))?;
    console.remark(&format!("{} edges in {:.2} s", grouped(edges), stats.seconds))?;
    Ok(Exit::Yes)
}

/// Tells what is missing, and whether there is room for it.
fn show_costs(atlas: &Atlas, missing: &[Estimate], console: &mut Console) -> Result<Exit, Stop> {
    // A manifest that cannot be read stops whoever grows.
    atlas.layers().map_err(stop(atlas))?;
    let folder = atlas.folder().display().to_string();
    let layers = missing.iter().map(Row::estimated).collect();
    let report = Report { folder, dry_run: true, layers, repaired: Vec::new() };
    answer(&report, Status::Ok, None, console)?;
    if let Some(first) = missing.iter().find(|missing| missing.has_too_many_games()) {
        let plies = plies(first.ply);
        console.flush()?;
        console.notes().say(&format!(
            "after about {plies} more than 2^63 games lead to one position, and growing stops there"
        ));
    }
    sole_atlas::check_disk_space(atlas, missing).map_err(stop(atlas))?;
    Ok(Exit::Yes)
}

impl Report {
    /// The layers that were added, the files that were rebuilt, and whether all layers could be
    /// read again.
    fn new(atlas: &Atlas, done: &Grown) -> (Report, Result<(), AtlasError>) {
        let (mut layers, mut read) = (Vec::new(), Ok(()));
        for &ply in &done.grown {
            match LayerSize::of(atlas, ply) {
                Ok(layer) => layers.push(Row::grown(layer)),
                Err(error) => read = read.and(Err(error)),
            }
        }
        let repaired = done.repaired.iter();
        let repaired = repaired.map(|(ply, flaw)| format!("layer-{ply:02}/{}", flaw.file_name()));
        let folder = atlas.folder().display().to_string();
        let report = Report { folder, dry_run: false, layers, repaired: repaired.collect() };
        (report, read)
    }

    fn is_empty(&self) -> bool {
        self.layers.is_empty() && self.repaired.is_empty()
    }
}

impl Row {
    fn estimated(estimate: &Estimate) -> Row {
        let Estimate { ply, positions, edges, bytes, spill, seconds, .. } = *estimate;
        let (spill, seconds) = (Some(spill), Some(seconds));
        Row { ply, positions, games: None, edges, bytes, spill, seconds }
    }

    fn grown(LayerSize { ply, positions, games, edges, bytes }: LayerSize) -> Row {
        let games = Some(Large(games));
        Row { ply, positions, games, edges, bytes, spill: None, seconds: None }
    }
}

fn answer(
    report: &Report,
    status: Status,
    stats: Option<Stats>,
    console: &mut Console,
) -> io::Result<()> {
    if console.is_json() {
        return console.answer(&Answer { status, result: report, stats });
    }
    for file in &report.repaired {
        writeln!(console.out(), "made {file} anew")?;
    }
    if report.layers.is_empty() && status == Status::Ok {
        return writeln!(console.out(), "nothing is missing");
    }
    let text = if report.dry_run { costs(report) } else { done(report) };
    console.out().write_all(text.as_bytes())
}

/// A table of the costs.
fn costs(report: &Report) -> String {
    let line = |cells: [&str; 6]| {
        let [ply, positions, edges, bytes, spill, time] = cells;
        format!("{ply:>5} {positions:>20} {edges:>22} {bytes:>12} {spill:>12} {time:>8}\n")
    };
    let mut text = line(["plies", "positions", "edges", "about", "spill", "time"]);
    for row in &report.layers {
        let (positions, edges) = (grouped(row.positions), grouped(row.edges));
        let (bytes, spill) = (size(row.bytes), size(row.spill.unwrap_or(0)));
        let time = span(row.seconds.unwrap_or(0.0));
        text += &line([&row.ply.to_string(), &positions, &edges, &bytes, &spill, &time]);
    }
    text
}

fn done(report: &Report) -> String {
    let line = |row: &Row| {
        let games = row.games.unwrap_or(Large(0)).games();
        let positions = plural(row.positions, "position");
        format!("{}: {positions}, {games}, {}\n", plies(row.ply), size(row.bytes))
    };
    report.layers.iter().map(line).collect()
}
