//! Small unavoidable sets grown from one cell.
//!
//! Another value in a cell drives out the same value in its row, column and
//! box, so these cells must change too, and so on. Where no cell is left that
//! must change, the new values are another solution. Every minimal set can be
//! grown so from its first cell, and a limit on its size keeps the search short.

use sole_sudoku::unavoidable::CellSet;
use sole_sudoku::{Grid, House, Shape};
use std::collections::BTreeSet;

/// All minimal unavoidable sets of at most `largest` cells, the smallest first.
pub(crate) fn grown(solution: &Grid, largest: usize) -> Vec<CellSet> {
    let mut growth = Growth::new(solution, largest);
    for first in 0..solution.values().len() {
        growth.first = first;
        growth.join(first);
        growth.grow();
        growth.leave(0);
    }
    let mut minimal: Vec<CellSet> = Vec::new();
    for set in growth.found {
        if !minimal.iter().any(|smaller| smaller.is_subset(&set)) {
            minimal.push(set);
        }
    }
    minimal
}

struct Growth {
    shape: Shape,
    largest: usize,
    /// The values of the solution, counted from 0.
    old: Vec<usize>,
    /// By cell: its houses.
    houses: Vec<[usize; 3]>,
    /// By house and value: the cell that has the value in the solution.
    holder: Vec<usize>,
    /// By house and value: whether it is the new value of a cell.
    is_placed: Vec<bool>,
    /// The cell that a set grows from: no earlier one joins.
    first: usize,
    /// The cells that must change, and by cell whether it is one of them.
    members: Vec<usize>,
    is_member: Vec<bool>,
    /// By cell: whether it has got a new value.
    is_changed: Vec<bool>,
    found: BTreeSet<CellSet>,
}

impl Growth {
    fn new(solution: &Grid, largest: usize) -> Growth {
        let (shape, side) = (solution.shape(), solution.shape().side());
        let n_cells = shape.n_cells();
        let number = |house| match house {
            House::Row(row) => usize::from(row),
            House::Column(column) => side + usize::from(column),
            House::Box(number) => 2 * side + usize::from(number),
        };
        let old: Vec<usize> = solution.values().iter().map(|&value| value as usize - 1).collect();
        let houses: Vec<[usize; 3]> =
            (0..n_cells).map(|cell| shape.houses_of(shape.cell(cell)).map(number)).collect();
        let mut holder = vec![0; 3 * side * side];
        for (cell, houses) in houses.iter().enumerate() {
            houses.iter().for_each(|house| holder[house * side + old[cell]] = cell);
        }
        Growth {
            shape,
            largest,
            old,
            houses,
            holder,
            is_placed: vec![false; 3 * side * side],
            first: 0,
            members: Vec::new(),
            is_member: vec![false; n_cells],
            is_changed: vec![false; n_cells],
            found: BTreeSet::new(),
        }
    }

    fn join(&mut self, cell: usize) {
        if !self.is_member[cell] {
            self.is_member[cell] = true;
            self.members.push(cell);
        }
    }

    /// Takes back all members but the first `n`.
    fn leave(&mut self, n: usize) {
        self.members.drain(n..).for_each(|cell| self.is_member[cell] = false);
    }

    /// Gives new values to all members in all ways, and to those who join by that.
    fn grow(&mut self) {
        let unchanged = self.members.iter().filter(|&&cell| !self.is_changed[cell]);
        let choices = unchanged.map(|&cell| (cell, self.possible(cell)));
        let Some((cell, values)) = choices.min_by_key(|(_, values)| values.len()) else {
            self.found.insert(CellSet::new(self.shape, self.members.iter().copied()));
            return;
        };
        let n_members = self.members.len();
        self.is_changed[cell] = true;
        for value in values {
            for place in self.places(cell, value) {
                self.is_placed[place] = true;
                self.join(self.holder[place]);
            }
            self.grow();
            self.places(cell, value).into_iter().for_each(|place| self.is_placed[place] = false);
            self.leave(n_members);
        }
        self.is_changed[cell] = false;
    }

    /// A value in the three houses of a cell, as numbers of house and value.
    fn places(&self, cell: usize, value: usize) -> [usize; 3] {
        self.houses[cell].map(|house| house * self.shape.side() + value)
    }

    /// The new values that a cell can have without too many cells that must change.
    fn possible(&self, cell: usize) -> Vec<usize> {
        let values = (0..self.shape.side()).filter(|&value| value != self.old[cell]);
        values.filter(|&value| self.is_possible(cell, value)).collect()
    }

    fn is_possible(&self, cell: usize, value: usize) -> bool {
        let places = self.places(cell, value);
        if places.iter().any(|&place| self.is_placed[place]) {
            return false;
        }
        let holders = places.map(|place| self.holder[place]);
        let joins =
            |i: &usize| !self.is_member[holders[*i]] && !holders[..*i].contains(&holders[*i]);
        let n_joining = (0..3).filter(joins).count();
        let is_late = |&cell: &usize| cell >= self.first;
        self.members.len() + n_joining <= self.largest && holders.iter().all(is_late)
    }
}
