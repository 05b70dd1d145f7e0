//! `sole board show`: draws a position, playable or not.

use super::{Finding, findings};
use crate::args;
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::input::{Input, Positions};
use crate::render::board::{BoardStyle, Marks};
use crate::render::{Paint, plural};
use serde::Serialize;
use sole_board::{
    CastlingSide, Color, Faults, FenField, File, Piece, Position, PositionText, Role, Setup,
    Square, SquareSet,
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
    /// The fields that the text leaves out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
struct Man {
    square: String,
    piece: char,
}

/// A position to show; a board alone will do.
struct Shown {
    read: PositionText,
    /// With the side to move that makes it playable, if none is given.
    setup: Setup,
    position: Result<Position, Faults>,
}

impl Shown {
    fn read(input: &Input, waived: Faults) -> Result<Shown, Complaint> {
        let read = input.board()?;
        let guessed = read.is_missing(FenField::Turn).then(|| read.setup.suggestion(waived));
        let setup = guessed.flatten().unwrap_or(read.setup);
        Ok(Shown { read, setup, position: Position::new(setup, waived) })
    }

    fn is_missing(&self, field: FenField) -> bool {
        self.read.is_missing(field)
    }
}

/// Runs the command.
pub(crate) fn run(flags: args::Show, console: &mut Console) -> Result<Exit, Stop> {
    let positions = Positions::try_from(flags.position)?;
    let style = BoardStyle::choose(flags.picture, console.paint(), console.is_terminal());
    let mut first = true;
    positions.answer_each(console, |input, console| {
        let mut shown = Shown::read(input, positions.waived)?;
        if !shown.is_missing(FenField::Turn) {
            let open = shown.read.open_rights();
            shown.setup = positions.settle(input, shown.setup, &open, console)?;
            shown.position = Position::new(shown.setup, positions.waived);
        }
        if console.is_json() {
            let result = report(&shown, positions.waived);
            console.answer(&Answer { status: Status::Ok, result, stats: None })?;
            return Ok(Exit::Yes);
        }
        if !std::mem::take(&mut first) {
            writeln!(console.out())?;
        }
        let marks = Marks { check: kings_in_check(&shown.setup), ..Marks::default() };
        write!(console.out(), "{}", style.render(&shown.setup.diagram, marks))?;
        if !console.is_quiet() {
            let text = describe(&shown, console.paint());
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

fn report(shown: &Shown, waived: Faults) -> Report {
    let Shown { read, setup, position } = shown;
    let position = position.as_ref().ok().filter(|_| !shown.is_missing(FenField::Turn));
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
        moves: position.map(Position::count_moves),
        missing: read.missing.iter().map(|&field| field_name(field)).collect(),
    }
}

/// The lines below the board: who moves, which rights are left, what is wrong.
fn describe(shown: &Shown, paint: Paint) -> String {
    let Shown { setup, position, .. } = shown;
    let is_whole = !shown.is_missing(FenField::Turn);
    let mut text = match (is_whole, position) {
        (false, _) => "Side to move: not given".to_owned(),
        (true, Ok(position)) => {
            paint.bold(&format!("{} to move", setup.turn.name())) + &situation(position)
        }
        (true, Err(_)) => paint.bold(&format!("{} to move", setup.turn.name())),
    };
    text.push('\n');
    if let Some(rights) = castling_rights(setup) {
        text.push_str(&format!("Castling: {rights}\n"));
    }
    if let Some(square) = setup.en_passant {
        text.push_str(&format!("En passant: {square}\n"));
    }
    for fault in position.as_ref().err().copied().unwrap_or_default().iter() {
        let message = setup.explain(fault);
        text.push_str(&format!("{} {message}\n", paint.red("Not playable:")));
    }
    let fen = if is_whole { setup.to_string() } else { setup.diagram.to_string() };
    text.push_str(&format!("{}\n", paint.dim(&fen)));
    text
}

/// The name of a field for scripts.
fn field_name(field: FenField) -> &'static str {
    match field {
        FenField::Placement => "placement",
        FenField::Turn => "turn",
        FenField::Castling => "castling",
        FenField::EnPassant => "en-passant",
        FenField::Halfmoves => "halfmoves",
        FenField::Fullmoves => "fullmoves",
    }
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
