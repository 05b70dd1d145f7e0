//! `sole board unmoves`: every legal last move, with the position before it.

use crate::args;
use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::input::{Place, Positions};
use crate::render::plural;
use sole_api::board::{UnmoveFound, UnmovesFound};

/// Runs the command.
pub(crate) fn run(flags: args::Unmoves, console: &mut Console) -> Result<Exit, Stop> {
    let positions = Positions::try_from(flags.position)?;
    positions.ask(&flags.question, console, |found, place, console| {
        if place != Place::Alone {
            writeln!(console.out(), "{}", found.fen)?;
        }
        if !console.is_quiet() {
            writeln!(console.out(), "{}", heading(found))?;
        }
        let width = found.unmoves.iter().map(|unmove| unmove.retro.len()).max().unwrap_or(0);
        let mut unmoves = found.unmoves.iter();
        unmoves.try_for_each(|UnmoveFound { retro, fen, .. }| {
            writeln!(console.out(), "{retro:width$}  {fen}")
        })
    })
}

/// `12 possible last moves of White:`.
fn heading(found: &UnmovesFound) -> String {
    let side = found.side.name();
    match found.count {
        0 => format!("{side} has no possible last move."),
        count => format!("{} of {side}:", plural(count as u64, "possible last move")),
    }
}
