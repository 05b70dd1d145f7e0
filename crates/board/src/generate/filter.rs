//! Sinks that let only some moves through to another sink.

use super::{PawnStep, Sink};
use crate::attacks::Lookup;
use crate::piece::Side;
use crate::{Color, Move, Position, Role, Square, SquareSet, attacks};
use std::ops::ControlFlow::{self, Continue};

/// Lets captures through, en passant included.
pub(super) struct CapturesOnly<S> {
    inner: S,
    theirs: SquareSet,
}

impl<S> CapturesOnly<S> {
    pub(super) fn new(position: &Position, inner: S) -> CapturesOnly<S> {
        CapturesOnly { inner, theirs: position.diagram().color(!position.turn()) }
    }

    pub(super) fn into_inner(self) -> S {
        self.inner
    }
}

impl<S: Sink> Sink for CapturesOnly<S> {
    type Stop = S::Stop;

    #[inline(always)]
    fn officer<C: Side>(
        &mut self,
        role: Role,
        from: Square,
        to: SquareSet,
    ) -> ControlFlow<S::Stop> {
        self.inner.officer::<C>(role, from, to & self.theirs)
    }

    #[inline(always)]
    fn pawns<C: Side>(&mut self, step: PawnStep, to: SquareSet) -> ControlFlow<S::Stop> {
        self.inner.pawns::<C>(step, to & self.theirs)
    }

    #[inline(always)]
    fn promotions<C: Side>(&mut self, step: PawnStep, to: SquareSet) -> ControlFlow<S::Stop> {
        self.inner.promotions::<C>(step, to & self.theirs)
    }

    #[inline(always)]
    fn promotion<C: Side>(&mut self, from: Square, to: Square, role: Role) -> ControlFlow<S::Stop> {
        if self.theirs.contains(to) {
            self.inner.promotion::<C>(from, to, role)
        } else {
            Continue(())
        }
    }

    #[inline(always)]
    fn en_passant<C: Side>(&mut self, from: Square, to: Square) -> ControlFlow<S::Stop> {
        self.inner.en_passant::<C>(from, to)
    }

    #[inline(always)]
    fn castling<C: Side>(&mut self, _: Square, _: Square) -> ControlFlow<S::Stop> {
        Continue(())
    }
}

/// Lets moves through that give check.
///
/// A man checks by going where its attacks meet the king, or by leaving a line
/// on which one of its own sliders stands behind it.
pub(super) struct ChecksOnly<'a, S> {
    inner: &'a mut S,
    position: &'a Position,
    /// The other side's king; without one there are no checks.
    king: Option<Square>,
    occupied: SquareSet,
    /// Our men that alone stand between a slider of ours and the king.
    screens: SquareSet,
    /// From where a bishop, and a rook, would check.
    diagonal: SquareSet,
    orthogonal: SquareSet,
}

impl<'a, S> ChecksOnly<'a, S> {
    #[inline(always)]
    pub(super) fn new<L: Lookup>(
        position: &'a Position,
        lookup: L,
        inner: &'a mut S,
    ) -> ChecksOnly<'a, S> {
        let occupied = position.diagram().occupied();
        let king = position.diagram().king(!position.turn());
        let screens = king.map_or(SquareSet::EMPTY, |king| screens(position, king));
        ChecksOnly {
            inner,
            position,
            king,
            occupied,
            screens,
            diagonal: king.map_or(SquareSet::EMPTY, |king| lookup.bishop(king, occupied)),
            orthogonal: king.map_or(SquareSet::EMPTY, |king| lookup.rook(king, occupied)),
        }
    }

    /// The squares from which a man of this role gives check.
    #[inline(always)]
    fn direct(&self, role: Role, color: Color, king: Square) -> SquareSet {
        match role {
            Role::Pawn => attacks::pawn(!color, king),
            Role::Knight => attacks::knight(king),
            Role::Bishop => self.diagonal,
            Role::Rook => self.orthogonal,
            Role::Queen => self.diagonal | self.orthogonal,
            Role::King => SquareSet::EMPTY,
        }
    }

    /// Those of `to` that the man on `from` uncovers a check by going to.
    #[inline(always)]
    fn uncovering(&self, from: Square, king: Square, to: SquareSet) -> SquareSet {
        if self.screens.contains(from) { to - attacks::line(from, king) } else { SquareSet::EMPTY }
    }
}

/// The men of the side to move that alone hide the king from a slider of theirs.
#[inline(always)]
fn screens(position: &Position, king: Square) -> SquareSet {
    let diagram = position.diagram();
    let ours = diagram.color(position.turn());
    let queens = diagram.role(Role::Queen);
    let snipers = attacks::rook_lines(king) & (diagram.role(Role::Rook) | queens)
        | attacks::bishop_lines(king) & (diagram.role(Role::Bishop) | queens);
    let mut screens = SquareSet::EMPTY;
    for sniper in snipers & ours {
        let blockers = attacks::between(king, sniper) & diagram.occupied();
        screens |= if blockers.more_than_one() { SquareSet::EMPTY } else { blockers };
    }
    screens & ours
}

impl<S: Sink> Sink for ChecksOnly<'_, S> {
    type Stop = S::Stop;

    #[inline(always)]
    fn officer<C: Side>(
        &mut self,
        role: Role,
        from: Square,
        to: SquareSet,
    ) -> ControlFlow<S::Stop> {
        let Some(king) = self.king else { return Continue(()) };
        let checks = to & self.direct(role, C::COLOR, king) | self.uncovering(from, king, to);
        if checks.is_empty() {
            return Continue(());
        }
        self.inner.officer::<C>(role, from, checks)
    }

    #[inline(always)]
    fn pawns<C: Side>(&mut self, step: PawnStep, to: SquareSet) -> ControlFlow<S::Stop> {
        let Some(king) = self.king else { return Continue(()) };
        let mut checks = to & self.direct(Role::Pawn, C::COLOR, king);
        for from in step.origins::<C>(to) & self.screens {
            checks |= self.uncovering(from, king, to & step.ahead::<C>(SquareSet::of(from)));
        }
        self.inner.pawns::<C>(step, checks)
    }

    #[inline(always)]
    fn promotion<C: Side>(&mut self, from: Square, to: Square, role: Role) -> ControlFlow<S::Stop> {
        let Some(king) = self.king else { return Continue(()) };
        let uncovers = self.uncovering(from, king, SquareSet::of(to)).any();
        let occupied = self.occupied.without(from).with(to);
        if uncovers || attacks::of(role, C::COLOR, to, occupied).contains(king) {
            self.inner.promotion::<C>(from, to, role)?;
        }
        Continue(())
    }

    #[inline(always)]
    fn en_passant<C: Side>(&mut self, from: Square, to: Square) -> ControlFlow<S::Stop> {
        if self.position.gives_check(Move::en_passant(from, to)) {
            self.inner.en_passant::<C>(from, to)?;
        }
        Continue(())
    }

    #[inline(always)]
    fn castling<C: Side>(&mut self, king: Square, rook: Square) -> ControlFlow<S::Stop> {
        if self.position.gives_check(Move::castling(king, rook)) {
            self.inner.castling::<C>(king, rook)?;
        }
        Continue(())
    }
}
