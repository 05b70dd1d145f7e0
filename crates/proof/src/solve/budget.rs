//! The limits of a search: nodes, memory, and a callback that stops it.

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
    /// Asked whether to stop, for clocks and Ctrl-C: at least once in [`Budget::STEP`] nodes, and
    /// as often during work of other kinds.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Budget<'static> {
    /// No end of nodes and time, [`Budget::BYTES`] of memory.
    pub const UNLIMITED: Budget<'static> =
        Budget { nodes: u64::MAX, bytes: Budget::BYTES, stop: &|| false };

    /// How many nodes are looked at between two questions whether to stop, at most.
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
    /// The number of nodes at which the limit is reached or the stop callback is called next.
    until: u64,
}

impl<'a> Meter<'a> {
    pub(super) fn new(budget: &Budget<'a>) -> Meter<'a> {
        Meter { budget: *budget, nodes: 0, until: 0 }
    }

    /// How many positions were looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many bytes the tables may take.
    pub(super) fn bytes(&self) -> usize {
        self.budget.bytes
    }

    /// Counts one node.
    #[inline(always)]
    pub(super) fn spend(&mut self) -> ControlFlow<Stop> {
        if self.nodes >= self.until {
            if self.nodes >= self.budget.nodes {
                return ControlFlow::Break(Stop::Budget);
            }
            self.check_stop()?;
        }
        self.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Charges work that takes as long as `like_nodes` nodes, without counting it as nodes.
    #[inline(always)]
    pub(super) fn charge(&mut self, like_nodes: u64) -> ControlFlow<Stop> {
        self.until = self.until.saturating_sub(like_nodes);
        if self.nodes >= self.until { self.check_stop() } else { ControlFlow::Continue(()) }
    }

    #[cold]
    fn check_stop(&mut self) -> ControlFlow<Stop> {
        self.until = self.nodes.saturating_add(Budget::STEP).min(self.budget.nodes);
        match (self.budget.stop)() {
            true => ControlFlow::Break(Stop::Budget),
            false => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn nodes_are_spent_to_the_last_and_no_further() {
        for nodes in [0, 1, 1023, 1024, 1025] {
            let mut meter = Meter::new(&Budget { nodes, ..Budget::UNLIMITED });
            let spent = (0..5000).take_while(|_| meter.spend().is_continue()).count() as u64;
            assert_eq!((spent, meter.nodes()), (nodes, nodes));
        }
    }

    #[test]
    fn the_stop_callback_ends_the_search() {
        let budget = Budget { stop: &|| true, ..Budget::UNLIMITED };
        assert!(Meter::new(&budget).spend().is_break());
        assert!(Meter::new(&budget).charge(1).is_break());
    }

    #[test]
    fn the_stop_callback_is_called_in_time_for_all_work() {
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) > u64::MAX / 2;
        let mut meter =
            Meter::new(&Budget { nodes: 3 * Budget::STEP, stop: &stop, ..Budget::UNLIMITED });
        for step in 1..=6 {
            for _ in 0..Budget::STEP / 2 {
                assert!(meter.spend().is_continue() && meter.charge(1).is_continue());
            }
            assert!(asked.load(Ordering::Relaxed) >= step, "step {step}");
        }
        // Without nodes left there may still be other work.
        assert!(meter.spend().is_break() && meter.charge(1).is_continue());
    }
}
