//! How much a search may use: nodes, memory, and the patience of its user.
//!
//! A search that runs out says so and proves nothing; see [`OutOfBudget`].

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

/// The account of all threads of one search.
pub(crate) struct Account<'a> {
    budget: Budget<'a>,
    /// How many nodes were drawn by purses, spent or not.
    drawn: AtomicU64,
    closed: AtomicBool,
}

/// One thread's share of an account: draws nodes in advance, spends them alone, and
/// gives back what is left in the end.
pub(crate) struct Purse<'a> {
    account: Arc<Account<'a>>,
    left: u64,
}

impl<'a> Purse<'a> {
    /// A purse with an account of its own.
    pub(crate) fn new(budget: &Budget<'a>) -> Purse<'a> {
        let (drawn, closed) = (AtomicU64::new(0), AtomicBool::new(false));
        Purse { account: Arc::new(Account { budget: *budget, drawn, closed }), left: 0 }
    }

    /// Another purse with the same account.
    pub(crate) fn share(&self) -> Purse<'a> {
        Purse { account: Arc::clone(&self.account), left: 0 }
    }

    /// How many bytes a thread may take.
    pub(crate) fn bytes(&self) -> usize {
        self.account.budget.bytes
    }

    /// All nodes that this and all purses that are gone have paid for.
    pub(crate) fn nodes(&self) -> u64 {
        self.account.drawn.load(Ordering::Relaxed) - self.left
    }

    /// Pays for one node.
    #[inline(always)]
    pub(crate) fn spend(&mut self) -> Result<(), OutOfBudget> {
        if self.left == 0 {
            self.draw()?;
        }
        self.left -= 1;
        Ok(())
    }

    #[cold]
    fn draw(&mut self) -> Result<(), OutOfBudget> {
        let Account { budget, drawn, closed } = &*self.account;
        let step = |drawn| budget.nodes.saturating_sub(drawn).min(Budget::STEP);
        let add = |drawn| Some(drawn + step(drawn));
        let (Ok(before) | Err(before)) =
            drawn.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        self.left = step(before);
        if self.left == 0 || (budget.stop)() {
            closed.store(true, Ordering::Relaxed);
        }
        if closed.load(Ordering::Relaxed) { Err(OutOfBudget) } else { Ok(()) }
    }
}

impl Drop for Purse<'_> {
    fn drop(&mut self) {
        self.account.drawn.fetch_sub(self.left, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_spent_to_the_last_and_no_further() {
        for nodes in [0, 1, 1023, 1024, 1025, 5000] {
            let budget = Budget { nodes, ..Budget::UNLIMITED };
            let mut purse = Purse::new(&budget);
            let spent = (0..10_000).take_while(|_| purse.spend().is_ok()).count() as u64;
            assert_eq!(spent, nodes);
            assert_eq!(purse.nodes(), nodes);
            assert_eq!(purse.share().spend(), Err(OutOfBudget));
        }
    }

    #[test]
    fn two_purses_do_not_spend_a_node_twice() {
        let budget = Budget { nodes: 1500, ..Budget::UNLIMITED };
        let mut first = Purse::new(&budget);
        let mut second = first.share();
        let mut spend = || u64::from(second.spend().is_ok()) + u64::from(first.spend().is_ok());
        assert_eq!((0..5000).map(|_| spend()).sum::<u64>(), 1500);
        drop(second);
        assert_eq!(first.nodes(), 1500);
    }

    #[test]
    fn whoever_says_stop_is_heard() {
        let budget = Budget { stop: &|| true, ..Budget::UNLIMITED };
        let mut purse = Purse::new(&budget);
        assert!((0..=Budget::STEP).any(|_| purse.spend().is_err()));
    }
}
