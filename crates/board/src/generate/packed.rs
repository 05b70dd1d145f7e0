//! Packed positions, expanded and counted without being positions in between.
//!
//! A child differs from its parent on two squares, mostly. So the bit planes of
//! the parent's nibbles are changed there and woven again; the child itself is
//! made only where two men move or vanish at once, where a double step passes a
//! pawn, and where Black has no king to tell the turn.

use super::kernel;
use super::sinks::Count;
use super::{Kernel, PawnStep, Sink, finish, run_with};
use crate::attacks::{Lookup, Magic};
use crate::nibbles::Planes;
use crate::packed::setup_of;
use crate::piece::Side;
use crate::{
    Color, Ending, Material, Move, PackedPosition, Piece, Position, Role, Square, SquareSet,
};
use std::convert::Infallible;
use std::ops::ControlFlow::{self, Continue};

/// What can be said of a position at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey {
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
    /// What can be said of the position at a glance, faster than by unpacking it.
    #[inline]
    pub fn survey(&self) -> Survey {
        self.run(TakeSurvey)
    }

    /// Calls `visit` with the position after each legal move, packed.
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

/// Counts moves and sees checks.
pub(super) struct TakeSurvey;

impl Kernel for TakeSurvey {
    type Output = Survey;

    #[inline(always)]
    fn run<C: Side, L: Lookup>(self, position: &Position, lookup: L) -> Survey {
        let mut count = Count::default();
        finish(kernel::generate::<C, _, _>(position, lookup, &mut count));
        let (moves, in_check) = (count.total() as u32, count.checkers().any());
        let ending = match (moves, in_check) {
            (0, true) => Some(Ending::Checkmate { winner: <C::Other as Side>::COLOR }),
            (0, false) => Some(Ending::Stalemate),
            _ => position.diagram().dead_material().map(Ending::Dead),
        };
        let material = Material::of(position.diagram());
        Survey { turn: C::COLOR, material, moves, in_check, ending }
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

/// The sink that makes children of planes.
struct PackedChildren<'a, L, F> {
    lookup: L,
    position: &'a Position,
    occupied: SquareSet,
    /// The planes when the other side is to move and no pawn can be captured
    /// en passant.
    base: Planes,
    /// The same when the mover may not castle any more.
    after_king: Planes,
    visit: &'a mut F,
}

impl<'a, L: Lookup, F: FnMut(PackedPosition)> PackedChildren<'a, L, F> {
    #[inline(always)]
    fn new<C: Side>(position: &'a Position, lookup: L, order: PackChildren<'a, F>) -> Self {
        let diagram = position.diagram();
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
        let occupied = diagram.occupied();
        PackedChildren { lookup, position, occupied, base, after_king, visit: order.visit }
    }

    /// A man goes from one square to another and stands there as `piece`.
    #[inline(always)]
    fn step(&mut self, planes: Planes, piece: Piece, from: Square, to: Square) {
        let planes =
            planes.cleared(SquareSet::of(from).with(to)).with(piece.index(), SquareSet::of(to));
        let occupied = self.occupied.without(from).with(to);
        (self.visit)(PackedPosition::from_parts(occupied, self.lookup.weave(planes, occupied)));
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

impl<L: Lookup, F: FnMut(PackedPosition)> Sink for PackedChildren<'_, L, F> {
    type Stop = Infallible;

    #[inline(always)]
    fn officer<C: Side>(
        &mut self,
        role: Role,
        from: Square,
        to: SquareSet,
    ) -> ControlFlow<Infallible> {
        let piece = Piece { color: C::COLOR, role };
        let planes = if role == Role::King { self.after_king } else { self.base };
        for to in to {
            match self.is_odd() {
                true => self.by_child(Move::ordinary(from, to)),
                false => self.step(planes, piece, from, to),
            }
        }
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
                false => self.step(self.base, piece, from, to),
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
            false => self.step(self.base, Piece { color: C::COLOR, role }, from, to),
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
