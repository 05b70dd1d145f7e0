//! Packed positions, expanded and counted without being positions in between.
//!
//! A child differs from its parent on two squares, mostly. So one nibble leaves
//! the parent's row of nibbles and one comes; the child itself is made only where
//! two men move or vanish at once, where a double step passes a pawn, and where
//! Black has no king to tell the turn.

use super::kernel;
use super::sinks::Count;
use super::{Kernel, PawnStep, Sink, finish, run_with};
use crate::attacks::{Lookup, Magic};
use crate::nibbles::{Planes, Row, all_of};
use crate::packed::setup_of;
use crate::piece::Side;
use crate::{
    Color, Ending, Material, Move, PackedPosition, Piece, Position, Role, Square, SquareSet,
};
use std::convert::Infallible;
use std::ops::ControlFlow::{self, Continue};

/// Facts about a position that are computed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionFacts {
    /// Whose move it is.
    pub turn: Color,
    /// The men.
    pub material: Material,
    /// How many legal moves there are.
    pub moves: u32,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Checkmate, stalemate or a dead position, if it is one.
    pub ending: Option<Ending>,
}

impl PackedPosition {
    /// Facts about the position, computed faster than by unpacking it.
    #[inline]
    pub fn facts(&self) -> PositionFacts {
        self.run(ComputeFacts)
    }

    /// Calls `visit` with the position after each legal move, packed, in no
    /// particular order.
    ///
    /// Much faster than packing the children of the unpacked position.
    ///
    /// ```
    /// use sole_board::{PackedPosition, Position};
    /// let start = PackedPosition::new(&Position::initial()).unwrap();
    /// let mut children = Vec::new();
    /// start.for_each_child(|child| children.push(child));
    /// children.sort();
    /// children.dedup();
    /// assert_eq!(children.len(), 20);
    /// ```
    ///
    /// # Panics
    /// If a child has no 24 bytes: if neither side has a king and White moves.
    #[inline]
    pub fn for_each_child(&self, mut visit: impl FnMut(PackedPosition)) {
        self.run(PackChildren { packed: self, visit: &mut visit });
    }

    /// Runs a kernel, in its fastest form for this processor.
    #[inline(always)]
    fn run<K: Kernel>(&self, kernel: K) -> K::Output {
        #[cfg(target_arch = "x86_64")]
        if let Some(pext) = crate::attacks::Pext::detect() {
            #[expect(unsafe_code, reason = "the features are checked at run time")]
            // SAFETY: a `Pext` exists only where these features were detected.
            return unsafe { run_fast(self, pext, kernel) };
        }
        run_packed_with(self, Magic::get(), kernel)
    }

    #[inline(always)]
    fn planes(&self, lookup: impl Lookup) -> Planes {
        lookup.unweave(self.nibbles(), self.occupied())
    }
}

/// A kernel compiled with the instructions that go with PEXT, unpacking included.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
fn run_fast<K: Kernel>(
    packed: &PackedPosition,
    pext: crate::attacks::Pext,
    kernel: K,
) -> K::Output {
    run_packed_with(packed, pext, kernel)
}

#[inline(always)]
pub(super) fn run_packed_with<K: Kernel>(
    packed: &PackedPosition,
    lookup: impl Lookup,
    kernel: K,
) -> K::Output {
    let setup = setup_of(packed.planes(lookup), packed.occupied());
    run_with(&Position::assemble_unkeyed(setup), lookup, kernel)
}

/// Computes the facts of a position: counts moves and finds checks.
pub(super) struct ComputeFacts;

impl Kernel for ComputeFacts {
    type Output = PositionFacts;

    #[inline(always)]
    fn run<C: Side, L: Lookup>(self, position: &Position, lookup: L) -> PositionFacts {
        let mut count = Count::default();
        finish(kernel::generate::<C, _, _>(position, lookup, &mut count));
        let (moves, in_check) = (count.total() as u32, count.checkers().any());
        let ending = match (moves, in_check) {
            (0, true) => Some(Ending::Checkmate { winner: <C::Other as Side>::COLOR }),
            (0, false) => Some(Ending::Stalemate),
            _ => position.dead_reason(),
        };
        let material = Material::of(position.diagram());
        PositionFacts { turn: C::COLOR, material, moves, in_check, ending }
    }
}

/// Hands out the packed children of a position.
pub(super) struct PackChildren<'a, F> {
    pub(super) packed: &'a PackedPosition,
    pub(super) visit: &'a mut F,
}

impl<F: FnMut(PackedPosition)> Kernel for PackChildren<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<C: Side, L: Lookup>(self, position: &Position, lookup: L) {
        let mut sink = PackedChildren::new::<C>(position, lookup, self);
        finish(kernel::generate::<C, _, _>(position, lookup, &mut sink));
    }
}

/// The sink that makes children of rows of nibbles.
struct PackedChildren<'a, F> {
    position: &'a Position,
    occupied: SquareSet,
    /// The row when the other side is to move and no pawn can be captured en
    /// passant.
    base: Row,
    /// The same when the mover may not castle any more.
    after_king: Row,
    visit: &'a mut F,
}

/// All men but the one that moves.
#[derive(Clone, Copy)]
struct Others {
    occupied: SquareSet,
    row: Row,
}

impl Others {
    /// How many men stand before `square`.
    #[inline(always)]
    fn before(self, square: Square) -> usize {
        (self.occupied.0 & ((1 << square.index()) - 1)).count_ones() as usize
    }

