//! The last moves of all games of a length, shown to a listener.

use sole_board::{CastlingSide, Clocks, Color, Faults, Position, Rank, Role, Setup, Square};

use super::armies::Id;
use super::army::{Army, seen_by};
use super::field::{Field, Meeting};
use super::items::Buffer;
use super::opponents::Seen;
use super::scratch::ScratchError;
use super::step::{Kind, Step, Steps, victim};
use super::trace::diagram_of;
use crate::ending::Stroke;

/// Someone who wants to know about last moves.
pub(super) trait Listener: Sync {
    /// What it writes down while it listens.
    type Notes;

    /// What it wants to know about moves of this stroke, at this moment.
    fn interest(&self, stroke: Stroke) -> Interest;

    /// Hears of a last move that it is interested in.
    fn hear(&self, last: &Heard, notes: &mut Self::Notes);

    /// Whether it still wants to hear of this portion of the moves.
    fn is_interested(&self, _portion: usize) -> bool {
        true
    }

    /// Looks at its notes after a portion.
    fn close(&self, _portion: usize, _notes: &Self::Notes) {}
}

/// Which ends of a game matter.
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

/// A last move, and where it was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heard {
    pub(super) stroke: Stroke,
    pub(super) captured: Option<Role>,
    pub(super) is_check: bool,
    /// Whether there is an answer, if that makes a difference to the listener.
    pub(super) has_reply: Option<bool>,
    /// How many games end with it here: one, or two for more.
    pub(super) ways: u8,
    pub(super) encounter: Encounter,
}

/// A step that one army made against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Encounter {
    pub(super) step: Step,
    /// The army that made it, afterwards.
    pub(super) target: Id,
    /// The other army, before it.
    pub(super) met: Id,
}

/// All last moves that make one army or another.
pub(super) struct Finale<'a, L> {
    pub(super) field: Field<'a>,
    pub(super) steps: &'a Steps,
    /// The side that makes the last move.
    pub(super) mover: Color,
    pub(super) listener: &'a L,
}

impl<L: Listener> Finale<'_, L> {
    /// Tells of every last move that makes this army.
    pub(super) fn army(
        &self,
        target: Id,
        buffer: &mut Buffer,
        notes: &mut L::Notes,
    ) -> Result<(), ScratchError> {
        let mut steps = self.steps.to(target).iter();
        steps.try_for_each(|&step| self.step(target, step, buffer, notes))
    }

    fn step(
        &self,
        target: Id,
        step: Step,
        buffer: &mut Buffer,
        notes: &mut L::Notes,
    ) -> Result<(), ScratchError> {
        let army = self.field.armies.get(target);
        let source = self.field.armies.get(step.source);
        let strokes = [stroke(&step, source, army, false), stroke(&step, source, army, true)];
        let interests = strokes.map(|stroke| {
            stroke.map_or(Interest::default(), |stroke| self.listener.interest(self.seen(stroke)))
        });
        if interests.iter().all(|interest| interest.is_none()) {
            return Ok(());
        }
        let (king, own, as_seen) = (army.king(), army.occupied(), Seen::new(army));
        self.field.for_each(&step, army, buffer, |Meeting { item, after, is_passing }| {
            let takes = usize::from(after != item.place());
            let (Some(stroke), interest) = (strokes[takes], interests[takes]) else { return };
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
            let last = Heard {
                stroke: self.seen(stroke),
                captured: if takes == 1 { captured() } else { None },
                is_check,
                has_reply,
                ways: item.ways(),
                encounter: Encounter { step, target, met },
            };
            self.listener.hear(&last, notes);
        })
    }

    /// A stroke on the real board.
    fn seen(&self, stroke: Stroke) -> Stroke {
        let view = |square| seen_by(self.mover, square);
        match stroke {
            Stroke::Piece { role, to, takes } => Stroke::Piece { role, to: view(to), takes },
            Stroke::Pawn { from, to, promotion } => Stroke::Pawn { from, to: view(to), promotion },
            Stroke::Castling { side, to } => Stroke::Castling { side, to: view(to) },
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

/// How a step is written, as the mover sees it, if it takes something or if not.
fn stroke(step: &Step, source: Army, target: Army, takes: bool) -> Option<Stroke> {
    let to = step.to;
    let from = takes.then(|| step.from.file());
    let promotion = target.role_at(to).filter(|&role| role != Role::Pawn);
    match (step.kind, takes) {
        (Kind::Castle, false) => {
            let side = CastlingSide::of(step.from, to);
            // As the mover sees it, it is White that moves.
            Some(Stroke::Castling { side, to: side.king_to(Color::White) })
        }
        (Kind::Free, _) => Some(Stroke::Piece { role: source.role_at(step.from)?, to, takes }),
        (Kind::Push | Kind::Double, false) | (Kind::Take | Kind::EnPassant, true) => {
            Some(Stroke::Pawn { from, to, promotion })
        }
        _ => None,
    }
}

/// What a step takes of an army.
fn captured(step: &Step, other: Army) -> Option<Role> {
    let square = victim(step.to, step.kind)?;
    other.role_at(square.flip_vertical())
}
