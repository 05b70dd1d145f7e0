//! All minimal unavoidable sets up to a size, grown from one cell.
//!
//! Another value in a cell drives out the same value in its row, column and
//! box, so these cells must change too, and so on. Where no cell is left that
//! must change, the new values are another solution. Every minimal set can be
//! grown so from its first cell, and a limit on its size keeps the search short:
//! each house and each value that a set touches is touched at least twice.

use super::CellSet;
use crate::budget::NodeCounter;
use crate::{Budget, Grid, House, Shape};
use sole_puzzle::Stop;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The minimal unavoidable sets of a solution up to a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpTo {
    /// All minimal sets of at most `size` cells, the smallest first.
    pub sets: Vec<CellSet>,
    /// Up to which size the list is complete.
    pub size: usize,
    /// `Continue` if the wanted size was reached, otherwise why it ended before.
    pub end: ControlFlow<Stop>,
    /// How many new values of cells were tried.
    pub nodes: u64,
}

/// Finds all minimal unavoidable sets of at most `largest` cells, size by size; `reached` is called
/// with each size that is complete. If the budget ends it, the complete sizes are kept. The
/// nodes of the budget are new values of cells.
///
/// # Panics
///
/// The grid is not a solution.
pub fn up_to(
    solution: &Grid,
    largest: usize,
    budget: &Budget<'_>,
    mut reached: impl FnMut(usize),
) -> UpTo {
    assert!(solution.is_solution(), "only a solution has unavoidable sets");
    let mut growth = Growth::new(solution, budget);
    let mut all = UpTo { sets: Vec::new(), size: 0, end: ControlFlow::Continue(()), nodes: 0 };
    while all.size < largest.min(solution.values().len()) {
        all.end = growth.run(all.size + 1);
        if all.end.is_break() {
            break;
        }
        all.size += 1;
        let is_minimal = |set: &CellSet| !all.sets.iter().any(|smaller| smaller.is_subset(set));
        let new: Vec<CellSet> =
            std::mem::take(&mut growth.found).into_iter().filter(is_minimal).collect();
        all.sets.extend(new);
        reached(all.size);
    }
    all.nodes = growth.counter.nodes();
    all
}

/// One set that grows, with all that depends on it.
struct Growth<'a> {
    shape: Shape,
    counter: NodeCounter<'a>,
    /// The values of the solution, counted from 0.
    old: Vec<usize>,
    /// By cell: its row, column and box, as numbers of all houses, and after them its value.
    groups: Vec<[usize; 4]>,
    /// By house and value: the cell that has the value in the solution.
    holder: Vec<usize>,
    /// By house and value: whether it is the new value of a cell.
    is_placed: Vec<bool>,
    /// How many cells the set may have.
    largest: usize,
    /// The cell that the set grows from: no earlier one joins.
    first: usize,
    /// The cells that must change, and by cell whether it is one of them.
    members: Vec<usize>,
    is_member: Vec<bool>,
    /// By cell: whether it has got a new value.
    is_changed: Vec<bool>,
    /// By group: how many of its cells are members.
    n_members: Vec<u8>,
    /// How many rows, columns, boxes and values have one member, and so need another.
    alone: [usize; 4],
    /// Sets of exactly the largest size, which can contain smaller ones.
    found: BTreeSet<CellSet>,
}

