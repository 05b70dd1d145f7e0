//! The legacy format: positions as 36-byte nibble boards, and moves of 16 bits.
//!
//! A position is 36 bytes: a nibble for each square, then a word of flags. A
//! move is sixteen bits: what it does, where from, where to. They are kept for
//! the record and for exchange; our own keys are
//! [`PackedPosition`] and [`Move`], which are smaller
//! and have one value for one thing. `docs/founding-format.md` has the layout,
//! a worked example, and where this reader differs from the original description.
//!
//! ```
//! use sole_atlas::legacy_format::{LegacyMove, LegacyPosition};
//! use sole_board::{Move, Position, Square};
//! let start = Position::initial();
//! let record = LegacyPosition::new(&start).unwrap();
//! assert_eq!(record.position(), Ok(start));
//! let e4 = Move::ordinary(Square::E2, Square::E4);
//! assert_eq!(LegacyMove::new(&start, e4).read(&start), Some(e4));
//! ```
//!
//! [`PackedPosition`]: sole_board::PackedPosition

use sole_board::{
    CastlingSide, Color, DeadMaterial, Ending, Faults, File, Move, MoveKind, Piece, Position, Rank,
    Role, Setup, Square, SquareSet,
};
use std::fmt;
use std::io::{self, Read};

/// A position in 36 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LegacyPosition([u8; LegacyPosition::BYTES]);

/// A move in sixteen bits, to be read on its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LegacyMove(u16);

/// Why a position has no such bytes, or bytes are no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LegacyError {
    /// More men than the flags can count, or none.
    Men {
        /// How many there are.
        men: usize,
    },
    /// A right to castle with a king not on the e-file, or a rook not in the corner.
    Castling,
    /// A nibble that is no man.
    Nibble {
        /// Where it stands.
        square: Square,
    },
    /// Bits of the flags that are not used, but set.
    Unused,
    /// The number of men in the flags is not that on the board.
    Count {
        /// What the flags say.
        said: usize,
        /// How many stand there.
        found: usize,
    },
    /// The men cannot stand like that.
    Unplayable {
        /// Everything that is wrong with them.
        faults: Faults,
    },
}

impl fmt::Display for LegacyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LegacyError::Men { men } => write!(f, "{men} men, expected 1 to 32"),
            LegacyError::Castling => f.write_str("castling rights are not those of usual chess"),
            LegacyError::Nibble { square } => write!(f, "no man has the nibble on {square}"),
            LegacyError::Unused => f.write_str("unused bits are set"),
            LegacyError::Count { said, found } => {
                write!(f, "the flags say {said} men, {found} are on the board")
            }
            LegacyError::Unplayable { faults } => write!(f, "unplayable position: {faults}"),
        }
    }
}

impl std::error::Error for LegacyError {}

/// What a file holds, record after record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Positions.
    Positions,
    /// Each position, the number of its moves in two bytes, and its moves in two bytes each.
    WithMoves,
}

/// A position of a file, and its moves: those of the file, or all legal ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position.
    pub position: Position,
    /// Its moves.
    pub moves: Vec<Move>,
}

/// Why a record cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum EntryError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file ends within a record.
    Torn,
    /// The bytes are no position.
    Position(LegacyError),
    /// Bits that are no legal move of their position.
    Move {
        /// The bits.
        bits: u16,
    },
}

impl Entry {
    /// A position with all its legal moves.
    pub fn of(position: Position) -> Entry {
        Entry { position, moves: position.moves() }
    }

    /// Appends a record.
    ///
    /// # Errors
    /// As [`LegacyPosition::new`].
    pub fn write(&self, layout: Layout, to: &mut Vec<u8>) -> Result<(), LegacyError> {
        to.extend_from_slice(LegacyPosition::new(&self.position)?.as_bytes());
        if layout == Layout::WithMoves {
            // No position has a thousand moves.
            to.extend_from_slice(&(self.moves.len() as u16).to_be_bytes());
            for &m in &self.moves {
                let bits = LegacyMove::new(&self.position, m).to_bits();
                to.extend_from_slice(&bits.to_be_bytes());
            }
        }
        Ok(())
    }

