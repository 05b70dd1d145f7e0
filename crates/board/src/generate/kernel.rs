//! The generator itself: checks, pins, and every man's legal targets.

use super::{PawnStep, Sink};
use crate::attacks::{self, Lookup};
use crate::piece::Side;
use crate::{CastlingSide, Diagram, Position, Rank, Role, Square, SquareSet};
use std::ops::ControlFlow;

/// Finds all legal moves of `C`, whose turn it is.
#[inline(always)]
pub(super) fn generate<C: Side, L: Lookup, S: Sink>(
    position: &Position,
    lookup: L,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    let board = Board::<C, L>::new(position, lookup);
    let Some(king) = position.diagram().king(C::COLOR) else {
        return board.without_king_moves(Guard::NONE, sink);
    };
    let guard = board.guard(king);
    sink.checkers(guard.checkers);
    board.king(king, &guard, sink)?;
    if guard.checkers.more_than_one() {
        return ControlFlow::Continue(());
    }
    board.without_king_moves(guard, sink)
}

/// A position seen by the side to move.
struct Board<'a, C: Side, L: Lookup> {
    position: &'a Position,
    diagram: &'a Diagram,
    lookup: L,
    ours: SquareSet,
    theirs: SquareSet,
    occupied: SquareSet,
    side: std::marker::PhantomData<C>,
}

/// What protects the king: who checks it, where other men must go, who is pinned.
struct Guard {
    checkers: SquareSet,
    /// Where a man other than the king may go: anywhere, or onto the line of
    /// the one checker.
    targets: SquareSet,
    /// The lines from the king to rooks and queens that one own man holds off.
    orthogonal_pins: SquareSet,
    /// The same for bishops and queens.
    diagonal_pins: SquareSet,
}

impl Guard {
    /// No king, no check, no pin.
    const NONE: Guard = Guard {
        checkers: SquareSet::EMPTY,
        targets: SquareSet::FULL,
        orthogonal_pins: SquareSet::EMPTY,
        diagonal_pins: SquareSet::EMPTY,
    };
}

/// The squares of one castling.
struct Castling {
    king_to: Square,
    rook_to: Square,
    /// The squares the king passes or lands on.
    king_way: SquareSet,
    /// Where king and rook stand.
    leave: SquareSet,
    /// The squares that must be empty.
    way: SquareSet,
}

impl Castling {
    #[inline(always)]
    fn new<C: Side>(king: Square, rook: Square) -> Castling {
        let side = CastlingSide::of(king, rook);
        let (king_to, rook_to) = (side.king_to(C::COLOR), side.rook_to(C::COLOR));
        let king_way = attacks::between(king, king_to).with(king_to);
        let rook_way = attacks::between(rook, rook_to).with(rook_to);
        let leave = SquareSet::of(king).with(rook);
        Castling { king_to, rook_to, king_way, leave, way: (king_way | rook_way) - leave }
    }
}