impl<'a> Growth<'a> {
    fn new(solution: &Grid, budget: &Budget<'a>) -> Growth<'a> {
        let (shape, side) = (solution.shape(), solution.shape().side());
        let n_cells = shape.n_cells();
        let old: Vec<usize> = solution.values().iter().map(|&value| value as usize - 1).collect();
        let groups: Vec<[usize; 4]> =
            (0..n_cells).map(|cell| groups_of(shape, cell, old[cell])).collect();
        let mut holder = vec![0; 3 * side * side];
        for (cell, groups) in groups.iter().enumerate() {
            groups[..3].iter().for_each(|house| holder[house * side + old[cell]] = cell);
        }
        Growth {
            shape,
            counter: NodeCounter::new(budget),
            old,
            groups,
            holder,
            is_placed: vec![false; 3 * side * side],
            largest: 0,
            first: 0,
            members: Vec::new(),
            is_member: vec![false; n_cells],
            is_changed: vec![false; n_cells],
            n_members: vec![0; 4 * side],
            alone: [0; 4],
            found: BTreeSet::new(),
        }
    }

    /// Finds the sets of exactly `size` cells.
    fn run(&mut self, size: usize) -> ControlFlow<Stop> {
        self.largest = size;
        for first in 0..self.shape.n_cells() {
            self.first = first;
            self.join(first);
            self.grow()?;
            self.leave(0);
        }
        ControlFlow::Continue(())
    }

    fn join(&mut self, cell: usize) {
        if self.is_member[cell] {
            return;
        }
        self.is_member[cell] = true;
        self.members.push(cell);
        for (alone, group) in self.alone.iter_mut().zip(self.groups[cell]) {
            self.n_members[group] += 1;
            match self.n_members[group] {
                1 => *alone += 1,
                2 => *alone -= 1,
                _ => {}
            }
        }
    }

    /// Takes back all members but the first `n`.
    fn leave(&mut self, n: usize) {
        for cell in self.members.drain(n..) {
            self.is_member[cell] = false;
            for (alone, group) in self.alone.iter_mut().zip(self.groups[cell]) {
                self.n_members[group] -= 1;
                match self.n_members[group] {
                    0 => *alone -= 1,
                    1 => *alone += 1,
                    _ => {}
                }
            }
        }
    }

    /// Gives new values to all members in all ways, and to those who join by that.
    fn grow(&mut self) -> ControlFlow<Stop> {
        let missing = self.alone.into_iter().max().unwrap_or(0);
        if self.members.len() + missing > self.largest {
            return ControlFlow::Continue(());
        }
        let Some(cell) = self.next() else {
            if self.members.len() == self.largest {
                self.found.insert(CellSet::new(self.shape, self.members.iter().copied()));
            }
            return ControlFlow::Continue(());
        };
        let n_members = self.members.len();
        self.is_changed[cell] = true;
        for value in 0..self.shape.side() {
            if !self.is_possible(cell, value) {
                continue;
            }
            self.counter.charge()?;
            for place in self.places(cell, value) {
                self.is_placed[place] = true;
                self.join(self.holder[place]);
            }
            self.grow()?;
            self.places(cell, value).into_iter().for_each(|place| self.is_placed[place] = false);
            self.leave(n_members);
        }
        self.is_changed[cell] = false;
        ControlFlow::Continue(())
    }

    /// The member without a new value that can have the fewest.
    fn next(&self) -> Option<usize> {
        let unchanged = self.members.iter().copied().filter(|&cell| !self.is_changed[cell]);
        unchanged.min_by_key(|&cell| {
            (0..self.shape.side()).filter(|&value| self.is_possible(cell, value)).count()
        })
    }

    /// A value in the three houses of a cell, as numbers of house and value.
    fn places(&self, cell: usize, value: usize) -> [usize; 3] {
        let [row, column, number, _] = self.groups[cell];
        [row, column, number].map(|house| house * self.shape.side() + value)
    }

    /// Whether a cell can have a new value without too many cells that must change.
    fn is_possible(&self, cell: usize, value: usize) -> bool {
        let places = self.places(cell, value);
        if value == self.old[cell] || places.iter().any(|&place| self.is_placed[place]) {
            return false;
        }
        let [a, b, c] = places.map(|place| self.holder[place]);
        let joins = |cell: usize| usize::from(!self.is_member[cell]);
        let n_joining = joins(a)
            + if b == a { 0 } else { joins(b) }
            + if c == a || c == b { 0 } else { joins(c) };
        self.members.len() + n_joining <= self.largest && a.min(b).min(c) >= self.first
    }
}

/// The row, column and box of a cell and its value, each with a number of its own.
fn groups_of(shape: Shape, cell: usize, value: usize) -> [usize; 4] {
    let side = shape.side();
    let [row, column, number] = shape.houses_of(shape.cell(cell)).map(|house| match house {
        House::Row(row) => usize::from(row),
        House::Column(column) => side + usize::from(column),
        House::Box(number) => 2 * side + usize::from(number),
    });
    [row, column, number, 3 * side + value]
}
