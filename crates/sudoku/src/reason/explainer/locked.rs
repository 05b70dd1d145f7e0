//! All places of a value in one house lie in another one, too.

use super::find::{Find, Found, Pattern, value_in};
use super::technique::Technique;
use crate::reason::state::State;
use std::ops::ControlFlow;

/// Visits every value with at least two places in a house that all lie in a second
/// one: from boxes to columns and rows, then from columns and rows to boxes.
pub(super) fn visit<const W: usize>(
    state: &State<W>,
    visit: &mut dyn FnMut(u8, usize, usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let [rows, columns, boxes] = state.topology.kinds();
    let pairs = [(&boxes, &columns), (&boxes, &rows), (&columns, &boxes), (&rows, &boxes)];
    for (from, to) in pairs {
        for value in state.all_values() {
            for from in from.clone() {
                let places = state.places_in(value, from);
                let Some(first) = places.first() else { continue };
                let of_first = state.topology.houses_of[first];
                let to = of_first.into_iter().find(|house| to.contains(house)).unwrap_or(from);
                if places.is_within(&state.topology.houses[to]) && places.len() > 1 {
                    visit(value, from, to)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Removes the value from the rest of the second house.
pub(super) fn find<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    visit(state, &mut |value, from, to| {
        let rest = state.places_in(value, to) - state.topology.houses[from];
        let is_box = from >= 2 * state.topology.side();
        let technique = if is_box { Technique::Pointing } else { Technique::Claiming };
        let pattern = Pattern::Locked { value, from, to };
        match Find::removing(technique, value_in(rest.iter(), value), pattern) {
            Some(find) => found(find),
            None => ControlFlow::Continue(()),
        }
    })
}
