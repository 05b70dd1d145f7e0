//! Sets of cells as bits, of a width that is known when compiling.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of cells by their numbers, `W` words of 64 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CellSet<const W: usize>([u64; W]);

impl<const W: usize> CellSet<W> {
    /// No cell.
    pub(crate) const EMPTY: CellSet<W> = CellSet([0; W]);

    /// One cell.
    pub(crate) fn of(cell: usize) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        set.insert(cell);
        set
    }

    pub(crate) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub(crate) fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    pub(crate) fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The smallest number in it.
    pub(crate) fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Its cell, if there is exactly one.
    pub(crate) fn only(&self) -> Option<usize> {
        let mut cells = self.iter();
        let first = cells.next()?;
        cells.next().is_none().then_some(first)
    }

    pub(crate) fn is_within(&self, other: &CellSet<W>) -> bool {
        (*self - *other).is_empty()
    }

    pub(crate) fn meets(&self, other: &CellSet<W>) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The numbers in it, in rising order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        let words = self.0;
        words.into_iter().enumerate().flat_map(|(i, word)| ones(word).map(move |bit| i * 64 + bit))
    }
}

/// The numbers of the bits that are set, in rising order.
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

impl<const W: usize> FromIterator<usize> for CellSet<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const W: usize> BitAndAssign for CellSet<W> {
    fn bitand_assign(&mut self, other: CellSet<W>) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
    }
}

impl<const W: usize> BitOrAssign for CellSet<W> {
    fn bitor_assign(&mut self, other: CellSet<W>) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
    }
}

impl<const W: usize> SubAssign for CellSet<W> {
    fn sub_assign(&mut self, other: CellSet<W>) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
    }
}

impl<const W: usize> BitAnd for CellSet<W> {
    type Output = CellSet<W>;

    fn bitand(mut self, other: CellSet<W>) -> CellSet<W> {
        self &= other;
        self
    }
}

impl<const W: usize> BitOr for CellSet<W> {
    type Output = CellSet<W>;

    fn bitor(mut self, other: CellSet<W>) -> CellSet<W> {
        self |= other;
        self
    }
}

impl<const W: usize> Sub for CellSet<W> {
    type Output = CellSet<W>;

    fn sub(mut self, other: CellSet<W>) -> CellSet<W> {
        self -= other;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn sets_are_sets() {
        let lists = [vec![], vec![0], vec![63, 64], vec![5, 64, 127], (0..128).collect()];
        for (a, b) in lists.iter().flat_map(|a| lists.iter().map(move |b| (a, b))) {
            let [x, y]: [CellSet<2>; 2] = [a, b].map(|list| list.iter().copied().collect());
            let [s, t]: [BTreeSet<usize>; 2] = [a, b].map(|list| list.iter().copied().collect());
            let list = |set: CellSet<2>| set.iter().collect::<BTreeSet<_>>();
            assert_eq!(list(x & y), &s & &t);
            assert_eq!(list(x | y), &s | &t);
            assert_eq!(list(x - y), &s - &t);
            assert_eq!(x.is_within(&y), s.is_subset(&t));
            assert_eq!(x.meets(&y), !s.is_disjoint(&t));
            assert_eq!(
                (x.len(), x.is_empty(), x.first()),
                (s.len(), s.is_empty(), s.first().copied())
            );
            assert_eq!(x.only(), if s.len() == 1 { s.first().copied() } else { None });
            assert!((0..128).all(|cell| x.contains(cell) == s.contains(&cell)));
        }
    }
}
