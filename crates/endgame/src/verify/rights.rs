//! Castling rights of standard chess: a king at e1 or e8, a rook in a corner.

use super::placement::{Man, Placement};
use sole_board::{CastlingSide, Color, File, Piece, Role, Square};

/// The right of one side to castle with one of its rooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Right {
    /// Who castles.
    pub color: Color,
    /// Towards which side.
    pub side: CastlingSide,
}

impl Right {
    /// All four, as in `KQkq`.
    pub const ALL: [Right; 4] = [
        Right { color: Color::White, side: CastlingSide::King },
        Right { color: Color::White, side: CastlingSide::Queen },
        Right { color: Color::Black, side: CastlingSide::King },
        Right { color: Color::Black, side: CastlingSide::Queen },
    ];

    /// The king where it must stand.
    pub fn king(self) -> Man {
        self.at_home(Role::King, File::E)
    }

    /// The rook where it must stand.
    pub fn rook(self) -> Man {
        let corner = match self.side {
            CastlingSide::King => File::H,
            CastlingSide::Queen => File::A,
        };
        self.at_home(Role::Rook, corner)
    }

    /// The right to castle with a rook on this square.
    pub(super) fn of_rook(square: Square) -> Option<Right> {
        Right::ALL.into_iter().find(|right| right.rook().square == square)
    }

    fn at_home(self, role: Role, file: File) -> Man {
        let piece = Piece { color: self.color, role };
        Man { piece, square: Square::at(file, self.color.back_rank()) }
    }

    /// The bit in [`Rights`].
    fn bit(self) -> u8 {
        let side = match self.side {
            CastlingSide::King => 0,
            CastlingSide::Queen => 1,
        };
        1 << (2 * self.color.index() + side)
    }
}

/// A set of castling rights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rights(u8);

impl Rights {
    /// Nobody may castle.
    pub const NONE: Rights = Rights(0);

    /// The sixteen sets, the empty one first.
    pub fn all() -> impl Iterator<Item = Rights> {
        (0..1 << Right::ALL.len()).map(Rights)
    }

    /// Whether nobody may castle.
    pub fn is_empty(self) -> bool {
        self == Rights::NONE
    }

    /// Whether `right` is among them.
    pub fn contains(self, right: Right) -> bool {
        self.0 & right.bit() != 0
    }

    /// Each of them, as in `KQkq`.
    pub fn iter(self) -> impl Iterator<Item = Right> {
        Right::ALL.into_iter().filter(move |&right| self.contains(right))
    }

    /// Those whose king and rook stand at home.
    ///
    /// After any move these are the rights that are left: a move that touches
    /// king or rook leaves its square empty or to another man.
    pub(super) fn kept_by(self, placement: &Placement) -> Rights {
        let stands = |man: Man| placement.at(man.square) == Some(man.piece);
        self.iter().filter(|right| stands(right.king()) && stands(right.rook())).collect()
    }
}

impl FromIterator<Right> for Rights {
    fn from_iter<I: IntoIterator<Item = Right>>(rights: I) -> Rights {
        Rights(rights.into_iter().fold(0, |all, right| all | right.bit()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_is_made_of_its_rights() {
        for rights in Rights::all() {
            assert_eq!(rights.iter().collect::<Rights>(), rights);
            assert_eq!(rights.is_empty(), rights.iter().next().is_none());
        }
        assert_eq!(Rights::all().map(|rights| rights.iter().count()).sum::<usize>(), 32);
    }

    #[test]
    fn each_right_has_its_corner() {
        let corners = [Square::H1, Square::A1, Square::H8, Square::A8];
        for (right, corner) in Right::ALL.into_iter().zip(corners) {
            assert_eq!(right.rook().square, corner);
            assert_eq!(Right::of_rook(corner), Some(right));
        }
        assert_eq!(Square::all().filter_map(Right::of_rook).count(), 4);
    }
}
