//! Where each man can have come from, in sets.
//!
//! Two rules make a way back legal. The side that is to move now was not in
//! check when the other side moved: a man that goes back must end every check
//! it leaves behind, must not check from where it came, and must not uncover a
//! check unless what it captured there covers it. And the side that moved may
//! have been in check itself, but not by more men than one move can give.

use super::{Retraction, Unmove};
use crate::attacks::{self, Lookup};
use crate::generate::PawnStep;
use crate::material_limits::{Shade, SideMaterial};
use crate::piece::{RoleSet, Side};
use crate::setup::{is_impossible_check, was_attacked_before_double_step};
use crate::{
    CastlingSide, Color, Diagram, Fault, File, Move, Position, Rank, Role, Square, SquareSet,
};

/// Receives un-moves, in sets or one by one.
pub(super) trait Sink {
    /// One piece goes back from its square to any of several.
    fn set(&mut self, set: &UnmoveSet);
    /// One un-move whose castling rights are settled and whose position before
    /// is known to be playable.
    fn single(&mut self, unmove: Unmove);
}

/// The un-moves of one piece that differ only in the origin and in what was captured.
pub(super) struct UnmoveSet {
    /// What the man was.
    pub(super) was: Role,
    /// What it is.
    pub(super) is: Role,
    /// Where it stands.
    pub(super) now: Square,
    /// Where it can have come from.
    pub(super) origins: SquareSet,
    /// What it can have captured; `None` for no capture.
    pub(super) captured: Option<RoleSet>,
}

impl UnmoveSet {
    /// The move that was played from one of the origins.
    #[inline(always)]
    pub(super) fn forward(&self, origin: Square) -> Move {
        if self.was == self.is {
            Move::ordinary(origin, self.now)
        } else {
            Move::promoting(origin, self.now, self.is)
        }
    }
}

/// Finds all un-moves of `C`, who has made the last move.
#[inline(always)]
pub(super) fn retract<C: Side, L: Lookup, S: Sink>(
    position: &Position,
    law: &Retraction,
    lookup: L,
    sink: &mut S,
) {
    if !has_ancestors(position, law) {
        return;
    }
    let board = Board::<C, L>::new(position, law, lookup);
    match position.en_passant() {
        Some(over) => board.double_push_over(over, sink),
        None => {
            board.pawns(sink);
            board.officers(sink);
            board.king(sink);
            board.castling(sink);
        }
    }
}

/// Whether positions before can be playable: no retraction gives a side its
/// king back or takes men off the board.
#[inline(always)]
fn has_ancestors(position: &Position, law: &Retraction) -> bool {
    let diagram = position.diagram();
    let sound = |color| {
        (diagram.king(color).is_some() || law.waived.contains(Fault::MissingKing))
            && (law.waived.contains(Fault::TooMuchMaterial)
                || !SideMaterial::of(diagram, color).exceeds_limits())
    };
    Color::ALL.into_iter().all(sound)
}

/// A position seen by the side that has just moved.
struct Board<'a, C: Side, L: Lookup> {
    position: &'a Position,
    diagram: &'a Diagram,
    law: &'a Retraction,
    lookup: L,
    ours: SquareSet,
    occupied: SquareSet,
    owned: SideMaterial,
    /// What can have been captured on a dark and on a light square.
    capturable: [RoleSet; 2],
    check_lines: CheckLines,
    side: std::marker::PhantomData<C>,
}

/// The checkers of the other side's king, and the lines on which the side that has just moved
/// attacks it.
#[derive(Clone, Copy)]
struct CheckLines {
    king: Option<Square>,
    checkers: SquareSet,
    /// Men that alone stand between the king and a slider of their own side.
    screens: SquareSet,
    /// The squares that a bishop, and a rook, on the king's square would see.
    diagonal: SquareSet,
    orthogonal: SquareSet,
}

