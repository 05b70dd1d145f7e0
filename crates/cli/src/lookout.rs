//! What looks after work that takes long: the time it takes, its progress, and Ctrl-C.

use crate::console::Progress;
use crate::interrupt::Work;
use crate::progress::Gauge;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What looks after one piece of work; what it draws goes with it.
pub(crate) struct Lookout {
    begin: Instant,
    gauge: Mutex<Gauge>,
    work: Work,
}

impl Lookout {
    /// The clock starts now.
    pub(crate) fn new(progress: Progress, label: String) -> Lookout {
        let gauge = Mutex::new(Gauge::new(progress, label));
        Lookout { begin: Instant::now(), gauge, work: Work::begin() }
    }

    /// Shows how far the work has come, unless another thread does so at this moment.
    pub(crate) fn show(&self, share: Option<f64>, details: impl FnOnce() -> String) {
        if let Ok(mut gauge) = self.gauge.try_lock() {
            gauge.show(share, details);
        }
    }

    /// Clears the way for something else on the screen.
    pub(crate) fn clear(&self) {
        self.gauge.lock().unwrap_or_else(PoisonError::into_inner).hide();
    }

    /// Whether someone pressed Ctrl-C.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.work.is_to_end()
    }

    /// How long it has been going on.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// How much of a limit of time has passed.
    pub(crate) fn share_of(&self, time: Option<Duration>) -> Option<f64> {
        time.map(|time| self.elapsed().div_duration_f64(time).min(1.0))
    }
}

impl Drop for Lookout {
    fn drop(&mut self) {
        self.clear();
    }
}
