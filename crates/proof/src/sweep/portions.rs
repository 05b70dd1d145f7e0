//! Work shared out among threads, portion by portion.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::armies::Id;
use super::{Progress, Watch};
use crate::Stopped;

/// How many armies are worked out between two looks at the watch.
const PORTION: usize = 64;

/// Gives portions of `armies` to threads, each with a worker of its own, and brings back what
/// they make of them in the order of the portions, which are numbered.
pub(super) fn share_out<W, T: Send>(
    armies: &[Id],
    (ply, threads, watch): (usize, usize, &Watch<'_>),
    hire: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize, &[Id]) -> T + Sync,
) -> Result<Vec<T>, Stopped> {
    let portions: Vec<&[Id]> = armies.chunks(PORTION).collect();
    let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let labour = || {
        let mut worker = hire();
        let mut made = Vec::new();
        loop {
            let done = next.fetch_add(1, Ordering::Relaxed);
            let Some(portion) = portions.get(done) else { return made };
            let progress = Progress { ply, done, of: portions.len() };
            if watch(progress) == ControlFlow::Break(()) {
                is_stopped.store(true, Ordering::Relaxed);
            }
            if is_stopped.load(Ordering::Relaxed) {
                return made;
            }
            made.push((done, work(&mut worker, done, portion)));
        }
    };
    let mut made = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(labour)).collect();
        let mut made = labour();
        for other in others {
            made.extend(other.join().expect("a worker does not panic"));
        }
        made
    });
    if is_stopped.into_inner() {
        return Err(Stopped);
    }
    made.sort_unstable_by_key(|&(portion, _)| portion);
    Ok(made.into_iter().map(|(_, made)| made).collect())
}
