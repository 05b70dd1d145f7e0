//! CPU time, and how much of it one way takes beside another.

use std::time::Instant;

/// The CPU seconds of each kind of work, the best of some rounds in turns. Short work is
/// repeated, because clocks of threads are coarse.
pub(crate) fn best_of<const N: usize>(rounds: usize, mut work: impl FnMut(usize)) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for _ in 0..rounds {
        for (kind, best) in best.iter_mut().enumerate() {
            *best = best.min(seconds_of(|| work(kind)));
        }
    }
    best
}

/// A measurement takes at least so long; tests do not look at times.
const LEAST_SECONDS: f64 = if cfg!(test) { 0.0 } else { 0.3 };

fn seconds_of(mut work: impl FnMut()) -> f64 {
    let start = cpu_seconds();
    let mut repeats = 0.0;
    loop {
        work();
        repeats += 1.0;
        let spent = cpu_seconds() - start;
        if spent >= LEAST_SECONDS {
            return spent / repeats;
        }
    }
}

/// What this thread has spent on a processor, or the time of day where the system does not tell.
fn cpu_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns / 1e9)
}