    /// Reads the next record; `None` at the end.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(source: &mut impl Read, layout: Layout) -> Result<Option<Entry>, EntryError> {
        let mut bytes = Vec::new();
        let record = LegacyPosition::BYTES as u64;
        source.by_ref().take(record).read_to_end(&mut bytes).map_err(EntryError::Io)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let bytes = bytes.try_into().map_err(|_| EntryError::Torn)?;
        let position = LegacyPosition::from_bytes(bytes).position();
        let position = position.map_err(EntryError::Position)?;
        if layout == Layout::Positions {
            return Ok(Some(Entry::of(position)));
        }
        let mut moves = Vec::new();
        for _ in 0..word(source)? {
            let bits = word(source)?;
            let m = LegacyMove::from_bits(bits).read(&position);
            moves.push(m.ok_or(EntryError::Move { bits })?);
        }
        Ok(Some(Entry { position, moves }))
    }
}

/// Two bytes, the higher one first.
fn word(source: &mut impl Read) -> Result<u16, EntryError> {
    let mut bytes = [0; 2];
    match source.read_exact(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(EntryError::Torn),
        other => other.map(|()| u16::from_be_bytes(bytes)).map_err(EntryError::Io),
    }
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntryError::Io(error) => write!(f, "cannot be read: {error}"),
            EntryError::Torn => f.write_str("the file ends within it"),
            EntryError::Position(error) => write!(f, "{error}"),
            EntryError::Move { bits } => write!(f, "{bits:04x} is no legal move"),
        }
    }
}

impl std::error::Error for EntryError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            EntryError::Io(error) => Some(error),
            EntryError::Position(error) => Some(error),
            _ => None,
        }
    }
}

/// The nibbles of White's men; Black's have the highest bit set.
const ROLES: [(u8, Role); 6] = [
    (1, Role::King),
    (2, Role::Queen),
    (3, Role::Bishop),
    (4, Role::Knight),
    (5, Role::Rook),
    (6, Role::Pawn),
];
/// A pawn that has left its file: read as a pawn, never written.
const STRAYED_PAWN: u8 = 7;
const BLACK: u8 = 8;

const MEN_SHIFT: u32 = 27;
const BLACK_TO_MOVE: u32 = 1 << 26;
const EN_PASSANT: u32 = 1 << 19;
const FILE_SHIFT: u32 = 16;
const DRAWN: u32 = 1 << 15;
const REASON_SHIFT: u32 = 13;
const UNUSED: u32 = (1 << REASON_SHIFT) - 1;

/// The rooks in the order of their flags, each with the bit that says it may not castle.
const ROOKS: [(Color, CastlingSide, Square, u32); 4] = [
    (Color::White, CastlingSide::King, Square::H1, 1 << 23),
    (Color::White, CastlingSide::Queen, Square::A1, 1 << 22),
    (Color::Black, CastlingSide::King, Square::H8, 1 << 21),
    (Color::Black, CastlingSide::Queen, Square::A8, 1 << 20),
];

impl LegacyPosition {
    /// How many bytes.
    pub const BYTES: usize = 36;
    const BOARD: usize = 32;

    /// Packs a position.
    ///
    /// # Errors
    /// Positions without men or with more than 32, and castling rights of Chess960.
    pub fn new(position: &Position) -> Result<LegacyPosition, LegacyError> {
        let mut bytes = [0; LegacyPosition::BYTES];
        for (square, piece) in position.diagram().iter() {
            let index = square.index();
            bytes[index / 2] |= nibble(piece) << if index.is_multiple_of(2) { 4 } else { 0 };
        }
        bytes[LegacyPosition::BOARD..].copy_from_slice(&flags(position)?.to_be_bytes());
        Ok(LegacyPosition(bytes))
    }

