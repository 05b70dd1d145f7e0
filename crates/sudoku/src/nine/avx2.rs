//! Lanes in one register of 256 bits.

use super::lanes::Lanes;
use core::arch::x86_64::*;

/// Lanes for processors with AVX2; only [`super::search_avx2`] makes them, which
/// is called only where the processor has it.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

/// Wraps one instruction; the safety of all of them is said once.
macro_rules! instruction {
    ($call:expr) => {
        // SAFETY: every instruction here needs AVX2 and nothing else, and an `Avx2` is made
        // only where the processor has it.
        unsafe { $call }
    };
}

#[expect(unsafe_code, reason = "instructions checked at run time; `Plain` is the safe twin")]
impl Lanes for Avx2 {
    #[inline(always)]
    fn from_words(words: [u32; 8]) -> Avx2 {
        let [a, b, c, d, e, f, g, h] = words.map(u32::cast_signed);
        Avx2(instruction!(_mm256_setr_epi32(a, b, c, d, e, f, g, h)))
    }

    #[inline(always)]
    fn words(self) -> [u32; 8] {
        // SAFETY: both are 32 bytes in which every pattern is a value.
        unsafe { core::mem::transmute::<__m256i, [u32; 8]>(self.0) }
    }

    #[inline(always)]
    fn splat(word: u32) -> Avx2 {
        Avx2(instruction!(_mm256_set1_epi32(word.cast_signed())))
    }

    #[inline(always)]
    fn and(self, other: Avx2) -> Avx2 {
        Avx2(instruction!(_mm256_and_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Avx2) -> Avx2 {
        Avx2(instruction!(_mm256_or_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn without(self, other: Avx2) -> Avx2 {
        Avx2(instruction!(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn plus(self, other: Avx2) -> Avx2 {
        Avx2(instruction!(_mm256_add_epi32(self.0, other.0)))
    }

    #[inline(always)]
    fn minus(self, other: Avx2) -> Avx2 {
        Avx2(instruction!(_mm256_sub_epi32(self.0, other.0)))
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Avx2 {
        Avx2(instruction!(_mm256_slli_epi32::<BITS>(self.0)))
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Avx2 {
        Avx2(instruction!(_mm256_srli_epi32::<BITS>(self.0)))
    }

    #[inline(always)]
    fn next(self) -> Avx2 {
        Avx2(instruction!(_mm256_shuffle_epi32::<0b11_00_10_01>(self.0)))
    }

    #[inline(always)]
    fn after_next(self) -> Avx2 {
        Avx2(instruction!(_mm256_shuffle_epi32::<0b11_01_00_10>(self.0)))
    }

    #[inline(always)]
    fn same(self, other: Avx2) -> u32 {
        let equal = instruction!(_mm256_cmpeq_epi32(self.0, other.0));
        instruction!(_mm256_movemask_ps(_mm256_castsi256_ps(equal))).cast_unsigned()
    }

    #[inline(always)]
    fn first_twice(self) -> Avx2 {
        Avx2(instruction!(_mm256_permute2x128_si256::<0x00>(self.0, self.0)))
    }

    #[inline(always)]
    fn second_twice(self) -> Avx2 {
        Avx2(instruction!(_mm256_permute2x128_si256::<0x11>(self.0, self.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Plain;
    use super::*;
    use sole_puzzle::rng::splitmix64;

    /// What every operation makes of two random vectors.
    fn results<V: Lanes>(seed: u64) -> Vec<[u32; 8]> {
        let words =
            |stream| std::array::from_fn(|i| splitmix64(seed + 100 * i as u64 + stream) as u32);
        let (a, b) = (V::from_words(words(10_000)), V::from_words(words(20_000)));
        let lanes = [
            V::splat(seed as u32),
            a.and(b),
            a.or(b),
            a.without(b),
            a.plus(b),
            a.minus(b),
            a.up::<1>(),
            a.up::<10>(),
            a.up::<20>(),
            a.down::<9>(),
            a.down::<10>(),
            a.down::<20>(),
            a.next(),
            a.after_next(),
            a.first_twice(),
            a.second_twice(),
        ];
        let same = [a.same(b), a.same(a), a.first_twice().same(a), a.second_twice().same(a)];
        lanes.into_iter().map(V::words).chain(same.map(|bits| [bits; 8])).collect()
    }

    #[test]
    fn every_operation_is_that_of_the_safe_twin() {
        if super::super::has_avx2() {
            for seed in 0..100 {
                assert_eq!(results::<Avx2>(seed), results::<Plain>(seed), "seed {seed}");
            }
        } else {
            eprintln!("NOT COMPARED: this processor has no AVX2");
        }
    }
}
