//! Values found by reasoning in three or two corners of a rectangle.
//!
//! No corner is a given, so the same two values in all four could be exchanged.

use super::Found;
use super::rectangles::corners;
use crate::Cell;
use crate::reason::cells::CellSet;
use crate::reason::sentence::{and, symbols};
use crate::reason::state::State;
use crate::reason::technique::{Entry, Level};
use crate::reason::why::Explain;
use crate::reason::{Candidate, Highlights, Step, Technique, Why};
use std::ops::ControlFlow;

pub(super) const AVOIDABLE_RECTANGLE_1: Entry =
    Entry::new("avoidable rectangle 1").code(607).stage(30, Level::Hard, 100);
pub(super) const AVOIDABLE_RECTANGLE_2: Entry =
    Entry::new("avoidable rectangle 2").code(608).stage(31, Level::Hard, 100).never_hardest();

/// Four cells in two rows, two columns and two boxes, some with values that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AvoidableRectangle {
    /// The cells: two with values in one box, then those across.
    pub corners: [Cell; 4],
    /// The values of the first two.
    pub values: [u8; 2],
}

impl Explain for AvoidableRectangle {
    fn values(&self) -> Option<Vec<u8>> {
        Some(self.values.to_vec())
    }

    fn sentence(&self, _: &Step) -> String {
        let (corners, values) = (and(&self.corners), symbols(&self.values));
        format!("no given is in {corners}, and with only {values} there, these could be exchanged")
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.cells.extend(self.corners);
    }
}

/// Hands over every avoidable rectangle of one type.
pub(super) fn find<const W: usize>(
    state: &State<W>,
    technique: Technique,
    found: Found<'_>,
) -> ControlFlow<()> {
    let is_found = |cell: usize| state.values[cell] != 0 && !state.is_given[cell];
    let mut seen: Vec<[usize; 4]> = Vec::new();
    for first in (0..state.values.len()).filter(|&cell| is_found(cell)) {
        for corners in corners(state, first).filter(|corners| is_found(corners[1])) {
            let mut sorted = corners;
            sorted.sort_unstable();
            if seen.contains(&sorted) {
                continue;
            }
            let removed = match technique {
                Technique::AvoidableRectangle1 => last_corner(state, corners),
                _ => two_corners(state, corners),
            };
            if !removed.is_empty() {
                seen.push(sorted);
                let why = Why::AvoidableRectangle(AvoidableRectangle {
                    corners: corners.map(|cell| state.topology.cell(cell)),
                    values: [state.values[first], state.values[corners[1]]],
                });
                found(Step { technique, placed: Vec::new(), removed, why })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Type 1: the fourth corner would make the pattern whole.
fn last_corner<const W: usize>(
    state: &State<W>,
    [first, second, third, fourth]: [usize; 4],
) -> Vec<Candidate> {
    let (a, b) = (state.values[first], state.values[second]);
    let is_found = |cell: usize, value| state.values[cell] == value && !state.is_given[cell];
    let open = if is_found(third, b) {
        (fourth, a)
    } else if is_found(fourth, a) {
        (third, b)
    } else {
        return Vec::new();
    };
    let (cell, value) = open;
    let removes = state.has(cell, value) && state.n_marks(cell) == 2;
    if removes { vec![state.candidate(cell, value)] } else { Vec::new() }
}

/// Type 2: one of the two open corners has the only other value.
fn two_corners<const W: usize>(
    state: &State<W>,
    [first, second, third, fourth]: [usize; 4],
) -> Vec<Candidate> {
    let (a, b) = (state.values[first], state.values[second]);
    let is_open = |cell: usize, value| state.has(cell, value) && state.n_marks(cell) == 2;
    if !is_open(third, b) || !is_open(fourth, a) {
        return Vec::new();
    }
    let more = state.marks[third] & !(1 << b);
    if more != state.marks[fourth] & !(1 << a) {
        return Vec::new();
    }
    let value = more.trailing_zeros() as u8;
    let seen = state.topology.seen_by_all(&[third, fourth].into_iter().collect::<CellSet<W>>());
    state.candidates(seen & state.places[usize::from(value)], value)
}
