//! As many values as cells in a house, naked and hidden.

use super::find::{Find, Found, Pattern, Subset, boxes_columns_rows};
use super::technique::Technique;
use crate::reason::cells::ones;
use crate::reason::choice::Choice;
use crate::reason::state::State;
use std::ops::ControlFlow;

/// Cells with as many candidates together as there are cells.
pub(super) fn naked<const W: usize>(
    size: usize,
    state: &State<W>,
    found: Found<'_>,
) -> ControlFlow<()> {
    for house in boxes_columns_rows(&state.topology).filter(|&h| state.n_open(h) >= 2 * size) {
        let cells = &state.topology.cells[house];
        Choice::of_explainer(size).of_cells(state, house, &mut |chosen, values| {
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
    for house in boxes_columns_rows(&state.topology).filter(|&h| state.n_open(h) > 2 * size) {
        Choice::of_explainer(size).of_values(state, house, &mut |chosen, union| {
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
