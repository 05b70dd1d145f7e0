//! The eight symmetries of the board, on squares and on sets of squares.
//!
//! Without pawns and castling all eight keep the value of a position; with
//! pawns only the exchange of left and right does.

use sole_board::{Square, SquareSet};

/// A symmetry: ranks exchanged, then files, then the board mirrored in the
/// diagonal a1-h8, each done or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Symmetry(u8);

const FILES: u8 = 1;
const RANKS: u8 = 2;
const DIAGONAL: u8 = 4;

static IMAGES: [[u8; 64]; Symmetry::COUNT] = images();
static PRODUCTS: [[u8; Symmetry::COUNT]; Symmetry::COUNT] = products();

impl Symmetry {
    pub(crate) const COUNT: usize = 8;
    /// Nothing moves.
    pub(crate) const IDENTITY: Symmetry = Symmetry(0);
    /// Left and right exchanged.
    pub(crate) const MIRROR: Symmetry = Symmetry(FILES);
    /// Top and bottom exchanged.
    pub(crate) const FLIP: Symmetry = Symmetry(RANKS);
    /// Mirrored in the diagonal a1-h8.
    pub(crate) const TRANSPOSE: Symmetry = Symmetry(DIAGONAL);

    /// All of them; the first is the identity, the second exchanges left and right.
    pub(crate) const ALL: [Symmetry; Symmetry::COUNT] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    pub(crate) fn all() -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL.into_iter()
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_index(index: usize) -> Symmetry {
        Symmetry(index as u8 & 7)
    }

    /// Where a square goes, by number.
    #[inline(always)]
    pub(crate) fn at(self, square: usize) -> usize {
        usize::from(IMAGES[self.index()][square & 63])
    }

    /// Where the squares of a word go.
    #[inline]
    pub(crate) fn word(self, mut word: u64) -> u64 {
        if self.0 & RANKS != 0 {
            word = word.swap_bytes();
        }
        if self.0 & FILES != 0 {
            word = mirrored(word);
        }
        if self.0 & DIAGONAL != 0 {
            word = transposed(word);
        }
        word
    }

    /// Where the squares of a set go.
    pub(crate) fn set(self, set: SquareSet) -> SquareSet {
        SquareSet(self.word(set.0))
    }

    /// This one first, `next` after it.
    #[inline(always)]
    pub(crate) fn then(self, next: Symmetry) -> Symmetry {
        Symmetry(PRODUCTS[self.index()][next.index()])
    }

    /// The one that takes it back.
    pub(crate) fn inverse(self) -> Symmetry {
        Symmetry::all()
            .find(|&one| self.then(one) == Symmetry::IDENTITY)
            .expect("the symmetries of the board are a group")
    }
}

/// The square with a number below 64.
#[inline(always)]
pub(crate) fn square_at(index: usize) -> Square {
    Square::new((index & 63) as u8).expect("six bits are a square")
}

const fn images() -> [[u8; 64]; Symmetry::COUNT] {
    let mut table = [[0; 64]; Symmetry::COUNT];
    let mut symmetry = 0;
    while symmetry < Symmetry::COUNT {
        let mut square = 0;
        while square < 64 {
            table[symmetry][square] = image(symmetry as u8, square as u8);
            square += 1;
        }
        symmetry += 1;
    }
    table
}

const fn image(symmetry: u8, square: u8) -> u8 {
    let (mut file, mut rank) = (square & 7, square >> 3);
    if symmetry & RANKS != 0 {
        rank = 7 - rank;
    }
    if symmetry & FILES != 0 {
        file = 7 - file;
    }
    if symmetry & DIAGONAL != 0 { file * 8 + rank } else { rank * 8 + file }
}

const fn products() -> [[u8; Symmetry::COUNT]; Symmetry::COUNT] {
    let mut table = [[0; Symmetry::COUNT]; Symmetry::COUNT];
    let mut pair = 0;
    while pair < Symmetry::COUNT * Symmetry::COUNT {
        let (first, second) = (pair / Symmetry::COUNT, pair % Symmetry::COUNT);
        table[first][second] = product(first as u8, second as u8);
        pair += 1;
    }
    table
}

/// The symmetry that moves b1 and a2, and so every square, as the two together do.
const fn product(first: u8, second: u8) -> u8 {
    let mut one = 0;
    while image(one, 1) != image(second, image(first, 1))
        || image(one, 8) != image(second, image(first, 8))
    {
        one += 1;
    }
    one
}

const fn mirrored(word: u64) -> u64 {
    word.swap_bytes().reverse_bits()
}

/// Rows and columns exchanged by three rounds of exchanged squares of bits.
const fn transposed(mut word: u64) -> u64 {
    let mut swap = 0x0f0f_0f0f_0000_0000 & (word ^ (word << 28));
    word ^= swap ^ (swap >> 28);
    swap = 0x3333_0000_3333_0000 & (word ^ (word << 14));
    word ^= swap ^ (swap >> 14);
    swap = 0x5500_5500_5500_5500 & (word ^ (word << 7));
    word ^ swap ^ (swap >> 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_where_their_squares_go() {
        for symmetry in Symmetry::all() {
            for square in 0..64 {
                assert_eq!(symmetry.word(1 << square), 1 << symmetry.at(square), "{symmetry:?}");
            }
            assert_eq!(symmetry.then(symmetry.inverse()), Symmetry::IDENTITY);
            for next in Symmetry::all() {
                let both = symmetry.then(next);
                assert!((0..64).all(|square| both.at(square) == next.at(symmetry.at(square))));
            }
        }
    }
}
