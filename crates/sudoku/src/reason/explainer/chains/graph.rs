//! The candidates of a board by number, and which of them cannot hold together.

use crate::reason::cells::CellSet;
use crate::reason::state::State;

/// The kinds of sets of candidates of which exactly one holds, in the order in which
/// they are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Cell,
    Box,
    Row,
    Column,
}

/// All kinds.
pub(super) const KINDS: [Kind; 4] = [Kind::Cell, Kind::Box, Kind::Row, Kind::Column];

/// The candidates of a board, numbered by cell and value.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// The cell and the value of each candidate.
    pub(super) candidates: Vec<(u16, u8)>,
    /// The number of a candidate by `cell * (side + 1) + value`.
    numbers: Vec<u16>,
    side: usize,
    /// Candidate `i` excludes `others[starts[i]..starts[i + 1]]`, first those of its cell.
    others: Vec<u16>,
    starts: Vec<u32>,
    /// How many of them are of its cell.
    in_cell: Vec<u8>,
    /// The four units of each candidate, by [`KINDS`].
    pub(super) units: Vec<[u16; 4]>,
    /// Unit `u` has the candidates `members[unit_starts[u]..unit_starts[u + 1]]`.
    members: Vec<u16>,
    unit_starts: Vec<u32>,
}

impl Graph {
    /// Takes the candidates of a board; all memory is used again.
    pub(super) fn fill<const W: usize>(&mut self, state: &State<W>) {
        self.side = state.topology.side();
        self.number(state);
        self.list_units(state);
        self.list_others(state);
    }

    pub(super) fn n(&self) -> usize {
        self.candidates.len()
    }

    /// The number of a candidate that is on the board.
    pub(super) fn candidate(&self, cell: usize, value: u8) -> usize {
        usize::from(self.numbers[cell * (self.side + 1) + usize::from(value)])
    }

    /// The cell and the value of a candidate.
    pub(super) fn at(&self, candidate: usize) -> (usize, u8) {
        let (cell, value) = self.candidates[candidate];
        (usize::from(cell), value)
    }

    /// All that a candidate excludes: others of its cell, then of its box, row and column.
    pub(super) fn others(&self, candidate: usize) -> &[u16] {
        &self.others[self.starts[candidate] as usize..self.starts[candidate + 1] as usize]
    }

    /// Those of the same value.
    pub(super) fn same_value(&self, candidate: usize) -> &[u16] {
        &self.others(candidate)[usize::from(self.in_cell[candidate])..]
    }

    /// The candidates of a unit.
    pub(super) fn members(&self, unit: usize) -> &[u16] {
        &self.members[self.unit_starts[unit] as usize..self.unit_starts[unit + 1] as usize]
    }

    pub(super) fn n_units(&self) -> usize {
        self.unit_starts.len() - 1
    }

    /// The unit of a value in a house.
    pub(super) fn unit<const W: usize>(state: &State<W>, house: usize, value: u8) -> usize {
        state.topology.shape.n_cells() + house * state.topology.side() + usize::from(value) - 1
    }

    fn number<const W: usize>(&mut self, state: &State<W>) {
        let n_cells = state.topology.shape.n_cells();
        self.candidates.clear();
        self.numbers.clear();
        self.numbers.resize(n_cells * (self.side + 1), u16::MAX);
        for (cell, &marks) in state.marks.iter().enumerate() {
            for value in crate::reason::cells::ones(marks) {
                self.numbers[cell * (self.side + 1) + value] = self.candidates.len() as u16;
                self.candidates.push((cell as u16, value as u8));
            }
        }
    }

    fn list_units<const W: usize>(&mut self, state: &State<W>) {
        self.members.clear();
        self.unit_starts.clear();
        let mut next = 0;
        for &marks in &state.marks {
            self.unit_starts.push(next);
            next += marks.count_ones();
        }
        self.members.extend(0..next as u16);
        for house in 0..state.topology.houses.len() {
            for value in state.all_values() {
                self.unit_starts.push(self.members.len() as u32);
                for cell in state.places_in(value, house).iter() {
                    let number = self.candidate(cell, value);
                    self.members.push(number as u16);
                }
            }
        }
        self.unit_starts.push(self.members.len() as u32);
    }

    fn list_others<const W: usize>(&mut self, state: &State<W>) {
        self.others.clear();
        self.starts.clear();
        self.in_cell.clear();
        self.units.clear();
        for i in 0..self.candidates.len() {
            let (cell, value) = self.at(i);
            let [row, column, block] = state.topology.houses_of[cell];
            let units = [block, row, column].map(|house| Graph::unit(state, house, value) as u16);
            self.units.push([cell as u16, units[0], units[1], units[2]]);
            self.starts.push(self.others.len() as u32);
            let range = self.unit_starts[cell]..self.unit_starts[cell + 1];
            self.in_cell.push((range.len() - 1) as u8);
            self.others
                .extend(range.map(|other| other as u16).filter(|&other| other as usize != i));
            let mut left = state.places[usize::from(value)] - CellSet::of(cell);
            for house in [block, row, column] {
                for other in (left & state.topology.houses[house]).iter() {
                    let number = self.candidate(other, value);
                    self.others.push(number as u16);
                }
                left -= state.topology.houses[house];
            }
        }
        self.starts.push(self.others.len() as u32);
    }
}

/// A set of candidates by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// Empties the set, which may then have numbers below `n`.
    pub(super) fn reset(&mut self, n: usize) {
        self.0.clear();
        self.0.resize(n.div_ceil(64), 0);
    }

    #[inline]
    pub(super) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    #[inline]
    pub(super) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub(super) fn copy_from(&mut self, other: &Bits) {
        self.0.clone_from(&other.0);
    }

    pub(super) fn retain(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    /// The set as words.
    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}