impl<'a, C: Side, L: Lookup> Board<'a, C, L> {
    #[inline(always)]
    fn new(position: &'a Position, lookup: L) -> Board<'a, C, L> {
        let diagram = position.diagram();
        let ours = diagram.color(C::COLOR);
        let theirs = diagram.color(<C::Other as Side>::COLOR);
        let side = std::marker::PhantomData;
        Board { position, diagram, lookup, ours, theirs, occupied: ours | theirs, side }
    }

    #[inline(always)]
    fn our(&self, role: Role) -> SquareSet {
        self.diagram.role(role) & self.ours
    }

    #[inline(always)]
    fn their(&self, role: Role) -> SquareSet {
        self.diagram.role(role) & self.theirs
    }

    #[inline(always)]
    fn their_orthogonal(&self) -> SquareSet {
        (self.diagram.role(Role::Rook) | self.diagram.role(Role::Queen)) & self.theirs
    }

    #[inline(always)]
    fn their_diagonal(&self) -> SquareSet {
        (self.diagram.role(Role::Bishop) | self.diagram.role(Role::Queen)) & self.theirs
    }

    #[inline(always)]
    fn guard(&self, king: Square) -> Guard {
        let pawns = attacks::pawn(C::COLOR, king) & self.their(Role::Pawn);
        let knights = attacks::knight(king) & self.their(Role::Knight);
        let mut guard = Guard { checkers: pawns | knights, ..Guard::NONE };
        let orthogonal = attacks::rook_lines(king) & self.their_orthogonal();
        guard.orthogonal_pins = self.pins(king, orthogonal, &mut guard.checkers);
        let diagonal = attacks::bishop_lines(king) & self.their_diagonal();
        guard.diagonal_pins = self.pins(king, diagonal, &mut guard.checkers);
        if let Some(checker) = guard.checkers.first() {
            guard.targets = attacks::between(king, checker).with(checker);
        }
        guard
    }

    /// The lines of those `snipers` that see the king through one own man;
    /// those that see it freely are added to `checkers`.
    #[inline(always)]
    fn pins(&self, king: Square, snipers: SquareSet, checkers: &mut SquareSet) -> SquareSet {
        let mut pins = SquareSet::EMPTY;
        for sniper in snipers {
            let way = attacks::between(king, sniper);
            let blockers = way & self.occupied;
            if blockers.is_empty() {
                *checkers = checkers.with(sniper);
            } else if !blockers.more_than_one() && (blockers & self.ours).any() {
                pins |= way.with(sniper);
            }
        }
        pins
    }

    /// The king's steps and castling.
    #[inline(always)]
    fn king<S: Sink>(&self, king: Square, guard: &Guard, sink: &mut S) -> ControlFlow<S::Stop> {
        let steps = attacks::king(king) - self.ours;
        let rooks = self.position.castling() & SquareSet::rank(C::COLOR.back_rank());
        let mut ready = SquareSet::EMPTY;
        if guard.checkers.is_empty() {
            for rook in rooks {
                if (Castling::new::<C>(king, rook).way & self.occupied).is_empty() {
                    ready = ready.with(rook);
                }
            }
        }
        if (steps | ready).is_empty() {
            return ControlFlow::Continue(());
        }
        let attacked = self.attacked(SquareSet::of(king));
        sink.officer::<C>(Role::King, king, steps - attacked)?;
        for rook in ready {
            if self.may_castle(&Castling::new::<C>(king, rook), attacked) {
                sink.castling::<C>(king, rook)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Every square the other side attacks, seen through our king.
    #[inline(always)]
    fn attacked(&self, king: SquareSet) -> SquareSet {
        let pawns = self.their(Role::Pawn);
        let mut attacked =
            PawnStep::West.ahead::<C::Other>(pawns) | PawnStep::East.ahead::<C::Other>(pawns);
        for knight in self.their(Role::Knight) {
            attacked |= attacks::knight(knight);
        }
        let occupied = self.occupied - king;
        for slider in self.their_diagonal() {
            attacked |= self.lookup.bishop(slider, occupied);
        }
        for slider in self.their_orthogonal() {
            attacked |= self.lookup.rook(slider, occupied);
        }
        for king in self.their(Role::King) {
            attacked |= attacks::king(king);
        }
        attacked
    }

    /// Whether the king passes no attacked square, and does not land in a check
    /// from a man on the back rank that the rook has hidden, as in Chess960.
    #[inline(always)]
    fn may_castle(&self, castling: &Castling, attacked: SquareSet) -> bool {
        let hidden = self.their_orthogonal() & SquareSet::rank(C::COLOR.back_rank());
        let others = self.occupied - castling.leave;
        (castling.king_way & attacked).is_empty()
            && (hidden.is_empty()
                || (self.lookup.rook(castling.king_to, others.with(castling.rook_to)) & hidden)
                    .is_empty())
    }

    /// The moves of all men but the king, when at most one man checks it.
    #[inline(always)]
    fn without_king_moves<S: Sink>(&self, guard: Guard, sink: &mut S) -> ControlFlow<S::Stop> {
        self.pawns(&guard, sink)?;
        self.en_passant(sink)?;
        self.officers(&guard, sink)
    }

    #[inline(always)]
    fn officers<S: Sink>(&self, guard: &Guard, sink: &mut S) -> ControlFlow<S::Stop> {
        let targets = guard.targets - self.ours;
        let pinned = guard.orthogonal_pins | guard.diagonal_pins;
        for from in self.our(Role::Knight) - pinned {
            sink.officer::<C>(Role::Knight, from, attacks::knight(from) & targets)?;
        }
        let queens = self.our(Role::Queen) - pinned;
        let split = if S::KNOWS_QUEENS { SquareSet::EMPTY } else { queens };
        for from in (self.our(Role::Bishop) - pinned) | split {
            let to = self.lookup.bishop(from, self.occupied) & targets;
            sink.officer::<C>(Role::Bishop, from, to)?;
        }
        for from in (self.our(Role::Rook) - pinned) | split {
            let to = self.lookup.rook(from, self.occupied) & targets;
            sink.officer::<C>(Role::Rook, from, to)?;
        }
        for from in queens - split {
            let rook = self.lookup.rook(from, self.occupied);
            let bishop = self.lookup.bishop(from, self.occupied);
            sink.officer::<C>(Role::Queen, from, (rook | bishop) & targets)?;
        }
        if (self.ours & pinned).any() {
            self.pinned_sliders(guard, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Sliders that may move only between the king and what pins them.
    #[inline(always)]
    fn pinned_sliders<S: Sink>(&self, guard: &Guard, sink: &mut S) -> ControlFlow<S::Stop> {
        let orthogonal = (guard.orthogonal_pins & guard.targets) - self.ours;
        for (role, movers) in [
            (Role::Rook, self.our(Role::Rook) & guard.orthogonal_pins),
            (Role::Queen, self.our(Role::Queen) & guard.orthogonal_pins),
        ] {
            for from in movers {
                let to = self.lookup.rook(from, self.occupied) & orthogonal;
                sink.officer::<C>(role, from, to)?;
            }
        }
        let diagonal = (guard.diagonal_pins & guard.targets) - self.ours;
        for (role, movers) in [
            (Role::Bishop, self.our(Role::Bishop) & guard.diagonal_pins),
            (Role::Queen, self.our(Role::Queen) & guard.diagonal_pins),
        ] {
            for from in movers {
                let to = self.lookup.bishop(from, self.occupied) & diagonal;
                sink.officer::<C>(role, from, to)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns<S: Sink>(&self, guard: &Guard, sink: &mut S) -> ControlFlow<S::Stop> {
        let pawns = self.our(Role::Pawn);
        let free = !self.occupied;
        let third = SquareSet::rank(Rank::Third.seen_by(C::COLOR));
        let last = SquareSet::rank(Rank::Eighth.seen_by(C::COLOR));

        let pushers = pawns - guard.diagonal_pins;
        let held = PawnStep::Push.ahead::<C>(pushers & guard.orthogonal_pins);
        let loose = PawnStep::Push.ahead::<C>(pushers - guard.orthogonal_pins);
        let pushed = (loose | held & guard.orthogonal_pins) & free;
        let twice = PawnStep::Push.ahead::<C>(pushed & third) & free & guard.targets;
        let pushed = pushed & guard.targets;

        let takers = pawns - guard.orthogonal_pins;
        let prey = self.theirs & guard.targets;
        let capture = |step: PawnStep| {
            let loose = step.ahead::<C>(takers - guard.diagonal_pins);
            let held = step.ahead::<C>(takers & guard.diagonal_pins);
            (loose | held & guard.diagonal_pins) & prey
        };
        let (west, east) = (capture(PawnStep::West), capture(PawnStep::East));

        sink.pawns::<C>(PawnStep::Push, pushed - last)?;
        sink.pawns::<C>(PawnStep::DoublePush, twice)?;
        sink.pawns::<C>(PawnStep::West, west - last)?;
        sink.pawns::<C>(PawnStep::East, east - last)?;
        if ((pushed | west | east) & last).any() {
            sink.promotions::<C>(PawnStep::Push, pushed & last)?;
            sink.promotions::<C>(PawnStep::West, west & last)?;
            sink.promotions::<C>(PawnStep::East, east & last)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant<S: Sink>(&self, sink: &mut S) -> ControlFlow<S::Stop> {
        let Some(over) = self.position.en_passant() else { return ControlFlow::Continue(()) };
        let takers = attacks::pawn(<C::Other as Side>::COLOR, over) & self.our(Role::Pawn);
        for from in takers {
            if self.position.may_capture_passing(from, over) {
                sink.en_passant::<C>(from, over)?;
            }
        }
        ControlFlow::Continue(())
    }
}
