//! The 64 squares and their files and ranks.
//!
//! Squares are numbered a1 = 0, b1 = 1, … h8 = 63, so that a [`Square`] is
//! also the bit of a [`SquareSet`](crate::SquareSet).
//!
//! ```
//! use sole_board::{File, Rank, Square};
//! let e4: Square = "e4".parse().unwrap();
//! assert_eq!(e4, Square::E4);
//! assert_eq!((e4.file(), e4.rank()), (File::E, Rank::Fourth));
//! ```

use crate::Color;
use std::fmt;
use std::str::FromStr;

/// One of the 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A column of the board, a to h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the eight letters explain themselves")]
#[repr(u8)]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

/// A row of the board, 1 to 8, counted from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the eight ordinals explain themselves")]
#[repr(u8)]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

macro_rules! named_squares {
    ($($name:ident)*) => { named_squares!(@ 0u8; $($name)*); };
    (@ $index:expr; $name:ident $($rest:ident)*) => {
        #[doc = concat!("The square ", stringify!($name), ".")]
        pub const $name: Square = Square($index);
        named_squares!(@ $index + 1; $($rest)*);
    };
    (@ $index:expr;) => {};
}

impl Square {
    named_squares! {
        A1 B1 C1 D1 E1 F1 G1 H1 A2 B2 C2 D2 E2 F2 G2 H2
        A3 B3 C3 D3 E3 F3 G3 H3 A4 B4 C4 D4 E4 F4 G4 H4
        A5 B5 C5 D5 E5 F5 G5 H5 A6 B6 C6 D6 E6 F6 G6 H6
        A7 B7 C7 D7 E7 F7 G7 H7 A8 B8 C8 D8 E8 F8 G8 H8
    }

    /// All squares, a1 first, h8 last.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + Clone {
        (0..64u8).map(Square)
    }

    /// The square with this number; `None` from 64 on.
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// The square whose number is the low six bits of `index`.
    #[inline(always)]
    pub(crate) const fn wrapping(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// The square where a file meets a rank.
    #[inline(always)]
    pub const fn at(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 8 + file as u8)
    }

    /// The number of the square, 0 to 63.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask changes nothing; it lets the compiler see the bound.
        (self.0 & 63) as usize
    }

    /// Its file.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::ALL[(self.0 & 7) as usize]
    }

    /// Its rank.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 >> 3 & 7) as usize]
    }

    /// The square reached by stepping files east and ranks north, if on the board.
    pub const fn offset(self, east: i8, north: i8) -> Option<Square> {
        let file = (self.0 & 7) as i8 + east;
        let rank = (self.0 >> 3) as i8 + north;
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Square((rank * 8 + file) as u8))
        } else {
            None
        }
    }

    /// The same file seen from the other side: a1 becomes a8.
    #[inline(always)]
    pub const fn flip_vertical(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The same rank seen in a mirror: a1 becomes h1.
    #[inline(always)]
    pub const fn flip_horizontal(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// Whether the square is a light one, as h1 is.
    pub const fn is_light(self) -> bool {
        (self.0 ^ (self.0 >> 3)) & 1 == 1
    }
}

impl File {
    /// All files, a first.
    pub const ALL: [File; 8] =
        [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// The number of the file, a = 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file of a letter `a` to `h`, lower case.
    pub fn from_char(letter: char) -> Option<File> {
        File::ALL.into_iter().find(|file| file.char() == letter)
    }

    /// Its letter, lower case.
    pub const fn char(self) -> char {
        (b'a' + self as u8) as char
    }
}

impl Rank {
    /// All ranks, the first first.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// The number of the rank, the first = 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank of a digit `1` to `8`.
    pub fn from_char(digit: char) -> Option<Rank> {
        Rank::ALL.into_iter().find(|rank| rank.char() == digit)
    }

    /// Its digit.
    pub const fn char(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank as `color` counts it: Black's first rank is the eighth.
    #[inline(always)]
    pub const fn seen_by(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self as usize],
        }
    }
}

/// A text that is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareError;

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a square from a1 to h8")
    }
}

impl std::error::Error for SquareError {}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let mut chars = text.chars();
        let file = chars.next().and_then(File::from_char);
        let rank = chars.next().and_then(Rank::from_char);
        match (file, rank, chars.next()) {
            (Some(file), Some(rank), None) => Ok(Square::at(file, rank)),
            _ => Err(SquareError),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().char(), self.rank().char())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_survives_its_own_notation() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::at(square.file(), square.rank()), square);
            assert_eq!(Square::new(index as u8), Some(square));
        }
        assert_eq!(Square::new(64), None);
        assert_eq!(Square::H8.index(), 63);
    }

    #[test]
    fn other_texts_are_no_squares() {
        for text in ["", "e", "e9", "i1", "e44", "E4", "é4", "4e"] {
            assert_eq!(text.parse::<Square>(), Err(SquareError), "{text}");
        }
    }

    #[test]
    fn half_of_the_squares_are_light() {
        assert!(Square::H1.is_light() && !Square::A1.is_light());
        assert_eq!(Square::all().filter(|s| s.is_light()).count(), 32);
    }
}
