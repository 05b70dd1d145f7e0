//! Sorting the edges of one range, and adding up those that meet.
//!
//! Few positions of a layer have the same occupied squares, so a prefix of that
//! number nearly decides the order. The prefixes are sorted by digits, each with
//! the place of its record; where prefixes are equal the records are compared.

use crate::Record;

/// Sorts records again and again, without asking for memory each time.
#[derive(Default)]
pub(crate) struct Sorter {
    words: Vec<u64>,
    other: Vec<u64>,
}

impl Sorter {
    /// Appends the records to `sorted`, in order and equal positions merged.
    ///
    /// `None` if a number of games is beyond 64 bits.
    pub(crate) fn sort_and_merge(
        &mut self,
        records: &[Record],
        sorted: &mut Vec<Record>,
    ) -> Option<()> {
        let place = Place::within(records.len());
        self.words.clear();
        self.words.extend(place.words(records));
        sort_by_digits(&mut self.words, &mut self.other, place.bits);
        sorted.reserve(records.len());
        let (mut before, mut start) = (u64::MAX, sorted.len());
        for &word in &self.words {
            if !place.same_prefix(word, before) {
                start = sorted.len();
            }
            before = word;
            insert(records[place.of(word)], start, sorted)?;
        }
        Some(())
    }
}

/// Inserts a record into those from `start` on, or adds its games to an equal one's.
#[inline(always)]
fn insert(record: Record, start: usize, sorted: &mut Vec<Record>) -> Option<()> {
    match sorted[start..].last_mut() {
        Some(last) if record.key == last.key => {
            last.games = last.games.checked_add(record.games)?;
        }
        Some(last) if record.key < last.key => return insert_before(record, start, sorted),
        _ => sorted.push(record),
    }
    Some(())
}

/// The same for a record that does not come last.
#[cold]
fn insert_before(record: Record, start: usize, sorted: &mut Vec<Record>) -> Option<()> {
    match sorted[start..].binary_search_by_key(&record.key, |record| record.key) {
        Ok(at) => {
            let games = &mut sorted[start + at].games;
            *games = games.checked_add(record.games)?;
        }
        Err(at) => sorted.insert(start + at, record),
    }
    Some(())
}

/// How a prefix and a place share a word: the place has the lowest bits.
#[derive(Clone, Copy)]
struct Place {
    bits: u32,
}

impl Place {
    /// The least number of bits: the others are four digits.
    const LEAST_BITS: u32 = 64 - 4 * DIGIT_BITS;

    fn within(records: usize) -> Place {
        let bits = usize::BITS - records.leading_zeros();
        Place { bits: bits.max(Place::LEAST_BITS) }
    }

    /// A word for each record: the bits of its occupied squares from the first
    /// on in which the records differ, and its place.
    fn words(self, records: &[Record]) -> impl Iterator<Item = u64> + '_ {
        let any = records.iter().fold(0, |any, record| any | record.key.occupied());
        let all = records.iter().fold(u64::MAX, |all, record| all & record.key.occupied());
        let constant = (any ^ all).leading_zeros().min(63);
        let mask = self.mask();
        let places = (0..).zip(records);
        places.map(move |(place, record)| record.key.occupied() << constant & !mask | place)
    }

    fn mask(self) -> u64 {
        (1 << self.bits) - 1
    }

    fn of(self, word: u64) -> usize {
        (word & self.mask()) as usize
    }

    fn same_prefix(self, a: u64, b: u64) -> bool {
        (a ^ b) >> self.bits == 0
    }
}

const DIGIT_BITS: u32 = 11;
const DIGITS: usize = 1 << DIGIT_BITS;

/// Sorts words by all bits from `lowest` on, keeping the order of others.
fn sort_by_digits(words: &mut Vec<u64>, other: &mut Vec<u64>, lowest: u32) {
    if words.len() < DIGITS {
        words.sort_unstable();
        return;
    }
    other.resize(words.len(), 0);
    let mut shift = lowest;
    while shift < 64 {
        let mut starts = [0u32; DIGITS];
        for &word in words.iter() {
            starts[(word >> shift) as usize % DIGITS] += 1;
        }
        let mut start = 0;
        for count in &mut starts {
            start += std::mem::replace(count, start);
        }
        for &word in words.iter() {
            let at = &mut starts[(word >> shift) as usize % DIGITS];
            other[*at as usize] = word;
            *at += 1;
        }
        std::mem::swap(words, other);
        shift += DIGIT_BITS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Key;
    use std::collections::BTreeMap;

    #[test]
    fn records_are_sorted_and_merged() {
        let mut random = 1u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (random >> 33) % below
        };
        let mut sorter = Sorter::default();
        // How many records, and how many values each word of a key can have.
        let cases = [
            (0, [1, 1, 1]),
            (1, [9, 9, 9]),
            (100, [1 << 30, 9, 9]),
            (5000, [1, 1, 100]),
            (5000, [300, 3, 3]),
            (20_000, [1 << 30, 1 << 30, 1 << 30]),
            (20_000, [5000, 2, 2]),
        ];
        for (count, below) in cases {
            for shift in [0, 20, 33] {
                let mut record = || Record {
                    key: Key::from_words(below.map(|below| next(below) << shift)),
                    games: next(1000),
                };
                let records: Vec<Record> = (0..count).map(|_| record()).collect();
                let mut expected = BTreeMap::new();
                for record in &records {
                    *expected.entry(record.key).or_insert(0) += record.games;
                }
                let mut sorted = vec![Record::default(); 2];
                sorter.sort_and_merge(&records, &mut sorted).expect("few games");
                let sorted: Vec<_> =
                    sorted[2..].iter().map(|record| (record.key, record.games)).collect();
                assert_eq!(
                    sorted,
                    expected.into_iter().collect::<Vec<_>>(),
                    "{count} {below:?} {shift}"
                );
            }
        }
    }

    #[test]
    fn games_beyond_64_bits_are_told() {
        let many = Record { key: Key::MIN, games: u64::MAX };
        let one = Record { key: Key::MIN, games: 1 };
        assert_eq!(Sorter::default().sort_and_merge(&[many, one], &mut Vec::new()), None);
    }
}
