//! Where to guess.
//!
//! A cell with two candidates if there is one, and of those the one that sees
//! the most cells which are still open: there a guess has the most to say.

use super::lanes::Lanes;
use super::propagate::{CELL, DIGITS, Pair, SPARE};

/// A cell: its word, and its bit in [`Open`].
#[derive(Clone, Copy)]
struct Spot {
    word: usize,
    bit: u32,
}

/// The open cells of the first half: bit `10 c + k` of a word is cell c of that word in vector k.
struct Open {
    /// Those with two candidates or more.
    several: [u32; 3],
    /// Those with exactly two.
    two: [u32; 3],
}

/// Makes a guess true in the first half and false in the second; the halves are the same before.
#[inline(always)]
pub(super) fn guess<V: Lanes>(pair: &mut Pair<V>) {
    let Spot { word, bit } = choose(pair);
    let (vector, shift) = ((bit % CELL) as usize, bit / CELL * CELL);
    let mut words = pair[vector].words();
    let cell = words[word] & 0x1ff << shift;
    let digit = cell & cell.wrapping_neg();
    words[word] ^= cell ^ digit;
    words[4 + word] ^= digit;
    pair[vector] = V::from_words(words);
}

#[inline(always)]
fn choose<V: Lanes>(pair: &Pair<V>) -> Spot {
    let open = Open::new(pair);
    let (mut best, mut most) = (Spot { word: 0, bit: 0 }, 0);
    for_each(&open.two, |spot| {
        let seen = 1 + open.seen_from(spot);
        if seen > most {
            (best, most) = (spot, seen);
        }
    });
    if most == 0 { fewest_candidates(pair, &open) } else { best }
}

/// The choice where no cell has two candidates, which is rare.
#[cold]
fn fewest_candidates<V: Lanes>(pair: &Pair<V>, open: &Open) -> Spot {
    let (mut best, mut fewest) = (Spot { word: 0, bit: 0 }, u32::MAX);
    for_each(&open.several, |spot| {
        let word = pair[(spot.bit % CELL) as usize].words()[spot.word];
        let candidates = (word >> (spot.bit / CELL * CELL) & 0x1ff).count_ones();
        if candidates < fewest {
            (best, fewest) = (spot, candidates);
        }
    });
    best
}

#[inline(always)]
fn for_each(words: &[u32; 3], mut f: impl FnMut(Spot)) {
    for (word, &bits) in words.iter().enumerate() {
        let mut left = bits;
        while left != 0 {
            f(Spot { word, bit: left.trailing_zeros() });
            left &= left - 1;
        }
    }
}

impl Open {
    #[inline(always)]
    fn new<V: Lanes>(pair: &Pair<V>) -> Open {
        let (digits, spare) = (V::splat(DIGITS), V::splat(SPARE));
        let (mut several, mut two) = (V::splat(0), V::splat(0));
        // The last vector first, because each is moved up by all that follow.
        for k in (0..9).rev() {
            let x = pair[k];
            let second = x.and(x.plus(digits));
            let has_second = second.plus(digits);
            let has_third = second.and(has_second).plus(digits);
            let has_second = has_second.and(spare);
            several = several.up::<1>().or(has_second.down::<9>());
            two = two.up::<1>().or(has_second.without(has_third).down::<9>());
        }
        let (several, two) = (several.words(), two.words());
        Open { several: [several[0], several[1], several[2]], two: [two[0], two[1], two[2]] }
    }

    /// How many open cells a cell sees.
    #[inline(always)]
    fn seen_from(&self, Spot { word, bit }: Spot) -> u32 {
        let Peers { band, column } = PEERS[bit as usize];
        let others = [[1, 2], [0, 2], [0, 1]][word];
        let in_column = others.map(|word| (self.several[word] & column).count_ones());
        (self.several[word] & band).count_ones() + in_column[0] + in_column[1]
    }
}

/// The cells that a cell sees: in its own band, and in each of the others.
#[derive(Clone, Copy)]
struct Peers {
    band: u32,
    column: u32,
}

/// By the bit of the cell.
static PEERS: [Peers; 32] = {
    let mut peers = [Peers { band: 0, column: 0 }; 32];
    let mut pair = 0;
    while pair < 27 * 27 {
        let (one, other) = (pair / 27, pair % 27);
        let (bit, seen) = (one / 9 * 10 + one % 9, 1 << (other / 9 * 10 + other % 9));
        let same_stack = one % 3 == other % 3;
        if one != other && (one / 3 % 3 == other / 3 % 3 || same_stack) {
            peers[bit].band |= seen;
        }
        if one / 9 == other / 9 && same_stack {
            peers[bit].column |= seen;
        }
        pair += 1;
    }
    peers
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_sees_fourteen_cells_of_its_band_and_three_of_each_other() {
        for (bit, peers) in PEERS.iter().enumerate() {
            let is_cell = bit < 29 && bit % 10 < 9;
            let expected = if is_cell { (14, 3) } else { (0, 0) };
            let actual = (peers.band.count_ones(), peers.column.count_ones());
            assert_eq!(actual, expected, "bit {bit}");
        }
    }
}
