//! A move in sixteen bits.
//!
//! | bits | meaning |
//! |---|---|
//! | 0–5 | the square the man leaves |
//! | 6–11 | the square it goes to; for castling, the square of the rook |
//! | 12–15 | 0 ordinary, 1 castling, 2 en passant, 4–7 promotion to N, B, R, Q |
//!
//! Castling is king to rook, so that one code serves Chess960 as well.

use crate::{Role, Square};
use std::fmt;

/// A move of one man (two when castling), to be read on its position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Nothing: from, to, and whatever stood there is captured.
    Ordinary,
    /// The king castles with the rook on the move's target square.
    Castling,
    /// A pawn captures a pawn that has just passed its target square.
    EnPassant,
    /// A pawn reaches the last rank and becomes this.
    Promotion(Role),
}

const CASTLING: u16 = 1;
const EN_PASSANT: u16 = 2;
const PROMOTION: u16 = 4;

impl Move {
    #[inline(always)]
    const fn pack(from: Square, to: Square, kind: u16) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6 | kind << 12)
    }

    /// A move with nothing special about it, captures included.
    #[inline(always)]
    pub const fn ordinary(from: Square, to: Square) -> Move {
        Move::pack(from, to, 0)
    }

    /// The king on `king` castles with the rook on `rook`.
    #[inline(always)]
    pub const fn castling(king: Square, rook: Square) -> Move {
        Move::pack(king, rook, CASTLING)
    }

    /// A pawn captures en passant and lands on `to`.
    #[inline(always)]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::pack(from, to, EN_PASSANT)
    }

    /// A pawn becomes `role` on `to`; `None` if no pawn can become that.
    pub const fn promotion(from: Square, to: Square, role: Role) -> Option<Move> {
        match role {
            Role::Pawn | Role::King => None,
            _ => Some(Move::promoting(from, to, role)),
        }
    }

    /// As [`Move::promotion`], for a role of [`Role::PROMOTIONS`].
    #[inline(always)]
    pub(crate) const fn promoting(from: Square, to: Square, role: Role) -> Move {
        Move::pack(from, to, PROMOTION + role as u16 - Role::Knight as u16)
    }

    /// The square the man leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0 as u32)
    }

    /// The square it goes to; for castling, the square of the rook.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::wrapping(self.0 as u32 >> 6)
    }

    /// What is special about it.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 12 {
            CASTLING => MoveKind::Castling,
            EN_PASSANT => MoveKind::EnPassant,
            PROMOTION => MoveKind::Promotion(Role::Knight),
            5 => MoveKind::Promotion(Role::Bishop),
            6 => MoveKind::Promotion(Role::Rook),
            7 => MoveKind::Promotion(Role::Queen),
            _ => MoveKind::Ordinary,
        }
    }

    /// What the pawn becomes, if it does.
    pub const fn promoted(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// The sixteen bits.
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The move of sixteen bits; `None` if they are no move's.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match bits >> 12 {
            0 | CASTLING | EN_PASSANT | 4..=7 => Some(Move(bits)),
            _ => None,
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from(), self.to())?;
        match self.kind() {
            MoveKind::Ordinary => Ok(()),
            MoveKind::Castling => f.write_str(" castling"),
            MoveKind::EnPassant => f.write_str(" e.p."),
            MoveKind::Promotion(role) => write!(f, "={}", role.char()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_bits_hold_every_move() {
        for from in Square::all() {
            for to in Square::all() {
                let mut cases = vec![
                    (Move::ordinary(from, to), MoveKind::Ordinary),
                    (Move::castling(from, to), MoveKind::Castling),
                    (Move::en_passant(from, to), MoveKind::EnPassant),
                ];
                for role in Role::PROMOTIONS {
                    let m = Move::promotion(from, to, role).expect("a promotion");
                    cases.push((m, MoveKind::Promotion(role)));
                }
                for (m, kind) in cases {
                    assert_eq!((m.from(), m.to(), m.kind()), (from, to, kind));
                    assert_eq!(Move::from_bits(m.to_bits()), Some(m));
                }
            }
        }
    }

    #[test]
    fn bits_that_are_no_move_are_refused() {
        let valid = (0..=u16::MAX).filter(|&bits| Move::from_bits(bits).is_some()).count();
        assert_eq!(valid, 7 * 4096);
        assert_eq!(Move::promotion(Square::A7, Square::A8, Role::King), None);
    }
}
