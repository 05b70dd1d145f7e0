//! Attempts on several threads: threads share a round, and its puzzles are reported in order.

use super::generator::{Generated, Generator, Worker};
use crate::{Budget, Grid, Puzzle};
use std::ops::{ControlFlow, Range};
use std::panic::resume_unwind;
use std::time::{Duration, Instant};

/// The number of attempts and of puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of attempts.
    pub attempts: u64,
    /// The number of puzzles reported.
    pub made: u64,
    /// Whether all attempts were made; if not, the caller or the budget found_other it.
    pub is_complete: bool,
}

/// Whether a puzzle is wanted, by its solution too: for ratings and techniques.
pub type Accept<'a> = &'a (dyn Fn(&Puzzle, &Grid) -> bool + Sync);

/// The largest number of attempts that each thread makes before puzzles are reported.
const LARGEST_ROUND: u64 = 64;

/// Rounds do not grow when they take longer, so that puzzles are reported soon.
const LONGEST_ROUND: Duration = Duration::from_millis(100);

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
        let mut workers: Vec<Worker<'_>> = (0..threads.max(1)).map(|_| Worker::new(self)).collect();
        let make = |worker: &mut Worker<'_>, attempt| worker.attempt(attempt, budget, accept);
        let mut tally = Tally::default();
        let mut each = 1;
        while tally.attempts < self.attempts {
            let next = tally.attempts;
            let end = self.attempts.min(next.saturating_add(each * workers.len() as u64));
            let (start, mut is_stopped) = (Instant::now(), false);
            for outcome in run_threads(&mut workers, next..end, &make) {
                match outcome {
                    Outcome::Stopped => is_stopped = true,
                    Outcome::Nothing => tally.attempts += 1,
                    Outcome::Generated(made) => {
                        tally.attempts += 1;
                        tally.made += 1;
                        if found(made).is_break() {
                            return tally;
                        }
                    }
                }
            }
            if is_stopped {
                return tally;
            }
            if start.elapsed() < LONGEST_ROUND {
                each = (2 * each).min(LARGEST_ROUND);
            }
        }
        Tally { is_complete: true, ..tally }
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

/// The results of the attempts, in their order; each worker runs in its own thread.
fn run_threads<'a>(
    workers: &mut [Worker<'a>],
    attempts: Range<u64>,
    make: &(impl Fn(&mut Worker<'a>, u64) -> Outcome + Sync),
) -> Vec<Outcome> {
    if let [worker] = workers {
        return attempts.map(|attempt| make(worker, attempt)).collect();
    }
    let n = workers.len();
    let mut shares: Vec<std::vec::IntoIter<Outcome>> = std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for (first, worker) in workers.iter_mut().enumerate() {
            let share = attempts.clone().skip(first).step_by(n);
            threads.push(scope.spawn(move || {
                share.map(|attempt| make(&mut *worker, attempt)).collect::<Vec<Outcome>>()
            }));
        }
        let joined = threads.into_iter().map(|thread| thread.join());
        let passed_on = joined.map(|share| share.unwrap_or_else(|panic| resume_unwind(panic)));
        passed_on.map(Vec::into_iter).collect()
    });
    (0..n).cycle().map_while(|share| shares[share].next()).collect()
}
