//! A parallel map over portions; the results do not depend on the number of threads.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// Calls `work` with the number of each portion and returns the results in order; `None` if
/// `watch`, which is called with the number of finished portions and of all, breaks.
pub(super) fn map<T: Send>(
    threads: usize,
    portions: usize,
    watch: &(dyn Fn(usize, usize) -> ControlFlow<()> + Sync),
    work: impl Fn(usize) -> T + Sync,
) -> Option<Vec<T>> {
    let (next, done, stop) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let yields: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(portions));
    let run = || {
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= portions {
                break;
            }
            let one = work(index);
            yields.lock().expect("no thread panics with it").push((index, one));
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if watch(done, portions).is_break() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(run);
        }
        run();
    });
    if stop.into_inner() {
        return None;
    }
    let mut yields = yields.into_inner().expect("no thread panics with it");
    yields.sort_by_key(|(index, _)| *index);
    Some(yields.into_iter().map(|(_, one)| one).collect())
}
