//! Filters out moves that a known reply refutes: after the reply there is surely no mate.
//!
//! Play the reply first, as if the side to move had passed, and look at the mating net
//! around the king. If no check closes it there, a move before the reply can
//! help only by attacking a flight, by bringing its piece to where it can check and
//! close the net next, by opening a line, or by interfering with the reply
//! itself. All other moves are refuted by the reply, and are not even played.

use super::mates::{Men, attacked};
use super::{PawnStep, Sink, kernel};
use crate::attacks::Lookup;
use crate::piece::Side;
use crate::{Move, MoveKind, Position, Rank, Role, Square, SquareSet, attacks};
use std::ops::ControlFlow;

const SLIDERS: [Role; 3] = [Role::Bishop, Role::Rook, Role::Queen];

/// The squares that a move must touch in order not to be refuted by a reply.
struct ReplyFilter<L> {
    lookup: L,
    /// Moves of pieces on these squares may open a line.
    openers: SquareSet,
    /// Moves to these squares interfere with the reply, or capture.
    interfering: SquareSet,
    /// Men that attack one of these squares attack the king or a flight.
    flights: SquareSet,
    /// From where a man of each role may check and close the net.
    closing: [SquareSet; 6],
    /// The other side's men after the reply; ours may go away.
    theirs: SquareSet,
}

impl<L: Lookup> ReplyFilter<L> {
    /// `None` if no move can be ruled out.
    #[inline(always)]
    fn new<C: Side>(position: &Position, lookup: L, reply: Move) -> Option<ReplyFilter<L>> {
        let passed = position.passed().filter(|_| reply.kind() == MoveKind::Ordinary)?;
        if !passed.is_legal(reply) {
            return None;
        }
        let after = passed.after(reply);
        let king = after.diagram().king(<C::Other as Side>::COLOR)?;
        let men = Men::<C, L>::new(&after, lookup, king);
        if men.may_surprise() {
            return None;
        }
        let flights = men.net().flights();
        let openers = men.openers(flights.with(king));
        let checking = men.checking();
        let closing = men.closing(checking, flights);
        let goals = Goals { openers, checking: &checking, closing: &closing };
        if men.any_closes_now(&goals) {
            return None;
        }
        let to = reply.to();
        Some(ReplyFilter {
            lookup,
            openers: (openers | men.obstacles(&goals)).with(to),
            interfering: attacks::between(reply.from(), to).with(to)
                | position.diagram().color(<C::Other as Side>::COLOR),
            flights: flights.with(king),
            closing,
            theirs: men.theirs(),
        })
    }

    /// Whether the reply refutes a move to `to` by a piece of this role that opens no line and
    /// does not interfere with the reply. A pawn is treated as a king, which
    /// attacks all that the pawn attacks now and after its next step.
    #[inline(always)]
    fn is_refuted<C: Side>(&self, role: Role, to: Square) -> bool {
        let attacked = match role {
            Role::Pawn => attacks::king(to),
            _ => attacked::<C, L>(self.lookup, role, to, self.theirs),
        };
        (attacked & (self.flights | self.closing[role.index()])).is_empty()
    }
}

/// Generates the moves that the first suitable one of `replies` does not refute.
#[inline(always)]
pub(super) fn generate<C: Side, L: Lookup, R: IntoIterator<Item = Move>, S: Sink>(
    position: &Position,
    lookup: L,
    replies: R,
    sink: &mut S,
) -> ControlFlow<S::Stop> {
    match replies.into_iter().find_map(|reply| ReplyFilter::new::<C>(position, lookup, reply)) {
        Some(filter) => {
            kernel::generate::<C, L, _>(position, lookup, &mut UnrefutedOnly { sink, filter })
        }
        None => kernel::generate::<C, L, _>(position, lookup, sink),
    }
}

/// Lets moves through that are not refuted.
struct UnrefutedOnly<'a, L, S> {
    sink: &'a mut S,
    filter: ReplyFilter<L>,
}

impl<L: Lookup, S: Sink> Sink for UnrefutedOnly<'_, L, S> {
    type Stop = S::Stop;

    #[inline(always)]
    fn officer<C: Side>(
        &mut self,
        role: Role,
        from: Square,
        to: SquareSet,
    ) -> ControlFlow<S::Stop> {
        let filter = &self.filter;
        if filter.openers.contains(from) {
            return self.sink.officer::<C>(role, from, to);
        }
        let mut unrefuted = to & filter.interfering;
        for to in to - unrefuted {
            if !filter.is_refuted::<C>(role, to) {
                unrefuted = unrefuted.with(to);
            }
        }
        self.sink.officer::<C>(role, from, unrefuted)
    }

    #[inline(always)]
    fn pawns<C: Side>(&mut self, step: PawnStep, to: SquareSet) -> ControlFlow<S::Stop> {
        let filter = &self.filter;
        let seventh = SquareSet::rank(Rank::Seventh.seen_by(C::COLOR));
        let mut unrefuted = to & (filter.interfering | seventh);
        for to in to - unrefuted {
            let from = step.origin::<C>(to);
            if filter.openers.contains(from) || !filter.is_refuted::<C>(Role::Pawn, to) {
                unrefuted = unrefuted.with(to);
            }
        }
        self.sink.pawns::<C>(step, unrefuted)
    }

    #[inline(always)]
    fn promotion<C: Side>(&mut self, from: Square, to: Square, role: Role) -> ControlFlow<S::Stop> {
        self.sink.promotion::<C>(from, to, role)
    }

    #[inline(always)]
    fn en_passant<C: Side>(&mut self, from: Square, to: Square) -> ControlFlow<S::Stop> {
        self.sink.en_passant::<C>(from, to)
    }

    #[inline(always)]
    fn castling<C: Side>(&mut self, king: Square, rook: Square) -> ControlFlow<S::Stop> {
        self.sink.castling::<C>(king, rook)
    }
}

