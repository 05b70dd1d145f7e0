//! `sole atlas stats`: what the layers of an atlas count.

use super::{Large, atlas, figure, gap, plot, stop};
use crate::args::atlas as args;
use crate::console::{Console, Stop};
use crate::draft;
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::render::{Bars, columns, grouped, size, visible};
use serde::Serialize;
use sole_atlas::{Atlas, Manifest, Published, RangeFile, State, Tally};

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    start: String,
    layers: Vec<Row>,
    /// The plies of a layer that is missing before later ones, which are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<u32>,
    /// The picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// What is counted of a layer.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    pub(super) ply: u32,
    pub(super) positions: u64,
    pub(super) games: Large,
    /// How many times as many there are as in the layer before.
    #[serde(skip_serializing_if = "Option::is_none")]
    growth: Option<Growth>,
    /// Positions with exactly one game.
    pub(super) unique: u64,
    /// Edges from the layer before.
    #[serde(skip_serializing_if = "Option::is_none")]
    edges: Option<u64>,
    /// Of these to one position, on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) edges_per_position: Option<f64>,
    /// Edges from the layer before that lead to a position which another edge leads to first.
    #[serde(skip_serializing_if = "Option::is_none")]
    collisions: Option<u64>,
    /// Positions of this layer and all layers before it, together.
    total: u64,
    /// How many range files are in each state.
    states: States,
    /// Every range file, if they are asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<FileRow>,
    pub(super) checks: Count,
    pub(super) mates: Count,
    pub(super) stalemates: Count,
    pub(super) dead: Count,
    pub(super) men: Vec<Men>,
    bytes: u64,
    /// Games that end in mate, as published; nothing if none are.
    #[serde(skip_serializing_if = "Option::is_none")]
    published_mates: Option<Large>,
    /// Whether all published numbers agree; nothing if none are published.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<bool>,
}

/// How far the range files of a layer are resolved into the next layer.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct States {
    resolved: usize,
    in_progress: usize,
    unresolved: usize,
}

/// A range file.
#[derive(Debug, Serialize)]
struct FileRow {
    name: String,
    state: State,
    positions: u64,
    bytes: u64,
}

#[derive(Debug, Serialize)]
struct Growth {
    positions: f64,
    games: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct Count {
    pub(super) positions: u64,
    pub(super) games: Large,
}

#[derive(Debug, Serialize)]
pub(super) struct Men {
    pub(super) men: u8,
    #[serde(flatten)]
    pub(super) count: Count,
}

/// Runs the command.
pub(crate) fn run(flags: args::Stats, console: &mut Console) -> Result<Exit, Stop> {
    let atlas = atlas(&flags.start, &flags.data, console)?;
    let layers = atlas.layers().map_err(stop(&atlas))?;
    let mut total = 0;
    let rows = layers.iter().enumerate().map(|(index, layer)| {
        let before = index.checked_sub(1).map(|before| &layers[before]);
        let published = Published::at(layer.ply).filter(|_| atlas.is_from_array());
        let row = Row::new(layer, before, published);
        total += row.positions;
        let files =
            if flags.files { layer.files.iter().map(FileRow::new).collect() } else { Vec::new() };
        Row { total, files, ..row }
    });
    let start = atlas.start().to_string();
    let missing = atlas.gap().map_err(stop(&atlas))?;
    if let Some(missing) = missing {
        console.notes().say(&gap(missing, &atlas));
    }
    let mut report = Report { start, layers: rows.collect(), missing, file: None };
    let exit = if report.layers.is_empty() { Exit::No } else { Exit::Yes };
    if let Some(path) = flags.svg.as_deref().filter(|_| exit == Exit::Yes) {
        draft::write_file(path, &figure::svg(name(&atlas, &report.start), &report.layers))?;
        report.file = Some(path.display().to_string());
    }
    if console.is_json() {
        console.answer(&Answer { status: Status::Ok, result: report, stats: None })?;
    } else if report.layers.is_empty() {
        writeln!(console.out(), "no layers from {}", report.start)?;
    } else {
        let bars = if flags.ascii { Bars::Ascii } else { Bars::of_environment() };
        console.out().write_all(tables(&report.layers).as_bytes())?;
        if flags.plot {
            write!(console.out(), "\n{}", plot::plot(&report.layers, bars))?;
        }
        if let Some(file) = &report.file {
            console.remark(&format!("picture in {}", visible(file)))?;
        }
    }
    Ok(exit)
}

/// The start as people call it.
fn name<'a>(atlas: &Atlas, start: &'a str) -> &'a str {
    if atlas.is_from_array() { "the initial array" } else { start }
}

