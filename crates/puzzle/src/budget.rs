//! The limits of a search: nodes, memory, threads, and the task that it is part of.
//!
//! A search that reaches a limit proves nothing; it says so with [`OutOfBudget`] or
//! [`Stop::Budget`](crate::Stop::Budget).
//!
//! ```
//! use sole_puzzle::{Budget, Task};
//!
//! let task = Task::unlimited();
//! let budget = Budget { nodes: 10, ..Budget::of(&task) };
//! let mut nodes = 0;
//! while nodes < budget.most_nodes() && !budget.should_stop() {
//!     nodes += 1;
//! }
//! budget.add_nodes(nodes);
//! assert_eq!(task.nodes(), 10);
//! ```

use crate::Task;
use std::fmt;

/// What one search may use.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// How many nodes the search may look at, beside the limit of the task.
    pub nodes: u64,
    /// How many bytes its tables may take; `None` for what the kind of search usually takes.
    pub bytes: Option<usize>,
    /// How many threads share the work.
    pub threads: usize,
    /// What the search is part of: its limits and its cancellation end the search, and the nodes
    /// are counted there.
    pub task: Option<&'a Task>,
}

impl Budget<'static> {
    /// No end of nodes and time, the usual memory, one thread.
    pub const UNLIMITED: Budget<'static> =
        Budget { nodes: u64::MAX, bytes: None, threads: 1, task: None };

    /// How many nodes a thread looks at, at most, between two questions whether to stop.
    pub const STEP: u64 = 1024;
}

impl<'a> Budget<'a> {
    /// What a task has left, the usual memory, one thread.
    pub fn of(task: &'a Task) -> Budget<'a> {
        Budget { task: Some(task), ..Budget::UNLIMITED }
    }

    /// How many nodes a search that begins now may look at: those of the budget, but no more than
    /// the task has left.
    pub fn most_nodes(&self) -> u64 {
        let left = |task: &Task| Some(task.limits().nodes?.saturating_sub(task.nodes()));
        self.task.and_then(left).map_or(self.nodes, |left| left.min(self.nodes))
    }

    /// Whether to stop for another reason than nodes: cancelled, or late.
    pub fn should_stop(&self) -> bool {
        let is_late = |task: &Task| task.limits().time.is_some_and(|time| task.elapsed() >= time);
        self.task.is_some_and(|task| task.is_cancelled() || is_late(task))
    }

    /// Adds to the nodes of the task.
    pub fn add_nodes(&self, nodes: u64) {
        if let Some(task) = self.task {
            task.add_nodes(nodes);
        }
    }
}

impl Default for Budget<'static> {
    fn default() -> Budget<'static> {
        Budget::UNLIMITED
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::{Cancellation, Limits};

    #[test]
    fn a_search_may_use_what_its_budget_and_its_task_have_left() {
        // Nodes of the budget, of the task, searched before, left.
        let cases = [
            (u64::MAX, None, 7, u64::MAX),
            (5, None, 7, 5),
            (5, Some(10), 7, 3),
            (2, Some(10), 7, 2),
            (5, Some(10), 10, 0),
            (5, Some(10), 11, 0),
        ];
        for (nodes, allowed, searched, left) in cases {
            let limits = Limits { nodes: allowed, time: None };
            let task = Task::new("", limits, Cancellation::default());
            task.add_nodes(searched);
            let budget = Budget { nodes, ..Budget::of(&task) };
            assert_eq!(budget.most_nodes(), left, "{nodes} {allowed:?} {searched}");
            assert!(!budget.should_stop(), "nodes are no other reason");
        }
        assert_eq!(Budget::UNLIMITED.most_nodes(), u64::MAX);
    }

    #[test]
    fn a_cancelled_task_ends_its_searches() {
        let cancellation = Cancellation::default();
        let task = Task::new("", Limits::NONE, cancellation.clone());
        let budget = Budget::of(&task);
        assert!(!budget.should_stop() && !Budget::UNLIMITED.should_stop());
        cancellation.cancel();
        assert!(budget.should_stop() && !Budget::UNLIMITED.should_stop());
    }
}
