//! Direct play under the fifty-move rule.
//!
//! A game is drawn once a hundred half-moves in a row captured nothing and moved no pawn, unless
//! the last of them reaches the goal. Where the goal comes in time in any case, the rule changes
//! nothing and the ordinary search answers; elsewhere positions are told apart by their clocks
//! as well. The rule only ever helps the defender, so what is refuted without it is refuted.

use crate::budget::NodeCounter;
use crate::direct::Search;
use crate::root::Forced;
use crate::{Goal, OutOfBudget};
use sole_board::{Clocks, Move, Position};
use std::collections::HashMap;

/// The half-moves after which the game is drawn.
const LIMIT: u16 = 100;

/// Whether the rule can matter for play of `plies` half-moves.
pub(crate) fn matters(clock: u16, plies: u16) -> bool {
    clock.saturating_add(plies) > LIMIT
}

/// One thread's search for goals that are forced before the fifty-move rule ends the game.
pub(crate) struct ClockedSearch<'a> {
    root: Position,
    clock: u16,
    goal: Goal,
    search: Search<'a>,
    /// Whether the side to move forces the goal, by position, clock and moves.
    known: HashMap<(Position, u16, u8), bool>,
    most_known: usize,
}

impl<'a> ClockedSearch<'a> {
    /// A search from `root`, before which `clock` half-moves were made.
    pub(crate) fn new(
        root: Position,
        clock: u16,
        goal: Goal,
        counter: NodeCounter<'a>,
    ) -> ClockedSearch<'a> {
        let most_known = counter.bytes() / (4 * size_of::<(Position, u16, u8, bool)>());
        let search = Search::new(goal, counter);
        ClockedSearch { root, clock, goal, search, known: HashMap::new(), most_known }
    }

    /// Whether the side to move forces the goal in at most `moves` moves, and in time.
    fn attack(&mut self, position: &Position, clock: u16, moves: u8) -> Result<bool, OutOfBudget> {
        if clock >= LIMIT || moves == 0 || !self.search.attack(position, moves)? {
            return Ok(false);
        }
        if !matters(clock, 2 * u16::from(moves) - 1) {
            return Ok(true);
        }
        if let Some(&known) = self.known.get(&(*position, clock, moves)) {
            return Ok(known);
        }
        let mut forces = false;
        for m in position.moves() {
            let after = position.after(m);
            if self.defend(&after, m, clock_after(clock, position, m), moves - 1)? {
                forces = true;
                break;
            }
        }
        if self.known.len() < self.most_known {
            self.known.insert((*position, clock, moves), forces);
        }
        Ok(forces)
    }

    /// Whether `attack`, which has led here, reached the goal, or every reply lets the other side
    /// force it in at most `moves`, and in time.
    fn defend(
        &mut self,
        position: &Position,
        attack: Move,
        clock: u16,
        moves: u8,
    ) -> Result<bool, OutOfBudget> {
        if !position.has_moves() {
            return Ok(self.goal.is_reached(position));
        }
        if clock >= LIMIT || !self.search.succeeds(position, attack, moves)? {
            return Ok(false);
        }
        for reply in position.moves() {
            let clock = clock_after(clock, position, reply);
            if !self.attack(&position.after(reply), clock, moves)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn clock_after(clock: u16, position: &Position, m: Move) -> u16 {
    Clocks { halfmoves: clock, ..Clocks::default() }.after(position, m).halfmoves
}

/// For the first moves of the root alone.
impl Forced for ClockedSearch<'_> {
    fn succeeds(
        &mut self,
        position: &Position,
        first: Move,
        moves: u8,
    ) -> Result<bool, OutOfBudget> {
        let is_drawn = self.clock >= LIMIT;
        let clock = clock_after(self.clock, &self.root, first);
        Ok(!is_drawn && self.defend(position, first, clock, moves)?)
    }
}
