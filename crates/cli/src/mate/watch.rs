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
    /// The share of all there is that was looked at, in millionths.
    surveyed: AtomicU64,
}

impl Watch {
    /// The clock starts now.
    pub(super) fn new(patience: Patience, progress: Progress, label: String) -> Watch {
        let lookout = Lookout::new(progress, label);
        Watch { lookout, patience, steps: AtomicU64::new(0), hunt: None }
    }

    /// The same over a search for so many problems.
    pub(super) fn over(mut self, wanted: u64) -> Watch {
        self.hunt = Some(Hunt { wanted, found: AtomicU64::new(0), surveyed: AtomicU64::new(0) });
        self
    }

    /// Takes note of the share of all there is that was looked at.
    pub(super) fn note_surveyed(&self, share: f64) {
        if let Some(hunt) = &self.hunt {
            hunt.surveyed.store((share * MILLION) as u64, Ordering::Relaxed);
        }
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
        let found = self.hunt.as_ref().and_then(Hunt::share);
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

/// A whole in millionths.
const MILLION: f64 = 1e6;

impl Hunt {
    /// How much is done: of what is wanted, or of all there is, if either is known.
    fn share(&self) -> Option<f64> {
        let found = self.found.load(Ordering::Relaxed) as f64 / self.wanted as f64;
        let surveyed = self.surveyed.load(Ordering::Relaxed) as f64 / MILLION;
        let is_known = self.wanted < u64::MAX || surveyed > 0.0;
        is_known.then_some(found.max(surveyed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hunt_is_as_far_as_its_finds_or_its_survey() {
        // Wanted, found, millionths that were surveyed, the share.
        let cases = [
            (10, 0, 0, Some(0.0)),
            (10, 5, 0, Some(0.5)),
            (3, 0, 400_000, Some(0.4)),
            (10, 5, 400_000, Some(0.5)),
            (u64::MAX, 7, 0, None),
            (u64::MAX, 0, 250_000, Some(0.25)),
        ];
        for (wanted, found, surveyed, expected) in cases {
            let hunt = Hunt { wanted, found: found.into(), surveyed: surveyed.into() };
            assert_eq!(hunt.share(), expected, "{found} of {wanted}, {surveyed} surveyed");
        }
    }
}
