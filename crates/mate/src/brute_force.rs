//! The stipulations solved by brute force, directly from their definitions.
//!
//! This is slow and easy to verify by reading. Tests compare the other engines with it, and
//! generated problems are checked with it where the second engine for direct play does not
//! apply.

use crate::budget::NodeCounter;
use crate::{Budget, Goal, Key, Line, OutOfBudget, Play, Stipulation};
use sole_board::{Move, Position};

/// The first moves that force the goal, each with the fewest moves it takes. In help play
/// and series nothing is forced, so there are none.
///
/// # Errors
/// The budget ran out, in nodes or time.
pub fn keys(
    position: &Position,
    stipulation: Stipulation,
    budget: &Budget<'_>,
) -> Result<Vec<Key>, OutOfBudget> {
    let (play, goal) = (stipulation.play(), stipulation.goal());
    let mut forced_play =
        ForcedPlay { goal, reflex: play == Play::Reflex, counter: NodeCounter::new(budget) };
    let mut keys = Vec::new();
    let is_forced = matches!(play, Play::Direct | Play::SelfMate | Play::Reflex);
    if !is_forced || forced_play.must_mate(position) {
        return Ok(keys);
    }
    for first in position.moves() {
        let child = position.after(first);
        for moves in 1..=stipulation.moves() {
            let forced = match play {
                Play::Direct => forced_play.is_forced(&child, moves - 1)?,
                _ => forced_play.is_self_forced(&child, moves)?,
            };
            if forced {
                keys.push(Key { first, moves });
                break;
            }
        }
    }
    Ok(keys)
}

/// Every line of help play or of a series, of exactly the length that the stipulation
/// says. Where the goal is forced there are none.
///
/// # Errors
/// The budget ran out, in nodes or time.
pub fn lines(
    position: &Position,
    stipulation: Stipulation,
    budget: &Budget<'_>,
) -> Result<Vec<Line>, OutOfBudget> {
    let play = stipulation.play();
    let (line, lines) = (Line::new(), Vec::new());
    let mut help_play = HelpPlay { stipulation, counter: NodeCounter::new(budget), line, lines };
    if matches!(play, Play::Help | Play::Series | Play::SeriesHelp) {
        help_play.search(position)?;
    }
    Ok(help_play.lines)
}

fn is_end(position: &Position, goal: Goal) -> bool {
    position.moves().is_empty() && position.is_check() == (goal == Goal::Mate)
}

fn can_mate(position: &Position) -> bool {
    position.moves().iter().any(|&m| is_end(&position.after(m), Goal::Mate))
}

/// A search for forced play.
struct ForcedPlay<'a> {
    goal: Goal,
    reflex: bool,
    counter: NodeCounter<'a>,
}

impl ForcedPlay<'_> {
    /// Whether the side to move forces the goal in at most `moves`.
    fn forces(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfBudget> {
        self.counter.spend()?;
        if moves == 0 {
            return Ok(false);
        }
        any(position.moves(), |m| self.is_forced(&position.after(m), moves - 1))
    }

    /// Whether the goal is reached, or every reply lets it be forced in `moves`.
    fn is_forced(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfBudget> {
        let replies = position.moves();
        if replies.is_empty() {
            return Ok(is_end(position, self.goal));
        }
        Ok(!any(replies, |m| Ok(!self.forces(&position.after(m), moves)?))?)
    }

    /// Whether the side to move forces the other to mate it in at most `moves`.
    fn self_forces(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfBudget> {
        self.counter.spend()?;
        if moves == 0 || self.must_mate(position) {
            return Ok(false);
        }
        any(position.moves(), |m| self.is_self_forced(&position.after(m), moves))
    }

    /// Whether every reply mates, or lets it be forced in the moves after this one.
    fn is_self_forced(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfBudget> {
        let mut replies = position.moves();
        if self.must_mate(position) {
            replies.retain(|&m| is_end(&position.after(m), Goal::Mate));
        }
        if replies.is_empty() {
            return Ok(false);
        }
        let escapes = any(replies, |m| {
            let child = position.after(m);
            Ok(!is_end(&child, Goal::Mate) && !self.self_forces(&child, moves - 1)?)
        });
        Ok(!escapes?)
    }

    fn must_mate(&self, position: &Position) -> bool {
        self.reflex && can_mate(position)
    }
}

/// Whether `holds` says so of any move.
fn any(
    moves: Vec<Move>,
    mut holds: impl FnMut(Move) -> Result<bool, OutOfBudget>,
) -> Result<bool, OutOfBudget> {
    for m in moves {
        if holds(m)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A search for all lines of help play and series.
struct HelpPlay<'a> {
    stipulation: Stipulation,
    counter: NodeCounter<'a>,
    line: Line,
    lines: Vec<Line>,
}

impl HelpPlay<'_> {
    fn search(&mut self, position: &Position) -> Result<(), OutOfBudget> {
        self.counter.spend()?;
        let left = usize::from(self.stipulation.plies()) - self.line.len();
        for m in position.moves() {
            let child = position.after(m);
            self.line.push(m);
            if left == 1 {
                if is_end(&child, self.stipulation.goal()) {
                    self.lines.push(self.line.clone());
                }
            } else if let Some(next) = self.next(&child, left - 1) {
                self.search(&next)?;
            }
            self.line.pop();
        }
        Ok(())
    }

    /// The position that play goes on from, with `left` moves to go.
    fn next(&self, child: &Position, left: usize) -> Option<Position> {
        let in_a_row = match self.stipulation.play() {
            Play::Series => true,
            Play::SeriesHelp => left > 1,
            _ => false,
        };
        if in_a_row { child.passed() } else { Some(*child) }
    }
}
