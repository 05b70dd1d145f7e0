//! The houses, cells and peers of a shape, as sets.

use super::cells::CellSet;
use crate::{Cell, House, Shape};

/// A shape's houses and cells by number. Houses are numbered as in
/// [`Shape::houses`]: first the rows, then the columns, then the boxes.
#[derive(Clone, Debug)]
pub(crate) struct Topology<const W: usize> {
    pub(crate) shape: Shape,
    /// The numbers of the cells of each house, row by row.
    pub(crate) cells: Vec<Vec<usize>>,
    /// The same as sets.
    pub(crate) houses: Vec<CellSet<W>>,
    /// The row, the column and the box of each cell.
    pub(crate) houses_of: Vec<[usize; 3]>,
    /// All cells that share a house with a cell, without itself.
    pub(crate) peers: Vec<CellSet<W>>,
}

impl<const W: usize> Topology<W> {
    /// # Panics
    ///
    /// The cells do not fit into `W` words, or the values not into one.
    pub(crate) fn new(shape: Shape) -> Topology<W> {
        assert!(shape.n_cells() <= W * 64 && shape.side() < 64, "{shape} in {W} words");
        let numbers = |house| shape.cells_of(house).map(|cell| shape.index(cell)).collect();
        let cells: Vec<Vec<usize>> = shape.houses().map(numbers).collect();
        let houses: Vec<CellSet<W>> =
            cells.iter().map(|cells| cells.iter().copied().collect()).collect();
        let side = shape.side();
        let houses_of = |index| {
            let cell = shape.cell(index);
            let (row, column) = (usize::from(cell.row), usize::from(cell.column));
            [row, side + column, 2 * side + shape.box_of(cell)]
        };
        let houses_of: Vec<[usize; 3]> = (0..shape.n_cells()).map(houses_of).collect();
        let peers = |(cell, of): (usize, &[usize; 3])| {
            let [row, column, block] = of.map(|house| houses[house]);
            (row | column | block) - CellSet::of(cell)
        };
        let peers = houses_of.iter().enumerate().map(peers).collect();
        Topology { shape, cells, houses, houses_of, peers }
    }

    pub(crate) fn side(&self) -> usize {
        self.shape.side()
    }

    /// The numbers of the rows, of the columns and of the boxes.
    pub(crate) fn kinds(&self) -> [std::ops::Range<usize>; 3] {
        let side = self.side();
        [0..side, side..2 * side, 2 * side..3 * side]
    }

    /// The house with this number.
    pub(crate) fn house(&self, number: usize) -> House {
        let within = (number % self.side()) as u8;
        match number / self.side() {
            0 => House::Row(within),
            1 => House::Column(within),
            _ => House::Box(within),
        }
    }

    /// The cell with this number.
    pub(crate) fn cell(&self, number: usize) -> Cell {
        self.shape.cell(number)
    }

    /// All cells that every cell of the set sees.
    pub(crate) fn seen_by_all(&self, cells: &CellSet<W>) -> CellSet<W> {
        let mut all = cells.iter().map(|cell| self.peers[cell]);
        let first = all.next().unwrap_or(CellSet::EMPTY);
        all.fold(first, |seen, peers| seen & peers)
    }
}