impl Count {
    fn new(Tally { positions, games }: Tally) -> Count {
        Count { positions, games: Large(games) }
    }
}

impl States {
    fn new(layer: &Manifest) -> States {
        let with = |state| layer.files.iter().filter(|file| file.state == state).count();
        States {
            resolved: with(State::Resolved),
            in_progress: with(State::InProgress),
            unresolved: with(State::Unresolved),
        }
    }

    /// `3 RESOLVED, 1 UNRESOLVED`.
    fn text(self) -> String {
        let named = [
            (self.resolved, State::Resolved),
            (self.in_progress, State::InProgress),
            (self.unresolved, State::Unresolved),
        ];
        let some = named.into_iter().filter(|&(files, _)| files > 0);
        let texts: Vec<String> =
            some.map(|(files, state)| format!("{files} {}", state_name(state))).collect();
        texts.join(", ")
    }
}

impl FileRow {
    fn new(file: &RangeFile) -> FileRow {
        let content = file.content.as_ref();
        FileRow {
            name: file.name.clone(),
            state: file.state,
            positions: content.map_or(0, |content| content.rows),
            bytes: content.map_or(0, |content| content.bytes),
        }
    }
}

/// The name of a state, as manifests have it.
fn state_name(state: State) -> &'static str {
    match state {
        State::Resolved => "RESOLVED",
        State::InProgress => "IN PROGRESS",
        State::Unresolved => "UNRESOLVED",
    }
}

impl Growth {
    fn new(now: Tally, before: Tally) -> Growth {
        Growth {
            positions: now.positions as f64 / before.positions as f64,
            games: now.games as f64 / before.games as f64,
        }
    }
}

impl Row {
    fn new(layer: &Manifest, before: Option<&Manifest>, published: Option<Published>) -> Row {
        let (tallies, before) = (layer.tallies(), before.map(Manifest::tallies));
        let edges = before.as_ref().map(|before| before.edges);
        let men = tallies.men.iter().map(|(&men, &tally)| Men { men, count: Count::new(tally) });
        Row {
            ply: layer.ply,
            positions: tallies.all.positions,
            games: Large(tallies.all.games),
            growth: before
                .filter(|before| before.all.positions > 0)
                .map(|before| Growth::new(tallies.all, before.all)),
            unique: tallies.unique,
            edges,
            edges_per_position: edges
                .filter(|_| tallies.all.positions > 0)
                .map(|edges| edges as f64 / tallies.all.positions as f64),
            collisions: edges.map(|edges| edges.saturating_sub(tallies.all.positions)),
            total: tallies.all.positions,
            states: States::new(layer),
            files: Vec::new(),
            checks: Count::new(tallies.checks),
            mates: Count::new(tallies.mates),
            stalemates: Count::new(tallies.stalemates),
            dead: Count::new(tallies.dead),
            men: men.collect(),
            bytes: layer.bytes(),
            published_mates: published.map(|published| Large(published.mates)),
            published: published.map(|published| {
                published.compare(&tallies).iter().all(|(_, expected, actual)| expected == actual)
            }),
        }
    }
}

/// All tables, a line between them.
fn tables(rows: &[Row]) -> String {
    let files = rows.iter().any(|row| !row.files.is_empty()).then(|| files(rows));
    [sizes(rows), progress(rows), ends(rows), men(rows)]
        .into_iter()
        .chain(files)
        .collect::<Vec<_>>()
        .join("\n")
}

