//! Candidates cell by cell: a word of values for each cell.

use super::{Cells, Contradiction, Map, Store};

/// The values that each of `C` cells can have.
#[derive(Clone)]
pub(crate) struct CellMajor<const C: usize, const W: usize> {
    cells: [u16; C],
    /// Cells with one value that their peers have not been told of.
    news: Cells<W>,
    /// Houses in which something changed since they were looked at, as bits.
    dirty: u64,
}

impl<const C: usize, const W: usize> CellMajor<C, W> {
    /// Takes values from a cell.
    fn take(&mut self, map: &Map<W>, cell: usize, values: u16) -> Result<(), Contradiction> {
        let before = self.cells[cell];
        let after = before & !values;
        if after == before {
            return Ok(());
        }
        self.cells[cell] = after;
        self.dirty |= map.houses_of[cell];
        match after.count_ones() {
            0 => return Err(Contradiction),
            1 => self.news.insert(cell),
            _ => {}
        }
        Ok(())
    }

    fn tell_peers(&mut self, map: &Map<W>) -> Result<(), Contradiction> {
        while let Some(cell) = self.news.pop() {
            let value = self.cells[cell];
            map.peer_lists[cell].iter().try_for_each(|&peer| self.take(map, peer, value))?;
        }
        Ok(())
    }

    /// Gives the values that have one place in a house their places.
    fn hidden_singles(&mut self, map: &Map<W>, house: usize) -> Result<(), Contradiction> {
        let (mut once, mut twice) = (0, 0);
        for &cell in &map.house_lists[house] {
            twice |= once & self.cells[cell];
            once |= self.cells[cell];
        }
        if once != map.all_values() {
            return Err(Contradiction);
        }
        let hidden = once & !twice;
        for &cell in &map.house_lists[house] {
            let here = self.cells[cell] & hidden;
            match here.count_ones() {
                0 => {}
                1 => self.take(map, cell, !here)?,
                _ => return Err(Contradiction),
            }
        }
        Ok(())
    }
}

impl<const C: usize, const W: usize> Store<W> for CellMajor<C, W> {
    fn new(map: &Map<W>) -> Self {
        CellMajor { cells: [map.all_values(); C], news: Cells::NONE, dirty: 0 }
    }

    fn place(&mut self, map: &Map<W>, cell: usize, value: usize) {
        self.cells[cell] &= 1 << value;
        self.news.insert(cell);
        self.dirty |= map.houses_of[cell];
    }

    fn exclude(&mut self, map: &Map<W>, cell: usize, value: usize) {
        self.cells[cell] &= !(1 << value);
        self.dirty |= map.houses_of[cell];
        if self.cells[cell].is_power_of_two() {
            self.news.insert(cell);
        }
    }

    fn propagate(&mut self, map: &Map<W>) -> Result<(), Contradiction> {
        loop {
            self.tell_peers(map)?;
            if self.dirty == 0 {
                return Ok(());
            }
            let house = self.dirty.trailing_zeros() as usize;
            self.dirty &= self.dirty - 1;
            self.hidden_singles(map, house)?;
        }
    }

    fn candidates(&self, cell: usize) -> u16 {
        self.cells[cell]
    }

    fn places(&self, value: usize) -> Cells<W> {
        (0..C).filter(|&cell| self.cells[cell] >> value & 1 != 0).collect()
    }

    fn smallest(&self) -> Cells<W> {
        let (mut fewest, mut cells) = (u32::MAX, Cells::NONE);
        for (cell, values) in self.cells.iter().enumerate() {
            let n_values = values.count_ones();
            if n_values < 2 || n_values > fewest {
                continue;
            }
            if n_values < fewest {
                (fewest, cells) = (n_values, Cells::NONE);
            }
            cells.insert(cell);
        }
        cells
    }
}