impl<C: Side, L: Lookup> Men<'_, C, L> {
    /// From where a man of each role checks.
    #[inline(always)]
    fn checking(&self) -> [SquareSet; 6] {
        let orthogonal = self.lookup().rook(self.king(), self.occupied());
        let diagonal = self.lookup().bishop(self.king(), self.occupied());
        Role::ALL.map(|role| match role {
            Role::Pawn => attacks::pawn(<C::Other as Side>::COLOR, self.king()),
            Role::Knight => attacks::knight(self.king()),
            Role::Bishop => diagonal,
            Role::Rook => orthogonal,
            Role::Queen => orthogonal | diagonal,
            Role::King => SquareSet::EMPTY,
        })
    }

    /// From where a man of each role checks and covers every flight, whatever
    /// men of ours are in its way now.
    #[inline(always)]
    fn closing(&self, checking: [SquareSet; 6], flights: SquareSet) -> [SquareSet; 6] {
        let theirs = self.theirs().without(self.king());
        if flights.is_empty() {
            return checking;
        }
        let mut closing = [SquareSet::EMPTY; 6];
        for role in Role::ALL {
            if self.our(role).is_empty() {
                continue;
            }
            for from in checking[role.index()] {
                if (flights - attacked::<C, L>(self.lookup(), role, from, theirs)).is_empty() {
                    closing[role.index()] = closing[role.index()].with(from);
                }
            }
        }
        closing
    }

    /// Our men behind which a line of ours, once they and other men of ours are
    /// gone, meets one of `targets`.
    #[inline(always)]
    fn openers(&self, targets: SquareSet) -> SquareSet {
        let mut openers = SquareSet::EMPTY;
        for role in SLIDERS {
            for from in self.our(role) {
                let through = attacked::<C, L>(self.lookup(), role, from, self.theirs());
                for target in through & targets {
                    openers |= attacks::between(from, target) & self.ours();
                }
            }
        }
        openers
    }

    /// Our men that keep others of ours from where these may close the net, or
    /// from where these would check if they were gone.
    #[inline(always)]
    fn obstacles(&self, goals: &Goals<'_>) -> SquareSet {
        let mut obstacles = SquareSet::EMPTY;
        for role in SLIDERS {
            for from in self.our(role) {
                let through = attacked::<C, L>(self.lookup(), role, from, self.theirs());
                for goal in through & goals.of(role, from) {
                    obstacles |= attacks::between(from, goal).with(goal);
                }
            }
        }
        if self.our(Role::Knight).any() {
            obstacles |= goals.checking[Role::Knight.index()];
        }
        let pawns = goals.checking[Role::Pawn.index()];
        obstacles |= pawns | PawnStep::Push.origins::<C>(pawns);
        // The first of our men on a line to the king hides squares behind it.
        (obstacles | goals.checking[Role::Queen.index()]) & self.ours()
    }

    /// Whether a man can close the net now.
    #[inline(always)]
    fn any_closes_now(&self, goals: &Goals<'_>) -> bool {
        for from in self.our(Role::Pawn) {
            let once = SquareSet::of(from).forward(C::COLOR);
            let reach = once | once.forward(C::COLOR) | once.west() | once.east();
            if ((reach - self.ours()) & goals.of(Role::Pawn, from)).any() {
                return true;
            }
        }
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in self.our(role) {
                let goals = goals.of(role, from) - self.ours();
                let reach = attacked::<C, L>(self.lookup(), role, from, self.occupied());
                if (reach & goals).any() {
                    return true;
                }
            }
        }
        false
    }
}

/// Where a man must go to check and close the net.
struct Goals<'a> {
    /// Men that may close it by leaving, if only they check.
    openers: SquareSet,
    checking: &'a [SquareSet; 6],
    closing: &'a [SquareSet; 6],
}

impl Goals<'_> {
    #[inline(always)]
    fn of(&self, role: Role, from: Square) -> SquareSet {
        let goals = if self.openers.contains(from) { self.checking } else { self.closing };
        goals[role.index()]
    }
}
