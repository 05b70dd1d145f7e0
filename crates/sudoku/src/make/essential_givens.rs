//! Givens that are known to be needed without a search.
//!
//! A given that is the last one in an unavoidable set must stay. Small sets are
//! found by a scan of the solution, and their givens are counted while givens are removed.

use crate::Grid;
use crate::unavoidable::cycles;

/// Sets up to this size are tracked; larger ones rarely have only one given.
const LARGEST: usize = 10;

/// Small unavoidable sets of a solution, and the number of givens left in each.
#[derive(Debug, Default)]
pub(super) struct EssentialGivens {
    /// The cells of all sets, one set after the other.
    cells: Vec<u16>,
    sets: Vec<Set>,
    /// By cell: the first of its entries in `entries`, plus one.
    first: Vec<u32>,
    /// A set, and the next entry of the same cell, plus one.
    entries: Vec<(u32, u32)>,
    is_given: Vec<bool>,
    is_essential: Vec<bool>,
}

#[derive(Debug)]
struct Set {
    /// Where its cells end; they begin where those of the set before end.
    end: u32,
    /// The number of its givens.
    left: u16,
}

impl EssentialGivens {
    /// Starts with a solution of which all cells are given.
    pub(super) fn reset(&mut self, solution: &Grid) {
        let n_cells = solution.values().len();
        self.cells.clear();
        self.sets.clear();
        self.entries.clear();
        for (list, value) in [(&mut self.is_given, true), (&mut self.is_essential, false)] {
            list.clear();
            list.resize(n_cells, value);
        }
        self.first.clear();
        self.first.resize(n_cells, 0);
        cycles(solution, LARGEST, |cells| {
            for &cell in cells {
                let first = &mut self.first[usize::from(cell)];
                self.entries.push((self.sets.len() as u32, *first));
                *first = self.entries.len() as u32;
            }
            self.cells.extend_from_slice(cells);
            self.sets.push(Set { end: self.cells.len() as u32, left: cells.len() as u16 });
        });
    }

    /// The number of cells of the solution.
    pub(super) fn n_cells(&self) -> usize {
        self.is_given.len()
    }

    /// Whether a given is the last one of a set.
    pub(super) fn is_essential(&self, cell: usize) -> bool {
        self.is_essential[cell]
    }

    /// Removes a given.
    pub(super) fn remove(&mut self, cell: usize) {
        self.is_given[cell] = false;
        let mut next = self.first[cell];
        while let Some(entry) = next.checked_sub(1) {
            let (set, following) = self.entries[entry as usize];
            next = following;
            let set = set as usize;
            self.sets[set].left -= 1;
            if self.sets[set].left == 1 {
                let begin = set.checked_sub(1).map_or(0, |before| self.sets[before].end);
                let cells = &self.cells[begin as usize..self.sets[set].end as usize];
                let given = cells.iter().find(|&&cell| self.is_given[usize::from(cell)]);
                given.into_iter().for_each(|&cell| self.is_essential[usize::from(cell)] = true);
            }
        }
    }
}
