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
    /// Puts the records into `sorted`, equal positions merged.
    ///
    /// `None` if a number of games is beyond 64 bits.
    pub(crate) fn sort_and_merge(
        &mut self,
        records: &[Record],
        sorted: &mut Vec<Record>,
    ) -> Option<()> {
        sorted.clear();
        let place = Place::within(records.len());
        self.words.clear();
        self.words.extend(place.words(records));
        sort_by_digits(&mut self.words, &mut self.other, place.bits);
        let (mut before, mut start) = (u64::MAX, 0);
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
    /// At least so many bits that the others are four digits.
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
