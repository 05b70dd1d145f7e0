//! A parallel map over portions; the results do not depend on the number of threads.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use sole_puzzle::parallel;

use crate::Stopped;

/// Calls `work` with the number of each portion and returns the results in order.
///
/// # Errors
/// If `watch`, which is called with the number of finished portions and of all, breaks.
pub(super) fn map<T: Send>(
    threads: usize,
    portions: usize,
    watch: &(dyn Fn(usize, usize) -> ControlFlow<()> + Sync),
    work: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, Stopped> {
    let done = AtomicUsize::new(0);
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let work = |(): &mut (), index| {
        let result = work(index);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if watch(done, portions).is_break() { Err(Stopped) } else { Ok(result) }
    };
    parallel::try_map(0..portions, threads, || (), work)
}
