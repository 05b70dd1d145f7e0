//! Attempts in rounds: threads share a round, and its finds are handed out in order.

use super::Tally;
use crate::OutOfBudget;
use crate::root::share_out;
use std::ops::ControlFlow;

/// What came of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Made<F> {
    Nothing,
    /// The first engine called it sound, the second did not say so.
    Unconfirmed,
    Found(F),
}

/// Attempts by number, so that what comes of them does not depend on who makes them.
pub(super) struct Rounds {
    /// How many attempts there are.
    pub(super) attempts: u64,
    /// How many of them each thread makes before finds are handed out.
    pub(super) each: u64,
}

impl Rounds {
    /// Hands over what is found and is new, in the order of attempts, until `found` breaks,
    /// all attempts are made, or the budget is used up.
    pub(super) fn run<M: Send, F: Send>(
        &self,
        makers: &mut [M],
        make: impl Fn(&mut M, u64) -> Result<Made<F>, OutOfBudget> + Sync,
        mut is_new: impl FnMut(&F) -> bool,
        mut found: impl FnMut(F) -> ControlFlow<()>,
    ) -> Tally {
        let mut tally = Tally::default();
        let round = self.each * makers.len() as u64;
        while tally.attempts < self.attempts {
            let end = self.attempts.min(tally.attempts.saturating_add(round));
            let attempts: Vec<u64> = (tally.attempts..end).collect();
            for made in share_out(makers, &attempts, |maker, _, attempt| make(maker, attempt)) {
                let Some(made) = made else { return tally };
                if tally.enter(made, &mut is_new, &mut found).is_break() {
                    return tally;
                }
            }
        }
        Tally { is_complete: true, ..tally }
    }
}

impl Tally {
    /// Counts what came of one attempt, and hands it out if it is new.
    fn enter<F>(
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
            Made::Found(_) => self.twins += 1,
        }
        ControlFlow::Continue(())
    }
}
