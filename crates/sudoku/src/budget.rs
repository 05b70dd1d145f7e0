//! The limits of a search: the number of guesses, and a stop signal.

use sole_puzzle::Stop;
use std::fmt;
use std::ops::ControlFlow;

/// The limits of a search.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The largest number of guesses. A guess tries one cell or value in both ways.
    pub nodes: u64,
    /// Called after every [`Budget::STEP`] guesses; `true` stops the search. For clocks
    /// and Ctrl-C.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Budget<'static> {
    /// No limit.
    pub const UNLIMITED: Budget<'static> = Budget::nodes(u64::MAX);

    /// The number of guesses between two calls of `stop`.
    pub const STEP: u64 = 1024;

    /// At most `nodes` guesses.
    pub const fn nodes(nodes: u64) -> Budget<'static> {
        Budget { nodes, stop: &|| false }
    }
}

impl Default for Budget<'static> {
    fn default() -> Budget<'static> {
        Budget::UNLIMITED
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// Counts guesses against a budget.
#[derive(Debug)]
pub(crate) struct NodeCounter<'a> {
    budget: Budget<'a>,
    nodes: u64,
}

impl<'a> NodeCounter<'a> {
    pub(crate) fn new(budget: &Budget<'a>) -> NodeCounter<'a> {
        NodeCounter { budget: *budget, nodes: 0 }
    }

    /// Counts one guess; `Break` if the budget does not allow it.
    #[inline(always)]
    pub(crate) fn charge(&mut self) -> ControlFlow<Stop> {
        let asked = self.nodes % Budget::STEP == Budget::STEP - 1 && (self.budget.stop)();
        if self.nodes == self.budget.nodes || asked {
            return ControlFlow::Break(Stop::Budget);
        }
        self.nodes += 1;
        ControlFlow::Continue(())
    }

    /// The number of guesses made.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }
}
