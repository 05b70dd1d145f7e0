//! How far a puzzle has been solved: the candidates that are left.

use super::cells::CellSet;
use super::step::{Candidate, Step};
use super::topology::Topology;
use crate::{Cell, Puzzle, Shape};
use std::sync::Arc;

/// Values as bits: value `v` is bit `v`, and bit 0 is never set.
pub(crate) type Values = u64;

/// The candidates of every open cell. A cell that has its value has no candidates.
#[derive(Clone, Debug)]
pub(crate) struct State<const W: usize> {
    pub(crate) topology: Arc<Topology<W>>,
    /// The value of each cell, 0 while it is open.
    pub(crate) values: Vec<u8>,
    /// Whether the value was given.
    pub(crate) is_given: Vec<bool>,
    /// The candidates of each cell.
    pub(crate) marks: Vec<Values>,
    /// The open cells for each value; entry 0 has all open cells.
    pub(crate) places: Vec<CellSet<W>>,
}

impl<const W: usize> State<W> {
    /// No values, all candidates.
    pub(crate) fn empty(shape: Shape) -> State<W> {
        let topology = Arc::new(Topology::new(shape));
        let (n_cells, side) = (shape.n_cells(), shape.side());
        State {
            topology,
            values: vec![0; n_cells],
            is_given: vec![false; n_cells],
            marks: vec![(1 << (side + 1)) - 2; n_cells],
            places: vec![(0..n_cells).collect(); side + 1],
        }
    }

    /// The givens, and as candidates all values that no given forbids.
    pub(crate) fn new(puzzle: &Puzzle) -> State<W> {
        let mut state = State::empty(puzzle.shape());
        for (cell, &value) in puzzle.givens().values().iter().enumerate() {
            if value != 0 {
                state.place(cell, value);
                state.is_given[cell] = true;
            }
        }
        state
    }

    /// All open cells.
    pub(crate) fn open(&self) -> CellSet<W> {
        self.places[0]
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.open().is_empty()
    }

    pub(crate) fn has(&self, cell: usize, value: u8) -> bool {
        self.marks[cell] >> value & 1 == 1
    }

    /// How many candidates a cell has.
    pub(crate) fn n_marks(&self, cell: usize) -> usize {
        self.marks[cell].count_ones() as usize
    }

    /// Whether no cell that it sees has the value, whatever was removed.
    pub(crate) fn allows(&self, cell: usize, value: u8) -> bool {
        !self.topology.peers[cell].iter().any(|peer| self.values[peer] == value)
    }

    /// The open cells for a value in a house.
    pub(crate) fn places_in(&self, value: u8, house: usize) -> CellSet<W> {
        self.places[usize::from(value)] & self.topology.houses[house]
    }

    /// Where in a house a value may be, as bits by the place in the house.
    pub(crate) fn positions(&self, house: usize, value: u8) -> u64 {
        let cells = self.topology.cells[house].iter().enumerate();
        cells.fold(0, |set, (i, &cell)| set | u64::from(self.has(cell, value)) << i)
    }

    /// How many cells of a house are open.
    pub(crate) fn n_open(&self, house: usize) -> usize {
        (self.open() & self.topology.houses[house]).len()
    }

    /// All values.
    pub(crate) fn all_values(&self) -> std::ops::RangeInclusive<u8> {
        1..=self.topology.side() as u8
    }

    /// Writes a value into an open cell and removes it from all that the cell sees.
    pub(crate) fn place(&mut self, cell: usize, value: u8) {
        self.values[cell] = value;
        self.marks[cell] = 0;
        self.places.iter_mut().for_each(|places| places.remove(cell));
        let seen = self.places[usize::from(value)] & self.topology.peers[cell];
        self.places[usize::from(value)] -= seen;
        seen.iter().for_each(|peer| self.marks[peer] &= !(1 << value));
    }

    /// Removes a candidate.
    pub(crate) fn remove(&mut self, cell: usize, value: u8) {
        self.marks[cell] &= !(1 << value);
        self.places[usize::from(value)].remove(cell);
    }

    /// Does what a step says.
    pub(crate) fn apply(&mut self, step: &Step) {
        let shape = self.topology.shape;
        for &Candidate { cell, value } in &step.placed {
            self.place(shape.index(cell), value);
        }
        for &Candidate { cell, value } in &step.removed {
            self.remove(shape.index(cell), value);
        }
    }

    /// Whether nothing can come of it: an open cell without candidates, or a house
    /// that has no cell left for a value.
    pub(crate) fn is_contradictory(&self) -> bool {
        let without = |cell: usize| self.marks[cell] == 0;
        self.open().iter().any(without) || !self.every_house_has_every_value()
    }

    fn every_house_has_every_value(&self) -> bool {
        let has = |house: &Vec<usize>, value: u8| {
            house.iter().any(|&cell| self.values[cell] == value || self.has(cell, value))
        };
        self.topology.cells.iter().all(|house| self.all_values().all(|value| has(house, value)))
    }

    /// The candidate with its cell by name.
    pub(crate) fn candidate(&self, cell: usize, value: u8) -> Candidate {
        Candidate { cell: self.topology.cell(cell), value }
    }

    /// Cells by name.
    pub(crate) fn cells(&self, cells: CellSet<W>) -> Vec<Cell> {
        cells.iter().map(|cell| self.topology.cell(cell)).collect()
    }

    /// Candidates of one value in several cells, by name.
    pub(crate) fn candidates(&self, cells: CellSet<W>, value: u8) -> Vec<Candidate> {
        cells.iter().map(|cell| self.candidate(cell, value)).collect()
    }
}
