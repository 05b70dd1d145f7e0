//! A search under watch: its limits, its progress, and Ctrl-C.

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
    hunt: Option<Hunt>,
    gauge: Mutex<Gauge>,
    work: Work,
}

/// A search for many problems.
struct Hunt {
    wanted: u64,
    found: AtomicU64,
}

impl Watch {
    /// The clock starts now.
    pub(super) fn new(time: Option<Duration>, progress: Progress, label: String) -> Watch {
        Watch {
            start: Instant::now(),
            time,
            steps: AtomicU64::new(0),
            hunt: None,
            gauge: Mutex::new(Gauge::new(progress, label)),
            work: Work::begin(),
        }
    }

    /// The same over a search for so many problems.
    pub(super) fn over(mut self, wanted: u64) -> Watch {
        self.hunt = Some(Hunt { wanted, found: AtomicU64::new(0) });
        self
    }

    /// Takes note of a problem that was found, and clears the way to show it.
    pub(super) fn note(&self) {
        if let Some(hunt) = &self.hunt {
            hunt.found.fetch_add(1, Ordering::Relaxed);
        }
        if let Ok(gauge) = self.gauge.lock() {
            gauge.hide();
        }
    }

    /// Whether to stop; to be asked by searches every so often, which is how it knows where they are.
    pub(super) fn is_to_stop(&self) -> bool {
        self.steps.fetch_add(1, Ordering::Relaxed);
        let elapsed = self.start.elapsed();
        if let Ok(mut gauge) = self.gauge.try_lock() {
            gauge.show(self.share(elapsed), || self.details(elapsed));
        }
        self.time.is_some_and(|time| elapsed >= time) || self.is_interrupted()
    }

    /// How much is done, if anyone can tell.
    fn share(&self, elapsed: Duration) -> Option<f64> {
        let found = self.hunt.as_ref().filter(|hunt| hunt.wanted < u64::MAX).map(Hunt::share);
        let passed = self.time.map(|time| elapsed.div_duration_f64(time).min(1.0));
        found.into_iter().chain(passed).reduce(f64::max)
    }

    fn details(&self, elapsed: Duration) -> String {
        let nodes = format!("{} nodes", grouped(self.nodes()));
        let Some(hunt) = &self.hunt else { return nodes };
        let found = hunt.found.load(Ordering::Relaxed);
        let speed = found as f64 / elapsed.as_secs_f64();
        format!("{} found, {speed:.1} a second, {nodes}", grouped(found))
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

impl Hunt {
    fn share(&self) -> f64 {
        self.found.load(Ordering::Relaxed) as f64 / self.wanted as f64
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Ok(gauge) = self.gauge.get_mut() {
            gauge.hide();
        }
    }
}
