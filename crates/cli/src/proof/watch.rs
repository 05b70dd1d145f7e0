//! Work under watch: its limit of time, its progress, and Ctrl-C.

use crate::console::{Console, Stop};
use crate::lookout::Lookout;
use std::time::Duration;

/// What looks after one piece of work.
pub(super) struct Watch {
    lookout: Lookout,
    time: Option<Duration>,
}

impl Watch {
    /// The clock starts now.
    pub(super) fn new(label: String, time: Option<Duration>, console: &Console) -> Watch {
        Watch { lookout: Lookout::new(console.progress(), label), time }
    }

    /// Shows how far the work has come, and says whether to stop; without a share, the time
    /// that has passed stands for it.
    pub(super) fn is_to_stop(&self, share: Option<f64>, details: impl FnOnce() -> String) -> bool {
        self.lookout.show(share.or_else(|| self.lookout.share_of(self.time)), details);
        let is_up = self.time.is_some_and(|time| self.lookout.elapsed() >= time);
        is_up || self.is_interrupted()
    }

    /// Whether Ctrl-C was pressed.
    pub(super) fn is_interrupted(&self) -> bool {
        self.lookout.is_interrupted()
    }

    /// How long it took, when what was drawn is gone.
    pub(super) fn finish(self) -> Result<Duration, Stop> {
        match self.is_interrupted() {
            true => Err(Stop::Interrupted),
            false => Ok(self.lookout.elapsed()),
        }
    }
}
