//! `sole atlas find`: after how many plies a position comes.

use super::{atlas, gap, plies, stop};
use crate::args::atlas as args;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::Positions;
use crate::render::plural;
use serde::Serialize;
use sole_atlas::{Atlas, AtlasError};
use sole_board::{PackedPosition, Position};

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    fen: String,
    /// The plies of the last layer that was looked at.
    searched: u32,
    plies: Vec<Row>,
    /// The plies of a layer that is missing before later ones, which were not looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<u32>,
}

#[derive(Debug, Serialize)]
struct Row {
    ply: u32,
    games: u64,
}

/// Runs the command.
pub(crate) fn run(flags: args::Find, console: &mut Console) -> Result<Exit, Stop> {
    let atlas = atlas(&flags.start, &flags.data, console)?;
    let layers = atlas.layers().map_err(stop(&atlas))?.len() as u32;
    if layers == 0 {
        return Err(stop(&atlas)(AtlasError::Missing { ply: 0 }));
    }
    let missing = atlas.gap().map_err(stop(&atlas))?;
    if let Some(missing) = missing {
        console.notes().say(&gap(missing, &atlas));
    }
    let positions = Positions::try_from(flags.position)?;
    let in_batch = positions.is_batch();
    positions.answer_each(console, |input, console| {
        let position = positions.position(input, console)?.position;
        let found = find(&atlas, layers, &position).map_err(|stop| stop.about(input))?;
        let (exit, status) = conclusion(&found, missing);
        let (fen, searched) = (position.to_string(), layers - 1);
        let report = Report { fen, searched, plies: found, missing };
        if console.is_json() {
            console.answer(&Answer { status, result: report, stats: None })?;
            return Ok(exit);
        }
        if in_batch {
            writeln!(console.out(), "{}", report.fen)?;
        }
        for row in &report.plies {
            writeln!(console.out(), "after {}: {}", plies(row.ply), plural(row.games, "game"))?;
        }
        if report.plies.is_empty() {
            let open =
                missing.map_or("", |_| "; not decided, since later layers were not searched");
            writeln!(console.out(), "not within {}{open}", plies(report.searched))?;
        }
        Ok(exit)
    })
}

/// A position that is not found is open if there are layers behind a missing one.
fn conclusion(found: &[Row], missing: Option<u32>) -> (Exit, Status) {
    match (found, missing) {
        ([], Some(_)) => (Exit::Open, Status::Open),
        ([], None) => (Exit::No, Status::Ok),
        _ => (Exit::Yes, Status::Ok),
    }
}

fn find(atlas: &Atlas, layers: u32, position: &Position) -> Result<Vec<Row>, Stop> {
    let packed = PackedPosition::new(position)
        .map_err(|error| Complaint::new(Kind::BadPosition, error.to_string()))?;
    let found = atlas.find_all(0..layers, packed).map_err(stop(atlas))?;
    Ok(found.into_iter().map(|(ply, games)| Row { ply, games }).collect())
}
