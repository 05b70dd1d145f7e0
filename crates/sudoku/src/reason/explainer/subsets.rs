//! As many values as cells in a house, naked and hidden.

use super::combine::Choice;
use super::find::{Find, Found, Pattern, Subset, boxes_columns_rows, n_open, positions};
use super::technique::Technique;
use crate::reason::cells::ones;
use crate::reason::state::State;
use std::ops::ControlFlow;

/// Cells with as many candidates together as there are cells.
pub(super) fn naked<const W: usize>(
    size: usize,
    state: &State<W>,
    found: Found<'_>,
) -> ControlFlow<()> {
    for house in boxes_columns_rows(&state.topology).filter(|&h| n_open(state, h) >= 2 * size) {
        let cells = &state.topology.cells[house];
        let fits = |marks: u64| (2..=size).contains(&(marks.count_ones() as usize));
        let sets: Vec<(usize, u64)> =
            cells.iter().map(|&cell| (cell, state.marks[cell])).filter(|s| fits(s.1)).collect();
        Choice::square(&sets, size).visit(&mut |chosen, values| {
            let rest = cells.iter().filter(|cell| !chosen.contains(cell));
            let removed = rest
                .map(|&cell| (cell, state.marks[cell] & values))
                .filter(|(_, values)| *values != 0)
                .collect();
            let subset = Subset { house, cells: chosen.to_vec(), values, is_hidden: false };
            let pattern = Pattern::Subset(subset);
            report(Find::removing(Technique::naked_subset(size), removed, pattern), found)
        })?;
    }
    ControlFlow::Continue(())
}

/// Values with as many places together as there are values.
pub(super) fn hidden<const W: usize>(
    size: usize,
    state: &State<W>,
    found: Found<'_>,
) -> ControlFlow<()> {
    for house in boxes_columns_rows(&state.topology).filter(|&h| n_open(state, h) > 2 * size) {
        let fits = |places: u64| (2..=size).contains(&(places.count_ones() as usize));
        let sets: Vec<(usize, u64)> = state
            .all_values()
            .map(|value| (usize::from(value), positions(state, house, value)))
            .filter(|set| fits(set.1))
            .collect();
        Choice::square(&sets, size).visit(&mut |chosen, union| {
            let values = chosen.iter().fold(0, |set, value| set | 1 << value);
            let cells: Vec<usize> = ones(union).map(|i| state.topology.cells[house][i]).collect();
            let removed = cells
                .iter()
                .map(|&cell| (cell, state.marks[cell] & !values))
                .filter(|(_, values)| *values != 0)
                .collect();
            let pattern = Pattern::Subset(Subset { house, cells, values, is_hidden: true });
            report(Find::removing(Technique::hidden_subset(size), removed, pattern), found)
        })?;
    }
    ControlFlow::Continue(())
}

/// Hands over a find, if there is one.
pub(super) fn report(find: Option<Find>, found: Found<'_>) -> ControlFlow<()> {
    find.map_or(ControlFlow::Continue(()), found)
}
