//! Placements: singles, and singles that appear after a locked value or a hidden subset.

use super::find::{Find, Found, Pattern, Subset, boxes_columns_rows};
use super::locked;
use super::technique::Technique;
use crate::reason::choice::Choice;
use crate::reason::state::State;
use std::ops::ControlFlow;

/// A house with one cell for a value; the last open cells of houses first.
pub(super) fn hidden<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    for last_only in [true, false] {
        for house in boxes_columns_rows(&state.topology) {
            let is_last = state.n_open(house) == 1;
            if is_last == last_only {
                hidden_in(state, house, is_last, found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn hidden_in<const W: usize>(
    state: &State<W>,
    house: usize,
    is_last: bool,
    found: Found<'_>,
) -> ControlFlow<()> {
    let is_box = house >= 2 * state.topology.side();
    let technique = match (is_last, is_box) {
        (true, _) => Technique::LastInHouse,
        (false, true) => Technique::HiddenSingleInBox,
        (false, false) => Technique::HiddenSingleInLine,
    };
    for value in state.all_values() {
        if let Some(cell) = state.places_in(value, house).only() {
            found(placing(technique, (cell, value), Pattern::Single { house: Some(house) }))?;
        }
    }
    ControlFlow::Continue(())
}

/// A cell with one candidate.
pub(super) fn naked<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    for cell in state.open().iter().filter(|&cell| state.marks[cell].is_power_of_two()) {
        let value = state.marks[cell].trailing_zeros() as u8;
        found(placing(Technique::NakedSingle, (cell, value), Pattern::Single { house: None }))?;
    }
    ControlFlow::Continue(())
}

fn placing(technique: Technique, placed: (usize, u8), pattern: Pattern) -> Find {
    let rating = technique.base();
    Find { technique, rating, placed: Some(placed), removed: Vec::new(), pattern }
}

/// A hidden single in a house beside a locked value.
pub(super) fn locked<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    locked::visit(state, &mut |value, from, to| {
        let topology = &state.topology;
        let kind =
            topology.kinds().into_iter().find(|kind| kind.contains(&from)).unwrap_or_default();
        for other in kind
            .filter(|&other| other != from && topology.houses[other].meets(&topology.houses[to]))
        {
            let places = state.places_in(value, other);
            if places.len() > 1
                && let Some(cell) = (places - topology.houses[to]).only()
            {
                let is_box = from >= 2 * topology.side();
                let technique =
                    if is_box { Technique::DirectPointing } else { Technique::DirectClaiming };
                let pattern = Pattern::LockedSingle { value, from, to, house: other };
                found(placing(technique, (cell, value), pattern))?;
            }
        }
        ControlFlow::Continue(())
    })
}

/// A hidden single in the house of a hidden subset.
pub(super) fn subset<const W: usize>(
    size: usize,
    state: &State<W>,
    found: Found<'_>,
) -> ControlFlow<()> {
    let technique =
        if size == 2 { Technique::DirectHiddenPair } else { Technique::DirectHiddenTriplet };
    for house in boxes_columns_rows(&state.topology).filter(|&house| state.n_open(house) > size) {
        let all: Vec<(usize, u64)> = state
            .all_values()
            .map(|value| (usize::from(value), state.positions(house, value)))
            .filter(|(_, places)| places.count_ones() > 1)
            .collect();
        Choice::of_explainer(size).of_small(all.iter().copied(), &mut |values, union| {
            let single = all.iter().find(|(value, places)| {
                !values.contains(value) && (places & !union).count_ones() == 1
            });
            let Some(&(value, places)) = single else { return ControlFlow::Continue(()) };
            let at = |places: u64| state.topology.cells[house][places.trailing_zeros() as usize];
            let cells = crate::reason::cells::ones(union).map(|i| state.topology.cells[house][i]);
            let values = values.iter().fold(0, |set, value| set | 1 << value);
            let subset = Subset { house, cells: cells.collect(), values, is_hidden: true };
            let pattern = Pattern::SubsetSingle(subset);
            found(placing(technique, (at(places & !union), value as u8), pattern))
        })?;
    }
    ControlFlow::Continue(())
}
