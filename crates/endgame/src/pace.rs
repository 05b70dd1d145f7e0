//! How far a walk over a whole ending has come, and whether it is to end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Shared by a walk and whoever watches it from another thread.
///
/// ```
/// use sole_endgame::Pace;
/// let pace = Pace::default();
/// assert_eq!(pace.share(), 0.0);
/// pace.stop();
/// assert!(pace.is_stopped());
/// ```
#[derive(Debug, Default)]
pub struct Pace {
    passed: AtomicU64,
    in_all: AtomicU64,
    stopped: AtomicBool,
}

impl Pace {
    /// How much of the way is behind the walk, from 0 to 1.
    pub fn share(&self) -> f64 {
        let in_all = self.in_all.load(Ordering::Relaxed).max(1);
        self.passed() as f64 / in_all as f64
    }

    /// How many places of the table are behind it, those that are no positions included.
    pub fn passed(&self) -> u64 {
        self.passed.load(Ordering::Relaxed)
    }

    /// Asks the walk to end; it does so within some milliseconds.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the walk was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// A walk over so many places begins, perhaps after others.
    pub(crate) fn begin(&self, places: usize) {
        self.in_all.fetch_add(places as u64, Ordering::Relaxed);
    }

    /// So many more places have been passed.
    pub(crate) fn pass(&self, places: usize) {
        self.passed.fetch_add(places as u64, Ordering::Relaxed);
    }
}
