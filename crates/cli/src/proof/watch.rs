//! Work under watch: its limit of time, its progress, and Ctrl-C.

use crate::console::{Console, Stop};
use crate::interrupt::Work;
use crate::progress::Gauge;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What looks after one piece of work.
pub(super) struct Watch {
    begin: Instant,
    time: Option<Duration>,
    gauge: Mutex<Gauge>,
    work: Work,
}

impl Watch {
    /// The clock starts now.
    pub(super) fn new(label: String, time: Option<Duration>, console: &Console) -> Watch {
        let gauge = Mutex::new(Gauge::new(console.progress(), label));
        Watch { begin: Instant::now(), time, gauge, work: Work::begin() }
    }

    /// Shows how far the work has come, and says whether to stop; without a share, the time
    /// that has passed stands for it.
    pub(super) fn is_to_stop(&self, share: Option<f64>, details: impl FnOnce() -> String) -> bool {
        let elapsed = self.begin.elapsed();
        if let Ok(mut gauge) = self.gauge.try_lock() {
            let passed = || self.time.map(|time| elapsed.div_duration_f64(time).min(1.0));
            gauge.show(share.or_else(passed), details);
        }
        self.time.is_some_and(|time| elapsed >= time) || self.work.is_to_end()
    }

    /// Whether Ctrl-C was pressed.
    pub(super) fn is_interrupted(&self) -> bool {
        self.work.is_to_end()
    }

    /// Clears what was drawn, and says how long it took.
    pub(super) fn finish(self) -> Result<Duration, Stop> {
        if let Ok(gauge) = self.gauge.into_inner() {
            gauge.hide();
        }
        if self.work.is_to_end() { Err(Stop::Interrupted) } else { Ok(self.begin.elapsed()) }
    }
}
