//! How a search is told to end: at once, when its time is up, or when the opponent has moved.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What the session and its search share.
pub(crate) struct StopSignal {
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

impl StopSignal {
    /// The clock starts now, unless it is the opponent's time.
    pub(crate) fn new(pondering: bool) -> StopSignal {
        StopSignal {
            stopped: AtomicBool::new(false),
            clock: Mutex::new(Clock { begin: Instant::now(), pondering }),
            changed: Condvar::new(),
        }
    }

    fn clock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The search is to end at once.
    pub(crate) fn stop(&self) {
        let _clock = self.clock();
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The opponent has moved as was expected: the clock starts now, unless it was running.
    pub(crate) fn ponder_hit(&self) {
        let mut clock = self.clock();
        if clock.pondering {
            *clock = Clock { begin: Instant::now(), pondering: false };
            self.changed.notify_all();
        }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether so much of the own time has passed.
    pub(crate) fn is_late(&self, time: Duration) -> bool {
        let clock = *self.clock();
        !clock.pondering && clock.begin.elapsed() >= time
    }

    /// Waits for the end of what has no end of its own: until it is stopped, or, unless only that
    /// counts, until the opponent has moved.
    pub(crate) fn wait(&self, only_stop: bool) {
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
        let signal = StopSignal::new(true);
        let before = signal.clock().begin;
        signal.ponder_hit();
        let begin = signal.clock().begin;
        assert!(begin >= before && !signal.clock().pondering);
        signal.ponder_hit();
        assert_eq!(signal.clock().begin, begin);
        let signal = StopSignal::new(false);
        let begin = signal.clock().begin;
        signal.ponder_hit();
        assert_eq!(signal.clock().begin, begin);
    }
}
