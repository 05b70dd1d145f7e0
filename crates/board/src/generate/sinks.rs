//! What can be made of sets of moves: numbers, moves, children, keys.

use super::{PawnStep, Sink};
use crate::piece::Side;
use crate::{Move, Position, Role, Square, SquareSet, key};
use std::convert::Infallible;
use std::ops::ControlFlow::{self, Break, Continue};

/// Counts the moves, and remembers who gives check.
#[derive(Default)]
pub(super) struct Count(u32, SquareSet);

impl Count {
    pub(super) fn checkers(&self) -> SquareSet {
        self.1
    }

    pub(super) fn total(&self) -> u64 {
        u64::from(self.0)
    }
}

impl Sink for Count {
    type Stop = Infallible;
    const KNOWS_QUEENS: bool = false;

    #[inline(always)]
    fn checkers(&mut self, checkers: SquareSet) {
        self.1 = checkers;
    }

    #[inline(always)]
    fn officer<C: Side>(&mut self, _: Role, _: Square, to: SquareSet) -> ControlFlow<Infallible> {
        self.0 += to.len() as u32;
        Continue(())
    }

    #[inline(always)]
    fn pawns<C: Side>(&mut self, _: PawnStep, to: SquareSet) -> ControlFlow<Infallible> {
        self.0 += to.len() as u32;
        Continue(())
    }

    #[inline(always)]
    fn promotions<C: Side>(&mut self, _: PawnStep, to: SquareSet) -> ControlFlow<Infallible> {
        self.0 += (Role::PROMOTIONS.len() * to.len()) as u32;
        Continue(())
    }

    #[inline(always)]
    fn promotion<C: Side>(&mut self, _: Square, _: Square, _: Role) -> ControlFlow<Infallible> {
        self.0 += 1;
        Continue(())
    }

    #[inline(always)]
    fn en_passant<C: Side>(&mut self, _: Square, _: Square) -> ControlFlow<Infallible> {
        self.0 += 1;
        Continue(())
    }

    #[inline(always)]
    fn castling<C: Side>(&mut self, _: Square, _: Square) -> ControlFlow<Infallible> {
        self.0 += 1;
        Continue(())
    }
}

/// Stops at the first legal move.
pub(super) struct AnyLegal;

impl AnyLegal {
    #[inline(always)]
    fn unless_empty(to: SquareSet) -> ControlFlow<()> {
        if to.any() { Break(()) } else { Continue(()) }
    }
}

impl Sink for AnyLegal {
    type Stop = ();
    const KNOWS_QUEENS: bool = false;

    #[inline(always)]
    fn officer<C: Side>(&mut self, _: Role, _: Square, to: SquareSet) -> ControlFlow<()> {
        AnyLegal::unless_empty(to)
    }

    #[inline(always)]
    fn pawns<C: Side>(&mut self, _: PawnStep, to: SquareSet) -> ControlFlow<()> {
        AnyLegal::unless_empty(to)
    }

    #[inline(always)]
    fn promotions<C: Side>(&mut self, _: PawnStep, to: SquareSet) -> ControlFlow<()> {
        AnyLegal::unless_empty(to)
    }

    #[inline(always)]
    fn promotion<C: Side>(&mut self, _: Square, _: Square, _: Role) -> ControlFlow<()> {
        Break(())
    }

    #[inline(always)]
    fn en_passant<C: Side>(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        Break(())
    }

    #[inline(always)]
    fn castling<C: Side>(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        Break(())
    }
}

/// Hands out each move.
pub(super) struct Moves<F>(F);

impl<F> Moves<F> {
    pub(super) fn new(visit: F) -> Moves<F> {
        Moves(visit)
    }
}

impl<B, F: FnMut(Move) -> ControlFlow<B>> Sink for Moves<F> {
    type Stop = B;

    #[inline(always)]
    fn officer<C: Side>(&mut self, _: Role, from: Square, to: SquareSet) -> ControlFlow<B> {
        to.into_iter().try_for_each(|to| (self.0)(Move::ordinary(from, to)))
    }

