//! Whether a move may mate, found out before it is played.
//!
//! A mating move leaves the king no flight. Which flights there are is known
//! beforehand, so most positions have no mate by one look at every man, and most
//! checks are refused by one look at the squares that the moved man attacks.
//! Only the rest have to be played and tried.

use super::sinks::unfold;
use super::{Kernel, PawnStep, Sink};
use crate::attacks::Lookup;
use crate::piece::Side;
use crate::{Position, Role, Square, SquareSet, attacks};
use std::ops::ControlFlow::{self, Continue};

/// Finds out what a mating move must do.
pub(super) struct Cast;

impl Kernel for Cast {
    type Output = Option<Net>;

    /// The net around the other king, or `None` if no move mates.
    #[inline(always)]
    fn run<C: Side, L: Lookup>(self, position: &Position, lookup: L) -> Option<Net> {
        let king = position.diagram().king(<C::Other as Side>::COLOR)?;
        let men = Men::<C, L>::new(position, lookup, king);
        let net = men.net();
        (men.may_surprise() || men.any_closes(&net)).then_some(net)
    }
}

/// What the side to move leaves open around the other king.
#[derive(Clone, Copy)]
pub(super) struct Net {
    /// Where the king could go if it were its turn.
    flights: SquareSet,
    /// The squares that our sliders attack: a man that leaves one of them may
    /// let more squares be attacked than it attacks itself.
    lines: SquareSet,
}

/// The men of `C` around the king that is to be mated.
pub(super) struct Men<'a, C: Side, L: Lookup> {
    position: &'a Position,
    lookup: L,
    king: Square,
    ours: SquareSet,
    rooks: SquareSet,
    bishops: SquareSet,
    /// All men, and all but the king.
    occupied: SquareSet,
    others: SquareSet,
    side: std::marker::PhantomData<C>,
}

impl<'a, C: Side, L: Lookup> Men<'a, C, L> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position, lookup: L, king: Square) -> Men<'a, C, L> {
        let diagram = position.diagram();
        let ours = diagram.color(C::COLOR);
        let queens = diagram.role(Role::Queen);
        Men {
            position,
            lookup,
            king,
            ours,
            rooks: (diagram.role(Role::Rook) | queens) & ours,
            bishops: (diagram.role(Role::Bishop) | queens) & ours,
            occupied: diagram.occupied(),
            others: diagram.occupied().without(king),
            side: std::marker::PhantomData,
        }
    }

    #[inline(always)]
    pub(super) fn our(&self, role: Role) -> SquareSet {
        self.position.diagram().role(role) & self.ours
    }

    #[inline(always)]
    pub(super) fn lookup(&self) -> L {
        self.lookup
    }

    #[inline(always)]
    pub(super) fn king(&self) -> Square {
        self.king
    }

    #[inline(always)]
    pub(super) fn ours(&self) -> SquareSet {
        self.ours
    }

    #[inline(always)]
    pub(super) fn theirs(&self) -> SquareSet {
        self.occupied - self.ours
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> SquareSet {
        self.occupied
    }

    #[inline(always)]
    pub(super) fn net(&self) -> Net {
        let mut lines = SquareSet::EMPTY;
        for from in self.rooks {
            lines |= self.lookup.rook(from, self.others);
        }
        for from in self.bishops {
            lines |= self.lookup.bishop(from, self.others);
        }
        let pawns = self.our(Role::Pawn);
        let mut leaps = PawnStep::West.ahead::<C>(pawns) | PawnStep::East.ahead::<C>(pawns);
        for from in self.our(Role::Knight) {
            leaps |= attacks::knight(from);
        }
        for from in self.our(Role::King) {
            leaps |= attacks::king(from);
        }
        let steps = attacks::king(self.king) & (self.ours | !self.occupied);
        Net { flights: steps - lines - leaps, lines }
    }

    /// Whether a move may check or cover by more than the man that goes:
    /// uncovering a line to the king, two men at once, another man than before.
    #[inline(always)]
    pub(super) fn may_surprise(&self) -> bool {
        let snipers = attacks::rook_lines(self.king) & self.rooks
            | attacks::bishop_lines(self.king) & self.bishops;
        let last = SquareSet::rank(crate::Rank::Seventh.seen_by(C::COLOR));
        (self.our(Role::Pawn) & last).any()
            || self.position.en_passant().is_some()
            || (self.position.castling() & self.ours).any()
            || snipers.into_iter().any(|sniper| {
                let blockers = attacks::between(self.king, sniper) & self.occupied;
                !blockers.more_than_one() && (blockers & self.ours).any()
            })
    }

    /// Whether some man can go to where it checks and covers every flight.
    #[inline(always)]
    fn any_closes(&self, net: &Net) -> bool {
        let (lookup, king) = (self.lookup, self.king);
        let free = !self.ours;
        let diagonal = lookup.bishop(king, self.occupied) & free;
        let orthogonal = lookup.rook(king, self.occupied) & free;
        let queens = self.position.diagram().role(Role::Queen);
        let closes = |from, to| net.is_closed(from, || self.queen(to, from));
        for from in self.rooks & queens {
            let reach = lookup.rook(from, self.occupied) | lookup.bishop(from, self.occupied);
            if (reach & (diagonal | orthogonal)).into_iter().any(|to| closes(from, to)) {
                return true;
            }
        }
        for from in self.rooks - queens {
            let to = lookup.rook(from, self.occupied) & orthogonal;
            if to.into_iter().any(|to| net.is_closed(from, || self.rook(to, from))) {
                return true;
            }
        }
        for from in self.bishops - queens {
            let to = lookup.bishop(from, self.occupied) & diagonal;
            if to.into_iter().any(|to| net.is_closed(from, || self.bishop(to, from))) {
                return true;
            }
        }
        let leaps = attacks::knight(king) & free;
        for from in self.our(Role::Knight) {
            let to = attacks::knight(from) & leaps;
            if to.into_iter().any(|to| net.is_closed(from, || attacks::knight(to))) {
                return true;
            }
        }
        self.any_pawn_closes(net)
    }

    #[inline(always)]
    fn any_pawn_closes(&self, net: &Net) -> bool {
        let pawns = self.our(Role::Pawn);
        let goals = attacks::pawn(<C::Other as Side>::COLOR, self.king) - self.ours;
        [PawnStep::Push, PawnStep::DoublePush, PawnStep::West, PawnStep::East].into_iter().any(
            |step| {
                (step.ahead::<C>(pawns) & goals)
                    .into_iter()
                    .any(|to| net.is_closed(step.origin::<C>(to), || attacks::pawn(C::COLOR, to)))
            },
        )
    }

    #[inline(always)]
    fn rook(&self, to: Square, from: Square) -> SquareSet {
        self.lookup.rook(to, self.others.without(from))
    }

    #[inline(always)]
    fn bishop(&self, to: Square, from: Square) -> SquareSet {
        self.lookup.bishop(to, self.others.without(from))
    }

    #[inline(always)]
    fn queen(&self, to: Square, from: Square) -> SquareSet {
        self.rook(to, from) | self.bishop(to, from)
    }
}

