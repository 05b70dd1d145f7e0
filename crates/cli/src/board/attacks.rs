//! `sole board moves --attacks`: what the piece on a square attacks, and what attacks the square.

use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::Positions;
use serde::Serialize;
use sole_board::{Color, Diagram, File, Piece, Rank, Square, SquareSet};

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    fen: String,
    square: String,
    /// The piece on the square, as a letter of a FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<char>,
    /// The squares that it attacks.
    attacks: Vec<String>,
    attackers: Attackers,
}

/// The squares of the pieces that attack the square.
#[derive(Debug, Serialize)]
struct Attackers {
    white: Vec<String>,
    black: Vec<String>,
}

/// Runs the command.
pub(super) fn run(
    positions: &Positions,
    square: Square,
    console: &mut Console,
) -> Result<Exit, Stop> {
    positions.answer_each(console, |input, console| {
        let setup = input.board()?.setup;
        if console.is_json() {
            let result = report(&setup.to_string(), &setup.diagram, square);
            console.answer(&Answer { status: Status::Ok, result, stats: None })?;
        } else {
            write!(console.out(), "{}", text(&setup.diagram, square))?;
        }
        Ok(Exit::Yes)
    })
}

fn report(fen: &str, diagram: &Diagram, square: Square) -> Report {
    let names = |squares: SquareSet| squares.into_iter().map(|square| square.to_string()).collect();
    let attackers = |color| names(diagram.attackers(square, color, diagram.occupied()));
    Report {
        fen: fen.to_owned(),
        square: square.to_string(),
        piece: diagram.piece_at(square).map(Piece::char),
        attacks: names(diagram.attacks_from(square)),
        attackers: Attackers { white: attackers(Color::White), black: attackers(Color::Black) },
    }
}

/// The board with `*` on attacked squares that are empty, and the squares in words.
fn text(diagram: &Diagram, square: Square) -> String {
    let Report { attacks, attackers, .. } = report("", diagram, square);
    let attacked = diagram.attacks_from(square);
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
    text.push_str(&line(&format!("attacked from {square}"), &attacks));
    text.push_str(&line(&format!("white attackers of {square}"), &attackers.white));
    text + &line(&format!("black attackers of {square}"), &attackers.black)
}
