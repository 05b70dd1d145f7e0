//! All places of a value in some lines lie in as many crossing lines.

use super::find::{Find, Found, Pattern};
use super::subsets::report;
use super::technique::Technique;
use crate::reason::cells::ones;
use crate::reason::choice::Choice;
use crate::reason::state::State;
use std::ops::{ControlFlow, Range};

/// Columns first; choices of lines in the order of [`Choice`], values within.
pub(super) fn find<const W: usize>(
    size: usize,
    state: &State<W>,
    found: Found<'_>,
) -> ControlFlow<()> {
    let [rows, columns, _] = state.topology.kinds();
    for (base, cover) in [(&columns, &rows), (&rows, &columns)] {
        let mut fishes = fishes_in(size, state, base);
        fishes.sort_unstable();
        for fish in fishes {
            report(removal(size, state, (base, cover), fish), found)?;
        }
    }
    ControlFlow::Continue(())
}

/// The base lines and the value of a fish, then its cover lines; lines as bits.
type FishList = Vec<(u64, u8, u64)>;

fn fishes_in<const W: usize>(size: usize, state: &State<W>, base: &Range<usize>) -> FishList {
    let side = state.topology.side();
    let mut fishes = Vec::new();
    for value in state.all_values() {
        let n_placed = state.values.iter().filter(|&&placed| placed == value).count();
        if n_placed + 2 * size > side {
            continue;
        }
        let lines = base.clone().map(|house| state.positions(house, value)).enumerate();
        let _ = Choice::of_explainer(size).of_small(lines, &mut |chosen, union| {
            fishes.push((chosen.iter().fold(0, |set, i| set | 1 << i), value, union));
            ControlFlow::Continue(())
        });
    }
    fishes
}

fn removal<const W: usize>(
    size: usize,
    state: &State<W>,
    (base, cover): (&Range<usize>, &Range<usize>),
    (lines, value, crossing): (u64, u8, u64),
) -> Option<Find> {
    let base: Vec<usize> = ones(lines).map(|i| base.start + i).collect();
    let cover: Vec<usize> = ones(crossing).map(|i| cover.start + i).collect();
    let mut removed = Vec::new();
    for &house in &cover {
        let rest = state.positions(house, value) & !lines;
        removed.extend(ones(rest).map(|i| (state.topology.cells[house][i], 1 << value)));
    }
    Find::removing(Technique::fish(size), removed, Pattern::Fish { value, base, cover })
}
