//! The distance to mate and the principal variation, for programs that play chess.
//!
//! The results are deterministic: among several shortest attacks and longest
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

use crate::budget::NodeCounter;
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
    Solver::new(Goal::Mate, budget).line(position, moves)
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
    Solver::new(Goal::Mate, budget).length(position, moves)
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
    let line = Solver::new(Goal::Mate, budget).line(position, moves)?;
    Ok(line.map(|mut line| {
        let moves = line.len().div_ceil(2) as u8;
        (Key { first: line.remove(0), moves }, line)
    }))
}

/// Many questions about direct play with one table and one budget.
pub struct Solver<'a>(Search<'a>);

impl<'a> Solver<'a> {
    /// A solver that knows nothing yet. It works on one thread.
    pub fn new(goal: Goal, budget: &Budget<'a>) -> Solver<'a> {
        Solver(Search::new(goal, NodeCounter::new(budget)))
    }

    /// The number of moves in which the side to move forces the goal, if it does
    /// in at most `most`.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn length(&mut self, position: &Position, most: u8) -> Result<Option<u8>, OutOfBudget> {
        self.0.length(position, most)
    }

    /// Whether the legal move `m` forces the goal in at most `moves` moves, itself
    /// counted.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn is_key(&mut self, position: &Position, m: Move, moves: u8) -> Result<bool, OutOfBudget> {
        match moves.checked_sub(1) {
            Some(more) => self.0.succeeds(&position.after(m), m, more),
            None => Ok(false),
        }
    }

    /// The principal variation to a goal that is forced in at most `most` moves.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn line(&mut self, position: &Position, most: u8) -> Result<Option<Line>, OutOfBudget> {
        line(&mut self.0, position, most)
    }
}

/// The principal variation of forced play that takes at most `most` moves.
pub(crate) fn line<F: Forced>(
    search: &mut F,
    position: &Position,
    most: u8,
) -> Result<Option<Line>, OutOfBudget> {
    let (mut position, mut line) = (*position, Line::new());
    let Some(mut length) = search.length(&position, most)? else { return Ok(None) };
    loop {
        let attack = first_key(search, &position, length)?;
        line.push(attack);
        position = position.after(attack);
        let Some((reply, left)) = longest_reply(search, &position, length - 1)? else {
            return Ok(Some(line));
        };
        line.push(reply);
        position = position.after(reply);
        if search.is_over(&position) {
            return Ok(Some(line));
        }
        length = left;
    }
}

/// The first key of a position that has one.
fn first_key<F: Forced>(
    search: &mut F,
    position: &Position,
    length: u8,
) -> Result<Move, OutOfBudget> {
    for m in search.attacks(position) {
        if search.succeeds(&position.after(m), m, length - 1)? {
            return Ok(m);
        }
    }
    unreachable!("a goal in {length} moves has a first move: {position}")
}

/// The reply that holds out longest, with the moves that are left after it, at most `most`; none
/// are left if it reaches the goal itself. `None` if there is no reply.
fn longest_reply<F: Forced>(
    search: &mut F,
    position: &Position,
    most: u8,
) -> Result<Option<(Move, u8)>, OutOfBudget> {
    let mut longest: Option<(Move, u8)> = None;
    for reply in search.defences(position) {
        let child = position.after(reply);
        let left = match search.is_over(&child) {
            true => 0,
            false => search.length(&child, most)?.unwrap_or(most),
        };
        if longest.is_none_or(|(_, longest)| longest < left) {
            longest = Some((reply, left));
        }
    }
    Ok(longest)
}
