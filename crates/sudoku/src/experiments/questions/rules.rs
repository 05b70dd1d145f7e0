//! What tells cells of the same size apart.

use crate::experiments::solver::search::View;
use crate::experiments::solver::{Cells, Store};

/// How many earlier guesses a cell sees.
pub(crate) fn guesses_seen<S, const W: usize>(view: &View<'_, S, W>, cell: usize) -> i64 {
    let seen = |guess: &&usize| view.map.peers[cell].contains(**guess);
    view.guesses.iter().filter(seen).count() as i64
}

/// How many marked cells a cell sees.
pub(crate) fn marked_seen<S, const W: usize>(view: &View<'_, S, W>, cell: usize) -> i64 {
    i64::from((view.map.peers[cell] & view.marked).len())
}

/// How many open cells a cell sees.
pub(crate) fn open_seen<S: Store<W>, const W: usize>(view: &View<'_, S, W>, cell: usize) -> i64 {
    let (mut once, mut open) = (Cells::NONE, Cells::NONE);
    for value in 0..view.map.side {
        let places = view.store.places(value);
        open |= once & places;
        once |= places;
    }
    i64::from((view.map.peers[cell] & open).len())
}
