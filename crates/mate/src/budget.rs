//! Counts the nodes of a search, on any number of threads, within its [`Budget`].

use sole_puzzle::{Budget, OutOfBudget};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The memory that the table of a thread takes, unless the budget says otherwise.
const USUAL_BYTES: usize = 256 << 20;

/// The node count that all threads of one search share.
pub(crate) struct SharedCounter<'a> {
    budget: Budget<'a>,
    /// The number of nodes that the search may look at.
    most_nodes: u64,
    /// The number of nodes that threads have reserved, counted or not.
    reserved: AtomicU64,
    stopped: AtomicBool,
}

/// One thread's node counter. It reserves nodes from the shared counter in steps of
/// [`Budget::STEP`], and returns those that it did not use when it is dropped.
pub(crate) struct NodeCounter<'a> {
    shared: Arc<SharedCounter<'a>>,
    /// The nodes that were reserved last.
    step: u64,
    /// How many of them were not counted yet.
    left: u64,
}

impl<'a> NodeCounter<'a> {
    /// A counter with a new shared counter.
    pub(crate) fn new(budget: &Budget<'a>) -> NodeCounter<'a> {
        let shared = SharedCounter {
            budget: *budget,
            most_nodes: budget.most_nodes(),
            reserved: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
        };
        NodeCounter { shared: Arc::new(shared), step: 0, left: 0 }
    }

    /// A counter for another thread, with the same shared counter.
    pub(crate) fn share(&self) -> NodeCounter<'a> {
        NodeCounter { shared: Arc::clone(&self.shared), step: 0, left: 0 }
    }

    /// The memory limit of a thread, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        bytes(&self.shared.budget)
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
        self.give_back();
        let SharedCounter { budget, most_nodes, reserved, stopped } = &*self.shared;
        let step = |reserved| most_nodes.saturating_sub(reserved).min(Budget::STEP);
        let add = |reserved| Some(reserved + step(reserved));
        let (Ok(before) | Err(before)) =
            reserved.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        self.step = step(before);
        self.left = self.step;
        if self.left == 0 || budget.should_stop() {
            stopped.store(true, Ordering::Relaxed);
        }
        if stopped.load(Ordering::Relaxed) {
            self.give_back();
            return Err(OutOfBudget);
        }
        Ok(())
    }

    /// Gives back what is left of the step, and tells the task what was used.
    fn give_back(&mut self) {
        self.shared.reserved.fetch_sub(self.left, Ordering::Relaxed);
        self.shared.budget.add_nodes(self.step - self.left);
        (self.step, self.left) = (0, 0);
    }
}

impl Drop for NodeCounter<'_> {
    fn drop(&mut self) {
        self.give_back();
    }
}

/// The memory limit of a thread, in bytes.
pub(crate) fn bytes(budget: &Budget<'_>) -> usize {
    budget.bytes.unwrap_or(USUAL_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_puzzle::Task;
    use sole_puzzle::task::{Cancellation, Limits};

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
    fn a_cancelled_task_ends_the_search() {
        let cancellation = Cancellation::default();
        let task = Task::new("", Limits::NONE, cancellation.clone());
        let mut counter = NodeCounter::new(&Budget::of(&task));
        assert!((0..5000).all(|_| counter.spend().is_ok()));
        cancellation.cancel();
        assert!((0..=Budget::STEP).any(|_| counter.spend().is_err()));
        let nodes = counter.nodes();
        assert_eq!(counter.spend(), Err(OutOfBudget), "and goes on doing so");
        drop(counter);
        assert_eq!(task.nodes(), nodes);
    }

    #[test]
    fn searches_of_one_task_share_its_nodes() {
        let limits = Limits { nodes: Some(3000), time: None };
        let task = Task::new("", limits, Cancellation::default());
        let spend = |nodes| {
            let mut counter = NodeCounter::new(&Budget { nodes, ..Budget::of(&task) });
            (0..10_000).take_while(|_| counter.spend().is_ok()).count() as u64
        };
        assert_eq!([spend(1500), spend(1000), spend(1000), spend(1000)], [1500, 1000, 500, 0]);
        assert_eq!(task.nodes(), 3000);
    }
}
