//! `sole endgame random`: a random position of an ending, found without a walk over its table.

use super::mine::{list_conditions, read_expression};
use super::reading::read_material;
use super::supply::unanswered;
use super::words::in_short;
use crate::args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::records;
use crate::render::grouped;
use serde::Serialize;
use sole_board::Clocks;
use sole_endgame::random::{Found, RandomSearch, TRIES};
use sole_endgame::{Measure, ProbeError, Standing};
use std::io;

/// A position as scripts see it, with its value for the side to move.
#[derive(Debug, Serialize)]
struct Report {
    fen: String,
    #[serde(flatten)]
    measure: Measure,
    quiet: bool,
    seed: u64,
}

/// A search that found nothing, as scripts see it.
#[derive(Debug, Serialize)]
struct Nothing {
    tried: usize,
}

/// Runs the command.
pub(crate) fn run(flags: args::Random, console: &mut Console) -> Result<Exit, Stop> {
    if flags.lists_conditions() {
        return list_conditions(console);
    }
    let material = read_material(flags.material()?)?;
    let expression = flags.r#where.as_deref().map(read_expression).transpose()?;
    let supply = flags.tables.supply()?;
    let search = RandomSearch { material, expression, seed: records::seed(flags.seed) };
    let found = match search.run(flags.count, &supply.tables) {
        // To look for what is missing beforehand would take longer than the search.
        Err(ProbeError::Missing { .. }) => {
            supply.provide_ending(&material, flags.tables.missing(), console)?;
            search.run(flags.count, &supply.tables)
        }
        found => found,
    };
    let found = found.map_err(|error| unanswered(&error))?;
    for found in &found {
        let standing = Standing::of(&supply.tables, &found.position, Clocks::default().halfmoves);
        let standing = standing.map_err(|error| unanswered(&error))?;
        write_found(found, standing, search.seed, console)?;
    }
    if found.len() < flags.count {
        write_nothing(console)?;
        return Ok(Exit::Open);
    }
    Ok(Exit::Yes)
}

fn write_found(
    Found { position, quiet, .. }: &Found,
    standing: Standing,
    seed: u64,
    console: &mut Console,
) -> io::Result<()> {
    let fen = position.to_setup(Clocks::default()).to_string();
    if console.is_json() {
        let result = Report { fen, measure: standing.into(), quiet: *quiet, seed };
        return console.answer(&Answer { status: Status::Ok, result, stats: None });
    }
    writeln!(console.out(), "{fen}")?;
    if console.is_quiet() {
        return Ok(());
    }
    let (turn, ends) = (position.turn().name(), in_short(position, standing));
    writeln!(console.out(), "{turn} to move, {ends}")
}

fn write_nothing(console: &mut Console) -> io::Result<()> {
    if console.is_json() {
        let result = Nothing { tried: TRIES };
        return console.answer(&Answer { status: Status::Open, result, stats: None });
    }
    let tried = grouped(TRIES as u64);
    console
        .notes()
        .say(&format!("no such position among {tried} random ones; endgame mine looks at all"));
    Ok(())
}
