//! How much a search may use: guesses, and the patience of its user.

use sole_puzzle::Stop;
use std::fmt;
use std::ops::ControlFlow;

/// What a search may use.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// How many guesses may be made. A guess is one cell or value looked at in
    /// both ways.
    pub nodes: u64,
    /// Asked after every [`Budget::STEP`] guesses whether to stop, for clocks
    /// and Ctrl-C.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Budget<'static> {
    /// No end of guesses and time.
    pub const UNLIMITED: Budget<'static> = Budget::nodes(u64::MAX);

    /// How many guesses are made between two questions whether to stop.
    pub const STEP: u64 = 1024;

    /// So many guesses and no more.
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

/// A budget that is being spent.
#[derive(Debug)]
pub(crate) struct Purse<'a> {
    budget: Budget<'a>,
    spent: u64,
}

impl<'a> Purse<'a> {
    pub(crate) fn new(budget: &Budget<'a>) -> Purse<'a> {
        Purse { budget: *budget, spent: 0 }
    }

    /// Pays for one guess, or says that it is not to be made.
    #[inline(always)]
    pub(crate) fn pay(&mut self) -> ControlFlow<Stop> {
        let asked = self.spent % Budget::STEP == Budget::STEP - 1 && (self.budget.stop)();
        if self.spent == self.budget.nodes || asked {
            return ControlFlow::Break(Stop::Budget);
        }
        self.spent += 1;
        ControlFlow::Continue(())
    }

    /// How many guesses were made.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }
}
