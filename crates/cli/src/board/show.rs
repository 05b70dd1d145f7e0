//! `sole board show`: a position, drawn.

use crate::args;
use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::input::{Place, Positions};
use crate::render::board::{BoardStyle, Marks};
use crate::render::{Paint, plural};
use sole_api::board::{Shown, kings_in_check};
use sole_board::{CastlingSide, Color, File, Role, Setup, Square, SquareSet};

/// Runs the command.
pub(crate) fn run(flags: args::Show, console: &mut Console) -> Result<Exit, Stop> {
    let positions = Positions::try_from(flags.position)?;
    let style = BoardStyle::choose(flags.picture, console.paint(), console.is_terminal());
    positions.ask(&flags.question, console, |shown, place, console| {
        if place == Place::Later {
            writeln!(console.out())?;
        }
        let marks = Marks { check: kings_in_check(&shown.setup), ..Marks::default() };
        write!(console.out(), "{}", style.render(&shown.setup.diagram, marks))?;
        if !console.is_quiet() {
            let text = describe(shown, console.paint());
            write!(console.out(), "\n{text}")?;
        }
        Ok(())
    })
}

/// The lines below the board: who moves, which rights are left, what is wrong.
fn describe(shown: &Shown, paint: Paint) -> String {
    let setup = &shown.setup;
    let mut text = if shown.has_side_to_move() {
        let situation = shown.moves.map(|moves| situation(shown.check, moves));
        paint.bold(&format!("{} to move", setup.turn.name())) + &situation.unwrap_or_default()
    } else {
        "Side to move: not given".to_owned()
    };
    text.push('\n');
    if let Some(rights) = castling_rights(setup) {
        text.push_str(&format!("Castling: {rights}\n"));
    }
    if let Some(square) = setup.en_passant {
        text.push_str(&format!("En passant: {square}\n"));
    }
    for fault in shown.faults.iter().filter(|fault| !fault.waived) {
        text.push_str(&format!("{} {}\n", paint.red("Not playable:"), fault.message));
    }
    let whole = shown.has_side_to_move();
    let fen = if whole { setup.to_string() } else { setup.diagram.to_string() };
    text.push_str(&format!("{}\n", paint.dim(&fen)));
    text
}

/// `, in check, 3 moves`.
fn situation(check: bool, moves: u64) -> String {
    match (check, moves) {
        (true, 0) => ", checkmated".to_owned(),
        (false, 0) => ", stalemated".to_owned(),
        (true, _) => format!(", in check, {}", plural(moves, "move")),
        (false, _) => format!(", {}", plural(moves, "move")),
    }
}

/// `White O-O O-O-O, Black O-O`.
fn castling_rights(setup: &Setup) -> Option<String> {
    let of_side = |color: Color| {
        let rooks = setup.castling & SquareSet::rank(color.back_rank());
        let king = setup.diagram.men(color, Role::King).first();
        let king = king.unwrap_or(Square::at(File::E, color.back_rank()));
        let names: Vec<&str> = rooks
            .into_iter()
            .map(|rook| match CastlingSide::of(king, rook) {
                CastlingSide::King => "O-O",
                CastlingSide::Queen => "O-O-O",
            })
            .collect();
        let names: Vec<&str> = names.into_iter().rev().collect();
        (!names.is_empty()).then(|| format!("{} {}", color.name(), names.join(" ")))
    };
    let sides: Vec<String> = Color::ALL.into_iter().filter_map(of_side).collect();
    (!sides.is_empty()).then(|| sides.join(", "))
}
