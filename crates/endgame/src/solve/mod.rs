//! Solving a slice: what every position in it is worth, from solved slices around it.
//!
//! First what each side gets by leaving the slice ([`exits`]), then
//! the wins of White and the wins of Black, level by level ([`levels`]), with
//! the 64 squares of Black's king in each machine word. Illegal positions count
//! as won for the side to move, so that no move into them needs a test.

mod attacks;
mod exits;
mod lane;
mod layout;
mod levels;
mod lookup;
mod piece_moves;
mod store;
#[cfg(test)]
mod tests;

use crate::dtm::Value;
use crate::dtz::Zeroing;
use crate::file::Metric;
use crate::section::Section;
use crate::slice::Slice;
use layout::Layout;
use rayon::prelude::*;
use sole_board::Color;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Where the values of solved slices come from.
pub(crate) trait Solved: Sync {
    /// The values of a slice that has been solved, for one side to move.
    fn section(&self, slice: &Slice, turn: Color) -> Arc<Section>;
}

/// Whether to go on, now that a level of a given number of half-moves begins.
pub(crate) type GoOn<'a> = dyn Fn(u16) -> ControlFlow<()> + Sync + 'a;

/// The values of a slice, White to move and Black to move.
///
/// Distances to a capture or pawn move leave out what takes too long to be
/// stored exactly: see [`complete_dtz`].
///
/// `go_on` is asked at every level, with its half-moves, and breaks to end it.
pub(crate) fn solve(
    slice: &Slice,
    metric: Metric,
    solved: &impl Solved,
    go_on: &GoOn<'_>,
) -> ControlFlow<(), [Section; 2]> {
    let layout = Layout::new(slice);
    let exits = exits::Exits::new(slice, &layout, metric, solved);
    let mut blocks = levels::leave(&layout, |block, squares, occupied, attacks| {
        exits.lanes(block, squares, occupied, attacks)
    });
    drop(exits);
    for attacker in Color::ALL {
        levels::win(&layout, metric, &mut blocks, attacker, go_on)?;
    }
    ControlFlow::Continue(store::sections(slice, &layout, blocks))
}

/// Completes distances to zeroing (DTZ): fills in wins and losses known from the distances to mate.
pub(crate) fn complete_dtz(slice: &Slice, distances: &mut Section, mates: Section) {
    let mates = mates.in_order(slice, distances.order);
    let draw = Value::Draw.code();
    for (code, &mate) in distances.values.iter_mut().zip(&mates.values) {
        if *code == draw {
            *code = Zeroing::beyond(Value::from_code(mate)).code();
        }
    }
}

/// The memory that solving a slice takes, in bytes, without what it reads from others.
pub(crate) fn memory(slice: &Slice) -> u64 {
    /// Values and bits of a word, and its exits in the queue: as many as were seen in the worst
    /// of all endings, not as many as there could be.
    const PER_WORD: u64 = 2 * 64 + 5 * 8 + 40;
    let layout = Layout::new(slice);
    let words = (layout.words() * layout.kings.len()) as u64;
    words * PER_WORD
}

/// Does something for each block, on all threads if there is enough to do.
fn each_block<T: Send, R: Send>(
    layout: &Layout,
    items: Vec<T>,
    job: impl Fn(usize, T) -> R + Sync,
) -> Vec<R> {
    const WORTH_IT: usize = 1 << 14;
    if layout.words() * layout.kings.len() < WORTH_IT {
        items.into_iter().enumerate().map(|(block, item)| job(block, item)).collect()
    } else {
        items.into_par_iter().enumerate().map(|(block, item)| job(block, item)).collect()
    }
}
