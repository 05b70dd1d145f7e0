//! The random numbers behind the 64-bit keys.
//!
//! A key is the exclusive or of one number for each fact: a man on a square, a
//! castling right, a file of a legal en passant capture, Black to move. Keys find
//! places in tables; they prove nothing, [`PackedPosition`](crate::PackedPosition)
//! does.

use crate::{Color, File, Role, Square, SquareSet};

/// The number of a man on a square.
#[inline(always)]
pub(crate) fn man(color: Color, role: Role, square: Square) -> u64 {
    MEN[color.index()][role.index()][square.index()]
}

/// The number of the rights to castle with these rooks.
#[inline(always)]
pub(crate) fn castling(rooks: SquareSet) -> u64 {
    rooks.into_iter().fold(0, |key, rook| key ^ CASTLING[rook.index()])
}

/// The number of an en passant capture on a file.
#[inline(always)]
pub(crate) fn en_passant(file: File) -> u64 {
    EN_PASSANT[file.index()]
}

/// The number of Black to move.
pub(crate) const BLACK_TO_MOVE: u64 = splitmix64(0);

static MEN: [[[u64; 64]; 6]; 2] = men();
static CASTLING: [u64; 64] = numbers(1);
static EN_PASSANT: [u64; 8] = numbers(65);

const fn men() -> [[[u64; 64]; 6]; 2] {
    let mut men = [[[0; 64]; 6]; 2];
    let mut kind = 0;
    while kind < 12 {
        men[kind / 6][kind % 6] = numbers(73 + 64 * kind as u64);
        kind += 1;
    }
    men
}

const fn numbers<const N: usize>(first: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        numbers[index] = splitmix64(first + index as u64);
        index += 1;
    }
    numbers
}

/// The splitmix64 generator's output after `index` steps.
const fn splitmix64(index: u64) -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut x = STEP.wrapping_mul(index + 1);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_number_is_used_twice_nor_zero() {
        let mut numbers: Vec<u64> = MEN.iter().flatten().flatten().copied().collect();
        numbers.extend(CASTLING);
        numbers.extend(EN_PASSANT);
        numbers.push(BLACK_TO_MOVE);
        let distinct: HashSet<u64> = numbers.iter().copied().collect();
        assert_eq!(distinct.len(), 768 + 64 + 8 + 1);
        assert!(!distinct.contains(&0));
    }
}
