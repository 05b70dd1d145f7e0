//! Work on each of many finds under watch: its time, its progress, and Ctrl-C.

use super::watch::Watch;
use super::watched::interrupted;
use crate::args::proof::ProofSurvey;
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::crew::on_threads;
use crate::envelope::Stats;
use crate::render::plural;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What looks after work on finds.
pub(super) struct Rounds<'a> {
    flags: &'a ProofSurvey,
    watch: Watch,
}

impl<'a> Rounds<'a> {
    /// There is as much time as the search for them has left.
    pub(super) fn new(flags: &'a ProofSurvey, spent: Stats, console: &Console) -> Rounds<'a> {
        let spent = Duration::from_secs_f64(spent.seconds);
        let left = flags.time.map(|time| time.saturating_sub(spent));
        Rounds { flags, watch: Watch::new("sifting".to_owned(), left, console) }
    }

    /// What comes of each, in their order; nothing if it was to stop. So many were before
    /// them, of so many in all.
    pub(super) fn each<I: Sync, T: Send>(
        &self,
        items: &[I],
        (before, all): (usize, usize),
        work: impl Fn(&I) -> T + Sync,
    ) -> Result<Option<Vec<T>>, Complaint> {
        let done = AtomicU64::new(before as u64);
        let one = |item| {
            let done = done.fetch_add(1, Ordering::Relaxed);
            let share = Some(done as f64 / all as f64);
            let is_to_stop = self.watch.is_to_stop(share, || plural(done, "diagram"));
            (!is_to_stop).then(|| work(item))
        };
        on_threads(self.flags.threads.number(), || items.par_iter().map(one).collect())
    }

    /// Clears what was drawn.
    pub(super) fn finish(self) -> Result<(), Stop> {
        let flags = self.flags;
        self.watch.finish().map(drop).map_err(|stop| interrupted(flags, stop))
    }
}