    #[inline(always)]
    fn pawns<C: Side>(&mut self, step: PawnStep, to: SquareSet) -> ControlFlow<B> {
        to.into_iter().try_for_each(|to| (self.0)(Move::ordinary(step.origin::<C>(to), to)))
    }

    #[inline(always)]
    fn promotion<C: Side>(&mut self, from: Square, to: Square, role: Role) -> ControlFlow<B> {
        (self.0)(Move::promoting(from, to, role))
    }

    #[inline(always)]
    fn en_passant<C: Side>(&mut self, from: Square, to: Square) -> ControlFlow<B> {
        (self.0)(Move::en_passant(from, to))
    }

    #[inline(always)]
    fn castling<C: Side>(&mut self, king: Square, rook: Square) -> ControlFlow<B> {
        (self.0)(Move::castling(king, rook))
    }
}

/// Hands out each move with the position after it.
pub(super) struct Children<'a, F> {
    position: &'a Position,
    visit: F,
}

impl<'a, F> Children<'a, F> {
    pub(super) fn new(position: &'a Position, visit: F) -> Children<'a, F> {
        Children { position, visit }
    }
}

impl<B, F: FnMut(Move, &Position) -> ControlFlow<B>> Sink for Children<'_, F> {
    type Stop = B;

    #[inline(always)]
    fn officer<C: Side>(&mut self, role: Role, from: Square, to: SquareSet) -> ControlFlow<B> {
        for to in to {
            let child = self.position.after_step::<C>(role, from, to, role);
            (self.visit)(Move::ordinary(from, to), &child)?;
        }
        Continue(())
    }

    #[inline(always)]
    fn pawns<C: Side>(&mut self, step: PawnStep, to: SquareSet) -> ControlFlow<B> {
        for to in to {
            let from = step.origin::<C>(to);
            let child = match step {
                PawnStep::DoublePush => self.position.after_double_push::<C>(from, to),
                _ => self.position.after_step::<C>(Role::Pawn, from, to, Role::Pawn),
            };
            (self.visit)(Move::ordinary(from, to), &child)?;
        }
        Continue(())
    }

    #[inline(always)]
    fn promotion<C: Side>(&mut self, from: Square, to: Square, role: Role) -> ControlFlow<B> {
        let child = self.position.after_step::<C>(Role::Pawn, from, to, role);
        (self.visit)(Move::promoting(from, to, role), &child)
    }

    #[inline(always)]
    fn en_passant<C: Side>(&mut self, from: Square, to: Square) -> ControlFlow<B> {
        let child = self.position.after_en_passant::<C>(from, to);
        (self.visit)(Move::en_passant(from, to), &child)
    }

    #[inline(always)]
    fn castling<C: Side>(&mut self, king: Square, rook: Square) -> ControlFlow<B> {
        let child = self.position.after_castling::<C>(king, rook);
        (self.visit)(Move::castling(king, rook), &child)
    }
}

/// Which key is wanted: it says what else than the men counts.
pub(super) trait Identity {
    /// Whether rights and the side to move count.
    const STATE: bool;
    /// The key of a position.
    fn of(position: &Position) -> u64;
}

/// The key of the whole position.
pub(super) struct PositionIdentity;
/// The key of the 64 squares.
pub(super) struct DiagramIdentity;

impl Identity for PositionIdentity {
    const STATE: bool = true;
    #[inline(always)]
    fn of(position: &Position) -> u64 {
        position.key()
    }
}

impl Identity for DiagramIdentity {
    const STATE: bool = false;
    #[inline(always)]
    fn of(position: &Position) -> u64 {
        position.diagram_key()
    }
}

/// Hands out each move with the key of the position after it.
///
/// The child is made only where two men move or vanish at once, and where a
/// double step passes a pawn, so that its rights must be judged.
pub(super) struct ChildKeys<'a, I, F> {
    position: &'a Position,
    /// The key after a pass: the other side's turn, no en passant.
    base: u64,
    /// The rooks whose rights count.
    castling: SquareSet,
    visit: F,
    identity: std::marker::PhantomData<I>,
}

