//! Searches under watch: their limits, their progress, and Ctrl-C.

use crate::args::sudoku::Effort;
use crate::console::Progress;
use crate::interrupt::Work;
use crate::progress::Gauge;
use crate::render::{grouped, plural};
use sole_sudoku::Budget;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What looks after all sudokus of a command.
pub(super) struct Watch {
    start: Instant,
    effort: Effort,
    /// How many sudokus there are, and how many are done.
    total: u64,
    done: AtomicU64,
    solutions: AtomicU64,
    gauge: Mutex<Gauge>,
    work: Work,
}

impl Watch {
    /// The clock starts now.
    pub(super) fn new(effort: Effort, progress: Progress, label: &str, total: usize) -> Watch {
        Watch {
            start: Instant::now(),
            effort,
            total: total as u64,
            done: AtomicU64::new(0),
            solutions: AtomicU64::new(0),
            gauge: Mutex::new(Gauge::new(progress, label.to_owned())),
            work: Work::begin(),
        }
    }

    /// Runs the searches for one sudoku within its limits.
    pub(super) fn within<T>(&self, search: impl FnOnce(&Budget) -> T) -> T {
        let start = Instant::now();
        let stop = || {
            self.show();
            self.is_interrupted() || self.effort.time.is_some_and(|time| start.elapsed() >= time)
        };
        search(&Budget { nodes: self.effort.nodes.unwrap_or(u64::MAX), stop: &stop })
    }

    /// Takes note of a solution.
    pub(super) fn note_solution(&self) {
        self.solutions.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes note of sudokus that are done.
    pub(super) fn note_done(&self, number: usize) {
        self.done.fetch_add(number as u64, Ordering::Relaxed);
        self.show();
    }

    fn show(&self) {
        if let Ok(mut gauge) = self.gauge.try_lock() {
            let done = self.done.load(Ordering::Relaxed);
            let share = (self.total > 1).then(|| done as f64 / self.total as f64);
            gauge.show(share, || match self.total {
                1 => plural(self.solutions.load(Ordering::Relaxed), "solution"),
                total => format!("{} of {} sudokus", grouped(done), grouped(total)),
            });
        }
    }

    /// Whether someone pressed Ctrl-C.
    pub(super) fn is_interrupted(&self) -> bool {
        self.work.is_to_end()
    }

    /// How many threads may work.
    pub(super) fn threads(&self) -> usize {
        self.effort.threads.get()
    }

    /// How long it has been going on.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Ok(gauge) = self.gauge.get_mut() {
            gauge.hide();
        }
    }
}
