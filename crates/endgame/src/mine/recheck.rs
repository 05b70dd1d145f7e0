//! Checks one position again, as the search for puzzles does.

use super::condition::{Flag, QuickFacts};
use super::expression::Expression;
use super::move_outcomes::MoveOutcomes;
use super::record;
use crate::stats::zugzwang;
use crate::tables::{ProbeError, Tables};
use sole_board::{Color, Position};
use sole_puzzle::Puzzle;

/// A position with the facts and move outcomes that its record may claim.
#[derive(Clone, Debug)]
pub struct Recheck {
    facts: QuickFacts,
    outcomes: MoveOutcomes,
}

impl Recheck {
    /// Asks the tables about the position, about each of its moves, and what it would be worth if
    /// the other side were to move.
    ///
    /// # Errors
    /// A table that is needed has not been built or cannot be read.
    pub fn of(position: &Position, tables: &Tables) -> Result<Recheck, ProbeError> {
        let facts = facts(position, tables)?;
        Ok(Recheck { facts, outcomes: MoveOutcomes::of(*position, facts.value, tables)? })
    }

    /// The same if the position is what an expression looks for. Its moves are not looked at if
    /// its value says that it is not.
    ///
    /// # Errors
    /// As [`Recheck::of`].
    pub fn satisfying(
        position: &Position,
        expression: &Expression,
        tables: &Tables,
    ) -> Result<Option<Recheck>, ProbeError> {
        let facts = facts(position, tables)?;
        if expression.without_moves(&facts) == Some(false) {
            return Ok(None);
        }
        let review = Recheck { facts, outcomes: MoveOutcomes::of(*position, facts.value, tables)? };
        Ok(review.satisfies(expression).then_some(review))
    }

    /// Whether the side to move has a move; without one it is no puzzle.
    pub fn is_playable(&self) -> bool {
        self.outcomes.n_moves() > 0
    }

    /// Whether the position is what an expression looks for.
    pub fn satisfies(&self, expression: &Expression) -> bool {
        self.is_playable() && expression.holds(&self.facts, &self.outcomes)
    }

    /// The record, with every condition of one word that holds as a tag.
    pub fn to_puzzle(&self) -> Puzzle {
        record(&self.facts, &self.outcomes, Flag::ALL.iter().map(|&(_, flag, _)| flag))
    }
}

/// What the tables say of a position before its moves are looked at.
fn facts(position: &Position, tables: &Tables) -> Result<QuickFacts, ProbeError> {
    let value = tables.probe(position)?;
    let passed = position.passed().map(|passed| tables.probe(&passed)).transpose()?;
    let zugzwang = passed.and_then(|other| match position.turn() {
        Color::White => zugzwang(value, other),
        Color::Black => zugzwang(other, value),
    });
    Ok(QuickFacts {
        turn: position.turn(),
        value,
        in_check: position.is_check(),
        zugzwang,
        may_castle: !position.castling().is_empty(),
        board: *position.diagram(),
    })
}
