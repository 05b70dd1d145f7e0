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

use crate::{Color, Diagram, Faults, Piece, Position, Rank, Role, Setup, Square, SquareSet};
use std::fmt;

const PASSED_PAWN: u8 = 12;
const CASTLING_ROOK: u8 = 13;
const WHITE_KING_BLACK_TO_MOVE: u8 = 14;
const BLACK_KING_BLACK_TO_MOVE: u8 = 15;

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
        let diagram = position.diagram();
        let occupied = diagram.occupied();
        if occupied.len() > PackedPosition::MEN {
            return Err(PackedError::TooManyMen { men: occupied.len() });
        }
        let special = Special::of(position)?;
        let mut bytes = [0; PackedPosition::BYTES];
        bytes[..8].copy_from_slice(&occupied.0.to_be_bytes());
        for (index, square) in occupied.into_iter().enumerate() {
            let nibble = special.nibble(diagram, square);
            bytes[8 + index / 2] |= nibble << (4 * (1 - index % 2));
        }
        Ok(PackedPosition(bytes))
    }

    /// The position.
    pub fn unpack(&self) -> Position {
        self.read().map_or_else(|| unreachable!("checked when it was made"), Position::assemble)
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
        let setup = packed.read().ok_or(PackedError::NotCanonical)?;
        let position = Position::new(setup, Faults::WAIVABLE)
            .map_err(|faults| PackedError::Unplayable { faults })?;
        match PackedPosition::new(&position)? == packed {
            true => Ok(packed),
            false => Err(PackedError::NotCanonical),
        }
    }

    /// What the bytes say, as far as they say anything.
    fn read(&self) -> Option<Setup> {
        let occupied = u64::from_be_bytes(self.0[..8].try_into().expect("eight bytes"));
        let mut setup = Setup::EMPTY;
        for (index, square) in SquareSet(occupied).into_iter().enumerate() {
            let nibble = self.0.get(8 + index / 2)? >> (4 * (1 - index % 2)) & 15;
            read_man(nibble, square, &mut setup)?;
        }
        Some(setup)
    }
}

/// The facts that change a man's nibble.
struct Special {
    passed_pawn: SquareSet,
    castling: SquareSet,
    /// The king that says that it is Black's move.
    black_to_move: SquareSet,
}

impl Special {
    fn of(position: &Position) -> Result<Special, PackedError> {
        let behind = |over: Square| SquareSet::of(over).forward(!position.turn());
        let king = |color| position.diagram().king(color);
        let black_to_move = match position.turn() {
            Color::White => SquareSet::EMPTY,
            Color::Black => {
                let king = king(Color::Black).or(king(Color::White)).ok_or(PackedError::NoKing)?;
                SquareSet::of(king)
            }
        };
        Ok(Special {
            passed_pawn: position.en_passant().map_or(SquareSet::EMPTY, behind),
            castling: position.castling(),
            black_to_move,
        })
    }

    fn nibble(&self, diagram: &Diagram, square: Square) -> u8 {
        let piece = diagram.piece_at(square).expect("an occupied square");
        if (self.passed_pawn | self.castling | self.black_to_move).contains(square) {
            return match (piece.role, piece.color) {
                (Role::Pawn, _) => PASSED_PAWN,
                (Role::Rook, _) => CASTLING_ROOK,
                (_, Color::White) => WHITE_KING_BLACK_TO_MOVE,
                (_, Color::Black) => BLACK_KING_BLACK_TO_MOVE,
            };
        }
        piece.index() as u8
    }
}

/// Puts the man of a nibble on the board, with what else it says.
fn read_man(nibble: u8, square: Square, setup: &mut Setup) -> Option<()> {
    let owner = if square.rank() < Rank::Fifth { Color::White } else { Color::Black };
    let piece = match nibble {
        PASSED_PAWN => {
            if setup.en_passant.is_some() {
                return None;
            }
            setup.en_passant = SquareSet::of(square).forward(!owner).first();
            Piece { color: owner, role: Role::Pawn }
        }
        CASTLING_ROOK => {
            setup.castling = setup.castling.with(square);
            Piece { color: owner, role: Role::Rook }
        }
        WHITE_KING_BLACK_TO_MOVE | BLACK_KING_BLACK_TO_MOVE => {
            let white = nibble == WHITE_KING_BLACK_TO_MOVE;
            setup.turn = Color::Black;
            Piece { color: if white { Color::White } else { Color::Black }, role: Role::King }
        }
        plain => Piece::all().nth(plain as usize)?,
    };
    setup.diagram.put(square, piece);
    Some(())
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
        assert_eq!(PackedPosition::from_bytes([255; 24]), Err(PackedError::NotCanonical));
    }
}
