//! The last moves of all games of a length, passed to a visitor.

use sole_board::{CastlingSide, Clocks, Color, Faults, Position, Rank, Role, Setup, Square};

use super::armies::Id;
use super::army::{Army, seen_by};
use super::items::Buffer;
use super::opponents::OpponentView;
use super::scratch::ScratchError;
use super::step::{Kind, Step, Steps, victim};
use super::step_effects::{StepEffect, StepEffects};
use super::trace::diagram_of;
use crate::last_move::MoveShape;

/// A visitor of last moves.
pub(super) trait LastMoveVisitor: Sync {
    /// What it collects in a portion.
    type Output;

    /// Which final states it currently needs for moves of this shape.
    fn interest(&self, shape: MoveShape) -> Interest;

    /// Called with each last move that it needs.
    fn visit(&self, last: &VisitedMove, output: &mut Self::Output);

    /// Whether it still needs this portion of the moves.
    fn is_interested(&self, _portion: usize) -> bool {
        true
    }

    /// Called with its output after a portion.
    fn close(&self, _portion: usize, _notes: &Self::Output) {}
}

/// Which final states of a game matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Interest {
    /// Neither check nor stalemate.
    pub(super) open: bool,
    pub(super) stalemate: bool,
    /// Check that is not mate.
    pub(super) check: bool,
    pub(super) mate: bool,
}

impl Interest {
    fn is_none(self) -> bool {
        self == Interest::default()
    }
}

/// A last move, and the step that made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct VisitedMove {
    pub(super) shape: MoveShape,
    pub(super) captured: Option<Role>,
    pub(super) is_check: bool,
    /// Whether there is a legal reply, if that makes a difference to the visitor.
    pub(super) has_reply: Option<bool>,
    /// The number of games that end with it here: one, or two for more.
    pub(super) ways: u8,
    pub(super) played: PlayedStep,
}

/// A step of one army while another is its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayedStep {
    pub(super) step: Step,
    /// The army that made it, afterwards.
    pub(super) target: Id,
    /// The other army, before it.
    pub(super) met: Id,
}

/// Enumerates the last moves that produce an army.
pub(super) struct LastMoves<'a, L> {
    pub(super) field: StepEffects<'a>,
    pub(super) steps: &'a Steps,
    /// The side that makes the last move.
    pub(super) mover: Color,
    pub(super) visitor: &'a L,
}

impl<L: LastMoveVisitor> LastMoves<'_, L> {
    /// Visits every last move that produces this army.
    pub(super) fn army(
        &self,
        target: Id,
        buffer: &mut Buffer,
        output: &mut L::Output,
    ) -> Result<(), ScratchError> {
        let mut steps = self.steps.to(target).iter();
        steps.try_for_each(|&step| self.step(target, step, buffer, output))
    }

    fn step(
        &self,
        target: Id,
        step: Step,
        buffer: &mut Buffer,
        output: &mut L::Output,
    ) -> Result<(), ScratchError> {
        let army = self.field.armies.get(target);
        let source = self.field.armies.get(step.source);
        let shapes = [shape(&step, source, army, false), shape(&step, source, army, true)];
        let interests = shapes.map(|shape| {
            shape.map_or(Interest::default(), |shape| self.visitor.interest(self.seen(shape)))
        });
        if interests.iter().all(|interest| interest.is_none()) {
            return Ok(());
        }
        let (king, own, as_seen) = (army.king(), army.occupied(), OpponentView::new(army));
        self.field.for_each(&step, army, buffer, |StepEffect { item, after, is_passing }| {
            let takes = usize::from(after != item.place());
            let (Some(shape), interest) = (shapes[takes], interests[takes]) else { return };
            let is_legal = || !self.field.opponents.seen(after).attacks(king, own);
            if interest.is_none() || !is_legal() {
                return;
            }
            let left = self.field.armies.get(self.field.opponents.id(after));
            let is_check = as_seen.attacks(left.king(), left.occupied());
            let (open, closed) = match is_check {
                true => (interest.check, interest.mate),
                false => (interest.open, interest.stalemate),
            };
            if !open && !closed {
                return;
            }
            let tells = is_check || open != closed;
            let over = is_passing.then(|| Square::at(step.to.file(), Rank::Third));
            let has_reply = tells.then(|| self.has_reply(army, left, over));
            if has_reply.is_some_and(|has_reply| if has_reply { !open } else { !closed }) {
                return;
            }
            let met = self.field.opponents.id(item.place());
            let captured = || captured(&step, self.field.armies.get(met));
            let last = VisitedMove {
                shape: self.seen(shape),
                captured: if takes == 1 { captured() } else { None },
                is_check,
                has_reply,
                ways: item.ways(),
                played: PlayedStep { step, target, met },
            };
            self.visitor.visit(&last, output);
        })
    }

    /// A move shape on the real board.
    fn seen(&self, shape: MoveShape) -> MoveShape {
        let view = |square| seen_by(self.mover, square);
        match shape {
            MoveShape::Piece { role, to, takes } => MoveShape::Piece { role, to: view(to), takes },
            MoveShape::Pawn { from, to, promotion } => {
                MoveShape::Pawn { from, to: view(to), promotion }
            }
            MoveShape::Castling { side, to } => MoveShape::Castling { side, to: view(to) },
        }
    }

    /// Whether the other side has a legal move, on a board seen from the mover's side.
    fn has_reply(&self, army: Army, other: Army, over: Option<Square>) -> bool {
        let setup = Setup {
            diagram: diagram_of(army, other),
            turn: Color::Black,
            castling: other.castling().flip_vertical(),
            en_passant: over,
            clocks: Clocks::default(),
        };
        let position = Position::new(setup, Faults::WAIVABLE);
        // Positions that were read from a log are looked at by `verify` for the same.
        position.expect("no men overlap, and the mover's king cannot be taken").has_moves()
    }
}

/// The shape of a step from the mover's side, with or without a capture; `None` if there is no such
/// move.
fn shape(step: &Step, source: Army, target: Army, takes: bool) -> Option<MoveShape> {
    let to = step.to;
    let from = takes.then(|| step.from.file());
    let promotion = target.role_at(to).filter(|&role| role != Role::Pawn);
    match (step.kind, takes) {
        (Kind::Castle, false) => {
            let side = CastlingSide::of(step.from, to);
            // As the mover sees it, it is White that moves.
            Some(MoveShape::Castling { side, to: side.king_to(Color::White) })
        }
        (Kind::Free, _) => Some(MoveShape::Piece { role: source.role_at(step.from)?, to, takes }),
        (Kind::Push | Kind::Double, false) | (Kind::Take | Kind::EnPassant, true) => {
            Some(MoveShape::Pawn { from, to, promotion })
        }
        _ => None,
    }
}

/// What a step takes of an army.
fn captured(step: &Step, other: Army) -> Option<Role> {
    let square = victim(step.to, step.kind)?;
    other.role_at(square.flip_vertical())
}
