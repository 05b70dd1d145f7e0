//! A parallel map over portions of the armies.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::armies::Id;
use super::{Progress, Watch};
use crate::Stopped;

/// The number of armies in a portion; the watch callback is called once per portion.
const PORTION: usize = 64;

/// The armies of each portion.
pub(super) fn portions(armies: &[Id]) -> Vec<&[Id]> {
    armies.chunks(PORTION).collect()
}

/// Maps the portions of `armies` in parallel. Each thread has its own worker, made by
/// `new_worker`. The results are in the order of the portions, which are numbered.
pub(super) fn parallel_map<W, T: Send, E: From<Stopped> + Send>(
    armies: &[Id],
    (ply, threads, watch): (usize, usize, &Watch<'_>),
    new_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize, &[Id]) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let portions = portions(armies);
    let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work_loop = || {
        let mut worker = new_worker();
        let mut made = Vec::new();
        loop {
            let done = next.fetch_add(1, Ordering::Relaxed);
            let Some(portion) = portions.get(done) else { return Ok(made) };
            let progress = Progress { ply, done, of: portions.len() };
            if watch(progress) == ControlFlow::Break(()) {
                is_stopped.store(true, Ordering::Relaxed);
            }
            if is_stopped.load(Ordering::Relaxed) {
                return Ok(made);
            }
            let result = work(&mut worker, done, portion);
            is_stopped.fetch_or(result.is_err(), Ordering::Relaxed);
            made.push((done, result?));
        }
    };
    let shares: Vec<Result<Vec<_>, E>> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work_loop)).collect();
        let own = work_loop();
        let others = others.into_iter().map(|other| other.join().expect("a worker does not panic"));
        [own].into_iter().chain(others).collect()
    });
    let mut made = Vec::new();
    for share in shares {
        made.append(&mut share?);
    }
    if is_stopped.into_inner() {
        return Err(Stopped.into());
    }
    made.sort_unstable_by_key(|&(portion, _)| portion);
    Ok(made.into_iter().map(|(_, made)| made).collect())
}
