//! XY-wings, or XYZ-wings if the pivot has three candidates.

use super::find::{Find, Found, Pattern, value_in};
use super::subsets::report;
use super::technique::Technique;
use crate::reason::state::State;
use crate::reason::techniques::wings::{by_pivot, effect};
use std::ops::ControlFlow;

/// Hands over the wings of pivots with so many candidates, pivot by pivot.
pub(super) fn find<const W: usize>(
    pivot_size: usize,
    state: &State<W>,
    found: Found<'_>,
) -> ControlFlow<()> {
    let technique = if pivot_size == 3 { Technique::XyzWing } else { Technique::XyWing };
    by_pivot(state, pivot_size, &mut |pivot, wings| {
        let Some((value, removed)) = effect(state, pivot, wings) else {
            return ControlFlow::Continue(());
        };
        let pattern = Pattern::Wing { pivot, wings, value };
        report(Find::removing(technique, value_in(removed.iter(), value), pattern), found)
    })
}
