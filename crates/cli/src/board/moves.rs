//! `sole board moves`: the legal moves with their names.

use super::attacks;
use crate::args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::{Playable, Positions};
use crate::notation::Names;
use crate::render::plural;
use serde::Serialize;
use sole_board::{Move, Position};

/// Which moves are asked for.
#[derive(Clone, Copy, Debug)]
enum Which {
    All,
    Checks,
    Captures,
    CheckingCaptures,
}

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    fen: String,
    check: bool,
    count: usize,
    moves: Vec<Names>,
}

/// What scripts see of pseudo-legal moves.
#[derive(Debug, Serialize)]
struct PseudoReport {
    fen: String,
    check: bool,
    count: usize,
    legal: usize,
    moves: Vec<PseudoMove>,
}

/// A pseudo-legal move; only a legal one has a name in algebraic notation.
#[derive(Debug, Serialize)]
struct PseudoMove {
    uci: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<String>,
    legal: bool,
}

/// Runs the command.
pub(crate) fn run(flags: args::Moves, console: &mut Console) -> Result<Exit, Stop> {
    let positions = Positions::try_from(flags.position)?;
    if let Some(square) = flags.attacks {
        return attacks::run(&positions, square, console);
    }
    if flags.pseudo {
        return run_pseudo(&positions, console);
    }
    let in_batch = positions.is_batch();
    let which = match (flags.checks, flags.captures) {
        (false, false) => Which::All,
        (true, false) => Which::Checks,
        (false, true) => Which::Captures,
        (true, true) => Which::CheckingCaptures,
    };
    positions.answer_each(console, |input, console| {
        let Playable { setup, position } = positions.position(input, console)?;
        let moves = named(&position, which);
        let exit = if moves.is_empty() { Exit::No } else { Exit::Yes };
        let (count, check) = (moves.len(), position.is_check());
        let report = Report { fen: setup.to_string(), check, count, moves };
        if console.is_json() {
            console.answer(&Answer { status: Status::Ok, result: report, stats: None })?;
            return Ok(exit);
        }
        if in_batch {
            writeln!(console.out(), "{}", report.fen)?;
        }
        for names in &report.moves {
            writeln!(console.out(), "{names}")?;
        }
        if count == 0 && !console.is_quiet() {
            writeln!(console.out(), "{}", none(&position))?;
        }
        console.remark(&plural(count as u64, "move"))?;
        Ok(exit)
    })
}

/// Lists pseudo-legal moves.
fn run_pseudo(positions: &Positions, console: &mut Console) -> Result<Exit, Stop> {
    let in_batch = positions.is_batch();
    positions.answer_each(console, |input, console| {
        let Playable { setup, position } = positions.position(input, console)?;
        let moves = pseudo(&position);
        let exit = if moves.is_empty() { Exit::No } else { Exit::Yes };
        if console.is_json() {
            let legal = moves.iter().filter(|m| m.legal).count();
            let (fen, check, count) = (setup.to_string(), position.is_check(), moves.len());
            let result = PseudoReport { fen, check, count, legal, moves };
            console.answer(&Answer { status: Status::Ok, result, stats: None })?;
            return Ok(exit);
        }
        if in_batch {
            writeln!(console.out(), "{setup}")?;
        }
        for PseudoMove { uci, san, .. } in &moves {
            match san {
                Some(san) => writeln!(console.out(), "{san:7} {uci}")?,
                None => writeln!(console.out(), "{:7} {uci}  leaves the king in check", "-")?,
            }
        }
        console.remark(&plural(moves.len() as u64, "move"))?;
        Ok(exit)
    })
}

/// The pseudo-legal moves in the order of their squares.
fn pseudo(position: &Position) -> Vec<PseudoMove> {
    let named = |m: Move| match position.is_legal(m) {
        true => {
            let Names { uci, san } = Names::of(position, m);
            PseudoMove { uci, san: Some(san), legal: true }
        }
        false => PseudoMove { uci: m.to_string(), san: None, legal: false },
    };
    let mut moves: Vec<PseudoMove> = position.pseudo_legal_moves().into_iter().map(named).collect();
    moves.sort_by(|a, b| a.uci.cmp(&b.uci));
    moves
}

/// Why there may be no moves.
fn none(position: &Position) -> &'static str {
    match (position.count_moves(), position.is_check()) {
        (0, true) => "none (checkmate)",
        (0, false) => "none (stalemate)",
        _ => "none",
    }
}

/// The moves in the order of their squares.
fn named(position: &Position, which: Which) -> Vec<Names> {
    let men = position.diagram().occupied().len();
    let wanted = |m: &Move| {
        let after = position.after(*m);
        let captures = after.diagram().occupied().len() < men;
        match which {
            Which::All => true,
            Which::Checks => after.is_check(),
            Which::Captures => captures,
            Which::CheckingCaptures => captures && after.is_check(),
        }
    };
    let wanted = position.moves().into_iter().filter(wanted);
    let mut named: Vec<Names> = wanted.map(|m| Names::of(position, m)).collect();
    named.sort_by(|a, b| a.uci.cmp(&b.uci));
    named
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;
    use sole_board::Faults;

    #[test]
    fn filters_select() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let mate = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
        let cases = [
            (kiwipete, Which::All, 48),
            (kiwipete, Which::Captures, 8),
            (kiwipete, Which::Checks, 0),
            ("6rk/6p1/8/8/8/8/8/KB4R1 w - - 0 1", Which::CheckingCaptures, 0),
            ("7k/7r/8/8/8/8/8/K6R w - - 0 1", Which::CheckingCaptures, 1),
            (mate, Which::All, 0),
        ];
        for (fen, which, expected) in cases {
            let position = Input::argument(fen).position(Faults::NONE).expect("playable").position;
            assert_eq!(named(&position, which).len(), expected, "{fen} {which:?}");
        }
    }
}
