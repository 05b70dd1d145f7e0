//! A position with the number of games that lead to it, as numbers that sort.

use sole_board::{PackedError, PackedPosition};
use std::fmt;

/// The 24 bytes of a packed position as three numbers, in the same order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([u64; 3]);

impl Key {
    /// The smallest key there can be.
    pub const MIN: Key = Key([0; 3]);

    /// The key of a packed position.
    #[inline]
    pub fn of(position: PackedPosition) -> Key {
        Key::from_bytes(position.as_bytes())
    }

    /// The packed position that a key was made of.
    #[inline]
    pub fn position(self) -> PackedPosition {
        PackedPosition::from_trusted(self.to_bytes())
    }

    /// The key with these bytes.
    #[inline]
    pub fn from_bytes(bytes: &[u8; PackedPosition::BYTES]) -> Key {
        let word = |at: usize| u64::from_be_bytes(bytes[at..at + 8].try_into().expect("eight"));
        Key([word(0), word(8), word(16)])
    }

    /// The bytes of the packed position.
    #[inline]
    pub fn to_bytes(self) -> [u8; PackedPosition::BYTES] {
        let mut bytes = [0; PackedPosition::BYTES];
        for (chunk, word) in bytes.chunks_exact_mut(8).zip(self.0) {
            chunk.copy_from_slice(&word.to_be_bytes());
        }
        bytes
    }

    /// The key of these three numbers.
    #[inline]
    pub(crate) const fn from_words(words: [u64; 3]) -> Key {
        Key(words)
    }

    /// The three numbers.
    #[inline]
    pub(crate) const fn words(self) -> [u64; 3] {
        self.0
    }

    /// Fails if it is not a position that successors can be found of, or one with more men than
    /// these, which no game from a start with so many leads to.
    pub(crate) fn check(self, men: usize) -> Result<(), Impossible> {
        let position =
            PackedPosition::from_bytes(self.to_bytes()).map_err(Impossible::NoPosition)?;
        match (position.men() > men, position.has_king()) {
            (true, _) => Err(Impossible::Men),
            (_, false) => Err(Impossible::NoKing),
            _ => Ok(()),
        }
    }

    /// The occupied squares, by which keys are sorted first.
    #[inline]
    pub const fn occupied(self) -> u64 {
        self.0[0]
    }
}

/// Why a key cannot be in an atlas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Impossible {
    /// Its bytes are not a position.
    NoPosition(PackedError),
    /// It has more men than the start.
    Men,
    /// No side has a king.
    NoKing,
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Impossible::NoPosition(error) => write!(f, "a row is not a position: {error}"),
            Impossible::Men => f.write_str("a row has more men than the start"),
            Impossible::NoKing => f.write_str("a row has no king"),
        }
    }
}

/// A position and how many games lead to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The position.
    pub key: Key,
    /// The number of games.
    pub games: u64,
}

/// Adds up the games of equal neighbours among the records from `first` on.
///
/// `None` if a sum is beyond 64 bits.
pub(crate) fn merge_equal(records: &mut Vec<Record>, first: usize) -> Option<()> {
    let mut last = first;
    for index in first + 1..records.len() {
        let record = records[index];
        if records[last].key == record.key {
            records[last].games = records[last].games.checked_add(record.games)?;
        } else {
            last += 1;
            records[last] = record;
        }
    }
    records.truncate(last + 1);
    Some(())
}
