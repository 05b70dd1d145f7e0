//! Where the key ranges of a layer begin.
//!
//! A layer is cut into ranges of keys by the occupied squares alone, so that
//! the cuts are numbers and equal positions are never apart. The cuts come from
//! a sample of the layer before: they depend on its content and on nothing else.

use crate::{Key, Record};

/// The first occupied-square numbers of all ranges but the first, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Splitters(Vec<u64>);

impl Splitters {
    /// Takes numbers that ascend strictly.
    pub fn new(cuts: Vec<u64>) -> Option<Splitters> {
        cuts.is_sorted_by(|a, b| a < b).then_some(Splitters(cuts))
    }

    /// Cuts that put about the same number of the sample's members into each of
    /// `ranges` ranges, or into fewer where members are equal.
    pub fn from_sample(mut sample: Vec<u64>, ranges: usize) -> Splitters {
        sample.sort_unstable();
        let cut = |range: usize| sample.get(range * sample.len() / ranges).copied();
        let mut cuts: Vec<u64> = (1..ranges).filter_map(cut).collect();
        cuts.dedup();
        Splitters(cuts)
    }

    /// The numbers.
    pub fn cuts(&self) -> &[u64] {
        &self.0
    }

    /// How many ranges there are.
    pub fn ranges(&self) -> usize {
        self.0.len() + 1
    }

    /// How many of the sorted records, none of which is below a range, are in it.
    pub(crate) fn end_of_range(&self, range: usize, records: &[Record]) -> usize {
        let Some(&cut) = self.0.get(range) else { return records.len() };
        records.partition_point(|record| record.key.occupied() < cut)
    }

    /// The range of a key.
    pub(crate) fn range_of(&self, key: Key) -> usize {
        self.range_of_occupied(key.occupied())
    }

    fn range_of_occupied(&self, occupied: u64) -> usize {
        self.0.partition_point(|&cut| cut <= occupied)
    }

    fn contains(&self, range: usize, occupied: u64) -> bool {
        let above = range == 0 || self.0[range - 1] <= occupied;
        above && self.0.get(range).is_none_or(|&cut| occupied < cut)
    }
}

/// Finds ranges of children, quickly where parents come in order.
///
/// A man that goes from one square to another adds a constant to the number of
/// the occupied squares. So the children by one such step come in the order of
/// their parents, and a child's range is nearly always that of the child by the
/// same step before it.
pub(crate) struct RangeFinder<'a> {
    splitters: &'a Splitters,
    last: Box<[u32; RangeFinder::STEPS]>,
}

impl<'a> RangeFinder<'a> {
    const STEPS: usize = 4096;

    pub(crate) fn new(splitters: &'a Splitters) -> RangeFinder<'a> {
        RangeFinder { splitters, last: Box::new([0; RangeFinder::STEPS]) }
    }

    /// The range of the child of a parent.
    #[inline]
    pub(crate) fn range_of(&mut self, parent: Key, child: Key) -> usize {
        let changed = parent.occupied() ^ child.occupied();
        let step = (changed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize;
        let last = &mut self.last[step % RangeFinder::STEPS];
        if !self.splitters.contains(*last as usize, child.occupied()) {
            *last = self.splitters.range_of_occupied(child.occupied()) as u32;
        }
        *last as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(occupied: u64) -> Key {
        Key::from_words([occupied, 0, 0])
    }

    #[test]
    fn samples_are_cut_evenly() {
        let cases: [(&[u64], usize, &[u64]); 6] = [
            (&[], 4, &[]),
            (&[7], 1, &[]),
            (&[3, 1, 2, 4], 2, &[3]),
            (&[1, 2, 3, 4], 4, &[2, 3, 4]),
            (&[5, 5, 5, 5, 9], 4, &[5]),
            (&[1, 2], 5, &[1, 2]),
        ];
        for (sample, ranges, expected) in cases {
            let splitters = Splitters::from_sample(sample.to_vec(), ranges);
            assert_eq!(splitters.cuts(), expected, "{sample:?} in {ranges}");
        }
    }

    #[test]
    fn a_finder_agrees_with_the_cuts() {
        let splitters = Splitters::new(vec![10, 20, 21, 1000]).expect("they ascend");
        let mut finder = RangeFinder::new(&splitters);
        for parent in [0, 3, 500, 2000] {
            for child in (0..30).chain(990..1010) {
                let expected = splitters.cuts().iter().filter(|&&cut| cut <= child).count();
                assert_eq!(finder.range_of(key(parent), key(child)), expected, "{child}");
            }
        }
        assert_eq!(Splitters::new(vec![10, 10]), None);
    }

    #[test]
    fn runs_end_where_ranges_do() {
        let splitters = Splitters::new(vec![10, 20]).expect("they ascend");
        let run = [3, 10, 11, 19, 20, 30].map(|occupied| Record { key: key(occupied), games: 1 });
        assert_eq!(splitters.end_of_range(0, &run), 1);
        assert_eq!(splitters.end_of_range(1, &run[1..]), 3);
        assert_eq!(splitters.end_of_range(2, &run[4..]), 2);
    }
}
