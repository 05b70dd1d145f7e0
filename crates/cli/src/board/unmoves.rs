//! `sole board unmoves`: every legal last move, with the position before it.

use crate::args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::{Playable, Positions};
use crate::notation::Names;
use crate::render::plural;
use serde::Serialize;
use sole_board::{CastlingLaw, Color, Faults, Position, Retraction, Role, Unmove};

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    fen: String,
    count: usize,
    unmoves: Vec<Step>,
}

/// A last move, as it was played, and the position before it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Step {
    uci: String,
    san: String,
    /// As problemists write it.
    retro: String,
    captured: Option<&'static str>,
    fen: String,
}

/// Runs the command.
pub(crate) fn run(flags: args::Unmoves, console: &mut Console) -> Result<Exit, Stop> {
    let positions = Positions::try_from(flags.position)?;
    let law = law(&flags.law, positions.waived);
    let in_batch = positions.is_batch();
    positions.answer_each(console, |input, console| {
        let Playable { setup, position } = positions.position(input, console)?;
        let unmoves = steps(&position, &law);
        let count = unmoves.len();
        let exit = if count == 0 { Exit::No } else { Exit::Yes };
        let report = Report { fen: setup.to_string(), count, unmoves };
        if console.is_json() {
            console.answer(&Answer { status: Status::Ok, result: report, stats: None })?;
            return Ok(exit);
        }
        if in_batch {
            writeln!(console.out(), "{}", report.fen)?;
        }
        if !console.is_quiet() {
            writeln!(console.out(), "{}", heading(&position, count))?;
        }
        let width = report.unmoves.iter().map(|step| step.retro.len()).max().unwrap_or(0);
        for Step { retro, fen, .. } in &report.unmoves {
            writeln!(console.out(), "{retro:width$}  {fen}")?;
        }
        Ok(exit)
    })
}

/// `12 possible last moves of White:`.
fn heading(position: &Position, count: usize) -> String {
    let side = if position.turn() == Color::White { "Black" } else { "White" };
    match count {
        0 => format!("{side} has no possible last move."),
        _ => format!("{} of {side}:", plural(count as u64, "possible last move")),
    }
}

/// What the flags allow to be taken back.
pub(crate) fn law(flags: &args::Law, waived: Faults) -> Retraction {
    let castling = if flags.chess960 { CastlingLaw::Chess960 } else { CastlingLaw::Standard };
    Retraction { uncaptures: flags.uncapture, castling, waived }
}

fn steps(position: &Position, law: &Retraction) -> Vec<Step> {
    let step = |unmove: Unmove| {
        let before = position.before(&unmove);
        let Names { uci, san } = Names::of(&before, unmove.forward);
        let retro = unmove.retro(&before);
        let captured = unmove.captured.map(Role::name);
        Step { uci, san, retro, captured, fen: before.to_string() }
    };
    let mut steps: Vec<Step> = position.unmoves(law).into_iter().map(step).collect();
    steps.sort();
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_board::{RoleSet, Setup};

    #[test]
    fn every_step_leads_back_to_the_position() {
        let setup: Setup = "8/8/8/8/8/8/7k/K6R b - - 0 1".parse().expect("a FEN");
        let position = Position::try_from(setup).expect("playable");
        let quiet = Retraction { uncaptures: RoleSet::EMPTY, ..Retraction::default() };
        let (all, quiet) = (steps(&position, &Retraction::default()), steps(&position, &quiet));
        assert!(all.len() > quiet.len() && !quiet.is_empty(), "{} {}", all.len(), quiet.len());
        assert!(quiet.iter().all(|step| step.captured.is_none() && all.contains(step)));
        for Step { uci, fen, .. } in &all {
            let before = Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen);
            let m = before.parse_uci(uci).expect(uci);
            assert_eq!(before.after(m), position, "{fen} {uci}");
        }
    }
}
