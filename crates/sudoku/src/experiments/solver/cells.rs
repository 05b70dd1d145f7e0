//! A set of cells as a few machine words.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of at most `64 W` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cells<const W: usize>([u64; W]);

impl<const W: usize> Cells<W> {
    pub(crate) const NONE: Cells<W> = Cells([0; W]);

    pub(crate) fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(crate) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(crate) fn contains(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    pub(crate) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub(crate) fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// Takes the first cell out.
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let number = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[number].trailing_zeros() as usize;
        self.0[number] &= self.0[number] - 1;
        Some(64 * number + bit)
    }

    /// Whether there is exactly one cell.
    pub(crate) fn is_single(self) -> bool {
        self.len() == 1
    }

    fn zip(self, other: Cells<W>, join: impl Fn(u64, u64) -> u64) -> Cells<W> {
        Cells(std::array::from_fn(|i| join(self.0[i], other.0[i])))
    }
}

/// The cells in order.
impl<const W: usize> Iterator for Cells<W> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.pop()
    }
}

impl<const W: usize> FromIterator<usize> for Cells<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Cells<W> {
        let mut set = Cells::NONE;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const W: usize> BitAnd for Cells<W> {
    type Output = Cells<W>;

    fn bitand(self, other: Cells<W>) -> Cells<W> {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for Cells<W> {
    type Output = Cells<W>;

    fn bitor(self, other: Cells<W>) -> Cells<W> {
        self.zip(other, |a, b| a | b)
    }
}

impl<const W: usize> BitAndAssign for Cells<W> {
    fn bitand_assign(&mut self, other: Cells<W>) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for Cells<W> {
    fn bitor_assign(&mut self, other: Cells<W>) {
        *self = *self | other;
    }
}

impl<const W: usize> Not for Cells<W> {
    type Output = Cells<W>;

    fn not(self) -> Cells<W> {
        Cells(self.0.map(|word| !word))
    }
}
