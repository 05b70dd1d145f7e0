//! Steps by what they remove, of which the shortest is kept.

use super::Found;
use crate::reason::cells::CellSet;
use crate::reason::state::State;
use crate::reason::{Step, Technique, Why};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// What a step removes: value and cell, in rising order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Removals(Vec<(u8, u16)>);

impl Removals {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn add(&mut self, value: u8, cell: usize) {
        self.0.push((value, cell as u16));
    }

    pub(super) fn add_all<const W: usize>(&mut self, value: u8, cells: CellSet<W>) {
        cells.iter().for_each(|cell| self.add(value, cell));
    }

    /// Puts them in order, once each; `false` if there are none.
    pub(super) fn settle(&mut self) -> bool {
        self.0.sort_unstable();
        self.0.dedup();
        !self.0.is_empty()
    }

    /// The step that removes them.
    pub(super) fn step<const W: usize>(
        &self,
        state: &State<W>,
        technique: Technique,
        why: Why,
    ) -> Step {
        let candidate = |&(value, cell): &(u8, u16)| state.candidate(usize::from(cell), value);
        let removed = self.0.iter().map(candidate).collect();
        Step { technique, placed: Vec::new(), removed, why }
    }
}

/// What was found, each by technique, effect and length, and the rest that is needed
/// to tell why.
pub(super) struct Finds<T> {
    list: Vec<Find<T>>,
    /// The last find with an effect.
    by_effect: HashMap<Removals, usize>,
}

struct Find<T> {
    technique: Technique,
    removals: Removals,
    length: usize,
    reason: T,
}

impl<T> Finds<T> {
    pub(super) fn new() -> Finds<T> {
        Finds { list: Vec::new(), by_effect: HashMap::new() }
    }

    /// Adds a find unless one that is not longer has the same effect.
    pub(super) fn add(
        &mut self,
        technique: Technique,
        removals: &Removals,
        length: usize,
        reason: impl FnOnce() -> T,
    ) {
        let known = self.by_effect.get(removals).copied();
        let find = || Find { technique, removals: removals.clone(), length, reason: reason() };
        match known {
            Some(known) if self.list[known].length <= length => {}
            Some(known) if self.list[known].technique == technique => self.list[known] = find(),
            _ => {
                self.by_effect.insert(removals.clone(), self.list.len());
                self.list.push(find());
            }
        }
    }

    /// Adds all finds of another search after its own.
    pub(super) fn absorb(&mut self, other: Finds<T>) {
        for find in other.list {
            self.add(find.technique, &find.removals, find.length, || find.reason);
        }
    }

    /// Hands over all, the shortest first.
    pub(super) fn tell<const W: usize>(
        mut self,
        state: &State<W>,
        why: impl Fn(&T) -> Why,
        found: Found<'_>,
    ) -> ControlFlow<()> {
        self.list.sort_by_key(|find| find.length);
        for find in &self.list {
            found(find.removals.step(state, find.technique, why(&find.reason)))?;
        }
        ControlFlow::Continue(())
    }
}
