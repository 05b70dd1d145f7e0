//! What our tables say of three men, for a program in another language.
//!
//! ```text
//! dump FOLDER
//! ```
//!
//! Each ending is its name, then one line for each side to move, square of
//! White's king, square of Black's king and square of the third man, the last
//! running fastest, a1 before b1 before a2. A line is `none` where the game
//! cannot be, `draw`, or the plies to mate with the sign of who mates: `+31` the
//! side to move, `-30` the other one, `-0` if the side to move is mated.

use sole_board::{Color, Material, Piece, Position, Role, Setup, Square};
use sole_endgame::{Tables, Value, endings};
use sole_peers::tables::built;
use std::io::{BufWriter, Write};

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).expect("usage: dump FOLDER");
    let tables = built(folder, endings(3));
    let mut out = BufWriter::new(std::io::stdout().lock());
    for ending in endings(3) {
        writeln!(out, "{ending}")?;
        for setup in setups(third_man(&ending)) {
            writeln!(out, "{}", setup.map_or("none".to_owned(), |setup| word(&tables, setup)))?;
        }
    }
    out.flush()
}

fn third_man(ending: &Material) -> Piece {
    let is_third = |piece: &Piece| piece.role != Role::King && ending.count(*piece) > 0;
    Piece::all().find(is_third).expect("three men are two kings and another")
}

/// Every placement in order; none where two men would share a square.
fn setups(third: Piece) -> impl Iterator<Item = Option<Setup>> {
    let squares = |turn| Square::all().map(move |white| (turn, white));
    Color::ALL.into_iter().flat_map(squares).flat_map(move |(turn, white)| {
        Square::all().flat_map(move |black| {
            Square::all().map(move |square| {
                let king = |color| Piece { color, role: Role::King };
                let men =
                    [(white, king(Color::White)), (black, king(Color::Black)), (square, third)];
                let mut setup = Setup { turn, ..Setup::EMPTY };
                men.into_iter().for_each(|(square, piece)| setup.diagram.put(square, piece));
                (setup.diagram.occupied().len() == men.len()).then_some(setup)
            })
        })
    })
}

fn word(tables: &Tables, setup: Setup) -> String {
    let Ok(position) = Position::try_from(setup) else { return "none".to_owned() };
    let value = tables.probe(&position).unwrap_or_else(|e| panic!("{setup}: {e}"));
    match (value, value.plies()) {
        (Value::Win(_), Some(plies)) => format!("+{plies}"),
        (Value::Loss(_), Some(plies)) => format!("-{plies}"),
        _ => "draw".to_owned(),
    }
}
