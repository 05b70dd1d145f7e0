//! A position in 24 bytes, exactly: the key that proofs are allowed to use.
//!
//! | bytes | meaning |
//! |---|---|
//! | 0–7 | the occupied squares, h8 the highest bit, most significant byte first |
//! | 8–23 | one nibble for each man, a1's first, the high nibble of a byte first; then zeros |
//!
//! | nibble | man |
//! |---|---|
//! | 0–5 | White's pawn, knight, bishop, rook, queen, king |
//! | 6–11 | Black's |
//! | 12 | the pawn that can be captured en passant |
//! | 13 | a rook that may castle |
//! | 14 | White's king, Black to move; only if Black has no king |
//! | 15 | Black's king, Black to move |
//!
//! The owner of a nibble 12 or 13 follows from its rank. Two positions are equal
//! exactly if their bytes are, and the order of the bytes is an order of the
//! positions. `docs/packed-position.md` has a worked example.

use crate::nibbles::{unweave, weave};
use crate::{Color, Faults, Piece, Position, Role, Setup, Square, SquareSet};
use std::fmt;

const PASSED_PAWN: usize = 12;
const CASTLING_ROOK: usize = 13;
const WHITE_KING_BLACK_TO_MOVE: usize = 14;
const BLACK_KING_BLACK_TO_MOVE: usize = 15;

/// The 24 bytes of a position.
///
/// ```
/// use sole_board::{PackedPosition, Position};
/// let start = Position::initial();
/// let packed = PackedPosition::new(&start).unwrap();
/// assert_eq!(packed.unpack(), start);
/// assert_eq!(PackedPosition::from_bytes(*packed.as_bytes()), Ok(packed));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedPosition([u8; PackedPosition::BYTES]);

/// Why a position has no 24 bytes, or 24 bytes are no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackedError {
    /// More men than fit.
    TooManyMen {
        /// How many there are.
        men: usize,
    },
    /// It is Black's move, and no king is there to say so.
    NoKing,
    /// The men cannot stand like that.
    Unplayable {
        /// Everything that is wrong with them.
        faults: Faults,
    },
    /// The bytes are not those that the position would be packed to.
    NotCanonical,
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackedError::TooManyMen { men } => {
                write!(f, "{men} men, a packed position holds {}", PackedPosition::MEN)
            }
            PackedError::NoKing => f.write_str("no king is there to say that it is Black's move"),
            PackedError::Unplayable { faults } => write!(f, "unplayable position: {faults}"),
            PackedError::NotCanonical => f.write_str("not the bytes of a packed position"),
        }
    }
}

impl std::error::Error for PackedError {}

impl PackedPosition {
    /// How many bytes.
    pub const BYTES: usize = 24;
    /// How many men fit.
    pub const MEN: usize = 32;

    /// Packs a position.
    ///
    /// # Errors
    /// Only composed positions fail: with more than 32 men, or without kings
    /// and Black to move.
    pub fn new(position: &Position) -> Result<PackedPosition, PackedError> {
        let occupied = position.diagram().occupied();
        if occupied.len() > PackedPosition::MEN {
            return Err(PackedError::TooManyMen { men: occupied.len() });
        }
        let nibbles = weave(Men::of(position)?.planes(), occupied);
        let mut bytes = [0; PackedPosition::BYTES];
        bytes[..8].copy_from_slice(&occupied.0.to_be_bytes());
        bytes[8..].copy_from_slice(&nibbles.to_be_bytes());
        Ok(PackedPosition(bytes))
    }

    /// The position.
    pub fn unpack(&self) -> Position {
        Position::assemble(self.men().to_setup())
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8; PackedPosition::BYTES] {
        &self.0
    }

    /// Takes bytes that were a packed position before.
    ///
    /// # Errors
    /// Bytes that no playable position is packed to, with what is wrong.
    pub fn from_bytes(bytes: [u8; PackedPosition::BYTES]) -> Result<PackedPosition, PackedError> {
        let packed = PackedPosition(bytes);
        let men = packed.occupied().len();
        if men > PackedPosition::MEN {
            return Err(PackedError::TooManyMen { men });
        }
        let position = Position::new(packed.men().to_setup(), Faults::WAIVABLE)
            .map_err(|faults| PackedError::Unplayable { faults })?;
        match PackedPosition::new(&position)? == packed {
            true => Ok(packed),
            false => Err(PackedError::NotCanonical),
        }
    }

    fn occupied(&self) -> SquareSet {
        SquareSet(u64::from_be_bytes(self.0[..8].try_into().expect("eight bytes")))
    }

    /// The men that the nibbles say, of which there are at most 32.
    fn men(&self) -> Men {
        let nibbles = u128::from_be_bytes(self.0[8..].try_into().expect("sixteen bytes"));
        Men::from_planes(unweave(nibbles, self.occupied()), self.occupied())
    }
}

/// The squares of each of the sixteen kinds of men, by their nibbles.
struct Men([SquareSet; 16]);

