//! Attempts in rounds: threads share a round, and its puzzles are handed out in order.

use super::recipe::{Made, Maker, Recipe};
use crate::{Budget, Grid, Puzzle};
use std::ops::{ControlFlow, Range};
use std::panic::resume_unwind;
use std::time::{Duration, Instant};

/// What became of the attempts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many were made.
    pub attempts: u64,
    /// How many puzzles were handed over.
    pub made: u64,
    /// Whether all attempts were made; if not, the caller or the budget ended it.
    pub is_complete: bool,
}

/// Whether a puzzle is wanted, by its solution too: for ratings and techniques.
pub type Accept<'a> = &'a (dyn Fn(&Puzzle, &Grid) -> bool + Sync);

/// How many attempts a thread makes before puzzles are handed out, once it is running.
const LARGEST_ROUND: u64 = 64;

/// A round that takes longer has attempts enough: nobody shall wait for what was found.
const LONGEST_ROUND: Duration = Duration::from_millis(100);

/// What came of an attempt.
enum Outcome {
    Made(Made),
    Nothing,
    /// The budget said stop.
    Stopped,
}

impl Recipe {
    /// Hands over one puzzle after the other, in the order of attempts, until `found` breaks, the
    /// attempts are used up or the budget says stop. The nodes of the budget are for each
    /// question; an attempt that would need more comes to nothing.
    pub fn run(
        &self,
        threads: usize,
        budget: &Budget<'_>,
        accept: Accept<'_>,
        mut found: impl FnMut(Made) -> ControlFlow<()>,
    ) -> Tally {
        let mut makers: Vec<Maker<'_>> = (0..threads.max(1)).map(|_| Maker::new(self)).collect();
        let make = |maker: &mut Maker<'_>, attempt| maker.attempt(attempt, budget, accept);
        let mut tally = Tally::default();
        let mut each = 1;
        while tally.attempts < self.attempts {
            let next = tally.attempts;
            let end = self.attempts.min(next.saturating_add(each * makers.len() as u64));
            let (start, mut is_stopped) = (Instant::now(), false);
            for outcome in shared_out(&mut makers, next..end, &make) {
                match outcome {
                    Outcome::Stopped => is_stopped = true,
                    Outcome::Nothing => tally.attempts += 1,
                    Outcome::Made(made) => {
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

impl Maker<'_> {
    fn attempt(&mut self, attempt: u64, budget: &Budget<'_>, accept: Accept<'_>) -> Outcome {
        if (budget.stop)() {
            return Outcome::Stopped;
        }
        match self.make(attempt, budget) {
            Some(made) if accept(&made.puzzle, &made.solution) => Outcome::Made(made),
            // It may have been told to stop on the way.
            None if (budget.stop)() => Outcome::Stopped,
            _ => Outcome::Nothing,
        }
    }
}

/// What comes of the attempts, in their order; each maker is a thread.
fn shared_out<'a>(
    makers: &mut [Maker<'a>],
    attempts: Range<u64>,
    make: &(impl Fn(&mut Maker<'a>, u64) -> Outcome + Sync),
) -> Vec<Outcome> {
    if let [maker] = makers {
        return attempts.map(|attempt| make(maker, attempt)).collect();
    }
    let n = makers.len();
    let mut shares: Vec<std::vec::IntoIter<Outcome>> = std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for (first, maker) in makers.iter_mut().enumerate() {
            let share = attempts.clone().skip(first).step_by(n);
            threads.push(scope.spawn(move || {
                share.map(|attempt| make(&mut *maker, attempt)).collect::<Vec<Outcome>>()
            }));
        }
        let joined = threads.into_iter().map(|thread| thread.join());
        let passed_on = joined.map(|share| share.unwrap_or_else(|panic| resume_unwind(panic)));
        passed_on.map(Vec::into_iter).collect()
    });
    (0..n).cycle().map_while(|share| shares[share].next()).collect()
}
