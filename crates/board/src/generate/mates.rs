//! Whether a move may mate, found out before it is played.
//!
//! A mating move leaves the king no flight, and is neither taken nor blocked.
//! Which flights there are is known beforehand, so most positions have no mate
//! by one look at every man, and most checks are refused by one look at the
//! squares that the moved man attacks. Only the rest have to be played and tried.

use super::{PawnStep, Sink};
use crate::attacks::Lookup;
use crate::piece::Side;
use crate::{Position, Role, Square, SquareSet, attacks};
use std::ops::ControlFlow::{self, Continue};

/// What the side to move leaves open around the other king.
#[derive(Clone, Copy)]
pub(super) struct Net {
    /// Where the king could go if it were its turn.
    flights: SquareSet,
    /// The squares that our sliders attack: a man that leaves one of them may
    /// let more squares be attacked than it attacks itself.
    lines: SquareSet,
    /// The squares between that king and our sliders on its lines: men there may
    /// be pinned, or uncover a check.
    pins: SquareSet,
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
        let lines = self.lines(SquareSet::EMPTY, self.others);
        let pawns = self.our(Role::Pawn);
        let mut leaps = PawnStep::West.ahead::<C>(pawns) | PawnStep::East.ahead::<C>(pawns);
        for from in self.our(Role::Knight) {
            leaps |= attacks::knight(from);
        }
        for from in self.our(Role::King) {
            leaps |= attacks::king(from);
        }
        let steps = attacks::king(self.king) & (self.ours | !self.occupied);
        let mut pins = SquareSet::EMPTY;
        for sniper in self.snipers() {
            pins |= attacks::between(self.king, sniper);
        }
        Net { flights: steps - lines - leaps, lines, pins }
    }

    /// Our sliders on lines on which they would check, if no man were between.
    #[inline(always)]
    fn snipers(&self) -> SquareSet {
        attacks::rook_lines(self.king) & self.rooks
            | attacks::bishop_lines(self.king) & self.bishops
    }

    /// What our sliders attack, but for `gone` ones.
    #[inline(always)]
    fn lines(&self, gone: SquareSet, occupied: SquareSet) -> SquareSet {
        let mut lines = SquareSet::EMPTY;
        for from in self.rooks - gone {
            lines |= self.lookup.rook(from, occupied);
        }
        for from in self.bishops - gone {
            lines |= self.lookup.bishop(from, occupied);
        }
        lines
    }

    /// Whether a man of this role that checks by going from one square to another
    /// may mate: it leaves no flight, by what it attacks and by lines that it
    /// opens, and is not surely parried.
    #[inline(always)]
    fn closes(&self, net: &Net, role: Role, from: Square, to: Square) -> bool {
        let others = self.others.without(from);
        let mut open = net.flights - attacked::<C, L>(self.lookup, role, to, others);
        if open.any() && net.lines.contains(from) {
            open = open - self.lines(SquareSet::of(from), others.with(to));
        }
        open.is_empty() && !self.is_parried(net, from, to)
    }

    /// Whether the other side surely parries a check from `to` by a man that
    /// came there from `from`: another man than the king, not pinned, takes it or
    /// goes between.
    #[inline(always)]
    fn is_parried(&self, net: &Net, from: Square, to: Square) -> bool {
        if net.pins.contains(from) {
            return false;
        }
        let pawns = attacks::pawn(C::COLOR, to) & self.position.diagram().role(Role::Pawn);
        let mut guards = self.officers_at(to) | pawns;
        for between in attacks::between(self.king, to) {
            guards |= self.officers_at(between);
        }
        ((guards & self.theirs()) - net.pins).without(to).any()
    }

    /// The knights, bishops, rooks and queens that can go to a square.
    #[inline(always)]
    fn officers_at(&self, to: Square) -> SquareSet {
        let diagram = self.position.diagram();
        let queens = diagram.role(Role::Queen);
        attacks::knight(to) & diagram.role(Role::Knight)
            | self.lookup.bishop(to, self.occupied) & (diagram.role(Role::Bishop) | queens)
            | self.lookup.rook(to, self.occupied) & (diagram.role(Role::Rook) | queens)
    }

    /// Whether a move may check or cover by more than the man that goes:
    /// uncovering a line to the king, two men at once, another man than before.
    #[inline(always)]
    pub(super) fn may_surprise(&self) -> bool {
        let last = SquareSet::rank(crate::Rank::Seventh.seen_by(C::COLOR));
        let mut screens = SquareSet::EMPTY;
        for sniper in self.snipers() {
            let blockers = attacks::between(self.king, sniper) & self.occupied;
            screens |= if blockers.more_than_one() { SquareSet::EMPTY } else { blockers };
        }
        (self.our(Role::Pawn) & last).any()
            || self.position.en_passant().is_some()
            || (self.position.castling() & self.ours).any()
            || (screens & self.ours).any()
    }

    /// Whether some man can go to where it checks and covers every flight.
    #[inline(always)]
    fn any_closes(&self, net: &Net) -> bool {
        let (lookup, king) = (self.lookup, self.king);
        let free = !self.ours;
        let diagonal = lookup.bishop(king, self.occupied) & free;
        let orthogonal = lookup.rook(king, self.occupied) & free;
        let queens = self.position.diagram().role(Role::Queen);
        for from in self.rooks & queens {
            let reach = lookup.rook(from, self.occupied) | lookup.bishop(from, self.occupied);
            if self.any_closes_from(net, Role::Queen, from, reach & (diagonal | orthogonal)) {
                return true;
            }
        }
        for from in self.rooks - queens {
            if self.any_closes_from(
                net,
                Role::Rook,
                from,
                lookup.rook(from, self.occupied) & orthogonal,
            ) {
                return true;
            }
        }
        for from in self.bishops - queens {
            if self.any_closes_from(
                net,
                Role::Bishop,
                from,
                lookup.bishop(from, self.occupied) & diagonal,
            ) {
                return true;
            }
        }
        let leaps = attacks::knight(king) & free;
        for from in self.our(Role::Knight) {
            if self.any_closes_from(net, Role::Knight, from, attacks::knight(from) & leaps) {
                return true;
            }
        }
        self.any_pawn_closes(net)
    }

    #[inline(always)]
    fn any_pawn_closes(&self, net: &Net) -> bool {
        let pawns = self.our(Role::Pawn);
        let goals = attacks::pawn(<C::Other as Side>::COLOR, self.king) - self.ours;
        for step in [PawnStep::Push, PawnStep::DoublePush, PawnStep::West, PawnStep::East] {
            for to in step.ahead::<C>(pawns) & goals {
                if self.closes(net, Role::Pawn, step.origin::<C>(to), to) {
                    return true;
                }
            }
        }
        false
    }

    // Loops, not iterators: what iterators call is not compiled with the
    // instructions of the fast path.
    #[inline(always)]
    fn any_closes_from(&self, net: &Net, role: Role, from: Square, to: SquareSet) -> bool {
        for to in to {
            if self.closes(net, role, from, to) {
                return true;
            }
        }
        false
    }
}

