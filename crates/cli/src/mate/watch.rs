//! A search under watch: its limits, its progress, and Ctrl-C.

use crate::args::Effort;
use crate::console::Progress;
use crate::interrupt::Work;
use crate::progress::Gauge;
use crate::render::grouped;
use sole_mate::Budget;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What looks after one problem from its first search to its last.
pub(super) struct Watch {
    start: Instant,
    time: Option<Duration>,
    steps: AtomicU64,
    gauge: Mutex<Gauge>,
    work: Work,
}

impl Watch {
    /// The clock starts now.
    pub(super) fn new(effort: &Effort, progress: Progress, label: String) -> Watch {
        Watch {
            start: Instant::now(),
            time: effort.time,
            steps: AtomicU64::new(0),
            gauge: Mutex::new(Gauge::new(progress, label)),
            work: Work::begin(),
        }
    }

    /// Whether to stop; to be asked by searches every so often, which is how it knows where they are.
    pub(super) fn is_to_stop(&self) -> bool {
        self.steps.fetch_add(1, Ordering::Relaxed);
        let elapsed = self.start.elapsed();
        if let Ok(mut gauge) = self.gauge.try_lock() {
            let share = self.time.map(|time| elapsed.div_duration_f64(time).min(1.0));
            gauge.show(share, || format!("{} nodes", grouped(self.nodes())));
        }
        self.time.is_some_and(|time| elapsed >= time) || self.is_interrupted()
    }

    /// About how many nodes all searches have looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.steps.load(Ordering::Relaxed) * Budget::STEP
    }

    /// Whether someone pressed Ctrl-C.
    pub(super) fn is_interrupted(&self) -> bool {
        self.work.is_to_end()
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
