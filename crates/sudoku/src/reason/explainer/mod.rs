//! The techniques of Sudoku Explainer 1.2.1, in the order in which that program tries them.

pub(super) mod aligned;
mod bug;
mod chains;
mod find;
mod fish;
mod locked;
pub(super) mod loops;
mod names;
mod single;
mod subsets;
mod technique;
mod tree;
mod wings;

pub use technique::{Cases, Reach, Technique};

use super::state::State;
use super::step::Step;
use chains::{Engine, Unary};
use find::{Find, Found};
use std::ops::ControlFlow;

/// How far forcing chains from all cases go, and those within them, step by step.
const REACHES: [(Reach, Reach); 10] = [
    (Reach::Nishio, Reach::Static),
    (Reach::Static, Reach::Static),
    (Reach::Dynamic, Reach::Static),
    (Reach::Plus, Reach::Static),
    (Reach::Nested(2), Reach::Static),
    (Reach::Nested(3), Reach::Static),
    (Reach::Nested(4), Reach::Dynamic),
    (Reach::Nested(4), Reach::Plus),
    (Reach::Nested(4), Reach::Nested(2)),
    (Reach::Nested(4), Reach::Nested(3)),
];

/// All techniques with their memory.
pub(crate) struct Finders<const W: usize> {
    unary: Unary<W>,
    /// Those of [`REACHES`] that were needed.
    engines: Vec<Engine<W>>,
}

impl<const W: usize> Finders<W> {
    pub(crate) fn new() -> Finders<W> {
        Finders { unary: Unary::new(), engines: Vec::new() }
    }

    /// The easiest step; `None` also if `stop` says so first, which easy ones do not ask.
    pub(crate) fn next(&mut self, state: &State<W>, stop: &dyn Fn() -> bool) -> Option<Find> {
        let go_on = || (!stop()).then_some(());
        easy(state)
            .or_else(|| loops::easiest(state))
            .or_else(|| go_on().and_then(|()| medium(state)))
            .or_else(|| go_on().and_then(|()| self.unary.best(state)))
            .or_else(|| go_on().and_then(|()| first(state, aligned::triplets)))
            .or_else(|| self.by_all_cases(state, stop))
    }

    fn by_all_cases(&mut self, state: &State<W>, stop: &dyn Fn() -> bool) -> Option<Find> {
        REACHES.iter().enumerate().find_map(|(i, &(reach, limit))| {
            if i == self.engines.len() {
                self.engines.push(Engine::new(state, reach, limit));
            }
            self.engines[i].best(state, stop)
        })
    }
}

/// A step by forcing chains from all cases, with those of the least reach that helps; `None`
/// also if `stop` says so first.
pub(crate) fn forced<const W: usize>(state: &State<W>, stop: &dyn Fn() -> bool) -> Option<Step> {
    let find = REACHES.iter().find_map(|&(reach, limit)| {
        let mut engine = Engine::new(state, reach, limit);
        engine.best(state, stop)
    });
    find.map(|find| find.step(state))
}

/// Singles, locked values, small subsets and fish, wings.
fn easy<const W: usize>(state: &State<W>) -> Option<Find> {
    first(state, single::hidden)
        .or_else(|| first(state, single::locked))
        .or_else(|| first(state, |state, found| single::subset(2, state, found)))
        .or_else(|| first(state, single::naked))
        .or_else(|| first(state, |state, found| single::subset(3, state, found)))
        .or_else(|| first(state, locked::find))
        .or_else(|| first(state, |state, found| subsets::naked(2, state, found)))
        .or_else(|| first(state, |state, found| fish::find(2, state, found)))
        .or_else(|| first(state, |state, found| subsets::hidden(2, state, found)))
        .or_else(|| first(state, |state, found| subsets::naked(3, state, found)))
        .or_else(|| first(state, |state, found| fish::find(3, state, found)))
        .or_else(|| first(state, |state, found| subsets::hidden(3, state, found)))
        .or_else(|| first(state, |state, found| wings::find(2, state, found)))
        .or_else(|| first(state, |state, found| wings::find(3, state, found)))
}

/// Large subsets and fish, the grave, aligned pairs.
fn medium<const W: usize>(state: &State<W>) -> Option<Find> {
    first(state, |state, found| subsets::naked(4, state, found))
        .or_else(|| first(state, |state, found| fish::find(4, state, found)))
        .or_else(|| first(state, |state, found| subsets::hidden(4, state, found)))
        .or_else(|| first(state, bug::find))
        .or_else(|| first(state, aligned::pairs))
}

/// The first find of a finder.
fn first<const W: usize>(
    state: &State<W>,
    finder: impl Fn(&State<W>, Found<'_>) -> ControlFlow<()>,
) -> Option<Find> {
    let mut first = None;
    let _ = finder(state, &mut |find| {
        first = Some(find);
        ControlFlow::Break(())
    });
    first
}
