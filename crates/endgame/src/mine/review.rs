//! One position looked at again, as the search that keeps puzzles looks at it.

use super::condition::{Flag, Glance};
use super::expression::Expression;
use super::record;
use super::study::Study;
use crate::stats::zugzwang;
use crate::tables::{ProbeError, Tables};
use sole_board::{Color, Position};
use sole_puzzle::Puzzle;

/// A position with all that a record of it may claim.
#[derive(Clone, Debug)]
pub struct Review {
    glance: Glance,
    study: Study,
}

impl Review {
    /// Asks the tables about the position, about each of its moves, and what it would be worth if
    /// the other side were to move.
    ///
    /// # Errors
    /// A table that is needed has not been built or cannot be read.
    pub fn of(position: &Position, tables: &Tables) -> Result<Review, ProbeError> {
        let glance = glance(position, tables)?;
        Ok(Review { glance, study: Study::of(*position, glance.value, tables)? })
    }

    /// The same if the position is what an expression looks for. Its moves are not looked at if
    /// its value says that it is not.
    ///
    /// # Errors
    /// As [`Review::of`].
    pub fn satisfying(
        position: &Position,
        expression: &Expression,
        tables: &Tables,
    ) -> Result<Option<Review>, ProbeError> {
        let glance = glance(position, tables)?;
        if expression.at_a_glance(&glance) == Some(false) {
            return Ok(None);
        }
        let review = Review { glance, study: Study::of(*position, glance.value, tables)? };
        Ok(review.satisfies(expression).then_some(review))
    }

    /// Whether the side to move has a move; without one it is no puzzle.
    pub fn is_playable(&self) -> bool {
        self.study.n_moves() > 0
    }

    /// Whether the position is what an expression looks for.
    pub fn satisfies(&self, expression: &Expression) -> bool {
        self.is_playable() && expression.holds(&self.glance, &self.study)
    }

    /// The record, with every condition of one word that holds as a tag.
    pub fn to_puzzle(&self) -> Puzzle {
        record(&self.glance, &self.study, Flag::ALL.iter().map(|&(_, flag, _)| flag))
    }
}

/// What the tables say of a position before its moves are looked at.
fn glance(position: &Position, tables: &Tables) -> Result<Glance, ProbeError> {
    let value = tables.probe(position)?;
    let passed = position.passed().map(|passed| tables.probe(&passed)).transpose()?;
    let zugzwang = passed.and_then(|other| match position.turn() {
        Color::White => zugzwang(value, other),
        Color::Black => zugzwang(other, value),
    });
    Ok(Glance {
        turn: position.turn(),
        value,
        in_check: position.is_check(),
        zugzwang,
        may_castle: !position.castling().is_empty(),
        board: *position.diagram(),
    })
}
