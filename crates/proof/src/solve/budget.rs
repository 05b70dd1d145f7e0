//! How much a search may use: nodes, memory, and the patience of its user.

use sole_puzzle::Stop;
use std::fmt;
use std::ops::ControlFlow;

/// What a search may use.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// How many positions may be looked at.
    pub nodes: u64,
    /// How many bytes the tables may take.
    pub bytes: usize,
    /// Asked after about every [`Budget::STEP`] nodes whether to stop, for clocks and Ctrl-C.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Budget<'static> {
    /// No end of nodes and time, [`Budget::BYTES`] of memory.
    pub const UNLIMITED: Budget<'static> =
        Budget { nodes: u64::MAX, bytes: Budget::BYTES, stop: &|| false };

    /// How many nodes are looked at between two questions whether to stop.
    pub const STEP: u64 = 1024;

    /// The memory that tables take unless told otherwise.
    pub const BYTES: usize = 1 << 30;
}

impl Default for Budget<'static> {
    fn default() -> Budget<'static> {
        Budget::UNLIMITED
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("nodes", &self.nodes)
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

/// What a search has used.
pub(super) struct Meter<'a> {
    budget: Budget<'a>,
    nodes: u64,
}

impl<'a> Meter<'a> {
    pub(super) fn new(budget: &Budget<'a>) -> Meter<'a> {
        Meter { budget: *budget, nodes: 0 }
    }

    /// How many positions were looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many bytes the tables may take.
    pub(super) fn bytes(&self) -> usize {
        self.budget.bytes
    }

    /// Pays for one node.
    #[inline(always)]
    pub(super) fn spend(&mut self) -> ControlFlow<Stop> {
        let stopped = self.nodes.is_multiple_of(Budget::STEP) && (self.budget.stop)();
        if self.nodes >= self.budget.nodes || stopped {
            return ControlFlow::Break(Stop::Budget);
        }
        self.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Pays for many nodes at once, after they were looked at.
    pub(super) fn spend_many(&mut self, nodes: u64) -> ControlFlow<Stop> {
        if self.nodes >= self.budget.nodes || (self.budget.stop)() {
            return ControlFlow::Break(Stop::Budget);
        }
        self.nodes += nodes;
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_spent_to_the_last_and_no_further() {
        for nodes in [0, 1, 1023, 1024, 1025] {
            let mut meter = Meter::new(&Budget { nodes, ..Budget::UNLIMITED });
            let spent = (0..5000).take_while(|_| meter.spend().is_continue()).count() as u64;
            assert_eq!((spent, meter.nodes()), (nodes, nodes));
        }
    }

    #[test]
    fn whoever_says_stop_is_heard() {
        let mut meter = Meter::new(&Budget { stop: &|| true, ..Budget::UNLIMITED });
        assert!(meter.spend().is_break());
    }
}