/// How many moves were made and how many positions found so far, and how far each layer is
/// resolved into the next.
fn progress(rows: &[Row]) -> String {
    let titles = ["plies", "moves made", "collisions", "total", "range files"];
    let number = |number: Option<u64>| number.map(grouped).unwrap_or_default();
    let lines = rows.iter().map(|row| {
        let [edges, collisions] = [row.edges, row.collisions].map(number);
        [row.ply.to_string(), edges, collisions, grouped(row.total), row.states.text()]
    });
    columns(titles, &lines.collect::<Vec<_>>(), 0)
}

/// Every range file with its state.
fn files(rows: &[Row]) -> String {
    let titles = ["plies", "file", "state", "positions", "size"];
    let files = rows.iter().flat_map(|row| row.files.iter().map(move |file| (row.ply, file)));
    let lines = files.map(|(ply, file)| {
        let state = state_name(file.state).to_owned();
        [ply.to_string(), file.name.clone(), state, grouped(file.positions), size(file.bytes)]
    });
    columns(titles, &lines.collect::<Vec<_>>(), 3)
}

/// How many there are, and how fast they grow.
fn sizes(rows: &[Row]) -> String {
    let titles =
        ["plies", "positions", "growth", "games", "growth", "edges/pos", "one game", "size", ""];
    let lines = rows.iter().map(|row| {
        let factor = |of: fn(&Growth) -> f64| row.growth.as_ref().map(of);
        [
            row.ply.to_string(),
            grouped(row.positions),
            decimals(factor(|growth| growth.positions)),
            row.games.to_string(),
            decimals(factor(|growth| growth.games)),
            decimals(row.edges_per_position),
            grouped(row.unique),
            size(row.bytes),
            match row.published {
                Some(true) => "as published".to_owned(),
                Some(false) => "NOT AS PUBLISHED".to_owned(),
                None => String::new(),
            },
        ]
    });
    columns(titles, &lines.collect::<Vec<_>>(), 0)
}

/// How positions end, and how many games end in mate.
fn ends(rows: &[Row]) -> String {
    let titles = ["plies", "checks", "mates", "stalemates", "dead", "games to mate", "published"];
    let lines = rows.iter().map(|row| {
        let counts = [&row.checks, &row.mates, &row.stalemates, &row.dead];
        let [checks, mates, stalemates, dead] = counts.map(|count| grouped(count.positions));
        let published = row.published_mates.map_or(String::new(), |mates| mates.to_string());
        let to_mate = row.mates.games.to_string();
        [row.ply.to_string(), checks, mates, stalemates, dead, to_mate, published]
    });
    columns(titles, &lines.collect::<Vec<_>>(), 0)
}

/// `1.66`, or nothing.
fn decimals(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| format!("{number:.2}"))
}

/// How many men are on the board, in percent of the positions.
fn men(rows: &[Row]) -> String {
    let mut all: Vec<u8> = rows.iter().flat_map(|row| row.men.iter().map(|men| men.men)).collect();
    all.sort_unstable();
    all.dedup();
    let mut text = format!("{:>5}", "men");
    all.iter().rev().for_each(|men| text.push_str(&format!("  {men:>8}")));
    for row in rows {
        text.push_str(&format!("\n{:>5}", row.ply));
        for &men in all.iter().rev() {
            text.push_str(&format!("  {:>8}", row.percent_with(men)));
        }
        text.truncate(text.trim_end().len());
    }
    text + "\n"
}

impl Row {
    /// The positions with so many men.
    pub(super) fn with_men(&self, men: u8) -> u64 {
        let found = self.men.iter().find(|row| row.men == men);
        found.map_or(0, |row| row.count.positions)
    }

    /// `12.34 %`; what is not nothing is not called so.
    fn percent_with(&self, men: u8) -> String {
        let positions = self.with_men(men);
        let percent = positions as f64 * 100.0 / self.positions as f64;
        match positions {
            0 => String::new(),
            _ if percent < 0.005 => "<0.01 %".to_owned(),
            _ => format!("{percent:.2} %"),
        }
    }
}
