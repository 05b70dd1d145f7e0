//! How a search is told to end: at once, when its time is up, or when the opponent has moved.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What the session and its search share.
pub(super) struct Signal {
    stopped: AtomicBool,
    /// While the opponent thinks, no time is spent.
    clock: Mutex<Clock>,
    changed: Condvar,
}

#[derive(Clone, Copy)]
struct Clock {
    begin: Instant,
    pondering: bool,
}

impl Signal {
    /// The clock starts now, unless it is the opponent's time.
    pub(super) fn new(pondering: bool) -> Signal {
        Signal {
            stopped: AtomicBool::new(false),
            clock: Mutex::new(Clock { begin: Instant::now(), pondering }),
            changed: Condvar::new(),
        }
    }

    fn clock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The search is to end at once.
    pub(super) fn stop(&self) {
        let _clock = self.clock();
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The opponent has moved as was expected: the clock starts now, unless it was running.
    pub(super) fn ponder_hit(&self) {
        let mut clock = self.clock();
        if clock.pondering {
            *clock = Clock { begin: Instant::now(), pondering: false };
            self.changed.notify_all();
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether so much of the own time has passed.
    pub(super) fn is_late(&self, time: Duration) -> bool {
        let clock = *self.clock();
        !clock.pondering && clock.begin.elapsed() >= time
    }

    /// Waits for the end of what has no end of its own: until it is stopped, or, unless only that
    /// counts, until the opponent has moved.
    pub(super) fn wait(&self, only_stop: bool) {
        let mut clock = self.clock();
        while !self.is_stopped() && (only_stop || clock.pondering) {
            clock = self.changed.wait(clock).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_ponder_hit_starts_the_clock() {
        let signal = Signal::new(true);
        let before = signal.clock().begin;
        signal.ponder_hit();
        let begin = signal.clock().begin;
        assert!(begin >= before && !signal.clock().pondering);
        signal.ponder_hit();
        assert_eq!(signal.clock().begin, begin);
        let signal = Signal::new(false);
        let begin = signal.clock().begin;
        signal.ponder_hit();
        assert_eq!(signal.clock().begin, begin);
    }
}