impl<'a, C: Side, L: Lookup> Board<'a, C, L> {
    #[inline(always)]
    fn new(position: &'a Position, law: &'a Retraction, lookup: L) -> Board<'a, C, L> {
        let diagram = position.diagram();
        let ours = diagram.color(C::COLOR);
        let occupied = diagram.occupied();
        let check_lines = CheckLines::new::<C, L>(diagram, lookup);
        let owned = SideMaterial::of(diagram, C::COLOR);
        let capturable = capturable(&SideMaterial::of(diagram, <C::Other as Side>::COLOR), law);
        let side = std::marker::PhantomData;
        Board {
            position,
            diagram,
            law,
            lookup,
            ours,
            occupied,
            owned,
            capturable,
            check_lines,
            side,
        }
    }

    #[inline(always)]
    fn our(&self, role: Role) -> SquareSet {
        self.diagram.role(role) & self.ours
    }

    /// The men that cannot have moved, for they may still castle.
    #[inline(always)]
    fn unmoved(&self) -> SquareSet {
        let rooks = self.position.castling() & self.ours;
        if rooks.any() { rooks | self.our(Role::King) } else { rooks }
    }

    /// What can have been captured on a square.
    #[inline(always)]
    fn prey_on(&self, square: Square) -> RoleSet {
        let capturable = self.capturable[usize::from(square.is_light())];
        if SquareSet::BACK_RANKS.contains(square) {
            capturable.without(Role::Pawn)
        } else {
            capturable
        }
    }

    #[inline(always)]
    fn officers<S: Sink>(&self, sink: &mut S) {
        let movers = self.ours - self.unmoved();
        let free = !self.occupied;
        for now in self.diagram.role(Role::Knight) & movers {
            self.back(Role::Knight, now, attacks::knight(now) & free, sink);
        }
        for now in self.diagram.role(Role::Bishop) & movers {
            self.back(Role::Bishop, now, self.lookup.bishop(now, self.occupied) & free, sink);
        }
        for now in self.diagram.role(Role::Rook) & movers {
            self.back(Role::Rook, now, self.lookup.rook(now, self.occupied) & free, sink);
        }
        for now in self.diagram.role(Role::Queen) & movers {
            let seen =
                self.lookup.rook(now, self.occupied) | self.lookup.bishop(now, self.occupied);
            self.back(Role::Queen, now, seen & free, sink);
        }
    }

    /// An officer goes back to `origins`, with and without putting back a man.
    #[inline(always)]
    fn back<S: Sink>(&self, role: Role, now: Square, origins: SquareSet, sink: &mut S) {
        let quiet = origins & self.safe_quiet(role, now);
        self.emit(UnmoveSet { was: role, is: role, now, origins: quiet, captured: None }, sink);
        let captured = self.prey_on(now);
        if !captured.is_empty() {
            let origins = origins & self.safe_taking(role, now);
            self.emit(
                UnmoveSet { was: role, is: role, now, origins, captured: Some(captured) },
                sink,
            );
        }
    }

    #[inline(always)]
    fn emit<S: Sink>(&self, set: UnmoveSet, sink: &mut S) {
        if set.origins.any() {
            sink.set(&set);
        }
    }

    /// From where the man on `now` can have come without a capture, as far as
    /// the other side's king is concerned.
    #[inline(always)]
    fn safe_quiet(&self, was: Role, now: Square) -> SquareSet {
        let Some(king) = self.check_lines.king else { return SquareSet::FULL };
        let mut left = self.check_lines.checkers.without(now);
        let mut check_lines = self.check_lines;
        if (check_lines.diagonal | check_lines.orthogonal).contains(now) {
            let occupied = self.occupied.without(now);
            check_lines.diagonal = self.lookup.bishop(king, occupied);
            check_lines.orthogonal = self.lookup.rook(king, occupied);
            if check_lines.screens.contains(now) {
                left |= self.uncovered(&check_lines);
            }
        }
        covers(king, left, self.diagram) - check_lines.seen_by::<C>(was, king)
    }

    /// Our sliders that see the king in `check_lines`.
    #[inline(always)]
    fn uncovered(&self, check_lines: &CheckLines) -> SquareSet {
        let queens = self.diagram.role(Role::Queen);
        let diagonal = check_lines.diagonal & (self.diagram.role(Role::Bishop) | queens);
        let orthogonal = check_lines.orthogonal & (self.diagram.role(Role::Rook) | queens);
        (diagonal | orthogonal) & self.ours
    }

    /// The same when a captured man stays on `now` in its place.
    #[inline(always)]
    fn safe_taking(&self, was: Role, now: Square) -> SquareSet {
        let Some(king) = self.check_lines.king else { return SquareSet::FULL };
        let left = self.check_lines.checkers.without(now);
        covers(king, left, self.diagram) - self.check_lines.seen_by::<C>(was, king)
    }

    #[inline(always)]
    fn pawns<S: Sink>(&self, sink: &mut S) {
        let pawns = self.our(Role::Pawn);
        let second = SquareSet::rank(Rank::Second.seen_by(C::COLOR));
        for now in pawns - second {
            self.pawn_back(Role::Pawn, now, sink);
            if now.rank() == Rank::Fourth.seen_by(C::COLOR) {
                self.double_push_back(now, sink);
            }
            if now.rank() == Rank::Sixth.seen_by(C::COLOR) {
                self.en_passant_back(now, sink);
            }
        }
        let last = SquareSet::rank(Rank::Eighth.seen_by(C::COLOR));
        for now in (self.ours & last) - self.unmoved() - self.diagram.role(Role::King) {
            let is = self.diagram.known_role_at(now);
            if self.can_be_promoted(is, now) {
                self.pawn_back(is, now, sink);
            }
        }
    }

    /// A pawn goes back one step, or a piece that was promoted on `now`.
    #[inline(always)]
    fn pawn_back<S: Sink>(&self, is: Role, now: Square, sink: &mut S) {
        let free = !self.occupied - SquareSet::BACK_RANKS;
        let here = SquareSet::of(now);
        let behind = PawnStep::Push.origins::<C>(here) & free;
        if behind.any() {
            let origins = behind & self.safe_quiet(Role::Pawn, now);
            self.emit(UnmoveSet { was: Role::Pawn, is, now, origins, captured: None }, sink);
        }
        let beside = (PawnStep::West.origins::<C>(here) | PawnStep::East.origins::<C>(here)) & free;
        let captured = self.prey_on(now);
        if beside.any() && !captured.is_empty() {
            let origins = beside & self.safe_taking(Role::Pawn, now);
            self.emit(
                UnmoveSet { was: Role::Pawn, is, now, origins, captured: Some(captured) },
                sink,
            );
        }
    }

    /// Whether the man on `now` can have been a pawn a move ago.
    #[inline(always)]
    fn can_be_promoted(&self, is: Role, now: Square) -> bool {
        let shade = if now.is_light() { Shade::Light } else { Shade::Dark };
        let mut owned = self.owned;
        *owned.slot(is, shade) -= 1;
        *owned.slot(Role::Pawn, shade) += 1;
        self.law.waived.contains(Fault::TooMuchMaterial) || !owned.exceeds_limits()
    }

    /// A double push goes back, unless the capture that it would allow is
    /// missing in the position.
    #[inline(always)]
    fn double_push_back<S: Sink>(&self, now: Square, sink: &mut S) {
        let over = PawnStep::Push.origin::<C>(now);
        let from = PawnStep::DoublePush.origin::<C>(now);
        let way = SquareSet::of(over).with(from);
        if (self.occupied & way).any() || self.position.can_capture_passing(over) {
            return;
        }
        self.double_push(now, from, sink);
    }

    /// The double push that the right to capture en passant proves.
    #[inline(always)]
    fn double_push_over<S: Sink>(&self, over: Square, sink: &mut S) {
        let now = PawnStep::Push.origin::<C::Other>(over);
        self.double_push(now, PawnStep::DoublePush.origin::<C>(now), sink);
    }

    #[inline(always)]
    fn double_push<S: Sink>(&self, now: Square, from: Square, sink: &mut S) {
        let origins = SquareSet::of(from) & self.safe_quiet(Role::Pawn, now);
        let set = UnmoveSet { was: Role::Pawn, is: Role::Pawn, now, origins, captured: None };
        self.emit(set, sink);
    }

    /// A pawn goes back from a capture en passant: the captured pawn returns
    /// beside it, having just passed `now`.
    #[inline(never)]
    fn en_passant_back<S: Sink>(&self, now: Square, sink: &mut S) {
        let fell = PawnStep::Push.origin::<C>(now);
        let started = PawnStep::Push.origin::<C::Other>(now);
        let needed = SquareSet::of(fell).with(started);
        if (self.occupied & needed).any() || !self.prey_on(fell).contains(Role::Pawn) {
            return;
        }
        let here = SquareSet::of(now);
        let beside = PawnStep::West.origins::<C>(here) | PawnStep::East.origins::<C>(here);
        for from in beside - self.occupied {
            let unmove = Unmove {
                forward: Move::en_passant(from, now),
                captured: Some(Role::Pawn),
                castling: self.position.castling(),
                en_passant: Some(now),
            };
            if self.can_have_passed(&unmove, now) {
                sink.single(unmove);
            }
        }
    }

    /// Whether, before a capture en passant on `over`, no king stood in a check
    /// that it cannot have stood in.
    fn can_have_passed(&self, unmove: &Unmove, over: Square) -> bool {
        let before = self.position.before(unmove);
        let diagram = before.diagram();
        let attacked = |king| diagram.attackers(king, C::COLOR, diagram.occupied()).any();
        let unexplained = |king| was_attacked_before_double_step(diagram, C::COLOR, king, over);
        !self.check_lines.king.is_some_and(attacked)
            && (self.law.waived.contains(Fault::ImpossibleCheck)
                || !diagram.king(C::COLOR).is_some_and(unexplained))
    }

    #[inline(always)]
    fn king<S: Sink>(&self, sink: &mut S) {
        for now in self.our(Role::King) - self.unmoved() {
            let steps = attacks::king(now) - self.occupied;
            for from in steps & self.safe_quiet(Role::King, now) {
                let checkers = self.attackers_of(from, self.occupied.without(now));
                if self.can_have_been(from, checkers, self.diagram.leapers()) {
                    self.king_back(now, from, None, sink);
                }
            }
            let capturable = self.prey_on(now);
            if !capturable.is_empty() {
                for from in steps & self.safe_taking(Role::King, now) {
                    self.king_takes_back(now, from, capturable, sink);
                }
            }
        }
    }

    /// The king goes back to `from` and leaves what it captured on `now`.
    #[inline(always)]
    fn king_takes_back<S: Sink>(
        &self,
        now: Square,
        from: Square,
        capturable: RoleSet,
        sink: &mut S,
    ) {
        let checkers = self.attackers_of(from, self.occupied);
        if checkers.is_empty() {
            return self.king_back(now, from, Some(capturable), sink);
        }
        let possible = |&role: &Role| {
            let them = <C::Other as Side>::COLOR;
            let attacks = attacks::of(role, them, now, self.occupied).contains(from);
            let captured = SquareSet::of(now);
            let leaps = matches!(role, Role::Pawn | Role::Knight);
            let leapers = self.diagram.leapers() - captured;
            let leapers = if leaps { leapers | captured } else { leapers };
            let checkers = if attacks { checkers | captured } else { checkers };
            self.can_have_been(from, checkers, leapers)
        };
        let capturable: RoleSet = capturable.iter().filter(possible).collect();
        if !capturable.is_empty() {
            self.king_back(now, from, Some(capturable), sink);
        }
    }

    #[inline(always)]
    fn king_back<S: Sink>(
        &self,
        now: Square,
        from: Square,
        captured: Option<RoleSet>,
        sink: &mut S,
    ) {
        let origins = SquareSet::of(from);
        self.emit(UnmoveSet { was: Role::King, is: Role::King, now, origins, captured }, sink);
    }

    /// The other side's men that attack `square`.
    #[inline(always)]
    fn attackers_of(&self, square: Square, occupied: SquareSet) -> SquareSet {
        let queens = self.diagram.role(Role::Queen);
        let diagonal = self.diagram.role(Role::Bishop) | queens;
        let orthogonal = self.diagram.role(Role::Rook) | queens;
        let found = attacks::pawn(C::COLOR, square) & self.diagram.role(Role::Pawn)
            | attacks::knight(square) & self.diagram.role(Role::Knight)
            | self.lookup.bishop(square, occupied) & diagonal
            | self.lookup.rook(square, occupied) & orthogonal;
        found - self.ours
    }

    /// Whether our king can have been in check by these men, given by one move.
    #[inline(always)]
    fn can_have_been(&self, king: Square, checkers: SquareSet, leapers: SquareSet) -> bool {
        self.law.waived.contains(Fault::ImpossibleCheck)
            || !is_impossible_check(king, checkers, leapers)
    }

    /// The king and a rook that stand as after castling go back.
    #[inline(always)]
    fn castling<S: Sink>(&self, sink: &mut S) {
        if (self.position.castling() & self.ours).any() {
            return;
        }
        for side in [CastlingSide::King, CastlingSide::Queen] {
            let king = SquareSet::of(side.king_to(C::COLOR)) & self.our(Role::King);
            let rook = SquareSet::of(side.rook_to(C::COLOR)) & self.our(Role::Rook);
            if king.any() && rook.any() {
                self.uncastle(side, sink);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn uncastle<S: Sink>(&self, side: CastlingSide, sink: &mut S) {
        let rank = C::COLOR.back_rank();
        let landed = SquareSet::of(side.king_to(C::COLOR)).with(side.rook_to(C::COLOR));
        let free = SquareSet::rank(rank) - (self.occupied - landed);
        for king in File::ALL.map(|file| Square::at(file, rank)) {
            let homes = self.law.castling.rook_homes(C::COLOR, king) & free;
            for rook in homes.into_iter().filter(|&rook| CastlingSide::of(king, rook) == side) {
                if free.contains(king) {
                    self.uncastle_from(king, rook, sink);
                }
            }
        }
    }

    /// Hands out an un-move if the position before is playable and the move
    /// leads from it to this one.
    fn verified<S: Sink>(&self, unmove: Unmove, sink: &mut S) {
        let before = self.position.before(&unmove);
        let setup = before.to_setup(crate::Clocks::default());
        if Position::new(setup, self.law.waived) == Ok(before)
            && before.play(unmove.forward) == Some(*self.position)
        {
            sink.single(unmove);
        }
    }

    /// With every right that the king can have had beside the one it used.
    fn uncastle_from<S: Sink>(&self, king: Square, rook: Square, sink: &mut S) {
        let used = SquareSet::of(rook);
        let side = CastlingSide::of(king, rook);
        let others = self.law.castling.rook_homes(C::COLOR, king) & self.our(Role::Rook);
        let others = others.without(side.rook_to(C::COLOR));
        let others = others.into_iter().filter(|&other| CastlingSide::of(king, other) != side);
        for more in others.map(SquareSet::of).chain([SquareSet::EMPTY]) {
            self.verified(
                Unmove {
                    forward: Move::castling(king, rook),
                    captured: None,
                    castling: self.position.castling() | used | more,
                    en_passant: None,
                },
                sink,
            );
        }
    }
}

impl CheckLines {
    #[inline(always)]
    fn new<C: Side, L: Lookup>(diagram: &Diagram, lookup: L) -> CheckLines {
        let ours = diagram.color(C::COLOR);
        let Some(king) = diagram.king(<C::Other as Side>::COLOR) else {
            let none = SquareSet::EMPTY;
            return CheckLines {
                king: None,
                checkers: none,
                screens: none,
                diagonal: none,
                orthogonal: none,
            };
        };
        let occupied = diagram.occupied();
        let queens = diagram.role(Role::Queen);
        let diagonal_men = (diagram.role(Role::Bishop) | queens) & ours;
        let orthogonal_men = (diagram.role(Role::Rook) | queens) & ours;
        let leapers = attacks::pawn(<C::Other as Side>::COLOR, king) & diagram.role(Role::Pawn)
            | attacks::knight(king) & diagram.role(Role::Knight);
        let mut checkers = leapers & ours;
        let mut screens = SquareSet::EMPTY;
        let snipers =
            attacks::rook_lines(king) & orthogonal_men | attacks::bishop_lines(king) & diagonal_men;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers = checkers.with(sniper);
            } else if !blockers.more_than_one() {
                screens |= blockers & ours;
            }
        }
        CheckLines {
            king: Some(king),
            checkers,
            screens,
            diagonal: lookup.bishop(king, occupied),
            orthogonal: lookup.rook(king, occupied),
        }
    }

    /// From where a man of this role would attack the king.
    #[inline(always)]
    fn seen_by<C: Side>(&self, role: Role, king: Square) -> SquareSet {
        match role {
            Role::Pawn => attacks::pawn(<C::Other as Side>::COLOR, king),
            Role::Knight => attacks::knight(king),
            Role::Bishop => self.diagonal,
            Role::Rook => self.orthogonal,
            Role::Queen => self.diagonal | self.orthogonal,
            Role::King => attacks::king(king),
        }
    }
}

/// Where a man must have come from to stop these checkers: from anywhere if
/// there is none, from between if it is one slider, from nowhere otherwise.
#[inline(always)]
fn covers(king: Square, checkers: SquareSet, diagram: &Diagram) -> SquareSet {
    let Some(checker) = checkers.first() else { return SquareSet::FULL };
    if checkers.more_than_one() || diagram.leapers().contains(checker) {
        SquareSet::EMPTY
    } else {
        attacks::between(king, checker)
    }
}

/// What a side can have lost on a dark and on a light square.
#[inline(always)]
fn capturable(owned: &SideMaterial, law: &Retraction) -> [RoleSet; 2] {
    let wanted = law.uncaptures.without(Role::King);
    if law.waived.contains(Fault::TooMuchMaterial) {
        return [wanted; 2];
    }
    owned.room().map(|room| room.and(wanted))
}
