//! Work shared out among threads, portion by portion.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::armies::Id;
use super::{Progress, Watch};
use crate::Stopped;

/// How many armies are worked out between two looks at the watch.
const PORTION: usize = 64;

/// The armies of each portion.
pub(super) fn portions(armies: &[Id]) -> Vec<&[Id]> {
    armies.chunks(PORTION).collect()
}

/// Gives portions of `armies` to threads, each with a worker of its own, and brings back what
/// they make of them in the order of the portions, which are numbered.
pub(super) fn share_out<W, T: Send, E: From<Stopped> + Send>(
    armies: &[Id],
    (ply, threads, watch): (usize, usize, &Watch<'_>),
    hire: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize, &[Id]) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let portions = portions(armies);
    let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let labour = || {
        let mut worker = hire();
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
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(labour)).collect();
        let own = labour();
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
