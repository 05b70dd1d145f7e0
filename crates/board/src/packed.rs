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

use crate::nibbles::{Planes, unweave, weave};
use crate::{Color, Diagram, Faults, Piece, Position, Role, Setup, Square, SquareSet};
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
        Ok(PackedPosition::from_parts(occupied, nibbles))
    }

    /// The two parts of the bytes, as numbers.
    #[inline(always)]
    pub(crate) fn from_parts(occupied: SquareSet, nibbles: u128) -> PackedPosition {
        let mut bytes = [0; PackedPosition::BYTES];
        bytes[..8].copy_from_slice(&occupied.0.to_be_bytes());
        bytes[8..].copy_from_slice(&nibbles.to_be_bytes());
        PackedPosition(bytes)
    }

    /// The position.
    pub fn unpack(&self) -> Position {
        Position::assemble(self.to_setup())
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
        let men = packed.men();
        if men > PackedPosition::MEN {
            return Err(PackedError::TooManyMen { men });
        }
        let position = Position::new(packed.to_setup(), Faults::WAIVABLE)
            .map_err(|faults| PackedError::Unplayable { faults })?;
        match PackedPosition::new(&position)? == packed {
            true => Ok(packed),
            false => Err(PackedError::NotCanonical),
        }
    }

    /// Takes bytes that are known to be a packed position: those of a file that
    /// was written from such and whose checksum is right.
    ///
    /// # Panics
    /// In builds with debug assertions, for other bytes. Without them all that
    /// is said about such a position may be nonsense, but nothing worse.
    #[inline]
    pub fn from_trusted(bytes: [u8; PackedPosition::BYTES]) -> PackedPosition {
        debug_assert!(PackedPosition::from_bytes(bytes).is_ok(), "{bytes:02x?}");
        PackedPosition(bytes)
    }

    /// How many men there are.
    #[inline]
    pub fn men(&self) -> usize {
        self.occupied().len()
    }

    /// Whether any side has a king, so that the positions after a move can be packed, too.
    pub fn has_king(&self) -> bool {
        let Setup { diagram, .. } = self.to_setup();
        Color::ALL.into_iter().any(|color| diagram.king(color).is_some())
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> SquareSet {
        SquareSet(u64::from_be_bytes(self.0[..8].try_into().expect("eight bytes")))
    }

    #[inline(always)]
    pub(crate) fn nibbles(&self) -> u128 {
        u128::from_be_bytes(self.0[8..].try_into().expect("sixteen bytes"))
    }

    fn to_setup(self) -> Setup {
        setup_of(unweave(self.nibbles(), self.occupied()), self.occupied())
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
    fn planes(&self) -> Planes {
        let men = self.0.iter().enumerate();
        men.fold(Planes([0; 4]), |planes, (nibble, &men)| planes.with(nibble, men))
    }
}

/// What the nibbles of the men on `occupied` say, the first of several passed
/// pawns being believed.
#[inline(always)]
pub(crate) fn setup_of(Planes([one, two, four, eight]): Planes, occupied: SquareSet) -> Setup {
    let low = [!two & !one, !two & one, two & !one, two & one];
    // The squares of four nibbles each: 0–3, 4–7, 8–11 and 12–15.
    let quarters = [occupied.0 & !eight & !four, !eight & four, eight & !four, eight & four];
    let nibble = |nibble: usize| SquareSet(quarters[nibble / 4] & low[nibble % 4]);
    let white_half = SquareSet(0xffff_ffff);
    let (passed, rooks) = (nibble(PASSED_PAWN), nibble(CASTLING_ROOK));
    let white_king = nibble(WHITE_KING_BLACK_TO_MOVE);
    let roles = [
        nibble(0) | nibble(6) | passed,
        nibble(1) | nibble(7),
        nibble(2) | nibble(8),
        nibble(3) | nibble(9) | rooks,
        nibble(4) | nibble(10),
        nibble(5) | nibble(11) | SquareSet(quarters[3] & two),
    ];
    let white = SquareSet(quarters[0] | quarters[1] & !two) | (passed | rooks) & white_half;
    let white = white | white_king;
    let black_to_move = quarters[3] & two != 0;
    let turn = if black_to_move { Color::Black } else { Color::White };
    let en_passant = passed.first().and_then(|pawn| SquareSet::of(pawn).forward(turn).first());
    let diagram = Diagram::of_sets(roles, [white, occupied - white]);
    Setup { diagram, turn, castling: rooks, en_passant, ..Setup::EMPTY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Material, PositionFacts};

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

    fn assert_packed_children_are_children(position: &Position, plies: u32) {
        let packed = PackedPosition::new(position).expect("packs");
        let mut fast = Vec::new();
        packed.for_each_child(|child| fast.push(child));
        let mut slow = Vec::new();
        position.for_each_child(|_, child| slow.push(PackedPosition::new(child).expect("packs")));
        fast.sort();
        slow.sort();
        assert_eq!(fast, slow, "{position}");
        let facts = PositionFacts {
            turn: position.turn(),
            material: Material::of(position.diagram()),
            moves: slow.len() as u32,
            in_check: position.is_check(),
            ending: position.ending(),
        };
        assert_eq!(packed.facts(), facts, "{position}");
        if plies > 0 {
            position
                .for_each_child(|_, child| assert_packed_children_are_children(child, plies - 1));
        }
    }

    #[test]
    fn packed_positions_have_the_children_of_their_positions() {
        for fen in [
            crate::fen::INITIAL,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1",
            "4k3/8/8/8/1p1p4/8/P1P5/4K3 w - - 0 1",
            "8/8/8/8/8/1k1r4/8/K7 b - - 0 1",
            "8/8/8/3b4/8/k7/8/K6B w - - 0 1",
            "8/1p6/8/P7/8/4K3/8/8 b - - 0 1",
            "8/1p6/8/P7/8/4k3/8/8 w - - 0 1",
            "4k3/8/8/p1p1p1p1/P1P1P1P1/3B4/8/4K3 w - - 0 1",
        ] {
            let setup: Setup = fen.parse().expect("a FEN");
            let position = Position::new(setup, Faults::WAIVABLE).expect("playable");
            assert_packed_children_are_children(&position, 2);
        }
    }
}
