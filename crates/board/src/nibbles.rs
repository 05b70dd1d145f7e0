//! Weaving four bit planes into nibbles, one for each man, and back.
//!
//! A plane holds one bit of every man's nibble, on the man's square. The woven
//! number has the nibble of the first man, a1's side first, in its highest four
//! bits. Processors with a fast PEXT gather and scatter whole planes at once;
//! the plain way takes man by man.

use crate::SquareSet;
#[cfg(target_arch = "x86_64")]
use crate::attacks::{Lookup, Pext};

/// One bit of every nibble, the lowest first, each man's on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Planes(pub(crate) [u64; 4]);

impl Planes {
    /// The planes when nobody stands on these squares.
    #[inline(always)]
    pub(crate) fn cleared(self, squares: SquareSet) -> Planes {
        Planes(self.0.map(|plane| plane & !squares.0))
    }

    /// The planes with a man on squares where nobody stands.
    #[inline(always)]
    pub(crate) fn with(mut self, nibble: usize, squares: SquareSet) -> Planes {
        for (bit, plane) in self.0.iter_mut().enumerate() {
            *plane |= if nibble >> bit & 1 == 1 { squares.0 } else { 0 };
        }
        self
    }
}

/// What stays of a woven number when men leave and come.
///
/// Men are named by how many others stand before them, a1's side first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row(pub(crate) u128);

/// The nibbles of the first a given number of men.
static FIRST: [u128; 33] = {
    let mut first = [0; 33];
    let mut men = 1;
    while men <= 32 {
        first[men] = u128::MAX << (128 - 4 * men);
        men += 1;
    }
    first
};

/// The same nibble for all men.
#[inline(always)]
pub(crate) const fn all_of(nibble: usize) -> u128 {
    u128::MAX / 15 * nibble as u128
}

impl Row {
    /// The row when one man has left; those behind him come forward.
    #[inline(always)]
    pub(crate) fn without(self, man: usize) -> Row {
        let before = FIRST[man];
        Row(self.0 & before | self.0 << 4 & !before)
    }

    /// The row when a man has come; those behind him make room for him.
    #[inline(always)]
    pub(crate) fn with(self, man: usize, all_of: u128) -> Row {
        let (before, behind) = (FIRST[man], !FIRST[man + 1]);
        Row(self.0 & before | self.0 >> 4 & behind | all_of & !before & !behind)
    }

    /// The row when a man has taken the place of another.
    #[inline(always)]
    pub(crate) fn changed(self, man: usize, all_of: u128) -> Row {
        let others = FIRST[man] | !FIRST[man + 1];
        Row(self.0 & others | all_of & !others)
    }
}

/// The nibbles of the men on `occupied`, at most 32, in the fastest way.
#[inline]
pub(crate) fn weave(planes: Planes, occupied: SquareSet) -> u128 {
    #[cfg(target_arch = "x86_64")]
    if let Some(pext) = Pext::detect() {
        return pext.weave(planes, occupied);
    }
    weave_plainly(planes, occupied)
}

/// The planes of the men on `occupied`, at most 32, in the fastest way.
#[inline]
pub(crate) fn unweave(nibbles: u128, occupied: SquareSet) -> Planes {
    #[cfg(target_arch = "x86_64")]
    if let Some(pext) = Pext::detect() {
        return pext.unweave(nibbles, occupied);
    }
    unweave_plainly(nibbles, occupied)
}

pub(crate) fn weave_plainly(planes: Planes, occupied: SquareSet) -> u128 {
    let mut nibbles = 0;
    for (index, square) in occupied.into_iter().enumerate() {
        for (bit, plane) in planes.0.iter().enumerate() {
            let set = u128::from(plane >> square.index() & 1);
            nibbles |= set << bit << (124 - 4 * index);
        }
    }
    nibbles
}

pub(crate) fn unweave_plainly(nibbles: u128, occupied: SquareSet) -> Planes {
    let mut planes = Planes([0; 4]);
    for (index, square) in occupied.into_iter().enumerate() {
        let nibble = (nibbles >> (124 - 4 * index)) as u64 & 15;
        for (bit, plane) in planes.0.iter_mut().enumerate() {
            *plane |= (nibble >> bit & 1) << square.index();
        }
    }
    planes
}

/// The same with PEXT and PDEP; what it gains is in `docs/speed.md`.
#[cfg(target_arch = "x86_64")]
pub(crate) mod fast {
    use super::Planes;
    use crate::SquareSet;
    use core::arch::x86_64::{_pdep_u64, _pext_u64};

    /// The lowest bit of each of sixteen nibbles.
    const LOWEST: u64 = 0x1111_1111_1111_1111;

    #[target_feature(enable = "bmi2")]
    #[inline]
    pub(crate) fn weave(planes: Planes, occupied: SquareSet) -> u128 {
        let [mut first, mut second] = [0, 0];
        for (bit, plane) in planes.0.into_iter().enumerate() {
            let men = _pext_u64(plane, occupied.0);
            first |= _pdep_u64(men, LOWEST << bit);
            second |= _pdep_u64(men >> 16, LOWEST << bit);
        }
        u128::from(reversed(first)) << 64 | u128::from(reversed(second))
    }

    #[target_feature(enable = "bmi2")]
    #[inline]
    pub(crate) fn unweave(nibbles: u128, occupied: SquareSet) -> Planes {
        let [first, second] = [reversed((nibbles >> 64) as u64), reversed(nibbles as u64)];
        Planes([0, 1, 2, 3].map(|bit| {
            let men = _pext_u64(first, LOWEST << bit) | _pext_u64(second, LOWEST << bit) << 16;
            _pdep_u64(men, occupied.0)
        }))
    }

    /// The sixteen nibbles in the opposite order.
    fn reversed(nibbles: u64) -> u64 {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let swapped = (nibbles & LOW) << 4 | nibbles >> 4 & LOW;
        swapped.swap_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_change_as_lists_do() {
        let list = |row: Row| -> Vec<usize> {
            (0..32).map(|man| (row.0 >> (124 - 4 * man)) as usize & 15).collect()
        };
        let row = Row(0x0123_4567_89ab_cdef_fedc_ba98_7654_3210);
        for man in 0..32 {
            let mut without = list(row);
            without.remove(man);
            without.push(0);
            assert_eq!(list(row.without(man)), without, "without {man}");
            for nibble in 0..16 {
                let mut with = list(row);
                with.insert(man, nibble);
                with.pop();
                assert_eq!(list(row.with(man, all_of(nibble))), with, "{nibble} at {man}");
                let mut changed = list(row);
                changed[man] = nibble;
                assert_eq!(list(row.changed(man, all_of(nibble))), changed, "{nibble} at {man}");
            }
        }
    }

    #[test]
    fn weaving_and_unweaving_are_inverse_and_both_ways_agree() {
        let mut random = 1u64;
        let mut next = || {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            random ^ random >> 29
        };
        for round in 0..10_000 {
            let mut occupied = SquareSet(next() & next());
            while occupied.len() > 32 {
                occupied.0 &= occupied.0 - 1;
            }
            let planes = Planes([0; 4].map(|_: u64| next() & occupied.0));
            let woven = weave(planes, occupied);
            assert_eq!(woven, weave_plainly(planes, occupied), "round {round}");
            assert_eq!(unweave(woven, occupied), planes, "round {round}");
            assert_eq!(unweave_plainly(woven, occupied), planes, "round {round}");
        }
    }
}
