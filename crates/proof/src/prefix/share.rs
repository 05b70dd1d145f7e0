//! Work in portions, shared out among threads; what comes back does not depend on them.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// Works on `portions` portions and gives back what they yield, in their order; `None` if
/// `watch`, which is told how many are done and how many there are, breaks.
pub(super) fn out<T: Send>(
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
