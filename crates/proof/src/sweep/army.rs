//! The men of one side, seen from that side: half of a position.
//!
//! Two armies, with the right of en passant, are a position. Both sides' men are
//! written as White's would be, with their own pawns on the second rank, so one
//! set of armies and one set of rules serves both.

use sole_board::{CastlingSide, Color, Position, Role, Square, SquareSet};

/// Where the men of one side are and how it may still castle, exactly.
///
/// Each square has a code of three bits, one in each plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Army([u64; 3]);

/// The code of a rook with which its king may castle; the others are those of [`code`].
const CASTLING_ROOK: u8 = 7;

/// A square of the real board as this side sees it, and the other way round.
pub(super) fn seen_by(color: Color, square: Square) -> Square {
    match color {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    }
}

const fn code(role: Role) -> u8 {
    role as u8 + 1
}

impl Army {
    /// The men of `color` and its castling rights.
    pub(super) fn of(position: &Position, color: Color) -> Army {
        let mut army = Army([0; 3]);
        for role in Role::ALL {
            for square in position.diagram().men(color, role) {
                let castles = role == Role::Rook && position.castling().contains(square);
                army.put(seen_by(color, square), if castles { CASTLING_ROOK } else { code(role) });
            }
        }
        army
    }

    /// The same men without the right to castle.
    pub(super) fn bare(self) -> Army {
        let [low, middle, high] = self.0;
        let castling = low & middle & high;
        Army([low & !castling, middle & !castling, high])
    }

    /// CountEvery square with a man.
    pub(super) fn occupied(self) -> SquareSet {
        SquareSet(self.0[0] | self.0[1] | self.0[2])
    }

    /// The men of one role.
    pub(super) fn men(self, role: Role) -> SquareSet {
        let rooks = if role == Role::Rook { self.castling() } else { SquareSet::EMPTY };
        self.coded(code(role)) | rooks
    }

    /// The rooks with which the king may castle.
    pub(super) fn castling(self) -> SquareSet {
        self.coded(CASTLING_ROOK)
    }

    /// The square of the king.
    pub(super) fn king(self) -> Square {
        self.men(Role::King).first().expect("every army has a king")
    }

    /// What stands on a square.
    pub(super) fn role_at(self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.men(role).contains(square))
    }

    /// The armies with one more piece on an empty square, one for each kind of piece; a rook also
    /// with the right to castle. None if the square is occupied.
    pub(super) fn with_man_on(self, square: Square) -> impl Iterator<Item = Army> {
        let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let codes = roles.into_iter().map(code).chain([CASTLING_ROOK]);
        let is_empty = !self.occupied().contains(square);
        codes.filter(move |_| is_empty).map(move |code| {
            let mut army = self;
            army.put(square, code);
            army
        })
    }

    /// Without the man on `square`; the right to castle with it goes, too.
    pub(super) fn without(mut self, square: Square) -> Army {
        for plane in &mut self.0 {
            *plane &= !SquareSet::of(square).0;
        }
        self
    }

    /// After a move of the man on `from`, which is of `role` when it has arrived.
    pub(super) fn moved(self, from: Square, to: Square, role: Role) -> Army {
        let king_moves = self.men(Role::King).contains(from);
        let mut army = if king_moves { self.bare() } else { self };
        army = army.without(from);
        army.put(to, code(role));
        army
    }

    /// After castling with this rook.
    pub(super) fn castled(self, rook: Square) -> Army {
        let king = self.king();
        let side = CastlingSide::of(king, rook);
        let mut castled = self.bare().without(king).without(rook);
        castled.put(side.king_to(Color::White), code(Role::King));
        castled.put(side.rook_to(Color::White), code(Role::Rook));
        castled
    }

    /// A hash for tables; equal armies have equal hashes.
    pub(super) fn hash(self) -> u64 {
        let [low, middle, high] = self.0;
        let mix = |sum: u64, plane: u64| (sum ^ plane).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let sum = mix(mix(mix(0, low).rotate_left(29), middle).rotate_left(31), high);
        sum ^ (sum >> 32)
    }

    fn coded(self, code: u8) -> SquareSet {
        let plane = |bit: usize| match code >> bit & 1 {
            1 => self.0[bit],
            _ => !self.0[bit],
        };
        SquareSet(plane(0) & plane(1) & plane(2))
    }

    fn put(&mut self, square: Square, code: u8) {
        for (bit, plane) in self.0.iter_mut().enumerate() {
            *plane |= u64::from(code >> bit & 1) << square.index();
        }
    }
}
