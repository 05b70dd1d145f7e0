//! Selfmates and reflexmates: the side to move forces the other to mate it.

use crate::budget::NodeCounter;
use crate::root::Forced;
use crate::table::{Bounds, Table};
use crate::{Goal, OutOfBudget, Play};
use sole_board::{Move, PackedPosition, Position};
use std::num::NonZeroU8;
use std::ops::ControlFlow;

/// One thread's search for forced selfmates.
pub(crate) struct SelfSearch<'a> {
    /// Whether whoever can mate at once must do so.
    reflex: bool,
    table: Table,
    counter: NodeCounter<'a>,
}

impl<'a> SelfSearch<'a> {
    pub(crate) fn new(play: Play, counter: NodeCounter<'a>) -> SelfSearch<'a> {
        SelfSearch { reflex: play == Play::Reflex, table: Table::new(counter.bytes()), counter }
    }

    /// Whether the side to move gets itself mated in at most `moves` moves.
    fn force(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfBudget> {
        self.counter.spend()?;
        let packed = PackedPosition::new(position).ok();
        let known = packed.map_or(Bounds::default(), |packed| self.table.get(&packed));
        if let Some(decided) = known.decide(moves) {
            return Ok(decided);
        }
        let forced = !self.must_mate(position) && self.any_forces(position, moves)?;
        let bounds = match NonZeroU8::new(moves).filter(|_| forced) {
            Some(proved) => Bounds { proved: Some(proved), ..known },
            None => Bounds { refuted: moves, ..known },
        };
        if let Some(packed) = packed {
            self.table.put(packed, bounds);
        }
        Ok(forced)
    }

    fn any_forces(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfBudget> {
        for m in position.moves() {
            if self.is_forced(&position.after(m), moves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether every reply mates, or lets the other side force it in the moves
    /// that are left after the present one.
    fn is_forced(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfBudget> {
        if self.must_mate(position) {
            return Ok(true);
        }
        let mut replies = 0;
        let mut others = Vec::new();
        let open = position.try_for_each_child(|m, child| {
            replies += 1;
            if child.is_check() && !child.has_moves() {
                return ControlFlow::Continue(());
            }
            others.push(m);
            if moves > 1 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if replies == 0 || open.is_break() {
            return Ok(false);
        }
        for m in others {
            if !self.force(&position.after(m), moves - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the side to move can mate at once and has to.
    fn must_mate(&self, position: &Position) -> bool {
        self.reflex && Goal::Mate.in_one(position)
    }
}

impl Forced for SelfSearch<'_> {
    fn succeeds(&mut self, position: &Position, _: Move, moves: u8) -> Result<bool, OutOfBudget> {
        self.counter.spend()?;
        self.is_forced(position, moves + 1)
    }

    fn attacks(&self, position: &Position) -> Vec<Move> {
        if self.must_mate(position) { Vec::new() } else { position.moves() }
    }

    fn defences(&self, position: &Position) -> Vec<Move> {
        let mut moves = position.moves();
        if self.must_mate(position) {
            moves.retain(|&m| self.is_over(&position.after(m)));
        }
        moves
    }

    fn is_over(&self, position: &Position) -> bool {
        position.is_check() && !position.has_moves()
    }
}
