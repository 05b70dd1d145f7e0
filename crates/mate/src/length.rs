//! How long a mate takes, and how it goes: the questions of programs that play.
//!
//! Answers are the same on every run: of several shortest attacks and longest
//! defences the first in the order of the move generator is taken.
//!
//! ```
//! use sole_board::{Position, Setup};
//! use sole_mate::{Budget, mate_in_exactly, mate_within_plies};
//! let setup: Setup = "7k/8/5K2/8/8/8/8/R7 w - - 0 1".parse()?;
//! let position = Position::try_from(setup)?;
//! assert_eq!(mate_within_plies(&position, 3, &Budget::default())?.map(|line| line.len()), Some(3));
//! assert!(mate_in_exactly(&position, 2, &Budget::default())?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::budget::Purse;
use crate::direct::Search;
use crate::root::{Forced, Key};
use crate::{Budget, Goal, Line, OutOfBudget};
use sole_board::{Move, Position};

/// The principal variation of a mate by the side to move in at most `plies`
/// half-moves, the mating one included.
///
/// # Errors
/// The budget ran out.
pub fn mate_within_plies(
    position: &Position,
    plies: u16,
    budget: &Budget<'_>,
) -> Result<Option<Line>, OutOfBudget> {
    let moves = u8::try_from(plies.div_ceil(2)).unwrap_or(u8::MAX);
    let mut variation = Variation::new(budget);
    match variation.length(position, moves)? {
        Some(length) => variation.line(position, length).map(Some),
        None => Ok(None),
    }
}

/// The number of moves in which the side to move forces mate, if it does in at
/// most `moves`.
///
/// # Errors
/// The budget ran out.
pub fn mate_within(
    position: &Position,
    moves: u8,
    budget: &Budget<'_>,
) -> Result<Option<u8>, OutOfBudget> {
    Variation::new(budget).length(position, moves)
}

/// Whether the side to move forces mate in `moves` moves and not in fewer.
///
/// # Errors
/// The budget ran out.
pub fn mate_in_exactly(
    position: &Position,
    moves: u8,
    budget: &Budget<'_>,
) -> Result<bool, OutOfBudget> {
    Ok(mate_within(position, moves, budget)? == Some(moves))
}

/// The best first move of a mate in at most `moves`, and the rest of the
/// principal variation.
///
/// # Errors
/// The budget ran out.
pub fn best_move(
    position: &Position,
    moves: u8,
    budget: &Budget<'_>,
) -> Result<Option<(Key, Line)>, OutOfBudget> {
    let mut variation = Variation::new(budget);
    let Some(length) = variation.length(position, moves)? else { return Ok(None) };
    let mut line = variation.line(position, length)?;
    let first = line.remove(0);
    Ok(Some((Key { first, moves: length }, line)))
}

/// Finds out how a mate goes, with one table for all questions.
struct Variation<'a>(Search<'a>);

impl<'a> Variation<'a> {
    fn new(budget: &Budget<'a>) -> Variation<'a> {
        Variation(Search::new(Goal::Mate, Purse::new(budget)))
    }

    fn length(&mut self, position: &Position, most: u8) -> Result<Option<u8>, OutOfBudget> {
        for moves in 1..=most {
            if self.0.attack(position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// The line of a mate that takes `length` moves.
    fn line(&mut self, position: &Position, length: u8) -> Result<Line, OutOfBudget> {
        let (mut position, mut length, mut line) = (*position, length, Line::new());
        loop {
            let attack = self.attack(&position, length)?;
            line.push(attack);
            position = position.after(attack);
            let Some((reply, left)) = self.longest_reply(&position, length)? else {
                return Ok(line);
            };
            line.push(reply);
            position = position.after(reply);
            length = left;
        }
    }

    /// The first move that mates in `length` moves, of which there is one.
    fn attack(&mut self, position: &Position, length: u8) -> Result<Move, OutOfBudget> {
        for m in position.moves() {
            if self.0.succeeds(&position.after(m), m, length - 1)? {
                return Ok(m);
            }
        }
        unreachable!("a position with a mate in {length} has a move that leads there: {position}")
    }

    /// The reply that holds out longest, with the moves to mate after it; `None`
    /// if there is no reply.
    fn longest_reply(
        &mut self,
        position: &Position,
        length: u8,
    ) -> Result<Option<(Move, u8)>, OutOfBudget> {
        let mut longest: Option<(Move, u8)> = None;
        for reply in position.moves() {
            let left = self.length(&position.after(reply), length)?.unwrap_or(length);
            if longest.is_none_or(|(_, most)| most < left) {
                longest = Some((reply, left));
            }
        }
        Ok(longest)
    }
}
