//! Time spent on a processor.

use std::time::{Duration, Instant};

/// A moment on the thread's own clock, or on the wall's where there is none.
pub enum Clock {
    /// What the thread had spent.
    Thread(Duration),
    /// When it was.
    Wall(Instant),
}

impl Clock {
    /// Starts it.
    pub fn now() -> Clock {
        on_processor().map_or_else(|| Clock::Wall(Instant::now()), Clock::Thread)
    }

    /// Seconds since it was started.
    pub fn seconds(&self) -> f64 {
        match self {
            Clock::Thread(start) => (on_processor().unwrap_or_default() - *start).as_secs_f64(),
            Clock::Wall(start) => start.elapsed().as_secs_f64(),
        }
    }
}

/// How long this thread has been on a processor, if the system tells (Linux does).
fn on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
