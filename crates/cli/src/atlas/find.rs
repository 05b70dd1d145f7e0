//! `sole atlas find`: after how many plies a position comes.

use super::{atlas, plies, stop};
use crate::args::atlas as args;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::Positions;
use crate::render::plural;
use serde::Serialize;
use sole_atlas::Atlas;
use sole_board::{PackedPosition, Position};

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    fen: String,
    /// The plies of the last layer that was looked at.
    searched: u32,
    plies: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    ply: u32,
    games: u64,
}

/// Runs the command.
pub(crate) fn run(flags: args::Find, console: &mut Console) -> Result<Exit, Stop> {
    let atlas = atlas(&flags.start, &flags.data)?;
    let layers = atlas.layers().map_err(stop)?.len();
    if layers == 0 {
        return Err(super::complaint(&sole_atlas::AtlasError::Missing { ply: 0 }).into());
    }
    let positions = Positions::try_from(flags.position)?;
    let in_batch = positions.is_batch();
    positions.answer_each(console, |input, console| {
        let position = input.position(positions.waived)?.position;
        let found = find(&atlas, layers, &position).map_err(|stop| stop.about(input))?;
        let exit = if found.is_empty() { Exit::No } else { Exit::Yes };
        let report =
            Report { fen: position.to_string(), searched: layers as u32 - 1, plies: found };
        if console.is_json() {
            console.answer(&Answer { status: Status::Ok, result: report, stats: None })?;
            return Ok(exit);
        }
        if in_batch {
            writeln!(console.out(), "{}", report.fen)?;
        }
        for row in &report.plies {
            writeln!(console.out(), "after {}: {}", plies(row.ply), plural(row.games, "game"))?;
        }
        if report.plies.is_empty() {
            writeln!(console.out(), "not within {}", plies(report.searched))?;
        }
        Ok(exit)
    })
}

fn find(atlas: &Atlas, layers: usize, position: &Position) -> Result<Vec<Row>, Stop> {
    let packed = PackedPosition::new(position)
        .map_err(|error| Complaint::new(Kind::BadPosition, error.to_string()))?;
    let mut rows = Vec::new();
    for ply in 0..layers as u32 {
        let games = atlas.find(ply, packed).map_err(stop)?;
        rows.extend(games.map(|games| Row { ply, games }));
    }
    Ok(rows)
}
