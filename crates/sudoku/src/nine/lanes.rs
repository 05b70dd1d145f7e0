//! Eight words of 32 bits that are worked on at once.
//!
//! The solver is written once, over [`Lanes`], and compiled for each kind of
//! them: [`Plain`] runs everywhere, [`Avx2`] where the processor has the
//! instructions. The two halves of four words never mix.

/// Eight words of 32 bits.
pub(super) trait Lanes: Copy {
    fn from_words(words: [u32; 8]) -> Self;
    fn words(self) -> [u32; 8];
    fn splat(word: u32) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// What is in `self` and not in `other`.
    fn without(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn up<const BITS: i32>(self) -> Self;
    fn down<const BITS: i32>(self) -> Self;
    /// Words 1, 2, 0, 3 of each half.
    fn next(self) -> Self;
    /// Words 2, 0, 1, 3 of each half.
    fn after_next(self) -> Self;
    /// A bit for every word in which the two are the same.
    fn same(self, other: Self) -> u32;
    /// The first half in both.
    fn first_twice(self) -> Self;
    /// The second half in both.
    fn second_twice(self) -> Self;
}

/// Lanes for every processor.
#[derive(Clone, Copy)]
pub(super) struct Plain([u32; 8]);

impl Plain {
    #[inline(always)]
    fn zip(self, other: Plain, f: impl Fn(u32, u32) -> u32) -> Plain {
        Plain(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u32) -> u32) -> Plain {
        Plain(self.0.map(f))
    }

    #[inline(always)]
    fn pick(self, from: [usize; 8]) -> Plain {
        Plain(from.map(|i| self.0[i]))
    }
}

impl Lanes for Plain {
    #[inline(always)]
    fn from_words(words: [u32; 8]) -> Plain {
        Plain(words)
    }

    #[inline(always)]
    fn words(self) -> [u32; 8] {
        self.0
    }

    #[inline(always)]
    fn splat(word: u32) -> Plain {
        Plain([word; 8])
    }

    #[inline(always)]
    fn and(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn without(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn plus(self, other: Plain) -> Plain {
        self.zip(other, u32::wrapping_add)
    }

    #[inline(always)]
    fn minus(self, other: Plain) -> Plain {
        self.zip(other, u32::wrapping_sub)
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Plain {
        self.map(|a| a << BITS)
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Plain {
        self.map(|a| a >> BITS)
    }

    #[inline(always)]
    fn next(self) -> Plain {
        self.pick([1, 2, 0, 3, 5, 6, 4, 7])
    }

    #[inline(always)]
    fn after_next(self) -> Plain {
        self.pick([2, 0, 1, 3, 6, 4, 5, 7])
    }

    #[inline(always)]
    fn same(self, other: Plain) -> u32 {
        (0..8).fold(0, |bits, i| bits | u32::from(self.0[i] == other.0[i]) << i)
    }

    #[inline(always)]
    fn first_twice(self) -> Plain {
        self.pick([0, 1, 2, 3, 0, 1, 2, 3])
    }

    #[inline(always)]
    fn second_twice(self) -> Plain {
        self.pick([4, 5, 6, 7, 4, 5, 6, 7])
    }
}
