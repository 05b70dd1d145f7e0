//! A set of values in one machine word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of values; value `v` is bit `v - 1`.
pub(super) trait Word:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
{
    /// No value.
    const NONE: Self;
    /// All values up to `side`.
    fn all(side: usize) -> Self;
    /// One value.
    fn of(value: u8) -> Self;
    /// How many values there are.
    fn len(self) -> u32;
    /// The lowest value of a set that is not empty.
    fn lowest(self) -> u8;
    /// The set without its lowest value.
    fn without_lowest(self) -> Self;
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const NONE: Self = 0;

            fn all(side: usize) -> Self {
                <$type>::MAX >> (<$type>::BITS - side as u32)
            }

            #[inline(always)]
            fn of(value: u8) -> Self {
                1 << (value - 1)
            }

            #[inline(always)]
            fn len(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8 + 1
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

word!(u32);
word!(u128);
