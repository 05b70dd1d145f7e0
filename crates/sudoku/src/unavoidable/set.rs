//! Sets of cells.

use crate::{Cell, Shape};

/// Some cells of a grid.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet {
    /// How many there are; first, so that smaller sets come first.
    size: u16,
    words: Box<[u64]>,
}

impl CellSet {
    /// The cells with these numbers.
    ///
    /// # Panics
    ///
    /// The shape has no such cell.
    pub fn new(shape: Shape, cells: impl IntoIterator<Item = usize>) -> CellSet {
        let mut words = vec![0u64; shape.n_cells().div_ceil(64)];
        for cell in cells {
            assert!(cell < shape.n_cells(), "{shape} has no cell {cell}");
            words[cell / 64] |= 1 << (cell % 64);
        }
        let size = words.iter().map(|word| word.count_ones() as u16).sum();
        CellSet { size, words: words.into() }
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.size.into()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// The numbers of the cells in order.
    pub fn indices(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(number, &word)| {
            let rest = |left: &u64| Some(left & (left - 1)).filter(|&left| left != 0);
            let words = std::iter::successors(Some(word).filter(|&word| word != 0), rest);
            words.map(move |left| 64 * number + left.trailing_zeros() as usize)
        })
    }

    /// The cells in order, row by row.
    pub fn cells(&self, shape: Shape) -> impl Iterator<Item = Cell> {
        self.indices().map(move |index| shape.cell(index))
    }

    /// Whether every cell is in `other` too.
    pub fn is_subset(&self, other: &CellSet) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// Whether no cell is in `other` too.
    pub fn is_disjoint(&self, other: &CellSet) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & b == 0)
    }

    /// Whether the cell with this number is one of them.
    pub fn contains(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 != 0
    }
}
