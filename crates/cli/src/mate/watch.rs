//! A search under watch: its limits, its progress, and Ctrl-C.

use crate::args::Patience;
use crate::console::Progress;
use crate::lookout::Lookout;
use crate::render::grouped;
use sole_mate::Budget;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What looks after one problem from its first search to its last.
pub(super) struct Watch {
    lookout: Lookout,
    patience: Patience,
    steps: AtomicU64,
    hunt: Option<Hunt>,
}

/// A search for many problems.
struct Hunt {
    wanted: u64,
    found: AtomicU64,
}

impl Watch {
    /// The clock starts now.
    pub(super) fn new(patience: Patience, progress: Progress, label: String) -> Watch {
        let lookout = Lookout::new(progress, label);
        Watch { lookout, patience, steps: AtomicU64::new(0), hunt: None }
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
        self.lookout.clear();
    }

    /// Whether to stop; to be asked by searches every so often, which is how it knows where they are.
    pub(super) fn is_to_stop(&self) -> bool {
        self.steps.fetch_add(1, Ordering::Relaxed);
        self.lookout.show(self.share(), || self.details());
        self.patience.is_late(self.elapsed()) || self.is_interrupted()
    }

    /// How much is done, if anyone can tell.
    fn share(&self) -> Option<f64> {
        let found = self.hunt.as_ref().filter(|hunt| hunt.wanted < u64::MAX).map(Hunt::share);
        let passed = self.lookout.share_of(self.patience.time);
        let spent = self.patience.nodes.map(|nodes| self.nodes() as f64 / nodes.max(1) as f64);
        let spent = spent.map(|share| share.min(1.0));
        found.into_iter().chain(passed).chain(spent).reduce(f64::max)
    }

    fn details(&self) -> String {
        let nodes = format!("{} nodes", grouped(self.nodes()));
        let Some(hunt) = &self.hunt else { return nodes };
        let found = hunt.found.load(Ordering::Relaxed);
        let speed = found as f64 / self.elapsed().as_secs_f64();
        format!("{} found, {speed:.1} a second, {nodes}", grouped(found))
    }

    /// About how many nodes all searches have looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.steps.load(Ordering::Relaxed) * Budget::STEP
    }

    /// Whether someone pressed Ctrl-C.
    pub(super) fn is_interrupted(&self) -> bool {
        self.lookout.is_interrupted()
    }

    /// How long it has been going on.
    pub(super) fn elapsed(&self) -> Duration {
        self.lookout.elapsed()
    }
}

impl Hunt {
    fn share(&self) -> f64 {
        self.found.load(Ordering::Relaxed) as f64 / self.wanted as f64
    }
}
