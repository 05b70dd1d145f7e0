//! Every position that the men's way back can have started from.
//!
//! The diagram before leaves open which castling rights the move has ended and
//! whether a pawn could have been captured en passant instead. EachUnmove choice is
//! another position, so each is another un-move.

use super::kernel::{Sink, UnmoveSet};
use super::{Retraction, Unmove};
use crate::piece::RoleSet;
use crate::setup::was_attacked_before_double_step;
use crate::{CastlingSide, Color, Fault, MoveKind, Position, Rank, Role, Square, SquareSet};

/// Counts un-moves; whole sets at once where no right is in question.
pub(super) struct Count<'a> {
    states: States<'a>,
    total: u64,
}

impl<'a> Count<'a> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position, law: &'a Retraction) -> Count<'a> {
        Count { states: States::new(position, law), total: 0 }
    }

    pub(super) fn total(&self) -> u64 {
        self.total
    }
}

impl Sink for Count<'_> {
    #[inline(always)]
    fn set(&mut self, set: &UnmoveSet) {
        if self.states.is_plain(set) {
            let captures = set.captured.map_or(1, RoleSet::len);
            self.total += (set.origins.len() * captures) as u64;
        } else {
            self.states.for_each_of_family(set, &mut |_| self.total += 1);
        }
    }

    fn single(&mut self, unmove: Unmove) {
        self.states.for_each_en_passant(unmove, &mut |_| self.total += 1);
    }
}

/// Hands out each un-move.
pub(super) struct EachUnmove<'a, F> {
    states: States<'a>,
    visit: F,
}

impl<'a, F> EachUnmove<'a, F> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position, law: &'a Retraction, visit: F) -> EachUnmove<'a, F> {
        EachUnmove { states: States::new(position, law), visit }
    }
}

impl<F: FnMut(&Unmove)> Sink for EachUnmove<'_, F> {
    #[inline(always)]
    fn set(&mut self, set: &UnmoveSet) {
        if self.states.is_plain(set) {
            self.states.for_each_base(set, &mut |unmove| (self.visit)(&unmove));
        } else {
            self.states.for_each_of_family(set, &mut self.visit);
        }
    }

    fn single(&mut self, unmove: Unmove) {
        self.states.for_each_en_passant(unmove, &mut self.visit);
    }
}

/// What rights can have been there before.
struct States<'a> {
    position: &'a Position,
    law: &'a Retraction,
    mover: Color,
    /// By colour, where a rook can have had a right that is gone.
    rook_homes: [SquareSet; 2],
    /// Where the king that has just moved can have had a right to castle.
    king_homes: SquareSet,
    /// The rank on which pawns capture each other en passant.
    passing_rank: SquareSet,
}

