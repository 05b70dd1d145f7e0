//! The effects of a step: which opponents allow it, and what is left of them after a capture.

use sole_board::{Color, File, Rank, Role, Square, SquareSet, attacks};

use super::armies::Armies;
use super::army::Army;
use super::items::{Buffer, Item};
use super::layer::Layer;
use super::opponents::{Opponents, Place};
use super::scratch::ScratchError;
use super::step::{Kind, Step};

/// The state before a ply, to compute the effects of its steps.
#[derive(Clone, Copy)]
pub(super) struct StepEffects<'a> {
    pub(super) armies: &'a Armies,
    pub(super) opponents: &'a Opponents,
    pub(super) before: &'a Layer,
}

/// An opponent that allows a step. Whether the king of the mover is in check afterwards is not
/// tested yet.
#[derive(Clone, Copy)]
pub(super) struct StepEffect {
    /// The opponent before the step.
    pub(super) item: Item,
    /// The opponent after the step, without the captured piece.
    pub(super) after: Place,
    /// Whether it may take the pawn that moved en passant.
    pub(super) is_passing: bool,
}

impl StepEffects<'_> {
    /// Calls `visit` with every opponent that allows a step; the moving army becomes `target`.
    #[inline(always)]
    pub(super) fn for_each(
        &self,
        step: &Step,
        target: Army,
        buffer: &mut Buffer,
        mut visit: impl FnMut(StepEffect),
    ) -> Result<(), ScratchError> {
        let items = match step.kind {
            Kind::EnPassant => &[],
            _ => self.before.by_next.of(step.source, buffer)?,
        };
        match step.kind {
            Kind::Push => self.push(step, items, visit),
            Kind::Double => self.double(step, items, target, visit),
            Kind::Take => self.take(step, items, visit),
            Kind::Free => self.free(step, items, visit),
            Kind::Castle => self.castle(step, items, visit),
            Kind::EnPassant => self.en_passant(step, &mut visit),
        }
        Ok(())
    }

    #[inline(always)]
    fn push(&self, step: &Step, items: &[Item], mut visit: impl FnMut(StepEffect)) {
        let occupied = self.opponents.occupied();
        let clear = step.clear().0;
        for &item in items {
            if occupied[item.place() as usize] & clear == 0 {
                visit(StepEffect { item, after: item.place(), is_passing: false });
            }
        }
    }

    #[inline(always)]
    fn free(&self, step: &Step, items: &[Item], mut visit: impl FnMut(StepEffect)) {
        let occupied = self.opponents.occupied();
        let (clear, to) = (step.clear().0, SquareSet::of(step.to).0);
        for &item in items {
            let others = occupied[item.place() as usize];
            if others & clear != 0 {
                continue;
            }
            let after = if others & to == 0 {
                item.place()
            } else {
                self.opponents.without(item.place(), step.to)
            };
            visit(StepEffect { item, after, is_passing: false });
        }
    }

    #[inline(always)]
    fn take(&self, step: &Step, items: &[Item], mut visit: impl FnMut(StepEffect)) {
        let occupied = self.opponents.occupied();
        let to = SquareSet::of(step.to).0;
        for &item in items {
            if occupied[item.place() as usize] & to != 0 {
                let after = self.opponents.without(item.place(), step.to);
                visit(StepEffect { item, after, is_passing: false });
            }
        }
    }

    #[inline(always)]
    fn double(&self, step: &Step, items: &[Item], target: Army, mut visit: impl FnMut(StepEffect)) {
        let occupied = self.opponents.occupied();
        let clear = step.clear().0;
        let beside = (attacks::king(step.to) & SquareSet::rank(Rank::Fourth)).0;
        for &item in items {
            let others = occupied[item.place() as usize];
            if others & clear == 0 {
                let is_passing = others & beside != 0
                    && self.can_be_taken_passing(target, step.to.file(), item.place());
                visit(StepEffect { item, after: item.place(), is_passing });
            }
        }
    }

    fn castle(&self, step: &Step, items: &[Item], mut visit: impl FnMut(StepEffect)) {
        let clear = step.clear();
        let source = self.armies.get(step.source);
        for &item in items {
            let seen = self.opponents.seen(item.place());
            if (seen.occupied & clear).is_empty() && seen.lets_castle(step, source) {
                visit(StepEffect { item, after: item.place(), is_passing: false });
            }
        }
    }

    fn en_passant(&self, step: &Step, visit: &mut impl FnMut(StepEffect)) {
        let victim = Square::at(step.to.file(), Rank::Fifth);
        for passant in self.before.passants_of(step.source) {
            if passant.file == step.to.file() as u8 {
                let item = Item::new(passant.last, passant.ways);
                let after = self.opponents.without(passant.last, victim);
                visit(StepEffect { item, after, is_passing: false });
            }
        }
    }

    /// Whether an opponent may legally take the pawn of an army that has gone two squares on
    /// a file.
    pub(super) fn can_be_taken_passing(&self, army: Army, file: File, opponent: Place) -> bool {
        let (over, pawn) = (Square::at(file, Rank::Third), Square::at(file, Rank::Fourth));
        let opponent = self.armies.get(self.opponents.id(opponent));
        let takers = opponent.men(Role::Pawn).flip_vertical() & attacks::pawn(Color::White, over);
        let king = opponent.king().flip_vertical();
        let left = army.without(pawn);
        takers.into_iter().any(|taker| {
            let others = opponent.occupied().flip_vertical().without(taker).with(over);
            !is_attacked(king, left, others)
        })
    }
}

/// Whether an army attacks a square of a board with these men of the other side, seen from
/// its own.
fn is_attacked(target: Square, army: Army, others: SquareSet) -> bool {
    let occupied = army.occupied() | others;
    Role::ALL.into_iter().any(|role| {
        // Where a man of the other colour would attack, there it is attacked from.
        (attacks::of(role, Color::Black, target, occupied) & army.men(role)).any()
    })
}
