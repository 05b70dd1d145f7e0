//! Searches under watch: their limits, their progress, and Ctrl-C.

use crate::args::sudoku::Effort;
use crate::console::Progress;
use crate::lookout::Lookout;
use crate::render::{grouped, plural};
use sole_sudoku::Budget;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What looks after all sudokus of a command.
pub(super) struct Watch {
    lookout: Lookout,
    effort: Effort,
    /// How many sudokus there are, if that is known, and how many are done.
    total: Option<u64>,
    done: AtomicU64,
    solutions: AtomicU64,
    quest: Option<Quest>,
    /// What was reached so far, instead of the number of solutions.
    stage: Mutex<Option<String>>,
}

/// A search for sudokus that nobody has seen yet.
struct Quest {
    /// How many are enough.
    wanted: u64,
    /// How many were looked at to find those that are done.
    seen: AtomicU64,
}

impl Watch {
    /// The clock starts now.
    pub(super) fn new(
        effort: Effort,
        progress: Progress,
        label: &str,
        total: Option<usize>,
    ) -> Watch {
        Watch {
            lookout: Lookout::new(progress, label.to_owned()),
            effort,
            total: total.map(|total| total as u64),
            done: AtomicU64::new(0),
            solutions: AtomicU64::new(0),
            quest: None,
            stage: Mutex::new(None),
        }
    }

    /// The same over a search for so many sudokus.
    pub(super) fn over(mut self, wanted: u64) -> Watch {
        self.quest = Some(Quest { wanted, seen: AtomicU64::new(0) });
        self
    }

    /// Runs the searches for one sudoku within its limits.
    pub(super) fn within<T>(&self, search: impl FnOnce(&Budget) -> T) -> T {
        let start = Instant::now();
        let stop = || {
            self.show();
            self.is_interrupted() || self.effort.patience.is_late(start.elapsed())
        };
        search(&Budget { nodes: self.effort.patience.most_nodes(), stop: &stop })
    }

    /// Takes note of a solution.
    pub(super) fn note_solution(&self) {
        self.solutions.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes note of what was reached, to be shown while the search goes on.
    pub(super) fn note_stage(&self, stage: String) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = Some(stage);
    }

    /// Takes note of sudokus that are done.
    pub(super) fn note_done(&self, number: usize) {
        self.done.fetch_add(number as u64, Ordering::Relaxed);
        self.show();
    }

    /// Takes note of what was looked at.
    pub(super) fn note_seen(&self, number: u64) {
        if let Some(quest) = &self.quest {
            quest.seen.fetch_add(number, Ordering::Relaxed);
        }
    }

    /// Takes note of a sudoku that was found, and clears the way to show it.
    pub(super) fn note_found(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.lookout.clear();
    }

    fn show(&self) {
        let done = self.done.load(Ordering::Relaxed);
        if let Some(quest) = &self.quest {
            let passed = self.lookout.share_of(self.effort.patience.time);
            let share = quest.share(done).into_iter().chain(passed).reduce(f64::max);
            return self.lookout.show(share, || quest.details(done, self.elapsed()));
        }
        let share = self.total.filter(|&total| total > 1).map(|total| done as f64 / total as f64);
        self.lookout.show(share, || match self.total {
            Some(1) => self
                .stage()
                .unwrap_or_else(|| plural(self.solutions.load(Ordering::Relaxed), "solution")),
            Some(total) => format!("{} of {} sudokus", grouped(done), grouped(total)),
            None => plural(done, "sudoku"),
        });
    }

    fn stage(&self) -> Option<String> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether someone pressed Ctrl-C.
    pub(super) fn is_interrupted(&self) -> bool {
        self.lookout.is_interrupted()
    }

    /// How many threads may work.
    pub(super) fn threads(&self) -> NonZeroUsize {
        self.effort.threads.number()
    }

    /// How long it has been going on.
    pub(super) fn elapsed(&self) -> Duration {
        self.lookout.elapsed()
    }
}

impl Quest {
    /// How much is found, if there is an end to it.
    fn share(&self, found: u64) -> Option<f64> {
        (self.wanted < u64::MAX).then(|| found as f64 / self.wanted as f64)
    }

    fn details(&self, found: u64, elapsed: Duration) -> String {
        let seen = grouped(self.seen.load(Ordering::Relaxed));
        let speed = found as f64 / elapsed.as_secs_f64();
        format!("{} found, {speed:.1} a second, {seen} looked at", grouped(found))
    }
}