impl<'a, I: Identity, F> ChildKeys<'a, I, F> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position, visit: F) -> ChildKeys<'a, I, F> {
        let mut base = I::of(position);
        let mut castling = SquareSet::EMPTY;
        if I::STATE {
            base ^= key::BLACK_TO_MOVE;
            base ^= position.en_passant().map_or(0, |square| key::en_passant(square.file()));
            castling = position.castling();
        }
        ChildKeys { position, base, castling, visit, identity: std::marker::PhantomData }
    }
}

impl<I: Identity, F: FnMut(Move, u64)> ChildKeys<'_, I, F> {
    #[inline(always)]
    fn plain<C: Side>(&mut self, left: u64, role: Role, to: Square, m: Move) {
        (self.visit)(m, left ^ key::man(C::COLOR, role, to));
    }

    #[inline(always)]
    fn capture<C: Side>(&mut self, left: u64, role: Role, to: Square, m: Move) {
        let captured = self.position.diagram().known_role_at(to);
        let mut taken = key::man(<C::Other as Side>::COLOR, captured, to);
        if I::STATE && self.castling.contains(to) {
            taken ^= key::castling(SquareSet::of(to));
        }
        (self.visit)(m, left ^ taken ^ key::man(C::COLOR, role, to));
    }

    /// The key without the man on `from`, and without the rights that end when
    /// it leaves.
    #[inline(always)]
    fn left<C: Side>(&self, role: Role, from: Square) -> u64 {
        let left = self.base ^ key::man(C::COLOR, role, from);
        let lost = match role {
            Role::King => self.castling & SquareSet::rank(C::COLOR.back_rank()),
            Role::Rook => self.castling & SquareSet::of(from),
            _ => SquareSet::EMPTY,
        };
        left ^ key::castling(lost)
    }

    /// The slow way: through the child.
    #[cold]
    #[inline(never)]
    fn by_child(&mut self, m: Move) {
        let child = self.position.after(m);
        (self.visit)(m, I::of(&child));
    }

    #[inline(always)]
    fn theirs<C: Side>(&self) -> SquareSet {
        self.position.diagram().color(<C::Other as Side>::COLOR)
    }

    /// Whether a pawn of the other side stands beside `square`.
    #[inline(always)]
    fn is_beside_pawn<C: Side>(&self, square: Square) -> bool {
        let beside = SquareSet::of(square).west() | SquareSet::of(square).east();
        (beside & self.position.diagram().role(Role::Pawn) & self.theirs::<C>()).any()
    }
}

impl<I: Identity, F: FnMut(Move, u64)> Sink for ChildKeys<'_, I, F> {
    type Stop = Infallible;

    #[inline(always)]
    fn officer<C: Side>(
        &mut self,
        role: Role,
        from: Square,
        to: SquareSet,
    ) -> ControlFlow<Infallible> {
        let left = self.left::<C>(role, from);
        let theirs = self.theirs::<C>();
        for to in to - theirs {
            self.plain::<C>(left, role, to, Move::ordinary(from, to));
        }
        for to in to & theirs {
            self.capture::<C>(left, role, to, Move::ordinary(from, to));
        }
        Continue(())
    }

    #[inline(always)]
    fn pawns<C: Side>(&mut self, step: PawnStep, to: SquareSet) -> ControlFlow<Infallible> {
        for to in to {
            let from = step.origin::<C>(to);
            let m = Move::ordinary(from, to);
            let left = self.left::<C>(Role::Pawn, from);
            match step {
                PawnStep::West | PawnStep::East => self.capture::<C>(left, Role::Pawn, to, m),
                PawnStep::DoublePush if I::STATE && self.is_beside_pawn::<C>(to) => {
                    self.by_child(m);
                }
                _ => self.plain::<C>(left, Role::Pawn, to, m),
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
        let m = Move::promoting(from, to, role);
        let left = self.left::<C>(Role::Pawn, from);
        if self.theirs::<C>().contains(to) {
            self.capture::<C>(left, role, to, m);
        } else {
            self.plain::<C>(left, role, to, m);
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
