//! Remote pairs: cells with the same two values in a chain of cells that see each other.
//!
//! Cells an odd number of links apart have different values, so whoever sees both has
//! neither. One link apart they are a naked pair; the chain begins with three.

use super::Found;
use super::almost::values;
use super::finds::{Finds, Removals};
use crate::Cell;
use crate::reason::cells::CellSet;
use crate::reason::sentence::{and, symbols};
use crate::reason::state::State;
use crate::reason::technique::{Entry, Level};
use crate::reason::why::Explain;
use crate::reason::{Highlights, Step, Technique, Why};
use std::ops::ControlFlow;

pub(super) const REMOTE_PAIR: Entry =
    Entry::new("remote pair").code(703).stage(14, Level::Hard, 110).largest();

/// Cells with the same two values, each of which sees the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemotePair {
    /// The cells in the order of the chain.
    pub cells: Vec<Cell>,
    /// The values.
    pub values: [u8; 2],
}

impl Explain for RemotePair {
    fn values(&self) -> Option<Vec<u8>> {
        Some(self.values.to_vec())
    }

    fn sentence(&self, _: &Step) -> String {
        format!(
            "{} have only {} and each sees the next, so any two at an odd distance have both",
            and(&self.cells),
            symbols(&self.values),
        )
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.cells.extend(&self.cells);
    }
}

/// The longest chain that is looked for, in cells.
const MOST_CELLS: usize = 10;

/// All chains of four cells or more.
pub(super) fn remote_pairs<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let mut search =
        Search { state, path: Vec::new(), removals: Removals::default(), finds: Finds::new() };
    for cell in state.open().iter().filter(|&cell| state.marks[cell].count_ones() == 2) {
        let same = state.open().iter().filter(|&other| state.marks[other] == state.marks[cell]);
        search.path.push(cell);
        search.extend(same.collect::<CellSet<W>>() - CellSet::of(cell));
        search.path.clear();
    }
    let why = |path: &Vec<usize>| {
        Why::RemotePair(RemotePair {
            cells: path.iter().map(|&cell| state.topology.cell(cell)).collect(),
            values: pair(state, path[0]),
        })
    };
    search.finds.tell(state, why, found)
}

fn pair<const W: usize>(state: &State<W>, cell: usize) -> [u8; 2] {
    let marks = state.marks[cell];
    let low = marks.trailing_zeros() as u8;
    [low, (marks & (marks - 1)).trailing_zeros() as u8]
}

struct Search<'a, const W: usize> {
    state: &'a State<W>,
    path: Vec<usize>,
    removals: Removals,
    finds: Finds<Vec<usize>>,
}

impl<const W: usize> Search<'_, W> {
    /// Goes on from the end of the path to each of the cells left that it sees.
    fn extend(&mut self, left: CellSet<W>) {
        let Some(&end) = self.path.last() else { return };
        for next in (left & self.state.topology.peers[end]).iter() {
            self.path.push(next);
            if self.path.len() >= 4 && self.path.len().is_multiple_of(2) {
                self.check();
            }
            if self.path.len() < MOST_CELLS {
                self.extend(left - CellSet::of(next));
            }
            self.path.pop();
        }
    }

    /// Removes what sees two cells of the path an odd number of links apart, if its
    /// ends do anything.
    fn check(&mut self) {
        let State { topology, places, marks, .. } = self.state;
        let both = |a: usize, b: usize| topology.peers[a] & topology.peers[b];
        let either = values(marks[self.path[0]]);
        let either = either.fold(CellSet::EMPTY, |all, value| all | places[usize::from(value)]);
        if !both(self.path[0], self.path[self.path.len() - 1]).meets(&either) {
            return;
        }
        self.removals.clear();
        for (i, &one) in self.path.iter().enumerate() {
            for &two in self.path.iter().skip(i + 3).step_by(2) {
                for value in values(marks[one]) {
                    self.removals.add_all(value, both(one, two) & places[usize::from(value)]);
                }
            }
        }
        if self.removals.settle() {
            let (removals, length) = (&self.removals, self.path.len());
            self.finds.add(Technique::RemotePair, removals, length, || self.path.clone());
        }
    }
}