impl Net {
    #[inline(always)]
    pub(super) fn flights(&self) -> SquareSet {
        self.flights
    }
}

/// Lets moves through after which the other king may have no flight.
pub(super) struct ClosingOnly<'a, P: Side, L: Lookup, S> {
    inner: S,
    men: Men<'a, P, L>,
    net: Net,
}

impl<'a, P: Side, L: Lookup, S> ClosingOnly<'a, P, L, S> {
    /// `None` if no move mates. `P` is the side to move.
    #[inline(always)]
    pub(super) fn new(position: &'a Position, lookup: L, inner: S) -> Option<Self> {
        let king = position.diagram().king(<P::Other as Side>::COLOR)?;
        let men = Men::<P, L>::new(position, lookup, king);
        let net = men.net();
        (men.may_surprise() || men.any_closes(&net)).then_some(ClosingOnly { inner, men, net })
    }

    #[inline(always)]
    fn closes(&self, role: Role, from: Square, to: Square) -> bool {
        self.men.closes(&self.net, role, from, to)
    }
}

/// What a man of `C` attacks.
#[inline(always)]
pub(super) fn attacked<C: Side, L: Lookup>(
    lookup: L,
    role: Role,
    from: Square,
    occupied: SquareSet,
) -> SquareSet {
    match role {
        Role::Pawn => attacks::pawn(C::COLOR, from),
        Role::Knight => attacks::knight(from),
        Role::Bishop => lookup.bishop(from, occupied),
        Role::Rook => lookup.rook(from, occupied),
        Role::Queen => lookup.bishop(from, occupied) | lookup.rook(from, occupied),
        Role::King => attacks::king(from),
    }
}

impl<P: Side, L: Lookup, S: Sink> Sink for ClosingOnly<'_, P, L, S> {
    type Stop = S::Stop;

    #[inline(always)]
    fn officer<C: Side>(
        &mut self,
        role: Role,
        from: Square,
        to: SquareSet,
    ) -> ControlFlow<S::Stop> {
        let mut closing = SquareSet::EMPTY;
        for to in to {
            if self.closes(role, from, to) {
                closing = closing.with(to);
            }
        }
        self.inner.officer::<C>(role, from, closing)
    }

    #[inline(always)]
    fn pawns<C: Side>(&mut self, step: PawnStep, to: SquareSet) -> ControlFlow<S::Stop> {
        let mut closing = SquareSet::EMPTY;
        for to in to {
            if self.closes(Role::Pawn, step.origin::<C>(to), to) {
                closing = closing.with(to);
            }
        }
        self.inner.pawns::<C>(step, closing)
    }

    #[inline(always)]
    fn promotion<C: Side>(&mut self, from: Square, to: Square, role: Role) -> ControlFlow<S::Stop> {
        if self.closes(role, from, to) {
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
