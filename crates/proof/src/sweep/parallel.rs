//! A parallel map over portions of the armies.

use std::num::NonZeroUsize;

use sole_puzzle::parallel;

use super::armies::Id;
use super::{Progress, Watch};
use crate::Stopped;

/// The number of armies in a portion; the watch callback is called once per portion.
const PORTION: usize = 64;

/// The armies of each portion.
pub(super) fn portions(armies: &[Id]) -> Vec<&[Id]> {
    armies.chunks(PORTION).collect()
}

/// Threads that work on the portions of a ply.
pub(super) struct Threads<'a> {
    pub(super) ply: usize,
    pub(super) threads: usize,
    pub(super) watch: &'a Watch<'a>,
}

impl Threads<'_> {
    /// Maps the portions of `armies` in parallel. Each thread has its own worker, made by
    /// `new_worker`. The results are in the order of the portions, which are numbered.
    pub(super) fn map<W, T: Send, E: From<Stopped> + Send>(
        &self,
        armies: &[Id],
        new_worker: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, usize, &[Id]) -> Result<T, E> + Sync,
    ) -> Result<Vec<T>, E> {
        let portions = portions(armies);
        let (ply, of) = (self.ply, portions.len());
        let threads = NonZeroUsize::new(self.threads).unwrap_or(NonZeroUsize::MIN);
        let work =
            |worker: &mut W, (done, &portion): (usize, &&[Id])| match (self.watch)(Progress {
                ply,
                done,
                of,
            })
            .is_break()
            {
                true => Err(Stopped.into()),
                false => work(worker, done, portion),
            };
        parallel::try_map(portions.iter().enumerate(), threads, new_worker, work)
    }
}
