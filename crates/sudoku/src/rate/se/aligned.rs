//! Two or three cells, and combinations of their candidates that leave a cell which
//! they all see without any.

use super::find::{Find, Found, Pattern, bits};
use super::step::Technique;
use super::subsets::hand_over;
use crate::reason::cells::CellSet;
use crate::reason::state::{State, Values};
use std::ops::ControlFlow;

/// Cells that may take part, and by cell number those that may exclude something.
struct Field<const W: usize> {
    cells: Vec<usize>,
    set: CellSet<W>,
    excluders: Vec<CellSet<W>>,
}

fn field<const W: usize>(size: usize, state: &State<W>) -> Field<W> {
    let of_size = |sizes: std::ops::RangeInclusive<u32>| -> CellSet<W> {
        state
            .open()
            .iter()
            .filter(|&cell| sizes.contains(&state.marks[cell].count_ones()))
            .collect()
    };
    let (singles, small) = (of_size(1..=1), of_size(2..=size as u32));
    let excluders: Vec<CellSet<W>> = state.frame.peers.iter().map(|&peers| peers & small).collect();
    let fits = |&cell: &usize| {
        state.marks[cell].count_ones() >= 2
            && !state.frame.peers[cell].meets(&singles)
            && !excluders[cell].is_empty()
    };
    let cells: Vec<usize> = state.open().iter().filter(fits).collect();
    Field { set: cells.iter().copied().collect(), cells, excluders }
}

/// Pairs of cells.
pub(super) fn pairs<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let field = field(2, state);
    for (i, &second) in field.cells.iter().enumerate() {
        for &first in &field.cells[..i] {
            let excluders = field.excluders[first] & field.excluders[second];
            if excluders.len() >= 2 {
                hand_over(exclusion(state, &[first, second], excluders), found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Triplets of cells; the third one is close to one of the other two.
pub(super) fn triplets<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let field = field(3, state);
    for (i, &second) in field.cells.iter().enumerate() {
        for &first in &field.cells[..i] {
            let common = field.excluders[first] & field.excluders[second];
            if common.len() < 2 {
                continue;
            }
            let pair: CellSet<W> = [first, second].into_iter().collect();
            let near_first = (field.excluders[first] & field.set) - pair;
            let near_second = (field.excluders[second] & field.set) - pair - near_first;
            for third in near_first.iter().chain(near_second.iter()) {
                let excluders = common & field.excluders[third];
                if excluders.len() >= 2 {
                    hand_over(exclusion(state, &[first, second, third], excluders), found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Removes the candidates that no allowed combination has.
fn exclusion<const W: usize>(
    state: &State<W>,
    cells: &[usize],
    excluders: CellSet<W>,
) -> Option<Find> {
    let combination = Combination { state, cells, excluders };
    let mut allowed = [0; 3];
    for (i, &cell) in cells.iter().enumerate() {
        for value in bits(state.marks[cell]) {
            if allowed[i] >> value & 1 == 0 {
                combination.allow(i, value, &mut allowed);
            }
        }
    }
    let removed = cells
        .iter()
        .zip(allowed)
        .map(|(&cell, allowed)| (cell, state.marks[cell] & !allowed))
        .filter(|(_, values)| *values != 0)
        .collect();
    let technique =
        if cells.len() == 2 { Technique::AlignedPair } else { Technique::AlignedTriplet };
    Find::removing(technique, removed, Pattern::Exclusion { cells: cells.to_vec() })
}

/// Cells, and cells that exclude some combinations of their candidates.
struct Combination<'a, const W: usize> {
    state: &'a State<W>,
    cells: &'a [usize],
    excluders: CellSet<W>,
}

impl<const W: usize> Combination<'_, W> {
    /// Looks for an allowed combination with a value in one of the cells, and adds its values.
    fn allow(&self, place: usize, value: u8, allowed: &mut [Values; 3]) {
        let mut values = [0; 3];
        values[place] = value;
        if self.complete(&mut values, 0) {
            let found = values.iter().zip(allowed).take(self.cells.len());
            found.for_each(|(value, allowed)| *allowed |= 1 << value);
        }
    }

    /// Fills the places from some place on, other than the one that is filled already.
    fn complete(&self, values: &mut [u8; 3], place: usize) -> bool {
        let Some(&cell) = self.cells.get(place) else {
            let chosen = values.iter().fold(0, |set, value| set | 1u64 << value);
            return self.excluders.iter().all(|other| self.state.marks[other] & !chosen != 0);
        };
        if values[place] != 0 {
            return self.complete(values, place + 1);
        }
        for value in bits(self.state.marks[cell]) {
            let clashes = |(&other, &taken): (&usize, &u8)| {
                taken == value && self.state.frame.peers[cell].contains(other)
            };
            if !self.cells.iter().zip(values.iter()).any(clashes) {
                values[place] = value;
                if self.complete(values, place + 1) {
                    return true;
                }
            }
        }
        values[place] = 0;
        false
    }
}
