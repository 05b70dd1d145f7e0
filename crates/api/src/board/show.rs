//! `board show`: a position, its men and its faults.

use super::check::{Finding, findings};
use crate::context::Context;
use crate::input::PositionSubject;
use crate::question::{Answers, Question, Reply, Stop, Weight};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sole_board::{Color, FenField, Piece, Position, Role, Setup, Square, SquareSet};

/// Draw a position
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
pub struct Show {}

/// A position; a board alone will do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Shown {
    /// The position, with the side to move that makes it playable if none is given.
    #[serde(rename = "fen", serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub setup: Setup,
    /// The side to move: white or black.
    #[serde(serialize_with = "lower_case")]
    #[schemars(with = "String")]
    pub turn: Color,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The men in the order of their squares.
    pub men: Vec<Man>,
    /// Everything that is wrong with the position.
    pub faults: Vec<Finding>,
    /// The number of legal moves, if the position can be played on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// The fields that the text leaves out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<&'static str>,
}

/// A man on a square.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Man {
    /// The square.
    pub square: String,
    /// The piece, as a letter of a FEN.
    pub piece: char,
}

fn as_text<S: serde::Serializer>(setup: &Setup, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(setup)
}

fn lower_case<S: serde::Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match color {
        Color::White => "white",
        Color::Black => "black",
    })
}

impl Shown {
    /// Whether the text has the side to move.
    pub fn has_side_to_move(&self) -> bool {
        !self.missing.contains(&field_name(FenField::Turn))
    }
}

impl Question for Show {
    const NAME: &'static str = "board show";
    const WEIGHT: Weight = Weight::Light;
    type Subject = PositionSubject;
    type Answer = Shown;

    fn answer(
        &self,
        PositionSubject { read, waived, .. }: &PositionSubject,
        _: &Context<'_>,
        answers: Answers<'_, Shown>,
    ) -> Result<(), Stop> {
        let is_whole = !read.is_missing(FenField::Turn);
        let guessed = if is_whole { None } else { read.setup.suggestion(*waived) };
        let setup = guessed.unwrap_or(read.setup);
        let position = Position::new(setup, *waived).ok().filter(|_| is_whole);
        let man = |(square, piece): (Square, Piece)| Man {
            square: square.to_string(),
            piece: piece.char(),
        };
        let king = setup.diagram.men(setup.turn, Role::King);
        answers(Reply::ok(Shown {
            setup,
            turn: setup.turn,
            check: (kings_in_check(&setup) & king).any(),
            men: setup.diagram.iter().map(man).collect(),
            faults: findings(&setup, *waived),
            moves: position.as_ref().map(Position::count_moves),
            missing: read.missing.iter().map(|&field| field_name(field)).collect(),
        }))
    }
}

/// The kings that are attacked, of either side.
pub fn kings_in_check(setup: &Setup) -> SquareSet {
    let kings = setup.diagram.role(Role::King);
    let attacked = |&king: &Square| {
        let is_white = setup.diagram.color(Color::White).contains(king);
        let enemy = if is_white { Color::Black } else { Color::White };
        setup.diagram.attackers(king, enemy, setup.diagram.occupied()).any()
    };
    kings.into_iter().filter(attacked).fold(SquareSet::EMPTY, SquareSet::with)
}

/// The name of a field of a FEN for scripts.
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