    /// Takes bytes as they are; [`LegacyPosition::position`] says whether they mean anything.
    pub const fn from_bytes(bytes: [u8; LegacyPosition::BYTES]) -> LegacyPosition {
        LegacyPosition(bytes)
    }

    /// The bytes.
    pub const fn as_bytes(&self) -> &[u8; LegacyPosition::BYTES] {
        &self.0
    }

    /// The position. What the flags say about draws follows from it and is not read; a right to
    /// capture en passant is kept only if the capture is legal.
    ///
    /// # Errors
    /// Bytes that are no position, with what is wrong.
    pub fn position(&self) -> Result<Position, LegacyError> {
        let flags = self.flags();
        if flags & UNUSED != 0 {
            return Err(LegacyError::Unused);
        }
        let mut setup = Setup::EMPTY;
        for square in Square::all() {
            if let Some(piece) = self.piece(square)? {
                setup.diagram.put(square, piece);
            }
        }
        let (said, found) = ((flags >> MEN_SHIFT) as usize + 1, setup.diagram.occupied().len());
        if said != found {
            return Err(LegacyError::Count { said, found });
        }
        if flags & BLACK_TO_MOVE != 0 {
            setup.turn = Color::Black;
        }
        let rooks = ROOKS.iter().filter(|(.., disabled)| flags & disabled == 0);
        setup.castling = rooks.map(|&(_, _, rook, _)| rook).collect();
        setup.en_passant = (flags & EN_PASSANT != 0).then(|| {
            let file = File::ALL[(flags >> FILE_SHIFT & 7) as usize];
            Square::at(file, Rank::Sixth.seen_by(setup.turn))
        });
        Position::new(setup, Faults::WAIVABLE).map_err(|faults| LegacyError::Unplayable { faults })
    }

    fn flags(&self) -> u32 {
        let [.., a, b, c, d] = self.0;
        u32::from_be_bytes([a, b, c, d])
    }

    fn piece(&self, square: Square) -> Result<Option<Piece>, LegacyError> {
        let byte = self.0[square.index() / 2];
        let nibble = if square.index().is_multiple_of(2) { byte >> 4 } else { byte & 15 };
        let color = if nibble & BLACK == 0 { Color::White } else { Color::Black };
        let role = match nibble & !BLACK {
            STRAYED_PAWN => Some(Role::Pawn),
            code => ROLES.iter().find(|&&(known, _)| known == code).map(|&(_, role)| role),
        };
        match (nibble, role) {
            (0, _) => Ok(None),
            (_, Some(role)) => Ok(Some(Piece { color, role })),
            (_, None) => Err(LegacyError::Nibble { square }),
        }
    }
}

fn nibble(piece: Piece) -> u8 {
    let code = ROLES.iter().find(|&&(_, role)| role == piece.role).map_or(0, |&(code, _)| code);
    match piece.color {
        Color::White => code,
        Color::Black => code | BLACK,
    }
}

fn flags(position: &Position) -> Result<u32, LegacyError> {
    let men = position.diagram().occupied().len();
    if !(1..=32).contains(&men) {
        return Err(LegacyError::Men { men });
    }
    let mut flags = (men as u32 - 1) << MEN_SHIFT;
    if position.turn() == Color::Black {
        flags |= BLACK_TO_MOVE;
    }
    let mut known = SquareSet::EMPTY;
    for (color, side, rook, disabled) in ROOKS {
        let king = Square::at(File::E, color.back_rank());
        let may = position.castling_rook(color, side) == Some(rook)
            && position.diagram().king(color) == Some(king);
        match may {
            true => known = known.with(rook),
            false => flags |= disabled,
        }
    }
    if known != position.castling() {
        return Err(LegacyError::Castling);
    }
    if let Some(over) = position.en_passant() {
        flags |= EN_PASSANT | (over.file().index() as u32) << FILE_SHIFT;
    }
    if let Some(reason) = dead_reason(position) {
        flags |= DRAWN | reason << REASON_SHIFT;
    }
    Ok(flags)
}

