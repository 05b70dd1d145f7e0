//! `sole board show`: draws a position, playable or not.

use super::{Finding, findings};
use crate::args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::Positions;
use crate::render::board::{BoardStyle, Marks};
use crate::render::{Paint, plural};
use crate::repair;
use serde::Serialize;
use sole_board::{
    CastlingSide, Color, Faults, File, Piece, Position, Role, Setup, Square, SquareSet,
};

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    fen: String,
    turn: &'static str,
    check: bool,
    men: Vec<Man>,
    faults: Vec<Finding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u64>,
}

#[derive(Debug, Serialize)]
struct Man {
    square: String,
    piece: char,
}

/// Runs the command.
pub(crate) fn run(flags: args::Show, console: &mut Console) -> Result<Exit, Stop> {
    let positions = Positions::try_from(flags.position)?;
    let style = BoardStyle::choose(flags.picture, console.paint(), console.is_terminal());
    let mut first = true;
    positions.answer_each(console, |input, console| {
        let setup = input.setup()?;
        let position = Position::new(setup, positions.waived);
        if console.is_json() {
            let result = report(&setup, &position, positions.waived);
            console.answer(&Answer { status: Status::Ok, result, stats: None })?;
            return Ok(Exit::Yes);
        }
        if !std::mem::take(&mut first) {
            writeln!(console.out())?;
        }
        let marks = Marks { check: kings_in_check(&setup), ..Marks::default() };
        write!(console.out(), "{}", style.render(&setup.diagram, marks))?;
        if !console.is_quiet() {
            let text = describe(&setup, &position, console.paint());
            write!(console.out(), "\n{text}")?;
        }
        Ok(Exit::Yes)
    })
}

/// The kings that are attacked, of either side.
pub(crate) fn kings_in_check(setup: &Setup) -> SquareSet {
    let kings = setup.diagram.role(Role::King);
    let attacked = |&king: &Square| {
        let enemy = if setup.diagram.color(Color::White).contains(king) {
            Color::Black
        } else {
            Color::White
        };
        setup.diagram.attackers(king, enemy, setup.diagram.occupied()).any()
    };
    kings.into_iter().filter(attacked).fold(SquareSet::EMPTY, SquareSet::with)
}

fn report(setup: &Setup, position: &Result<Position, Faults>, waived: Faults) -> Report {
    let man =
        |(square, piece): (Square, Piece)| Man { square: square.to_string(), piece: piece.char() };
    let king = setup.diagram.men(setup.turn, Role::King);
    Report {
        fen: setup.to_string(),
        turn: match setup.turn {
            Color::White => "white",
            Color::Black => "black",
        },
        check: (kings_in_check(setup) & king).any(),
        men: setup.diagram.iter().map(man).collect(),
        faults: findings(setup, waived),
        moves: position.as_ref().ok().map(Position::count_moves),
    }
}

/// The lines below the board: who moves, which rights are left, what is wrong.
fn describe(setup: &Setup, position: &Result<Position, Faults>, paint: Paint) -> String {
    let mut text = paint.bold(&format!("{} to move", setup.turn.name()));
    if let Ok(position) = position {
        text.push_str(&situation(position));
    }
    text.push('\n');
    if let Some(rights) = castling_rights(setup) {
        text.push_str(&format!("Castling: {rights}\n"));
    }
    if let Some(square) = setup.en_passant {
        text.push_str(&format!("En passant: {square}\n"));
    }
    for fault in position.as_ref().err().copied().unwrap_or_default().iter() {
        let message = repair::explain(setup, fault);
        text.push_str(&format!("{} {message}\n", paint.red("Not playable:")));
    }
    text.push_str(&format!("{}\n", paint.dim(&setup.to_string())));
    text
}

/// `, in check, 3 moves`.
fn situation(position: &Position) -> String {
    let moves = position.count_moves();
    match (position.is_check(), moves) {
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