    /// The man goes to a square where nobody stands.
    #[inline(always)]
    fn joined(self, to: Square, man: u128) -> PackedPosition {
        let row = self.row.with(self.before(to), man);
        PackedPosition::from_parts(self.occupied.with(to), row.0)
    }

    /// The man captures on a square.
    #[inline(always)]
    fn captured(self, to: Square, man: u128) -> PackedPosition {
        let row = self.row.changed(self.before(to), man);
        PackedPosition::from_parts(self.occupied, row.0)
    }
}

impl<'a, F: FnMut(PackedPosition)> PackedChildren<'a, F> {
    #[inline(always)]
    fn new<C: Side>(
        position: &'a Position,
        lookup: impl Lookup,
        order: PackChildren<'a, F>,
    ) -> Self {
        let diagram = position.diagram();
        let occupied = diagram.occupied();
        let mut base = order.packed.planes(lookup);
        base.0[2] ^= diagram.men(Color::Black, Role::King).0;
        if let Some(over) = position.en_passant() {
            let pawn = Piece { color: <C::Other as Side>::COLOR, role: Role::Pawn };
            let passed = SquareSet::of(over).forward(<C::Other as Side>::COLOR);
            base = base.cleared(passed).with(pawn.index(), passed);
        }
        let rooks = position.castling() & SquareSet::rank(C::COLOR.back_rank());
        let rook = Piece { color: C::COLOR, role: Role::Rook };
        let after_king = base.cleared(rooks).with(rook.index(), rooks);
        let row = |planes| Row(lookup.weave(planes, occupied));
        let (base, after_king) = (row(base), row(after_king));
        PackedChildren { position, occupied, base, after_king, visit: order.visit }
    }

    /// All men but the one on `from`.
    #[inline(always)]
    fn others(&self, row: Row, from: Square) -> Others {
        let all = Others { occupied: self.occupied, row };
        Others { occupied: self.occupied.without(from), row: row.without(all.before(from)) }
    }

    /// A man goes from one square to another and stands there as `piece`.
    #[inline(always)]
    fn step(&mut self, piece: Piece, from: Square, to: Square) {
        let (others, man) = (self.others(self.base, from), all_of(piece.index()));
        (self.visit)(match self.occupied.contains(to) {
            true => others.captured(to, man),
            false => others.joined(to, man),
        });
    }

    /// The slow way: through the child.
    #[cold]
    #[inline(never)]
    fn by_child(&mut self, m: Move) {
        let child = self.position.after(m);
        (self.visit)(PackedPosition::new(&child).expect("a child of a game with kings packs"));
    }

    /// Whether the turn cannot be told by Black's king.
    #[inline(always)]
    fn is_odd(&self) -> bool {
        self.position.diagram().men(Color::Black, Role::King).is_empty()
    }

    /// Whether a pawn of the other side stands beside `square`.
    #[inline(always)]
    fn is_beside_pawn<C: Side>(&self, square: Square) -> bool {
        let beside = SquareSet::of(square).west() | SquareSet::of(square).east();
        (beside & self.position.diagram().men(<C::Other as Side>::COLOR, Role::Pawn)).any()
    }
}

impl<F: FnMut(PackedPosition)> Sink for PackedChildren<'_, F> {
    type Stop = Infallible;

    #[inline(always)]
    fn officer<C: Side>(
        &mut self,
        role: Role,
        from: Square,
        to: SquareSet,
    ) -> ControlFlow<Infallible> {
        if self.is_odd() {
            to.into_iter().for_each(|to| self.by_child(Move::ordinary(from, to)));
            return Continue(());
        }
        let row = if role == Role::King { self.after_king } else { self.base };
        let man = all_of(Piece { color: C::COLOR, role }.index());
        let others = self.others(row, from);
        (to - self.occupied).into_iter().for_each(|to| (self.visit)(others.joined(to, man)));
        (to & self.occupied).into_iter().for_each(|to| (self.visit)(others.captured(to, man)));
        Continue(())
    }

    #[inline(always)]
    fn pawns<C: Side>(&mut self, step: PawnStep, to: SquareSet) -> ControlFlow<Infallible> {
        let piece = Piece { color: C::COLOR, role: Role::Pawn };
        for to in to {
            let from = step.origin::<C>(to);
            let passes = step == PawnStep::DoublePush && self.is_beside_pawn::<C>(to);
            match passes || self.is_odd() {
                true => self.by_child(Move::ordinary(from, to)),
                false => self.step(piece, from, to),
            }
        }
        Continue(())
    }

    #[inline(always)]
    fn promotion<C: Side>(
        &mut self,
        from: Square,
        to: Square,
        role: Role,
    ) -> ControlFlow<Infallible> {
        match self.is_odd() {
            true => self.by_child(Move::promoting(from, to, role)),
            false => self.step(Piece { color: C::COLOR, role }, from, to),
        }
        Continue(())
    }

    #[inline(always)]
    fn en_passant<C: Side>(&mut self, from: Square, to: Square) -> ControlFlow<Infallible> {
        self.by_child(Move::en_passant(from, to));
        Continue(())
    }

    #[inline(always)]
    fn castling<C: Side>(&mut self, king: Square, rook: Square) -> ControlFlow<Infallible> {
        self.by_child(Move::castling(king, rook));
        Continue(())
    }
}
