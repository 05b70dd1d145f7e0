//! Attempts on several threads, whose puzzles are reported in order.

use super::generator::{Generated, Generator, Worker};
use crate::{Budget, Grid, Puzzle};
use sole_puzzle::parallel;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of attempts and of puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of attempts.
    pub attempts: u64,
    /// The number of puzzles reported.
    pub made: u64,
    /// Whether all attempts were made; if not, the caller or the budget ended it.
    pub is_complete: bool,
}

/// Whether a puzzle is wanted, by its solution too: for ratings and techniques.
pub type Accept<'a> = &'a (dyn Fn(&Puzzle, &Grid) -> bool + Sync);

/// The result of an attempt.
enum Outcome {
    Generated(Generated),
    Nothing,
    /// The budget said stop.
    Stopped,
}

impl Generator {
    /// Reports one puzzle after the other, in the order of attempts, until `found` breaks, the
    /// attempts are used up or the budget says stop. The nodes of the budget are for each
    /// search; an attempt that needs more has no result.
    pub fn run(
        &self,
        threads: usize,
        budget: &Budget<'_>,
        accept: Accept<'_>,
        mut found: impl FnMut(Generated) -> ControlFlow<()>,
    ) -> Tally {
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let is_over = AtomicBool::new(false);
        let stop = || is_over.load(Ordering::Relaxed) || (budget.stop)();
        let budget = Budget { stop: &stop, ..*budget };
        let mut tally = Tally::default();
        let end = parallel::for_each(
            0..self.attempts,
            threads,
            || Worker::new(self),
            |worker, attempt| worker.attempt(attempt, &budget, accept),
            |outcome| {
                let made = match outcome {
                    Outcome::Stopped => return Err(()),
                    Outcome::Nothing => None,
                    Outcome::Generated(made) => Some(made),
                };
                tally.attempts += 1;
                tally.made += u64::from(made.is_some());
                if made.is_some_and(|made| found(made).is_break()) {
                    is_over.store(true, Ordering::Relaxed);
                    return Err(());
                }
                Ok(())
            },
        );
        Tally { is_complete: end.is_ok(), ..tally }
    }
}

impl Worker<'_> {
    fn attempt(&mut self, attempt: u64, budget: &Budget<'_>, accept: Accept<'_>) -> Outcome {
        if (budget.stop)() {
            return Outcome::Stopped;
        }
        match self.make(attempt, budget) {
            Some(made) if accept(&made.puzzle, &made.solution) => Outcome::Generated(made),
            // It may have been told to stop on the way.
            None if (budget.stop)() => Outcome::Stopped,
            _ => Outcome::Nothing,
        }
    }
}
