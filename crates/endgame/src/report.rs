//! What tables say of a position: how it stands, every move, and the best line.

use crate::play::{Outcome, outcomes, principal_line};
use crate::standing::Standing;
use crate::tables::{ProbeError, Tables};
use sole_board::{Clocks, Move, Position, Role};

/// How a position stands, with every move and the best line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionReport {
    /// How it stands for the side to move.
    pub standing: Standing,
    /// Every legal move, best first.
    pub moves: Vec<MoveReport>,
    /// Perfect play by both sides up to mate; none in a draw.
    pub line: Vec<Move>,
}

/// A move, and how the opponent stands after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveReport {
    /// The move with its value for the side that plays it.
    pub outcome: Outcome,
    /// Whether it is a capture or a pawn move, which the fifty-move rule counts from.
    pub is_zeroing: bool,
    /// The position after it.
    pub after: Position,
    /// How that stands.
    pub reply: Standing,
}

/// The best line from a position, with how it stands after each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mainline {
    /// How the position stands.
    pub standing: Standing,
    /// The moves, each with the standing of the opponent after it.
    pub moves: Vec<(Move, Standing)>,
}

impl PositionReport {
    /// Asks the tables about a position with its clocks.
    ///
    /// # Errors
    /// The position, or one that follows, has no answer.
    pub fn of(
        tables: &Tables,
        position: &Position,
        clocks: Clocks,
    ) -> Result<PositionReport, ProbeError> {
        let report = |outcome: Outcome| {
            let (played, after) = (outcome.played, position.after(outcome.played));
            let is_pawn = position.diagram().role_at(played.from()) == Some(Role::Pawn);
            let halfmoves = clocks.after(position, played).halfmoves;
            Ok(MoveReport {
                outcome,
                is_zeroing: is_pawn || position.is_capture(played),
                after,
                reply: Standing::of(tables, &after, halfmoves)?,
            })
        };
        let moves = outcomes(tables, position)?.into_iter().map(report);
        Ok(PositionReport {
            moves: moves.collect::<Result<_, ProbeError>>()?,
            standing: Standing::of(tables, position, clocks.halfmoves)?,
            line: principal_line(tables, position)?,
        })
    }
}

impl Mainline {
    /// Asks the tables for the best line from a position with its clocks.
    ///
    /// # Errors
    /// The position, or one on the way, has no answer.
    pub fn of(
        tables: &Tables,
        position: &Position,
        mut clocks: Clocks,
    ) -> Result<Mainline, ProbeError> {
        let standing = Standing::of(tables, position, clocks.halfmoves)?;
        let (mut place, mut moves) = (*position, Vec::new());
        for played in principal_line(tables, position)? {
            clocks = clocks.after(&place, played);
            place = place.after(played);
            moves.push((played, Standing::of(tables, &place, clocks.halfmoves)?));
        }
        Ok(Mainline { standing, moves })
    }
}