impl Net {
    #[inline(always)]
    pub(super) fn flights(&self) -> SquareSet {
        self.flights
    }

    /// Whether no flight is left after a man has gone from `from` to where it
    /// attacks these squares; sometimes yes for no, never no for yes.
    #[inline(always)]
    fn is_closed(&self, from: Square, attacked: impl FnOnce() -> SquareSet) -> bool {
        self.flights.is_empty()
            || self.lines.contains(from)
            || (self.flights - attacked()).is_empty()
    }
}

/// Lets moves through after which the other king may have no flight.
pub(super) struct ClosingOnly<'a, S> {
    inner: S,
    position: &'a Position,
    net: Net,
}

impl<'a, S> ClosingOnly<'a, S> {
    pub(super) fn new(position: &'a Position, net: Net, inner: S) -> ClosingOnly<'a, S> {
        ClosingOnly { inner, position, net }
    }

    #[inline(always)]
    fn closes<C: Side>(&self, role: Role, from: Square, to: Square) -> bool {
        let diagram = self.position.diagram();
        let king = diagram.men(<C::Other as Side>::COLOR, Role::King);
        self.net.is_closed(from, || {
            attacks::of(role, C::COLOR, to, diagram.occupied().without(from) - king)
        })
    }
}

impl<S: Sink> Sink for ClosingOnly<'_, S> {
    type Stop = S::Stop;

    #[inline(always)]
    fn officer<C: Side>(
        &mut self,
        role: Role,
        from: Square,
        to: SquareSet,
    ) -> ControlFlow<S::Stop> {
        let to = to.into_iter().filter(|&to| self.closes::<C>(role, from, to)).collect();
        self.inner.officer::<C>(role, from, to)
    }

    #[inline(always)]
    fn pawns<C: Side>(&mut self, step: PawnStep, to: SquareSet) -> ControlFlow<S::Stop> {
        let closes = |&to: &Square| self.closes::<C>(Role::Pawn, step.origin::<C>(to), to);
        let to = to.into_iter().filter(closes).collect();
        self.inner.pawns::<C>(step, to)
    }

    #[inline(always)]
    fn promotions<C: Side>(&mut self, step: PawnStep, to: SquareSet) -> ControlFlow<S::Stop> {
        unfold::<C, _>(self, step, to)
    }

    #[inline(always)]
    fn promotion<C: Side>(&mut self, from: Square, to: Square, role: Role) -> ControlFlow<S::Stop> {
        if self.closes::<C>(role, from, to) {
            self.inner.promotion::<C>(from, to, role)?;
        }
        Continue(())
    }

    #[inline(always)]
    fn en_passant<C: Side>(&mut self, from: Square, to: Square) -> ControlFlow<S::Stop> {
        self.inner.en_passant::<C>(from, to)
    }

    #[inline(always)]
    fn castling<C: Side>(&mut self, king: Square, rook: Square) -> ControlFlow<S::Stop> {
        self.inner.castling::<C>(king, rook)
    }
}
