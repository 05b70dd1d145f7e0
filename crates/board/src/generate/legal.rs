//! Whether one move is legal, and whether there is check, without a list of moves.

use super::Kernel;
use super::mates::attacked;
use crate::attacks::Lookup;
use crate::piece::Side;
use crate::{Position, Rank, Role, Square, SquareSet, attacks};

/// Asks whether the side to move is in check.
pub(super) struct IsCheck;

impl Kernel for IsCheck {
    type Output = bool;

    #[inline(always)]
    fn run<C: Side, L: Lookup>(self, position: &Position, lookup: L) -> bool {
        let king = position.diagram().king(C::COLOR);
        let occupied = position.diagram().occupied();
        king.is_some_and(|king| attackers::<C, L>(position, lookup, king, occupied).any())
    }
}

/// Asks whether the man on `from`, which is of this role, may go to `to` by an
/// ordinary move.
pub(super) struct IsLegalStep {
    pub(super) role: Role,
    pub(super) from: Square,
    pub(super) to: Square,
}

impl Kernel for IsLegalStep {
    type Output = bool;

    #[inline(always)]
    fn run<C: Side, L: Lookup>(self, position: &Position, lookup: L) -> bool {
        let IsLegalStep { role, from, to } = self;
        let ours = position.diagram().color(C::COLOR);
        if !ours.contains(from)
            || ours.contains(to)
            || !reach::<C, L>(position, lookup, role, from).contains(to)
        {
            return false;
        }
        let king = if role == Role::King { Some(to) } else { position.diagram().king(C::COLOR) };
        king.is_none_or(|king| {
            let occupied = position.diagram().occupied().without(from).with(to);
            attackers::<C, L>(position, lookup, king, occupied).without(to).is_empty()
        })
    }
}

/// The squares that a man of `C` reaches by an ordinary move, own men and
/// checks aside.
#[inline(always)]
fn reach<C: Side, L: Lookup>(
    position: &Position,
    lookup: L,
    role: Role,
    from: Square,
) -> SquareSet {
    let occupied = position.diagram().occupied();
    match role {
        Role::Pawn => pawn_reach::<C>(from, occupied),
        _ => attacked::<C, L>(lookup, role, from, occupied),
    }
}

#[inline(always)]
fn pawn_reach<C: Side>(from: Square, occupied: SquareSet) -> SquareSet {
    let third = SquareSet::rank(Rank::Third.seen_by(C::COLOR));
    let once = SquareSet::of(from).forward(C::COLOR) - occupied;
    let twice = (once & third).forward(C::COLOR) - occupied;
    let captures = attacks::pawn(C::COLOR, from) & occupied;
    (once | twice | captures) - SquareSet::BACK_RANKS
}

/// The men of the other side that attack `target`.
#[inline(always)]
fn attackers<C: Side, L: Lookup>(
    position: &Position,
    lookup: L,
    target: Square,
    occupied: SquareSet,
) -> SquareSet {
    let diagram = position.diagram();
    let queens = diagram.role(Role::Queen);
    let found = attacks::pawn(C::COLOR, target) & diagram.role(Role::Pawn)
        | attacks::knight(target) & diagram.role(Role::Knight)
        | attacks::king(target) & diagram.role(Role::King)
        | lookup.rook(target, occupied) & (diagram.role(Role::Rook) | queens)
        | lookup.bishop(target, occupied) & (diagram.role(Role::Bishop) | queens);
    found & diagram.color(<C::Other as Side>::COLOR)
}
