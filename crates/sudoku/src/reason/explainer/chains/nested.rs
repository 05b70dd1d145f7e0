//! Finds within chains: what a pattern or a chain removes from a board on which an
//! assumption has already removed some candidates, and which of these it needs.

use super::graph::Kind;
use crate::reason::explainer::find::{Find, Found, Pattern, Removed, bits};
use crate::reason::explainer::{fish, locked, subsets};
use crate::reason::state::State;
use std::ops::ControlFlow;

/// A find that needs an assumption.
#[derive(Clone, Debug)]
pub(super) struct Nested {
    pub(super) removed: Removed,
    /// The candidates, removed before, without which it would not be there.
    pub(super) because: Vec<(usize, u8)>,
    /// How many links it has, and those of chains within it; 0 for patterns.
    pub(super) complexity: u32,
    /// The same for chains with the same links only.
    pub(super) identity: u64,
}

/// The boards before and after what an assumption has removed.
#[derive(Clone, Copy)]
pub(super) struct Boards<'a, const W: usize> {
    pub(super) before: &'a State<W>,
    pub(super) now: &'a State<W>,
}

/// The patterns that are looked for in chains, each only if those before it gave nothing.
pub(super) fn patterns<const W: usize>(boards: Boards<'_, W>) -> Vec<Nested> {
    type Finder<const W: usize> = fn(&State<W>, Found<'_>) -> ControlFlow<()>;
    let finders: [Finder<W>; 4] = [
        locked::find,
        |state, found| subsets::hidden(2, state, found),
        |state, found| subsets::naked(2, state, found),
        |state, found| fish::find(2, state, found),
    ];
    let mut nested = Vec::new();
    for finder in finders {
        let _ = finder(boards.now, &mut |find: Find| {
            let because = boards.because(&find.pattern);
            if !because.is_empty() {
                let removed = in_hash_order(find.removed);
                nested.push(Nested { removed, because, complexity: 0, identity: 0 });
            }
            ControlFlow::Continue(())
        });
        if !nested.is_empty() {
            break;
        }
    }
    nested
}

impl<const W: usize> Boards<'_, W> {
    /// The candidates that must be gone for a pattern to be there.
    fn because(&self, pattern: &Pattern) -> Vec<(usize, u8)> {
        match pattern {
            Pattern::Locked { value, from, to } => self.outside(*value, &[*from], &[*to]),
            Pattern::Fish { value, base, cover } => self.outside(*value, base, cover),
            Pattern::Subset(subset) if !subset.is_hidden => {
                let others = |&cell: &usize| {
                    let others = self.before.marks[cell] & !subset.values;
                    bits(others).map(move |value| (cell, value))
                };
                subset.cells.iter().flat_map(others).collect()
            }
            Pattern::Subset(subset) => {
                let cells = &self.before.topology.cells[subset.house];
                let outside = cells.iter().filter(|cell| !subset.cells.contains(cell));
                let values = |&cell: &usize| {
                    let values = self.before.marks[cell] & subset.values;
                    bits(values).map(move |value| (cell, value))
                };
                outside.flat_map(values).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The places of a value in some houses that are gone and lie in no others.
    fn outside(&self, value: u8, base: &[usize], cover: &[usize]) -> Vec<(usize, u8)> {
        let topology = &self.before.topology;
        let gone = |&cell: &usize| self.before.has(cell, value) && !self.now.has(cell, value);
        let covered =
            |cell: usize| cover.iter().any(|&house| topology.houses[house].contains(cell));
        let cells = base.iter().flat_map(|&house| &topology.cells[house]).copied();
        cells.filter(gone).filter(|&cell| !covered(cell)).map(|cell| (cell, value)).collect()
    }

    /// Adds the candidates that must be gone for a candidate to be the last of a unit.
    pub(super) fn add_gone(
        &self,
        (cell, value): (usize, u8),
        kind: Kind,
        because: &mut Vec<(usize, u8)>,
    ) {
        let mut add = |candidate| {
            if !because.contains(&candidate) {
                because.push(candidate);
            }
        };
        let [row, column, block] = self.before.topology.houses_of[cell];
        let house = match kind {
            Kind::Cell => {
                let gone = self.before.marks[cell] & !self.now.marks[cell];
                return bits(gone).for_each(|value| add((cell, value)));
            }
            Kind::Box => block,
            Kind::Row => row,
            Kind::Column => column,
        };
        let gone = self.before.places_in(value, house) - self.now.places_in(value, house);
        gone.iter().for_each(|cell| add((cell, value)));
    }
}

/// Cells in the order in which the original goes through a table that is keyed by
/// them: by their remainder modulo the size of the table.
pub(super) fn in_hash_order(mut removed: Removed) -> Removed {
    let mut size = 16;
    while removed.len() > size / 4 * 3 {
        size *= 2;
    }
    removed.sort_by_key(|&(cell, _)| cell % size);
    removed
}
