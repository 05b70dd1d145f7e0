//! A crew: work on many items on many threads, with the results in the order of the items.

use crate::complain::{Complaint, Kind};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::mpsc;

/// Does a job on so many threads.
pub(crate) fn on_threads<R: Send>(
    threads: NonZeroUsize,
    job: impl FnOnce() -> R + Send,
) -> Result<R, Complaint> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build();
    let pool = pool.map_err(|error| {
        Complaint::new(Kind::Memory, format!("cannot start {threads} threads: {error}"))
    })?;
    Ok(pool.install(job))
}

/// Results as they come, in the order of their numbers.
pub(crate) struct InOrder<T> {
    receive: mpsc::Receiver<(usize, T)>,
    /// Those that came before their turn.
    early: BTreeMap<usize, T>,
    due: usize,
}

impl<T> InOrder<T> {
    /// Of results that come with their numbers from 0 on.
    pub(crate) fn new(receive: mpsc::Receiver<(usize, T)>) -> InOrder<T> {
        InOrder { receive, early: BTreeMap::new(), due: 0 }
    }
}

impl<T> Iterator for InOrder<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        while !self.early.contains_key(&self.due) {
            let (number, answer) = self.receive.recv().ok()?;
            self.early.insert(number, answer);
        }
        self.due += 1;
        self.early.remove(&(self.due - 1))
    }
}
