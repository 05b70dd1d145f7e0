//! `sole atlas stats`: what the layers of an atlas count.

use super::{Large, atlas, stop};
use crate::args::atlas as args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::render::{grouped, size};
use serde::Serialize;
use sole_atlas::{Manifest, Published, Tally};

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    start: String,
    layers: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    ply: u32,
    positions: u64,
    games: Large,
    /// Positions with exactly one game.
    unique: u64,
    /// Edges from the layer before to one position, on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    edges_per_position: Option<f64>,
    checks: Count,
    mates: Count,
    stalemates: Count,
    dead: Count,
    men: Vec<Men>,
    bytes: u64,
    /// Whether all published numbers agree; nothing if none are published.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<bool>,
}

#[derive(Debug, Serialize)]
struct Count {
    positions: u64,
    games: Large,
}

#[derive(Debug, Serialize)]
struct Men {
    men: u8,
    #[serde(flatten)]
    count: Count,
}

/// Runs the command.
pub(crate) fn run(flags: args::Stats, console: &mut Console) -> Result<Exit, Stop> {
    let atlas = atlas(&flags.start, &flags.data)?;
    let layers = atlas.layers().map_err(stop)?;
    let rows = layers.iter().enumerate().map(|(index, layer)| {
        let before = index.checked_sub(1).map(|before| &layers[before]);
        let published = Published::at(layer.ply).filter(|_| atlas.is_from_array());
        Row::new(layer, before, published)
    });
    let report = Report { start: atlas.start().to_string(), layers: rows.collect() };
    let exit = if report.layers.is_empty() { Exit::No } else { Exit::Yes };
    if console.is_json() {
        console.answer(&Answer { status: Status::Ok, result: report, stats: None })?;
    } else if report.layers.is_empty() {
        writeln!(console.out(), "no layers from {}", report.start)?;
    } else {
        console.out().write_all(table(&report).as_bytes())?;
    }
    Ok(exit)
}

impl Count {
    fn new(Tally { positions, games }: Tally) -> Count {
        Count { positions, games: Large(games) }
    }
}

impl Row {
    fn new(layer: &Manifest, before: Option<&Manifest>, published: Option<Published>) -> Row {
        let tallies = layer.tallies();
        let edges = before.map(|before| before.tallies().edges);
        let men = tallies.men.iter().map(|(&men, &tally)| Men { men, count: Count::new(tally) });
        Row {
            ply: layer.ply,
            positions: tallies.all.positions,
            games: Large(tallies.all.games),
            unique: tallies.unique,
            edges_per_position: edges.map(|edges| edges as f64 / tallies.all.positions as f64),
            checks: Count::new(tallies.checks),
            mates: Count::new(tallies.mates),
            stalemates: Count::new(tallies.stalemates),
            dead: Count::new(tallies.dead),
            men: men.collect(),
            bytes: layer.bytes(),
            published: published.map(|published| {
                published.beside(&tallies).iter().all(|(_, expected, actual)| expected == actual)
            }),
        }
    }
}

fn table(report: &Report) -> String {
    let line = |cells: [&str; 8]| {
        let [ply, positions, games, edges, unique, mates, men, bytes] = cells;
        format!(
            "{ply:>5} {positions:>13} {games:>18} {edges:>9} {unique:>10} {mates:>9} {men:>6} {bytes:>10}"
        )
    };
    let head = ["plies", "positions", "games", "edges/pos", "one game", "mates", "men", "size"];
    let mut text = line(head) + "\n";
    for row in &report.layers {
        let Large(games) = row.games;
        let games = u64::try_from(games).map_or_else(|_| games.to_string(), grouped);
        let edges = row.edges_per_position.map_or(String::new(), |edges| format!("{edges:.2}"));
        let ends = [row.men.first(), row.men.last()].map(|men| men.map_or(0, |men| men.men));
        let men = if ends[0] == ends[1] {
            ends[0].to_string()
        } else {
            format!("{}-{}", ends[0], ends[1])
        };
        let cells = [row.positions, row.unique, row.mates.positions].map(grouped);
        let [positions, unique, mates] = &cells;
        let (ply, bytes) = (row.ply.to_string(), size(row.bytes));
        text += &line([&ply, positions, &games, &edges, unique, mates, &men, &bytes]);
        text += match row.published {
            Some(true) => "  as published\n",
            Some(false) => "  NOT AS PUBLISHED\n",
            None => "\n",
        };
    }
    text
}
