//! The progress of a walk over a whole ending, and the request to stop it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Progress shared by a walk and the thread that watches it.
///
/// ```
/// use sole_endgame::WalkProgress;
/// let progress = WalkProgress::default();
/// assert_eq!(progress.share(), 0.0);
/// progress.stop();
/// assert!(progress.is_stopped());
/// ```
#[derive(Debug, Default)]
pub struct WalkProgress {
    passed: AtomicU64,
    in_all: AtomicU64,
    stopped: AtomicBool,
}

impl WalkProgress {
    /// The finished share of the walk, from 0 to 1.
    pub fn share(&self) -> f64 {
        let in_all = self.in_all.load(Ordering::Relaxed).max(1);
        self.passed() as f64 / in_all as f64
    }

    /// The number of places of the table that were visited, including those that are not positions.
    pub fn passed(&self) -> u64 {
        self.passed.load(Ordering::Relaxed)
    }

    /// Asks the walk to stop; it does so within some milliseconds.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the walk was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// A walk over `places` places begins, perhaps after others.
    pub(crate) fn begin(&self, places: usize) {
        self.in_all.fetch_add(places as u64, Ordering::Relaxed);
    }

    /// `places` more places have been visited.
    pub(crate) fn pass(&self, places: usize) {
        self.passed.fetch_add(places as u64, Ordering::Relaxed);
    }
}
