//! A crew: work on many items on many threads, with the results in the order of the items.

use crate::complain::{Complaint, Kind};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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

/// Works on each item, and hands over the results in order, each with the number of its item. If
/// `take` fails, no new item is begun.
pub(crate) fn in_order<I: Sync, T: Send, E>(
    items: &[I],
    threads: NonZeroUsize,
    work: impl Fn(&I) -> T + Sync,
    mut take: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (send, receive) = mpsc::channel();
    let toil = |send: mpsc::Sender<(usize, T)>| {
        while !is_over.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(number) else { break };
            if send.send((number, work(item))).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.get().min(items.len()) {
            let send = send.clone();
            scope.spawn(|| toil(send));
        }
        drop(send);
        let results = InOrder::new(receive);
        let taken = results.enumerate().try_for_each(|(number, result)| take(number, result));
        is_over.store(true, Ordering::Relaxed);
        taken
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        let items: Vec<u64> = (0..100).collect();
        for threads in [1, 2, 7, 200].map(|n| NonZeroUsize::new(n).expect("not 0")) {
            let mut taken = Vec::new();
            let all = in_order(
                &items,
                threads,
                |n| n * n,
                |number, square| {
                    taken.push((number as u64, square));
                    Ok::<_, ()>(())
                },
            );
            assert_eq!(all, Ok(()));
            assert!(taken.iter().all(|&(number, square)| square == number * number));
            assert_eq!(taken.len(), items.len(), "{threads} threads");
        }
    }

    #[test]
    fn a_taker_that_fails_ends_it() {
        let items: Vec<u64> = (0..1000).collect();
        let two = NonZeroUsize::new(2).expect("not 0");
        let end = in_order(&items, two, |&n| n, |_, n| if n < 3 { Ok(()) } else { Err(n) });
        assert_eq!(end, Err(3));
    }
}
