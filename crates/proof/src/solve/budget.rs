//! Counts the nodes and the other work of a search within its [`Budget`].

use sole_puzzle::{Budget, Stop};
use std::ops::ControlFlow;

/// The memory that tables take, unless the budget says otherwise.
const USUAL_BYTES: usize = 1 << 30;

/// What a search has used.
pub(super) struct Meter<'a> {
    budget: Budget<'a>,
    /// The number of nodes that the search may look at.
    most_nodes: u64,
    nodes: u64,
    /// How many of them the task knows of.
    told: u64,
    /// The number of nodes at which the limit is reached or the task is asked next whether to stop.
    until: u64,
    /// Called before the task is asked.
    #[cfg(test)]
    pub(super) before_asking: Option<&'a dyn Fn()>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(budget: &Budget<'a>) -> Meter<'a> {
        Meter {
            budget: *budget,
            most_nodes: budget.most_nodes(),
            nodes: 0,
            told: 0,
            until: 0,
            #[cfg(test)]
            before_asking: None,
        }
    }

    /// How many positions were looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many bytes the tables may take.
    pub(super) fn bytes(&self) -> usize {
        self.budget.bytes.unwrap_or(USUAL_BYTES)
    }

    /// Counts one node.
    #[inline(always)]
    pub(super) fn spend(&mut self) -> ControlFlow<Stop> {
        if self.nodes >= self.until {
            if self.nodes >= self.most_nodes {
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
        #[cfg(test)]
        if let Some(before_asking) = self.before_asking {
            before_asking();
        }
        self.tell();
        self.until = self.nodes.saturating_add(Budget::STEP).min(self.most_nodes);
        match self.budget.should_stop() {
            true => ControlFlow::Break(Stop::Budget),
            false => ControlFlow::Continue(()),
        }
    }

    /// Tells the task of the nodes that it does not know of.
    fn tell(&mut self) {
        self.budget.add_nodes(self.nodes - self.told);
        self.told = self.nodes;
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.tell();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sole_puzzle::Task;
    use sole_puzzle::task::{Cancellation, Limits};
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
    fn a_cancelled_task_ends_the_search() {
        let cancellation = Cancellation::default();
        cancellation.cancel();
        let task = Task::new("", Limits::NONE, cancellation);
        assert!(Meter::new(&Budget::of(&task)).spend().is_break());
        assert!(Meter::new(&Budget::of(&task)).charge(1).is_break());
    }

    #[test]
    fn the_task_is_asked_in_time_for_all_work() {
        let asked = AtomicU64::new(0);
        let ask = || {
            asked.fetch_add(1, Ordering::Relaxed);
        };
        let mut meter = Meter::new(&Budget { nodes: 3 * Budget::STEP, ..Budget::UNLIMITED });
        meter.before_asking = Some(&ask);
        for step in 1..=6 {
            for _ in 0..Budget::STEP / 2 {
                assert!(meter.spend().is_continue() && meter.charge(1).is_continue());
            }
            assert!(asked.load(Ordering::Relaxed) >= step, "step {step}");
        }
        // Without nodes left there may still be other work.
        assert!(meter.spend().is_break() && meter.charge(1).is_continue());
    }

    #[test]
    fn searches_of_one_task_share_its_nodes() {
        let limits = Limits { nodes: Some(3000), time: None };
        let task = Task::new("", limits, Cancellation::default());
        let spend = |nodes| {
            let mut meter = Meter::new(&Budget { nodes, ..Budget::of(&task) });
            (0..10_000).take_while(|_| meter.spend().is_continue()).count() as u64
        };
        assert_eq!([spend(1500), spend(1000), spend(1000), spend(1000)], [1500, 1000, 500, 0]);
        assert_eq!(task.nodes(), 3000);
    }
}
