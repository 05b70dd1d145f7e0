//! `sole atlas grow`: makes layers.

use super::{Large, atlas, plies, stop};
use crate::args::atlas as args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::lookout::Lookout;
use crate::render::{grouped, plural, size, span};
use serde::Serialize;
use sole_atlas::{Atlas, AtlasError, Defect, Estimate, GrowEvent, Settings};
use std::io;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

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
    let watch = Watch::new(&missing, console);
    let grown = work(&atlas, flags.plies, settings, &|step| watch.tell(step));
    let (elapsed, done) = watch.finish();
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
    fn new(atlas: &Atlas, done: &Done) -> (Report, Result<(), AtlasError>) {
        let (mut layers, mut read) = (Vec::new(), Ok(()));
        for &ply in &done.grown {
            match Row::grown(atlas, ply) {
                Ok(row) => layers.push(row),
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

    fn grown(atlas: &Atlas, ply: u32) -> Result<Row, AtlasError> {
        let layer = atlas.layer(ply)?;
        let edges = match ply.checked_sub(1) {
            None => 0,
            Some(before) => atlas.layer(before)?.tallies().edges,
        };
        let all = layer.tallies().all;
        let (positions, games) = (all.positions, Some(Large(all.games)));
        let bytes = layer.bytes();
        Ok(Row { ply, positions, games, edges, bytes, spill: None, seconds: None })
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

/// Shows how far the work has come, and heeds Ctrl-C.
struct Watch {
    lookout: Lookout,
    state: Mutex<State>,
    done: Mutex<Done>,
    /// All edges that are to be found, as far as known.
    edges: u64,
}

/// What was done.
#[derive(Default)]
struct Done {
    /// The layers that were missing.
    grown: Vec<u32>,
    /// Others and what was made anew of them.
    repaired: Vec<(u32, Defect)>,
}

/// How far the work has come.
#[derive(Clone, Copy, Default)]
struct State {
    ply: u32,
    edges: u64,
    files: (usize, usize),
}

impl Watch {
    fn new(missing: &[Estimate], console: &Console) -> Watch {
        let lookout = Lookout::new(console.progress(), "growing".to_owned());
        let edges = missing.iter().map(|missing| missing.edges).sum();
        Watch { lookout, state: Mutex::default(), done: Mutex::default(), edges }
    }

    fn tell(&self, step: GrowEvent) -> ControlFlow<()> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner).take(step);
        let state = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.take(step);
            *state
        };
        self.lookout.show(Some(state.share(self.edges)), || state.details());
        if self.lookout.is_interrupted() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// How long it took, and what was done.
    fn finish(self) -> (Duration, Done) {
        let done = self.done.into_inner().unwrap_or_else(PoisonError::into_inner);
        (self.lookout.elapsed(), done)
    }
}

impl Done {
    fn take(&mut self, step: GrowEvent) {
        match step {
            GrowEvent::Grown { ply } => self.grown.push(ply),
            GrowEvent::Repaired { ply, defect } => self.repaired.push((ply, defect)),
            _ => {}
        }
    }
}

impl State {
    fn take(&mut self, step: GrowEvent) {
        match step {
            GrowEvent::Expanded { ply, edges, .. } => {
                (self.ply, self.files) = (ply, (0, 0));
                self.edges += edges;
            }
            GrowEvent::Written { ply, files, of } => {
                self.ply = ply;
                self.files = (self.files.0 + files, of);
            }
            _ => {}
        }
    }

    /// How much is done. To find edges takes about as long as to merge and write what they lead to.
    fn share(&self, edges: u64) -> f64 {
        let (written, files) = self.files;
        let written = if files == 0 { 0.0 } else { written as f64 / files as f64 };
        let found = self.edges as f64 / edges.max(1) as f64;
        found.min(1.0) * (0.5 + 0.5 * written)
    }

    /// `ply 7, 123 456 789 edges` or `ply 7, 12 of 67 files`.
    fn details(&self) -> String {
        match self.files {
            (_, 0) => format!("ply {}, {} edges", self.ply, grouped(self.edges)),
            (written, files) => format!("ply {}, {written} of {files} files", self.ply),
        }
    }
}
