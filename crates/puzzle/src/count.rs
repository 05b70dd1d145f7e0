//! How many solutions there are, as far as anyone needs to know.
//!
//! A [`Count`] is a natural number cut at two: once a second solution is
//! seen, the exact number no longer matters. Cutting commutes with adding and
//! multiplying, so alternatives add, sequences multiply, and the result is the
//! same as if everything had been counted exactly and cut at the end.
//!
//! ```
//! use sole_puzzle::Count;
//!
//! // Two ways to the first half and one way on: many ways in all.
//! let first = Count::One + Count::One;
//! assert_eq!(first * Count::One, Count::Many);
//! // A second half that cannot be reached undoes them all.
//! assert_eq!(first * Count::None, Count::None);
//! ```

use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Mul, MulAssign};

/// None, one, or at least two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Count {
    /// There is none.
    #[default]
    None,
    /// There is exactly one.
    One,
    /// There are two or more.
    Many,
}

impl Count {
    /// Every value, in ascending order.
    pub const ALL: [Count; 3] = [Count::None, Count::One, Count::Many];

    /// Bits that one packed count takes.
    pub const BITS: u32 = 2;

    /// Cuts `n` at two.
    pub const fn of(n: usize) -> Count {
        match n {
            0 => Count::None,
            1 => Count::One,
            _ => Count::Many,
        }
    }

    /// The packed form: a number below 3 in the low [`Count::BITS`] bits.
    pub const fn to_bits(self) -> u8 {
        match self {
            Count::None => 0,
            Count::One => 1,
            Count::Many => 2,
        }
    }

    /// Reads what [`Count::to_bits`] wrote; any other byte gives `None`.
    pub const fn from_bits(bits: u8) -> Option<Count> {
        match bits {
            0 => Some(Count::None),
            1 => Some(Count::One),
            2 => Some(Count::Many),
            _ => None,
        }
    }
}

impl Add for Count {
    type Output = Count;

    fn add(self, other: Count) -> Count {
        match (self, other) {
            (Count::None, count) | (count, Count::None) => count,
            _ => Count::Many,
        }
    }
}

impl Mul for Count {
    type Output = Count;

    fn mul(self, other: Count) -> Count {
        match (self, other) {
            (Count::None, _) | (_, Count::None) => Count::None,
            (Count::One, count) | (count, Count::One) => count,
            (Count::Many, Count::Many) => Count::Many,
        }
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        *self = *self + other;
    }
}

impl MulAssign for Count {
    fn mul_assign(&mut self, other: Count) {
        *self = *self * other;
    }
}

impl Sum for Count {
    fn sum<I: Iterator<Item = Count>>(counts: I) -> Count {
        counts.fold(Count::None, Add::add)
    }
}

impl Product for Count {
    fn product<I: Iterator<Item = Count>>(counts: I) -> Count {
        counts.fold(Count::One, Mul::mul)
    }
}

/// Packed counts in one word of a [`Counts`].
const PER_WORD: usize = (u64::BITS / Count::BITS) as usize;

/// The bits of one packed count, at the low end of a word.
const MASK: u64 = (1 << Count::BITS) - 1;

/// A table of counts of fixed length, two bits each.
///
/// An index beyond the end panics, as it does in a slice: nothing written is
/// ever dropped.
///
/// ```
/// use sole_puzzle::{Count, Counts};
///
/// let mut ways = Counts::new(1000);
/// ways.add(7, Count::One);
/// ways.add(7, Count::One);
/// ways.add(8, Count::One);
/// assert_eq!(ways.get(7), Count::Many);
/// assert_eq!(ways.tally(Count::One), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    /// `PER_WORD` counts a word, lowest bits first. Every pair of bits is a
    /// packed count, and those beyond `len` are `Count::None`.
    words: Vec<u64>,
    len: usize,
}

impl Counts {
    /// A table of `len` counts, all [`Count::None`].
    pub fn new(len: usize) -> Counts {
        let words = vec![0; len.div_ceil(PER_WORD)];
        Counts { words, len }
    }

    /// How many counts the table holds.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether the table holds no counts at all.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The count at `index`.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`Counts::len`].
    pub fn get(&self, index: usize) -> Count {
        let (word, shift) = self.place(index);
        let bits = (self.words[word] >> shift) & MASK;
        Count::from_bits(bits as u8).expect("every pair of bits is a packed count")
    }

    /// Replaces the count at `index`.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`Counts::len`].
    pub fn set(&mut self, index: usize, count: Count) {
        let (word, shift) = self.place(index);
        let others = self.words[word] & !(MASK << shift);
        self.words[word] = others | u64::from(count.to_bits()) << shift;
    }

    /// Adds `count` to the count at `index`.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`Counts::len`].
    pub fn add(&mut self, index: usize, count: Count) {
        self.set(index, self.get(index) + count);
    }

