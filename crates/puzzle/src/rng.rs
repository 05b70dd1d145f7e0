//! Random numbers that never change: the same for the same seed on every machine and in every version.
//!
//! Every attempt has a stream of its own, so that what it makes depends on
//! the seed and its number alone. The numbers are those of SplitMix64.
//!
//! ```
//! use sole_puzzle::rng::{Rng, splitmix64};
//! let number = |attempt| Rng::new(7, attempt).below(1000);
//! assert_eq!(number(3), number(3));
//! assert_ne!(splitmix64(1), splitmix64(2));
//! ```

/// The step between two states.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The stream of one attempt.
    pub fn new(seed: u64, attempt: u64) -> Rng {
        Rng(finalized(splitmix64(seed) ^ attempt))
    }

    fn next(&mut self) -> u64 {
        let number = splitmix64(self.0);
        self.0 = self.0.wrapping_add(STEP);
        number
    }

    /// A number below `end`, each as likely as any other to within 2⁻³².
    pub fn below(&mut self, end: usize) -> usize {
        (((self.next() >> 32) * end as u64) >> 32) as usize
    }

    /// A number below `end`, each exactly as likely as any other if the stream is random:
    /// numbers that are too large are replaced.
    ///
    /// # Panics
    /// `end` is zero.
    pub fn below_exactly(&mut self, end: u128) -> u128 {
        assert!(end > 0, "there is no number below zero");
        let spare = (end - 1).leading_zeros();
        loop {
            let bits = u128::from(self.next()) << 64 | u128::from(self.next());
            let number = bits.checked_shr(spare).unwrap_or(0);
            if number < end {
                return number;
            }
        }
    }

    /// An index of `weights`, as likely as its weight says.
    ///
    /// # Panics
    /// All weights are zero.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut left = self.below(weights.iter().sum());
        for (index, &weight) in weights.iter().enumerate() {
            match left.checked_sub(weight) {
                Some(rest) => left = rest,
                None => return index,
            }
        }
        unreachable!("a number below the sum of the weights belongs to one of them")
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (2..=list.len()).rev() {
            list.swap(end - 1, self.below(end));
        }
    }
}

/// A number that looks random but depends on `number` alone: the first of
/// the stream with this state.
pub fn splitmix64(number: u64) -> u64 {
    finalized(number.wrapping_add(STEP))
}

/// The finalizer of SplitMix64: every bit of the result depends on all bits of `number`.
fn finalized(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers below 2⁷⁰ of the first attempts with seed 7.
    const FIRST_OF_SEVEN: [u128; 4] = [
        1_121_752_565_842_545_613_560,
        404_732_079_956_875_403_729,
        283_321_476_520_470_180_541,
        691_332_018_594_477_755_540,
    ];

    #[test]
    fn numbers_are_mixed_as_published() {
        assert_eq!(splitmix64(0), 0xe220_a839_7b1d_cdaf);
        let mut rng = Rng(1_234_567);
        assert_eq!(rng.next(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbers_of_any_size_are_uniform() {
        for end in [1, 2, 3, 7, 1 << 64, (1 << 64) + 1, u128::MAX] {
            let mut rng = Rng::new(5, 0);
            let numbers: Vec<u128> = (0..64).map(|_| rng.below_exactly(end)).collect();
            assert!(numbers.iter().all(|&number| number < end), "{end}");
            assert!(end < 3 || numbers.iter().any(|&number| number > end / 2), "{end}");
        }
        let (mut rng, mut counts) = (Rng::new(1, 1), [0u32; 7]);
        (0..7000).for_each(|_| counts[rng.below_exactly(7) as usize] += 1);
        assert!(counts.iter().all(|count| count.abs_diff(1000) < 150), "{counts:?}");
        let first: Vec<u128> =
            (0..4).map(|attempt| Rng::new(7, attempt).below_exactly(1 << 70)).collect();
        assert_eq!(first, FIRST_OF_SEVEN, "the numbers never change");
    }

    #[test]
    fn weights_and_orders_are_even() {
        let mut rng = Rng::new(1, 1);
        let mut counts = [0u32; 3];
        for _ in 0..6000 {
            counts[rng.weighted(&[1, 0, 2])] += 1;
        }
        assert!(counts[1] == 0 && counts[0].abs_diff(2000) < 200, "{counts:?}");
        let mut list: Vec<usize> = (0..64).collect();
        rng.shuffle(&mut list);
        assert_ne!(list, (0..64).collect::<Vec<_>>());
        list.sort_unstable();
        assert_eq!(list, (0..64).collect::<Vec<_>>());
    }
}
