//! A cell that sees two bivalue cells, three values in all.
//!
//! Whatever the pivot is, a pincer (or, with three values, the pivot) has the value
//! that all share.

use super::Found;
use crate::reason::cells::{CellSet, ones};
use crate::reason::sentence::symbols;
use crate::reason::state::State;
use crate::reason::technique::{Entry, Level};
use crate::reason::why::Explain;
use crate::reason::{Highlights, Step, Technique, Why};
use crate::{Cell, Symbol};
use std::ops::ControlFlow;

pub(super) const XY_WING: Entry = Entry::new("XY-wing").code(800).stage(21, Level::Hard, 160);
pub(super) const XYZ_WING: Entry = Entry::new("XYZ-wing").code(801).stage(22, Level::Hard, 180);

/// A cell that sees two others with two values each, three values in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wing {
    /// The cell.
    pub pivot: Cell,
    /// The two others.
    pub pincers: [Cell; 2],
    /// The three values.
    pub values: Vec<u8>,
    /// The value that one of these cells must have.
    pub value: u8,
}

impl Explain for Wing {
    fn values(&self) -> Option<Vec<u8>> {
        Some(self.values.clone())
    }

    fn sentence(&self, _: &Step) -> String {
        let Wing { pivot, pincers: [p, q], values, value } = self;
        format!(
            "{pivot}, {p} and {q} have only {}, and whatever {pivot} is, one of them is {}",
            symbols(values),
            Symbol(*value),
        )
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.cells.push(self.pivot);
        marks.others.extend(self.pincers);
    }
}

/// A pivot with two values.
pub(super) fn xy<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let cells = with_marks(state, 2);
    for (i, &a) in cells.iter().enumerate() {
        for (j, &b) in cells.iter().enumerate().skip(i + 1) {
            if (state.marks[a] | state.marks[b]).count_ones() != 3 {
                continue;
            }
            for &c in &cells[j + 1..] {
                for [pivot, p, q] in [[a, b, c], [b, a, c], [c, b, a]] {
                    wing(state, Technique::XyWing, pivot, [p, q], found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// A pivot with three values.
pub(super) fn xyz<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    by_pivot(state, 3, &mut |pivot, pincers| wing(state, Technique::XyzWing, pivot, pincers, found))
}

/// Visits a pivot with so many values and two pincers, pivot by pivot, if they are a wing.
pub(in crate::reason) fn by_pivot<const W: usize>(
    state: &State<W>,
    n_values: usize,
    visit: &mut dyn FnMut(usize, [usize; 2]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let pairs: CellSet<W> = with_marks(state, 2).into_iter().collect();
    for pivot in with_marks(state, n_values) {
        let near = pairs & state.topology.peers[pivot];
        for p in near.iter() {
            if (state.marks[pivot] & !state.marks[p]).count_ones() == 1 {
                for q in near.iter().filter(|&q| q > p) {
                    visit(pivot, [p, q])?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The cells with so many candidates.
fn with_marks<const W: usize>(state: &State<W>, n: usize) -> Vec<usize> {
    state.open().iter().filter(|&cell| state.n_marks(cell) == n).collect()
}

/// The value of a pivot and two pincers that it sees, and where that is removed, if these are a
/// wing.
pub(in crate::reason) fn effect<const W: usize>(
    state: &State<W>,
    pivot: usize,
    pincers: [usize; 2],
) -> Option<(u8, CellSet<W>)> {
    let [p, q] = pincers.map(|cell| state.marks[cell]);
    let of_pivot = state.marks[pivot];
    let is_xyz = of_pivot.count_ones() == 3;
    let peers = &state.topology.peers;
    let is_wing = (of_pivot | p | q).count_ones() == 3
        && (p & q).count_ones() == 1
        && (is_xyz || p & q & of_pivot == 0)
        && pincers.iter().all(|&cell| peers[pivot].contains(cell));
    let value = (p & q).trailing_zeros() as u8;
    let mut seen = peers[pincers[0]] & peers[pincers[1]];
    if is_xyz {
        seen &= peers[pivot];
    }
    is_wing.then(|| (value, seen & state.places[usize::from(value)]))
}

/// The step of a pivot and two pincers, if these are a wing.
fn wing<const W: usize>(
    state: &State<W>,
    technique: Technique,
    pivot: usize,
    pincers: [usize; 2],
    found: Found<'_>,
) -> ControlFlow<()> {
    let effect = effect(state, pivot, pincers).filter(|(_, removed)| !removed.is_empty());
    let Some((value, removed)) = effect else { return ControlFlow::Continue(()) };
    let all = state.marks[pivot] | state.marks[pincers[0]] | state.marks[pincers[1]];
    found(Step {
        technique,
        placed: Vec::new(),
        removed: state.candidates(removed, value),
        why: Why::Wing(Wing {
            pivot: state.topology.cell(pivot),
            pincers: pincers.map(|cell| state.topology.cell(cell)),
            values: ones(all).map(|value| value as u8).collect(),
            value,
        }),
    })
}
