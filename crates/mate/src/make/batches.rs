//! Attempts in batches: threads share a batch, and its finds are reported in order.

use super::Tally;
use crate::OutOfBudget;
use crate::root::parallel_map;
use std::ops::ControlFlow;

/// What came of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Made<F> {
    Nothing,
    /// The first engine called it sound, the second did not say so.
    Unconfirmed,
    Found(F),
}

/// Numbered attempts. The result of an attempt depends on its number, not on the thread that
/// makes it.
pub(super) struct Batches {
    /// The number of attempts.
    pub(super) attempts: u64,
    /// The number of attempts of each thread in a batch.
    pub(super) each: u64,
}

impl Batches {
    /// Calls `found` with each new find, in the order of attempts, until it breaks, all attempts
    /// are made, or the budget is used up.
    pub(super) fn run<M: Send, F: Send>(
        &self,
        workers: &mut [M],
        make: impl Fn(&mut M, u64) -> Result<Made<F>, OutOfBudget> + Sync,
        mut is_new: impl FnMut(&F) -> bool,
        mut found: impl FnMut(F) -> ControlFlow<()>,
    ) -> Tally {
        let mut tally = Tally::default();
        let batch = self.each * workers.len() as u64;
        while tally.attempts < self.attempts {
            let end = self.attempts.min(tally.attempts.saturating_add(batch));
            let attempts: Vec<u64> = (tally.attempts..end).collect();
            for made in parallel_map(workers, &attempts, |worker, _, attempt| make(worker, attempt))
            {
                let Some(made) = made else { return tally };
                if tally.record(made, &mut is_new, &mut found).is_break() {
                    return tally;
                }
            }
        }
        Tally { is_complete: true, ..tally }
    }
}

impl Tally {
    /// Counts the result of one attempt, and reports it if it is new.
    fn record<F>(
        &mut self,
        made: Made<F>,
        mut is_new: impl FnMut(&F) -> bool,
        mut found: impl FnMut(F) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.attempts += 1;
        match made {
            Made::Nothing => {}
            Made::Unconfirmed => self.unconfirmed += 1,
            Made::Found(find) if is_new(&find) => {
                self.finds += 1;
                return found(find);
            }
            Made::Found(_) => self.duplicates += 1,
        }
        ControlFlow::Continue(())
    }
}
