//! A cell with two or three candidates and two cells with two that it sees.

use super::find::{Find, Found, Pattern, value_in};
use super::subsets::report;
use super::technique::Technique;
use crate::reason::cells::CellSet;
use crate::reason::state::State;
use std::ops::ControlFlow;

/// XY-wings, or XYZ-wings if the pivot has three candidates.
pub(super) fn find<const W: usize>(
    pivot_size: u32,
    state: &State<W>,
    found: Found<'_>,
) -> ControlFlow<()> {
    let two: CellSet<W> =
        state.open().iter().filter(|&cell| state.marks[cell].count_ones() == 2).collect();
    for pivot in state.open().iter().filter(|&c| state.marks[c].count_ones() == pivot_size) {
        let near = two & state.topology.peers[pivot];
        for first in near.iter() {
            if (state.marks[pivot] & !state.marks[first]).count_ones() != 1 {
                continue;
            }
            for second in near.iter() {
                report(wing(state, pivot, [first, second]), found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn wing<const W: usize>(state: &State<W>, pivot: usize, wings: [usize; 2]) -> Option<Find> {
    let [first, second] = wings.map(|cell| state.marks[cell]);
    let of_pivot = state.marks[pivot];
    let is_xyz = of_pivot.count_ones() == 3;
    let common = of_pivot & first & second;
    if (of_pivot | first | second).count_ones() != 3 || common.count_ones() != u32::from(is_xyz) {
        return None;
    }
    let value = (first & second).trailing_zeros() as u8;
    let mut seen = state.topology.peers[wings[0]] & state.topology.peers[wings[1]];
    if is_xyz {
        seen &= state.topology.peers[pivot];
    }
    seen.remove(pivot);
    let removed = value_in((seen & state.places[usize::from(value)]).iter(), value);
    let technique = if is_xyz { Technique::XyzWing } else { Technique::XyWing };
    Find::removing(technique, removed, Pattern::Wing { pivot, wings, value })
}