/// Which of 14D1 to 14D4 holds, from 0.
fn dead_reason(position: &Position) -> Option<u32> {
    let bishops = |color| position.diagram().men(color, Role::Bishop).len();
    Some(match position.diagram().dead_material() {
        Some(DeadMaterial::LoneKings) => 0,
        Some(DeadMaterial::LoneMinor) => 1,
        Some(_) if Color::ALL.map(bishops) == [1, 1] => 2,
        Some(_) => 3,
        None if position.ending() == Some(Ending::Locked) => 3,
        None => return None,
    })
}

/// What a move does, in the four highest bits.
mod action {
    pub(super) const MOVES: u16 = 0;
    pub(super) const CAPTURES: u16 = 1;
    pub(super) const CASTLES_KINGSIDE: u16 = 2;
    pub(super) const CASTLES_QUEENSIDE: u16 = 3;
    pub(super) const CHECKS: u16 = 4;
    pub(super) const CHECKMATES: u16 = 5;
    pub(super) const EN_PASSANT: u16 = 6;
    pub(super) const PROMOTES_TO_QUEEN: u16 = 8;
    pub(super) const PROMOTES_TO_BISHOP: u16 = 9;
    pub(super) const PROMOTES_TO_KNIGHT: u16 = 10;
    pub(super) const PROMOTES_TO_ROOK: u16 = 11;
}

impl LegacyMove {
    /// Packs a legal move of a position.
    pub fn new(position: &Position, m: Move) -> LegacyMove {
        let (mut to, from) = (m.to(), m.from());
        let action = match m.kind() {
            MoveKind::Castling => {
                let side = CastlingSide::of(from, to);
                to = side.king_to(position.turn());
                match side {
                    CastlingSide::King => action::CASTLES_KINGSIDE,
                    CastlingSide::Queen => action::CASTLES_QUEENSIDE,
                }
            }
            MoveKind::EnPassant => action::EN_PASSANT,
            MoveKind::Promotion(Role::Queen) => action::PROMOTES_TO_QUEEN,
            MoveKind::Promotion(Role::Bishop) => action::PROMOTES_TO_BISHOP,
            MoveKind::Promotion(Role::Knight) => action::PROMOTES_TO_KNIGHT,
            MoveKind::Promotion(_) => action::PROMOTES_TO_ROOK,
            MoveKind::Ordinary if position.is_capture(m) => action::CAPTURES,
            MoveKind::Ordinary => action::MOVES,
        };
        LegacyMove(action << 12 | (from.index() as u16) << 6 | to.index() as u16)
    }

    /// Takes bits as they are; [`LegacyMove::read`] says whether they mean anything.
    pub const fn from_bits(bits: u16) -> LegacyMove {
        LegacyMove(bits)
    }

    /// The sixteen bits.
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The legal move of a position that is meant, if there is one.
    ///
    /// The actions for check and checkmate are never written, since they would give a second
    /// code to a move or a capture; they are read if the move does give check or mate.
    pub fn read(self, position: &Position) -> Option<Move> {
        let squares = self.0 & 0xfff;
        position.moves().into_iter().find(|&m| {
            let written = LegacyMove::new(position, m);
            let is_plain = matches!(written.0 >> 12, action::MOVES | action::CAPTURES);
            let after = || position.after(m);
            match self.0 >> 12 {
                action::CHECKS => is_plain && written.0 & 0xfff == squares && after().is_check(),
                action::CHECKMATES => {
                    is_plain
                        && written.0 & 0xfff == squares
                        && after().is_check()
                        && !after().has_moves()
                }
                _ => written == self,
            }
        })
    }
}
