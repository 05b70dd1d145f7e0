//! A cell that sees two bivalue cells, three values in all.
//!
//! Whatever the pivot is, a pincer (or, with three values, the pivot) has the value
//! that all share.

use super::Found;
use crate::reason::cells::ones;
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
    let pincers = with_marks(state, 2);
    for pivot in with_marks(state, 3) {
        for (i, &p) in pincers.iter().enumerate() {
            if state.marks[p] & !state.marks[pivot] == 0 {
                for &q in &pincers[i + 1..] {
                    wing(state, Technique::XyzWing, pivot, [p, q], found)?;
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

/// The step of a pivot and two pincers, if these are a wing.
fn wing<const W: usize>(
    state: &State<W>,
    technique: Technique,
    pivot: usize,
    pincers: [usize; 2],
    found: Found<'_>,
) -> ControlFlow<()> {
    let [p, q] = pincers.map(|cell| state.marks[cell]);
    let all = state.marks[pivot] | p | q;
    let peers = &state.topology.peers;
    let is_wing = all.count_ones() == 3
        && (p & q).count_ones() == 1
        && (technique == Technique::XyzWing || (p & q & state.marks[pivot]) == 0)
        && pincers.iter().all(|&cell| peers[pivot].contains(cell));
    if !is_wing {
        return ControlFlow::Continue(());
    }
    let value = (p & q).trailing_zeros() as u8;
    let mut removed = state.places[usize::from(value)] & peers[pincers[0]] & peers[pincers[1]];
    if technique == Technique::XyzWing {
        removed &= peers[pivot];
    }
    if removed.is_empty() {
        return ControlFlow::Continue(());
    }
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