impl<'a> States<'a> {
    #[inline(always)]
    fn new(position: &'a Position, law: &'a Retraction) -> States<'a> {
        let mover = !position.turn();
        let rook_homes = Color::ALL.map(|color| rook_homes(position, law, color));
        let king_homes = law.castling.king_homes(position.diagram(), mover);
        let passing_rank = SquareSet::rank(Rank::Fifth.seen_by(mover));
        States { position, law, mover, rook_homes, king_homes, passing_rank }
    }

    /// Whether every member of the family has just one position before it.
    #[inline(always)]
    fn is_plain(&self, set: &UnmoveSet) -> bool {
        !self.may_restore_castling(set) && !self.may_restore_en_passant(set)
    }

    #[inline(always)]
    fn may_restore_castling(&self, set: &UnmoveSet) -> bool {
        let ours = match set.was {
            Role::King => self.king_homes,
            Role::Rook => self.rook_homes[self.mover.index()],
            _ => SquareSet::EMPTY,
        };
        let theirs = self.rook_homes[self.position.turn().index()];
        let takes_rook = set.captured.is_some_and(|roles| roles.contains(Role::Rook));
        (set.origins & ours).any() || takes_rook && theirs.contains(set.now)
    }

    /// Whether pawns of both sides can have stood side by side with the way
    /// free that a double step needs.
    #[inline(always)]
    fn may_restore_en_passant(&self, set: &UnmoveSet) -> bool {
        let diagram = self.position.diagram();
        let mut ours = diagram.men(self.mover, Role::Pawn).without(set.now);
        if set.was == Role::Pawn {
            ours |= set.origins;
        }
        let mut theirs = diagram.men(!self.mover, Role::Pawn);
        if set.captured.is_some_and(|roles| roles.contains(Role::Pawn)) {
            theirs = theirs.with(set.now);
        }
        let ours = ours & self.passing_rank;
        let blocked = diagram.occupied().without(set.now).forward(!self.mover);
        let blocked = blocked | blocked.forward(!self.mover);
        let passed = theirs & self.passing_rank & (ours.west() | ours.east());
        (passed - blocked).any()
    }

    /// EachUnmove member of the family, with the rights that the position still has.
    #[inline(always)]
    fn for_each_base(&self, set: &UnmoveSet, visit: &mut impl FnMut(Unmove)) {
        for origin in set.origins {
            let base = Unmove {
                forward: set.forward(origin),
                captured: None,
                castling: self.position.castling(),
                en_passant: None,
            };
            match set.captured {
                None => visit(base),
                Some(roles) => {
                    for role in roles.iter() {
                        visit(Unmove { captured: Some(role), ..base });
                    }
                }
            }
        }
    }

    /// EachUnmove member of the family with all rights it can have had.
    #[inline(never)]
    fn for_each_of_family(&self, set: &UnmoveSet, visit: &mut impl FnMut(&Unmove)) {
        if self.may_restore_en_passant(set) {
            self.for_each_castling(set, &mut |unmove| self.for_each_en_passant(unmove, visit));
        } else {
            self.for_each_castling(set, &mut |unmove| visit(&unmove));
        }
    }

    /// EachUnmove member of the family with all castling rights it can have had.
    #[inline(always)]
    fn for_each_castling(&self, set: &UnmoveSet, visit: &mut impl FnMut(Unmove)) {
        self.for_each_base(set, &mut |base| {
            let [a, b, c] = self.lost_rights(set.was, &base);
            for a in none_or_one(a) {
                for b in none_or_one(b) {
                    for c in none_or_one(c) {
                        visit(Unmove { castling: base.castling | a | b | c, ..base });
                    }
                }
            }
        });
    }

    /// Three sets of rooks, out of each of which one may have lost its right by
    /// this move: the king's two sides or the rook that moved, and a captured rook.
    fn lost_rights(&self, was: Role, unmove: &Unmove) -> [SquareSet; 3] {
        let (from, now) = (unmove.forward.from(), SquareSet::of(unmove.forward.to()));
        let theirs = match unmove.captured {
            Some(Role::Rook) => self.rook_homes[self.position.turn().index()] & now,
            _ => SquareSet::EMPTY,
        };
        match was {
            Role::King => {
                let rooks = self.law.castling.rook_homes(self.mover, from)
                    & self.position.diagram().men(self.mover, Role::Rook);
                let west = rooks & SquareSet(SquareSet::of(from).0 - 1);
                [west, rooks - west, theirs]
            }
            Role::Rook => {
                let home = self.rook_homes[self.mover.index()] & SquareSet::of(from);
                [home, SquareSet::EMPTY, theirs]
            }
            _ => [SquareSet::EMPTY, SquareSet::EMPTY, theirs],
        }
    }

    /// The un-move without, and with each possible, right to capture en passant.
    fn for_each_en_passant(&self, unmove: Unmove, visit: &mut impl FnMut(&Unmove)) {
        visit(&unmove);
        if unmove.forward.kind() == MoveKind::EnPassant {
            return;
        }
        let before = self.position.before(&unmove);
        for over in before.passable(self.law) {
            visit(&Unmove { en_passant: Some(over), ..unmove });
        }
    }
}

impl Position {
    /// The squares that a pawn can have just passed, so that it can be captured.
    fn passable(&self, law: &Retraction) -> SquareSet {
        let (us, diagram) = (self.turn(), self.diagram());
        let passed = diagram.men(!us, Role::Pawn) & SquareSet::rank(Rank::Fourth.seen_by(!us));
        let over = passed.forward(us) - diagram.occupied();
        let free = over - diagram.occupied().forward(!us);
        let possible = |&over: &Square| {
            self.can_capture_passing(over)
                && (law.waived.contains(Fault::ImpossibleCheck)
                    || diagram.king(us).is_none_or(|king| {
                        !was_attacked_before_double_step(diagram, us, king, over)
                    }))
        };
        free.into_iter().filter(possible).collect()
    }
}

/// Where a rook of `color` can have had a right that is gone, its king being in place.
fn rook_homes(position: &Position, law: &Retraction, color: Color) -> SquareSet {
    let Some(king) = position.diagram().king(color) else { return SquareSet::EMPTY };
    let homes = law.castling.rook_homes(color, king);
    if homes.is_empty() {
        return homes;
    }
    let sides = [CastlingSide::King, CastlingSide::Queen];
    let lost = sides.into_iter().filter(|&side| position.castling_rook(color, side).is_none());
    let on_side =
        |side| homes.into_iter().filter(move |&home| CastlingSide::of(king, home) == side);
    lost.flat_map(on_side).collect()
}

/// The empty set, then each square of `squares` alone.
fn none_or_one(squares: SquareSet) -> impl Iterator<Item = SquareSet> {
    std::iter::once(SquareSet::EMPTY).chain(squares.into_iter().map(SquareSet::of))
}
