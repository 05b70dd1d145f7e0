//! Where a game starts: a random position of an ending, and what is to be said about the first one.

use super::{QuickCapture, quick_capture};
use crate::Value;
use crate::build::Plan;
use crate::random::{SAMPLE, find, random_positions, usual_winner, with_same_pawns};
use crate::slice::MOST_MEN;
use crate::standing::Standing;
use crate::tables::{ProbeError, Tables};
use sole_board::{Material, Position};

/// A random position of an ending that its stronger side wins, quiet if possible.
#[derive(Clone, Copy, Debug)]
pub struct RandomStart {
    material: Material,
    seed: u64,
    first: Position,
}

impl RandomStart {
    /// The start that a seed decides; `None` if there are more men than tables have.
    pub fn new(material: Material, seed: u64) -> Option<RandomStart> {
        let first = random_positions(&material, seed).next()?;
        Some(RandomStart { material, seed, first })
    }

    /// The position whose tables are all that is needed, if it is not the whole ending: of five men
    /// with pawns, only what follows one placement of the pawns is built.
    pub fn narrowed_to(&self) -> Option<&Position> {
        let is_narrow = self.material.has_pawns() && self.material.men() == MOST_MEN;
        is_narrow.then_some(&self.first)
    }

    /// The tables that are needed to choose the position, and to play on from it.
    ///
    /// # Errors
    /// Tables cannot have the position.
    pub fn plan(&self) -> Result<Plan, ProbeError> {
        match self.narrowed_to() {
            Some(position) => Plan::for_position(position),
            None => Ok(Plan::for_endings([self.material])),
        }
    }

    /// A position that the side wins that usually does, or any if neither ever wins.
    ///
    /// # Errors
    /// A position has no answer.
    pub fn position(&self, tables: &Tables) -> Result<Position, ProbeError> {
        // The same sample for every seed, so that the same side wins.
        let usual = usual_winner(tables, self.positions(0).take(SAMPLE))?;
        let is_usual =
            |position: &Position, value: Value| Ok(value.winner(position.turn()) == usual);
        let found = find(tables, &mut self.positions(self.seed), is_usual)?;
        Ok(found.map_or(self.first, |found| found.position))
    }

    fn positions(&self, seed: u64) -> Box<dyn Iterator<Item = Position>> {
        match self.narrowed_to() {
            Some(first) => Box::new(with_same_pawns(first, seed)),
            None => Box::new(random_positions(&self.material, seed)),
        }
    }
}

/// What is to be said about the position in which a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartVerdict {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move is stalemated.
    Stalemate,
    /// There is something to play for.
    Playable {
        /// How the side to move loses a man at once.
        capture: Option<QuickCapture>,
        /// How the position stands.
        standing: Standing,
    },
}

impl StartVerdict {
    /// The verdict on a position, so many half-moves after the last capture or pawn move.
    ///
    /// # Errors
    /// The position, or one that follows, has no answer.
    pub fn of(
        tables: &Tables,
        position: &Position,
        halfmoves: u16,
    ) -> Result<StartVerdict, ProbeError> {
        match position.has_moves() {
            true => Ok(StartVerdict::Playable {
                capture: quick_capture(tables, position)?,
                standing: Standing::of(tables, position, halfmoves)?,
            }),
            false if position.is_check() => Ok(StartVerdict::Checkmate),
            false => Ok(StartVerdict::Stalemate),
        }
    }
}
