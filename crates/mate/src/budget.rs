//! The limits of a search: nodes, memory, threads, and a callback that stops it.
//!
//! A search that reaches a limit returns [`OutOfBudget`] and proves nothing.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What a search may use.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// How many positions may be looked at.
    pub nodes: u64,
    /// How many bytes the table of a thread may take.
    pub bytes: usize,
    /// How many threads share the work.
    pub threads: usize,
    /// Asked after about every [`Budget::STEP`] nodes of a thread whether to stop, for
    /// clocks and Ctrl-C.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Budget<'static> {
    /// No end of nodes and time, [`Budget::BYTES`] of memory, one thread.
    pub const UNLIMITED: Budget<'static> =
        Budget { nodes: u64::MAX, bytes: Budget::BYTES, threads: 1, stop: &|| false };

    /// How many nodes a thread looks at between two questions whether to stop.
    pub const STEP: u64 = 1024;

    /// The memory that a table takes unless told otherwise.
    pub const BYTES: usize = 256 << 20;
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
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// The budget ran out before the question was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBudget;

impl fmt::Display for OutOfBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the budget ran out before the question was decided")
    }
}

impl std::error::Error for OutOfBudget {}

/// The node count that all threads of one search share.
pub(crate) struct SharedCounter<'a> {
    budget: Budget<'a>,
    /// The number of nodes that threads have reserved, counted or not.
    reserved: AtomicU64,
    stopped: AtomicBool,
}

/// One thread's node counter. It reserves nodes from the shared counter in steps of
/// [`Budget::STEP`], and returns those that it did not use when it is dropped.
pub(crate) struct NodeCounter<'a> {
    shared: Arc<SharedCounter<'a>>,
    left: u64,
}

impl<'a> NodeCounter<'a> {
    /// A counter with a new shared counter.
    pub(crate) fn new(budget: &Budget<'a>) -> NodeCounter<'a> {
        let (reserved, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        NodeCounter {
            shared: Arc::new(SharedCounter { budget: *budget, reserved, stopped }),
            left: 0,
        }
    }

    /// A counter for another thread, with the same shared counter.
    pub(crate) fn share(&self) -> NodeCounter<'a> {
        NodeCounter { shared: Arc::clone(&self.shared), left: 0 }
    }

    /// The memory limit of a thread, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.shared.budget.bytes
    }

    /// The nodes counted by this counter and by all that were dropped.
    pub(crate) fn nodes(&self) -> u64 {
        self.shared.reserved.load(Ordering::Relaxed) - self.left
    }

    /// Counts one node.
    #[inline(always)]
    pub(crate) fn spend(&mut self) -> Result<(), OutOfBudget> {
        if self.left == 0 {
            self.reserve()?;
        }
        self.left -= 1;
        Ok(())
    }

    /// Reserves the next step of nodes.
    #[cold]
    fn reserve(&mut self) -> Result<(), OutOfBudget> {
        let SharedCounter { budget, reserved, stopped } = &*self.shared;
        let step = |reserved| budget.nodes.saturating_sub(reserved).min(Budget::STEP);
        let add = |reserved| Some(reserved + step(reserved));
        let (Ok(before) | Err(before)) =
            reserved.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        self.left = step(before);
        if self.left == 0 || (budget.stop)() {
            stopped.store(true, Ordering::Relaxed);
        }
        if stopped.load(Ordering::Relaxed) { Err(OutOfBudget) } else { Ok(()) }
    }
}

impl Drop for NodeCounter<'_> {
    fn drop(&mut self) {
        self.shared.reserved.fetch_sub(self.left, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_spent_to_the_last_and_no_further() {
        for nodes in [0, 1, 1023, 1024, 1025, 5000] {
            let budget = Budget { nodes, ..Budget::UNLIMITED };
            let mut counter = NodeCounter::new(&budget);
            let spent = (0..10_000).take_while(|_| counter.spend().is_ok()).count() as u64;
            assert_eq!(spent, nodes);
            assert_eq!(counter.nodes(), nodes);
            assert_eq!(counter.share().spend(), Err(OutOfBudget));
        }
    }

    #[test]
    fn two_threads_do_not_count_a_node_twice() {
        let budget = Budget { nodes: 1500, ..Budget::UNLIMITED };
        let mut first = NodeCounter::new(&budget);
        let mut second = first.share();
        let mut spend = || u64::from(second.spend().is_ok()) + u64::from(first.spend().is_ok());
        assert_eq!((0..5000).map(|_| spend()).sum::<u64>(), 1500);
        drop(second);
        assert_eq!(first.nodes(), 1500);
    }

    #[test]
    fn the_stop_callback_ends_the_search() {
        let budget = Budget { stop: &|| true, ..Budget::UNLIMITED };
        let mut counter = NodeCounter::new(&budget);
        assert!((0..=Budget::STEP).any(|_| counter.spend().is_err()));
    }
}