impl Men {
    fn of(position: &Position) -> Result<Men, PackedError> {
        let diagram = position.diagram();
        let mut men = Men([SquareSet::EMPTY; 16]);
        for piece in Piece::all() {
            men.0[piece.index()] = diagram.men(piece.color, piece.role);
        }
        let passed = |over: Square| SquareSet::of(over).forward(!position.turn());
        let passed = position.en_passant().map_or(SquareSet::EMPTY, passed);
        for color in Color::ALL {
            men.rename(Piece { color, role: Role::Pawn }, PASSED_PAWN, passed);
            men.rename(Piece { color, role: Role::Rook }, CASTLING_ROOK, position.castling());
        }
        if position.turn() == Color::Black {
            let (color, nibble) = match diagram.king(Color::Black) {
                Some(_) => (Color::Black, BLACK_KING_BLACK_TO_MOVE),
                None => (Color::White, WHITE_KING_BLACK_TO_MOVE),
            };
            men.rename(Piece { color, role: Role::King }, nibble, SquareSet::FULL);
            if men.0[nibble].is_empty() {
                return Err(PackedError::NoKing);
            }
        }
        Ok(men)
    }

    /// Gives those men of a kind that are on `squares` another nibble.
    fn rename(&mut self, piece: Piece, nibble: usize, squares: SquareSet) {
        let renamed = self.0[piece.index()] & squares;
        self.0[piece.index()] ^= renamed;
        self.0[nibble] |= renamed;
    }

    /// The four bits of all nibbles, each man's on its square.
    fn planes(&self) -> [u64; 4] {
        let mut planes = [0; 4];
        for (nibble, men) in self.0.iter().enumerate() {
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane |= if nibble >> bit & 1 == 1 { men.0 } else { 0 };
            }
        }
        planes
    }

    fn from_planes(planes: [u64; 4], occupied: SquareSet) -> Men {
        let mut men = Men([occupied; 16]);
        for (nibble, men) in men.0.iter_mut().enumerate() {
            for (bit, plane) in planes.iter().enumerate() {
                men.0 &= if nibble >> bit & 1 == 1 { *plane } else { !*plane };
            }
        }
        men
    }

    /// What they say, the first of several passed pawns being believed.
    fn to_setup(&self) -> Setup {
        let white_half = SquareSet(0xffff_ffff);
        let mut setup = Setup::EMPTY;
        for piece in Piece::all() {
            setup.diagram.toggle(piece.color, piece.role, self.0[piece.index()]);
        }
        for (nibble, role) in [(PASSED_PAWN, Role::Pawn), (CASTLING_ROOK, Role::Rook)] {
            setup.diagram.toggle(Color::White, role, self.0[nibble] & white_half);
            setup.diagram.toggle(Color::Black, role, self.0[nibble] - white_half);
        }
        let (white, black) = (self.0[WHITE_KING_BLACK_TO_MOVE], self.0[BLACK_KING_BLACK_TO_MOVE]);
        setup.diagram.toggle(Color::White, Role::King, white);
        setup.diagram.toggle(Color::Black, Role::King, black);
        if (white | black).any() {
            setup.turn = Color::Black;
        }
        setup.castling = self.0[CASTLING_ROOK];
        let passed = self.0[PASSED_PAWN].first();
        setup.en_passant = passed.and_then(|pawn| SquareSet::of(pawn).forward(setup.turn).first());
        setup
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(fen: &str) -> Result<PackedPosition, PackedError> {
        let setup = fen.parse().expect("a FEN");
        PackedPosition::new(&Position::new(setup, Faults::WAIVABLE).expect("playable"))
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let full = "PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/8/8/8/K6k";
        let full = full.replacen("PPPPPPPP", "NNNNNNNN", 1) + " w - -";
        let cases = [
            (full.as_str(), PackedError::TooManyMen { men: 34 }),
            ("8/8/8/8/8/8/8/7Q b - -", PackedError::NoKing),
        ];
        for (fen, expected) in cases {
            assert_eq!(packed(fen), Err(expected), "{fen}");
        }
        assert!(packed("8/8/8/8/8/8/8/7Q w - -").is_ok());
        assert!(packed("8/8/8/8/8/8/8/K6Q b - -").is_ok());
    }

    #[test]
    fn bytes_that_are_no_position_are_refused() {
        let good = packed("8/8/8/8/Pp6/8/8/R3K2k b Q a3 0 1").expect("packs");
        let changed = |index: usize, byte: u8| {
            let mut bytes = *good.as_bytes();
            bytes[index] = byte;
            PackedPosition::from_bytes(bytes)
        };
        assert_eq!(PackedPosition::from_bytes(*good.as_bytes()), Ok(good));
        assert_eq!(changed(23, 1), Err(PackedError::NotCanonical));
        assert_eq!(changed(10, 0x61), Err(PackedError::NotCanonical));
        assert!(matches!(changed(9, 0xfe), Err(PackedError::Unplayable { .. })));
        assert_eq!(PackedPosition::from_bytes([255; 24]), Err(PackedError::TooManyMen { men: 64 }));
    }
}
