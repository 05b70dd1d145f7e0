//! Pairs of king squares, numbered without gaps.
//!
//! Kings are never next to each other, and most slices have a symmetry, so the
//! pairs that a table must tell apart are few: 462 when all eight symmetries
//! may be used, 3612 when none is.

use crate::symmetry::{Symmetry, square_at};
use sole_board::{Square, SquareSet, attacks};
use std::sync::LazyLock;

/// How far the kings of a slice are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Freedom {
    /// No pawns, no rights: White's king is brought into the triangle a1-d1-d4.
    Folded,
    /// Pawns: any two squares.
    Free,
    /// White may castle: White's king is at home.
    WhiteHome,
    /// Both may castle: both kings are at home.
    BothHome,
}

/// The number of a pair of king squares, and the symmetry that brings them there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) number: usize,
    pub(crate) symmetry: Symmetry,
}

/// Numbers for the pairs of king squares that a slice can have.
pub(crate) struct Pairs {
    /// Symmetry times 4096 plus number, by White's square times 64 plus Black's.
    entries: Box<[u16]>,
    /// The squares of White's and Black's king for each number.
    squares: Vec<(usize, usize)>,
}

const NONE: u16 = u16::MAX;

/// The squares of the triangle a1-d1-d4, in the order of their numbers.
pub(crate) const TRIANGLE: [usize; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];

impl Pairs {
    pub(crate) fn of(freedom: Freedom) -> &'static Pairs {
        static FOLDED: LazyLock<Pairs> = LazyLock::new(Pairs::folded);
        static FREE: LazyLock<Pairs> =
            LazyLock::new(|| Pairs::free(SquareSet::FULL, SquareSet::FULL));
        static WHITE_HOME: LazyLock<Pairs> =
            LazyLock::new(|| Pairs::free(SquareSet::of(Square::E1), SquareSet::FULL));
        static BOTH_HOME: LazyLock<Pairs> =
            LazyLock::new(|| Pairs::free(SquareSet::of(Square::E1), SquareSet::of(Square::E8)));
        match freedom {
            Freedom::Folded => &FOLDED,
            Freedom::Free => &FREE,
            Freedom::WhiteHome => &WHITE_HOME,
            Freedom::BothHome => &BOTH_HOME,
        }
    }

    fn free(white: SquareSet, black: SquareSet) -> Pairs {
        let mut pairs = Pairs::none();
        for wk in white {
            for bk in black {
                if !next_to(wk.index(), bk.index()) {
                    pairs.number(wk.index(), bk.index());
                }
            }
        }
        pairs
    }

    fn folded() -> Pairs {
        let mut pairs = Pairs::none();
        for wk in TRIANGLE {
            for bk in 0..64 {
                let twice = on_diagonal(wk) && above_diagonal(bk);
                if !next_to(wk, bk) && !twice {
                    pairs.number(wk, bk);
                }
            }
        }
        for wk in 0..64 {
            for bk in 0..64 {
                let symmetry = folding(wk, bk);
                let image = pairs.entries[symmetry.at(wk) * 64 + symmetry.at(bk)];
                if image != NONE {
                    pairs.entries[wk * 64 + bk] = image & 0xfff | (symmetry.index() as u16) << 12;
                }
            }
        }
        pairs
    }

    fn none() -> Pairs {
        Pairs { entries: vec![NONE; 4096].into(), squares: Vec::new() }
    }

    fn number(&mut self, wk: usize, bk: usize) {
        self.entries[wk * 64 + bk] = self.squares.len() as u16;
        self.squares.push((wk, bk));
    }

    /// How many pairs there are.
    pub(crate) fn len(&self) -> usize {
        self.squares.len()
    }

    /// The squares of the pair with a number.
    pub(crate) fn squares(&self, number: usize) -> (usize, usize) {
        self.squares[number]
    }

    /// The pair of two squares; none if the kings are next to each other or not at home.
    #[inline(always)]
    pub(crate) fn get(&self, wk: usize, bk: usize) -> Option<Pair> {
        let entry = self.entries[(wk & 63) * 64 + (bk & 63)];
        (entry != NONE).then(|| Pair {
            number: usize::from(entry & 0xfff),
            symmetry: Symmetry::from_index(usize::from(entry >> 12)),
        })
    }
}

/// The symmetry that folds White's king into the triangle, and Black's below the diagonal if
/// White's is on it.
fn folding(wk: usize, bk: usize) -> Symmetry {
    let inside = |symmetry: &Symmetry| {
        let (wk, bk) = (symmetry.at(wk), symmetry.at(bk));
        TRIANGLE.contains(&wk) && !(on_diagonal(wk) && above_diagonal(bk))
    };
    Symmetry::all().find(inside).expect("some symmetry brings any square into the triangle")
}

fn next_to(a: usize, b: usize) -> bool {
    a == b || attacks::king(square_at(a)).contains(square_at(b))
}

pub(crate) fn on_diagonal(square: usize) -> bool {
    square & 7 == square >> 3
}

fn above_diagonal(square: usize) -> bool {
    square >> 3 > square & 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_as_many_as_known() {
        let cases = [
            (Freedom::Folded, 462),
            (Freedom::Free, 3612),
            (Freedom::WhiteHome, 58),
            (Freedom::BothHome, 1),
        ];
        for (freedom, count) in cases {
            assert_eq!(Pairs::of(freedom).len(), count, "{freedom:?}");
        }
    }

    #[test]
    fn a_pair_is_where_its_symmetry_brings_it() {
        for freedom in [Freedom::Folded, Freedom::Free, Freedom::WhiteHome, Freedom::BothHome] {
            let pairs = Pairs::of(freedom);
            for (wk, bk) in (0..64).flat_map(|wk| (0..64).map(move |bk| (wk, bk))) {
                if let Some(pair) = pairs.get(wk, bk) {
                    let image = (pair.symmetry.at(wk), pair.symmetry.at(bk));
                    assert_eq!(pairs.squares(pair.number), image, "{freedom:?} {wk} {bk}");
                }
            }
        }
    }
}
