//! `sole board moves`: the legal moves, the pseudo-legal moves, or what attacks a square.

use crate::args;
use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::input::{OpenRightsRule, Place, Positions};
use crate::render::plural;
use sole_api::board::{Attackers, MovesFound, PseudoMove};
use sole_board::{Diagram, File, Rank, Setup, Square};
use std::io;

/// Runs the command.
pub(crate) fn run(flags: args::Moves, console: &mut Console) -> Result<Exit, Stop> {
    let positions = Positions::try_from(flags.position)?;
    let attacks = flags.question.attacks.is_some();
    let rule = if attacks { OpenRightsRule::Ignore } else { OpenRightsRule::Settle };
    positions.ask_by(rule, &flags.question, console, write)
}

fn write(found: &MovesFound, place: Place, console: &mut Console) -> io::Result<()> {
    match found {
        MovesFound::Legal { fen, check, count, moves, can_move } => {
            write_fen(fen, place, console)?;
            moves.iter().try_for_each(|names| writeln!(console.out(), "{names}"))?;
            if *count == 0 && !console.is_quiet() {
                writeln!(console.out(), "{}", none(*check, *can_move))?;
            }
            console.remark(&plural(*count as u64, "move"))
        }
        MovesFound::PseudoLegal { fen, count, moves, .. } => {
            write_fen(fen, place, console)?;
            for PseudoMove { uci, san, .. } in moves {
                match san {
                    Some(san) => writeln!(console.out(), "{san:7} {uci}")?,
                    None => writeln!(console.out(), "{:7} {uci}  leaves the king in check", "-")?,
                }
            }
            console.remark(&plural(*count as u64, "move"))
        }
        MovesFound::Attacks { fen, square, attackers, .. } => {
            let setup: Setup = fen.parse().expect("answers have a FEN");
            let square = square.parse().expect("answers have a square");
            write!(console.out(), "{}", attacks_text(&setup.diagram, square, attackers))
        }
    }
}

/// In a batch the position stands before its moves.
fn write_fen(fen: &str, place: Place, console: &mut Console) -> io::Result<()> {
    if place == Place::Alone { Ok(()) } else { writeln!(console.out(), "{fen}") }
}

/// Why there may be no moves.
fn none(check: bool, can_move: bool) -> &'static str {
    match (can_move, check) {
        (false, true) => "none (checkmate)",
        (false, false) => "none (stalemate)",
        (true, _) => "none",
    }
}

/// The board with `*` on attacked squares that are empty, and the squares in words.
fn attacks_text(diagram: &Diagram, square: Square, attackers: &Attackers) -> String {
    let attacked = diagram.attacks_from(square);
    let names: Vec<String> = attacked.into_iter().map(|square| square.to_string()).collect();
    let sign = |square: Square| match diagram.piece_at(square) {
        Some(piece) => piece.char(),
        None if attacked.contains(square) => '*',
        None => '.',
    };
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let signs: String =
            File::ALL.map(|file| format!(" {}", sign(Square::at(file, rank)))).concat();
        text.push_str(&format!("{} {signs}\n", rank.char()));
    }
    text.push_str("   a b c d e f g h\n\n");
    let line = |title: &str, squares: &[String]| {
        let squares = if squares.is_empty() { "none".to_owned() } else { squares.join(" ") };
        format!("{title}: {squares}\n")
    };
    text.push_str(&line(&format!("attacked from {square}"), &names));
    text.push_str(&line(&format!("white attackers of {square}"), &attackers.white));
    text + &line(&format!("black attackers of {square}"), &attackers.black)
}
