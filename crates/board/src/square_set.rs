//! Sets of squares, also called bitboards: one bit per square.
//!
//! ```
//! use sole_board::{Square, SquareSet};
//! let corners: SquareSet = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect();
//! assert_eq!(corners.len(), 4);
//! assert_eq!(corners.first(), Some(Square::A1));
//! assert!((corners & SquareSet::rank(sole_board::Rank::First)).contains(Square::H1));
//! ```

use crate::{Color, File, Rank, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

/// A set of squares; bit n is the square with the number n.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareSet(pub u64);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// Every square.
    pub const FULL: SquareSet = SquareSet(!0);
    /// The first and the eighth rank, where no pawn can stand.
    pub const BACK_RANKS: SquareSet = SquareSet(0xff00_0000_0000_00ff);
    /// The light squares.
    pub const LIGHT: SquareSet = SquareSet(0x55aa_55aa_55aa_55aa);

    /// The set of one square.
    #[inline(always)]
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << square.index())
    }

    /// The squares of a file.
    #[inline(always)]
    pub const fn file(file: File) -> SquareSet {
        SquareSet(0x0101_0101_0101_0101 << file as u8)
    }

    /// The squares of a rank.
    #[inline(always)]
    pub const fn rank(rank: Rank) -> SquareSet {
        SquareSet(0xff << (8 * rank as u8))
    }

    /// Whether there is no square in it.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is any square in it.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether there are two squares or more in it.
    #[inline(always)]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `square` is in it.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The lowest square, a1 being the lowest of all.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::wrapping(self.0.trailing_zeros())) }
    }

    /// The highest square.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::wrapping(63 - self.0.leading_zeros())) }
    }

    /// The only square, if there is exactly one.
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// The set with `square` in it.
    #[inline(always)]
    pub const fn with(self, square: Square) -> SquareSet {
        SquareSet(self.0 | 1 << square.index())
    }

    /// The set with `square` not in it.
    #[inline(always)]
    pub const fn without(self, square: Square) -> SquareSet {
        SquareSet(self.0 & !(1 << square.index()))
    }

    /// All squares one step ahead of `color`'s pawns; the last rank falls off.
    #[inline(always)]
    pub const fn forward(self, color: Color) -> SquareSet {
        match color {
            Color::White => SquareSet(self.0 << 8),
            Color::Black => SquareSet(self.0 >> 8),
        }
    }

    /// All squares one step towards the a-file; the a-file falls off.
    #[inline(always)]
    pub const fn west(self) -> SquareSet {
        SquareSet((self.0 & !SquareSet::file(File::A).0) >> 1)
    }

    /// All squares one step towards the h-file; the h-file falls off.
    #[inline(always)]
    pub const fn east(self) -> SquareSet {
        SquareSet((self.0 & !SquareSet::file(File::H).0) << 1)
    }

    /// The same set seen from the other side of the board.
    pub const fn flip_vertical(self) -> SquareSet {
        SquareSet(self.0.swap_bytes())
    }

    /// Every subset, the empty one first, the set itself last.
    pub fn subsets(self) -> impl Iterator<Item = SquareSet> {
        let mut next = Some(0u64);
        std::iter::from_fn(move || {
            let subset = next?;
            let following = subset.wrapping_sub(self.0) & self.0;
            next = (following != 0).then_some(following);
            Some(SquareSet(subset))
        })
    }
}

/// The squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Squares(SquareSet);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first()?;
        self.0 = SquareSet(self.0.0 & (self.0.0 - 1));
        Some(first)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, SquareSet::with)
    }
}

impl From<Square> for SquareSet {
    fn from(square: Square) -> SquareSet {
        SquareSet::of(square)
    }
}

macro_rules! set_operators {
    ($($op:ident $method:ident $assign:ident $assign_method:ident)*) => {$(
        impl $op for SquareSet {
            type Output = SquareSet;
            #[inline(always)]
            fn $method(self, other: SquareSet) -> SquareSet {
                SquareSet($op::$method(self.0, other.0))
            }
        }
        impl $assign for SquareSet {
            #[inline(always)]
            fn $assign_method(&mut self, other: SquareSet) {
                $assign::$assign_method(&mut self.0, other.0);
            }
        }
    )*};
}

set_operators! {
    BitAnd bitand BitAndAssign bitand_assign
    BitOr bitor BitOrAssign bitor_assign
    BitXor bitxor BitXorAssign bitxor_assign
}

impl Not for SquareSet {
    type Output = SquareSet;
    #[inline(always)]
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

impl Sub for SquareSet {
    type Output = SquareSet;
    #[inline(always)]
    fn sub(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }
}

/// A picture, the eighth rank on top.
impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let row =
                File::ALL.map(|file| if self.contains(Square::at(file, rank)) { "x" } else { "." });
            writeln!(f, "{}", row.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_the_squares_put_into_it() {
        for a in Square::all() {
            for b in Square::all() {
                let set: SquareSet = [a, b].into_iter().collect();
                assert_eq!(set.len(), if a == b { 1 } else { 2 });
                assert_eq!((set.first(), set.last()), (Some(a.min(b)), Some(a.max(b))));
                assert_eq!(set.without(a).contains(b), a != b);
                assert_eq!(set.single().is_some(), a == b);
            }
        }
    }

    #[test]
    fn steps_fall_off_the_edge() {
        assert_eq!(SquareSet::FULL.west().len(), 56);
        assert_eq!(SquareSet::FULL.east().len(), 56);
        assert_eq!(SquareSet::of(Square::A4).west(), SquareSet::EMPTY);
        assert_eq!(SquareSet::of(Square::E4).forward(Color::Black), SquareSet::of(Square::E3));
        assert_eq!(SquareSet::of(Square::E8).forward(Color::White), SquareSet::EMPTY);
    }

    #[test]
    fn subsets_are_all_different_and_all_there() {
        let set: SquareSet = [Square::A1, Square::C4, Square::H8].into_iter().collect();
        let subsets: Vec<_> = set.subsets().collect();
        assert_eq!(subsets.len(), 8);
        assert!(subsets.is_sorted() && subsets.iter().all(|s| (*s - set).is_empty()));
        assert_eq!(SquareSet::EMPTY.subsets().count(), 1);
    }

    #[test]
    fn light_squares_are_the_light_ones() {
        assert_eq!(Square::all().filter(|s| s.is_light()).collect::<SquareSet>(), SquareSet::LIGHT);
    }
}
