//! A cell with one candidate, a house with one cell for a value.

use super::Found;
use crate::reason::state::State;
use crate::reason::step::{Step, Why};
use crate::reason::technique::Technique;
use std::ops::ControlFlow;

/// The last open cell of a house.
pub(super) fn full_house<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    for (number, house) in state.topology.houses.iter().enumerate() {
        if let Some(cell) = (state.open() & *house).only()
            && state.marks[cell].is_power_of_two()
        {
            single(state, Technique::FullHouse, cell, Some(number), found)?;
        }
    }
    ControlFlow::Continue(())
}

/// A cell with one candidate.
pub(super) fn naked_single<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    for cell in state.open().iter().filter(|&cell| state.marks[cell].is_power_of_two()) {
        single(state, Technique::NakedSingle, cell, None, found)?;
    }
    ControlFlow::Continue(())
}

/// The step that a cell takes its only candidate, or the only one for which a house
/// needs it.
fn single<const W: usize>(
    state: &State<W>,
    technique: Technique,
    cell: usize,
    house: Option<usize>,
    found: Found<'_>,
) -> ControlFlow<()> {
    let value = state.marks[cell].trailing_zeros() as u8;
    let why = Why::Single { house: house.map(|number| state.topology.house(number)) };
    let placed = vec![state.candidate(cell, value)];
    found(Step { technique, placed, removed: Vec::new(), why })
}

/// A house with one cell for a value. Boxes come first, where players look first.
pub(super) fn hidden_single<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let [rows, columns, boxes] = state.topology.kinds();
    for (number, value) in boxes
        .chain(rows)
        .chain(columns)
        .flat_map(|number| state.all_values().map(move |value| (number, value)))
    {
        if let Some(cell) = state.places_in(value, number).only() {
            let why = Why::Single { house: Some(state.topology.house(number)) };
            let placed = vec![state.candidate(cell, value)];
            let technique = Technique::HiddenSingle;
            found(Step { technique, placed, removed: Vec::new(), why })?;
        }
    }
    ControlFlow::Continue(())
}