    /// All counts, in order of their index.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Count> + '_ {
        (0..self.len).map(|index| self.get(index))
    }

    /// How many entries of the table are equal to `count`.
    pub fn tally(&self, count: Count) -> usize {
        self.iter().filter(|&entry| entry == count).count()
    }

    /// The word that holds `index`, and how far its bits are shifted there.
    fn place(&self, index: usize) -> (usize, usize) {
        let len = self.len;
        assert!(index < len, "index {index} in a table of {len} counts");
        (index / PER_WORD, index % PER_WORD * Count::BITS as usize)
    }
}

impl FromIterator<Count> for Counts {
    fn from_iter<I: IntoIterator<Item = Count>>(counts: I) -> Counts {
        let mut table = Counts::default();
        for count in counts {
            table.len += 1;
            table.words.resize(table.len.div_ceil(PER_WORD), 0);
            table.set(table.len - 1, count);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_commutes_with_arithmetic() {
        for a in 0..5 {
            for b in 0..5 {
                let (x, y) = (Count::of(a), Count::of(b));
                assert_eq!(x + y, Count::of(a + b), "{a} + {b}");
                assert_eq!(x * y, Count::of(a * b), "{a} * {b}");
                assert_eq!([x, y].into_iter().sum::<Count>(), x + y, "sum {a} {b}");
                assert_eq!([x, y].into_iter().product::<Count>(), x * y, "product {a} {b}");
            }
        }
    }

    #[test]
    fn counts_form_a_semiring() {
        for a in Count::ALL {
            assert_eq!(a + Count::None, a, "{a:?} + none");
            assert_eq!(a * Count::One, a, "{a:?} * one");
            assert_eq!(a * Count::None, Count::None, "{a:?} * none");
            for b in Count::ALL {
                assert_eq!(a + b, b + a, "{a:?} + {b:?}");
                assert_eq!(a * b, b * a, "{a:?} * {b:?}");
                for c in Count::ALL {
                    assert_eq!((a + b) + c, a + (b + c), "{a:?} + {b:?} + {c:?}");
                    assert_eq!((a * b) * c, a * (b * c), "{a:?} * {b:?} * {c:?}");
                    assert_eq!(a * (b + c), a * b + a * c, "{a:?} * ({b:?} + {c:?})");
                }
            }
        }
    }

    #[test]
    fn assignment_is_the_operator() {
        for a in Count::ALL {
            for b in Count::ALL {
                let (mut sum, mut product) = (a, a);
                sum += b;
                product *= b;
                assert_eq!((sum, product), (a + b, a * b), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn nothing_sums_to_none_and_multiplies_to_one() {
        assert_eq!([].into_iter().sum::<Count>(), Count::None);
        assert_eq!([].into_iter().product::<Count>(), Count::One);
    }

    #[test]
    fn every_byte_unpacks_to_what_packs_to_it() {
        for bits in 0..=u8::MAX {
            let packed = Count::from_bits(bits).map(Count::to_bits);
            let expected = (usize::from(bits) < Count::ALL.len()).then_some(bits);
            assert_eq!(packed, expected, "{bits}");
        }
        for count in Count::ALL {
            assert_eq!(Count::from_bits(count.to_bits()), Some(count), "{count:?}");
        }
    }

    /// Deterministic counts without a period that a word could hide.
    fn pattern(len: usize) -> Vec<Count> {
        (0..len).map(|i| Count::ALL[(i * i + i / 7) % 3]).collect()
    }

    #[test]
    fn a_write_changes_its_own_entry_alone() {
        for len in [1, 31, 32, 33, 64, 65] {
            for index in 0..len {
                for (count, with) in Count::ALL.into_iter().flat_map(|c| [(c, "set"), (c, "add")]) {
                    let mut plain = pattern(len);
                    let mut packed = plain.iter().copied().collect::<Counts>();
                    if with == "set" {
                        plain[index] = count;
                        packed.set(index, count);
                    } else {
                        plain[index] += count;
                        packed.add(index, count);
                    }
                    let unpacked = packed.iter().collect::<Vec<_>>();
                    assert_eq!(unpacked, plain, "{with} {count:?} at {index} of {len}");
                }
            }
        }
    }

    #[test]
    fn a_table_is_as_long_as_asked_and_starts_empty() {
        for len in 0..100 {
            let table = Counts::new(len);
            assert_eq!(table.len(), len);
            assert_eq!(table.is_empty(), len == 0, "{len}");
            assert_eq!(table.tally(Count::None), len);
            assert_eq!(table, vec![Count::None; len].into_iter().collect(), "{len}");
        }
    }

    #[test]
    fn tallies_add_up_to_the_length() {
        for len in 0..100 {
            let table = pattern(len).into_iter().collect::<Counts>();
            let tallies = Count::ALL.map(|count| table.tally(count));
            assert_eq!(tallies.iter().sum::<usize>(), len, "{tallies:?}");
        }
    }

    #[test]
    #[should_panic(expected = "index 3 in a table of 3 counts")]
    fn a_write_beyond_the_end_is_not_dropped() {
        Counts::new(3).set(3, Count::One);
    }

    #[test]
    #[should_panic(expected = "index 32 in a table of 3 counts")]
    fn a_read_beyond_the_end_is_not_none() {
        Counts::new(3).get(32);
    }
}
