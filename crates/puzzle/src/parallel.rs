//! Work on many items on many threads, with the results in the order of the items.
//!
//! ```
//! use sole_puzzle::parallel;
//! use std::num::NonZeroUsize;
//!
//! let threads = NonZeroUsize::new(4).expect("not 0");
//! assert_eq!(parallel::map(0..5, threads, |n: u64| n * n), [0, 1, 4, 9, 16]);
//! ```

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

/// How many items per thread may be begun ahead of the first whose result is not handed over, so
/// that results that wait for their turn take little memory.
const AHEAD: usize = 256;

/// The results of all items, in their order.
pub fn map<I: Send, T: Send>(
    items: impl IntoIterator<Item = I, IntoIter: Send>,
    threads: NonZeroUsize,
    work: impl Fn(I) -> T + Sync,
) -> Vec<T> {
    let mut results = Vec::new();
    let end = for_each(
        items,
        threads,
        || (),
        |(), item| work(item),
        |result| {
            results.push(result);
            Ok::<(), Infallible>(())
        },
    );
    match end {
        Ok(()) => results,
    }
}

/// The results of all items, in their order; each thread has a worker of its own.
///
/// # Errors
/// The first error in the order of the items. Soon after it came, no new item is begun.
pub fn try_map<I: Send, W, T: Send, E: Send>(
    items: impl IntoIterator<Item = I, IntoIter: Send>,
    threads: NonZeroUsize,
    new_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, I) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let mut results = Vec::new();
    for_each(items, threads, new_worker, work, |result| {
        results.push(result?);
        Ok(())
    })?;
    Ok(results)
}

/// Works on each item and hands over the results on this thread, in the order of the items. Each
/// thread has a worker of its own. If `take` fails, no new item is begun.
///
/// The iterator is asked for the next item by the thread that is free, one thread at a time, so
/// that it may wait for a line of input.
///
/// # Errors
/// The first error of `take`.
///
/// # Panics
/// If `work` panics.
pub fn for_each<I: Send, W, T: Send, E>(
    items: impl IntoIterator<Item = I, IntoIter: Send>,
    threads: NonZeroUsize,
    new_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, I) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let mut items = items.into_iter();
    if threads == NonZeroUsize::MIN {
        let mut worker = new_worker();
        return items.try_for_each(|item| take(work(&mut worker, item)));
    }
    let queue = Queue::new(AHEAD * threads.get());
    let items = Mutex::new(items.enumerate());
    let (send, receive) = mpsc::channel();
    let run = |send: mpsc::Sender<(usize, T)>| {
        let _ending = EndOnPanic(&queue);
        let mut worker = new_worker();
        while let Some((number, item)) = queue.next(&items) {
            if send.send((number, work(&mut worker, item))).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (send, run) = (send.clone(), &run);
            scope.spawn(move || run(send));
        }
        drop(send);
        let taken = in_order(receive, |result| {
            queue.hand_over();
            take(result)
        });
        queue.end();
        taken
    })
}

/// Hands over numbered results in the order of their numbers.
fn in_order<T, E>(
    receive: mpsc::Receiver<(usize, T)>,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let (mut early, mut due) = (BTreeMap::new(), 0);
    for (number, result) in receive {
        early.insert(number, result);
        while let Some(result) = early.remove(&due) {
            due += 1;
            take(result)?;
        }
    }
    Ok(())
}

/// Which items may be begun.
struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
    ahead: usize,
}

#[derive(Default)]
struct QueueState {
    begun: usize,
    handed_over: usize,
    is_over: bool,
}

impl Queue {
    fn new(ahead: usize) -> Queue {
        Queue { state: Mutex::default(), changed: Condvar::new(), ahead }
    }

    /// The next item, once it may be begun; `None` if there is none or work is over.
    fn next<I>(&self, items: &Mutex<impl Iterator<Item = I>>) -> Option<I> {
        let is_to_wait = |state: &mut QueueState| {
            !state.is_over && state.begun >= state.handed_over + self.ahead
        };
        let waited = self.changed.wait_while(self.state(), is_to_wait);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.is_over {
            return None;
        }
        state.begun += 1;
        drop(state);
        items.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    fn hand_over(&self) {
        self.state().handed_over += 1;
        self.changed.notify_one();
    }

    fn end(&self) {
        self.state().is_over = true;
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the work of all threads if this one panics, as its result will never be handed over.
struct EndOnPanic<'a>(&'a Queue);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn threads(n: usize) -> NonZeroUsize {
        NonZeroUsize::new(n).expect("not 0")
    }

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        for n in [1, 2, 7, 200] {
            let squares: Vec<u64> = map(0..100, threads(n), |item: u64| item * item);
            assert!(squares.iter().zip(0..).all(|(&square, n)| square == n * n), "{n} threads");
            assert_eq!(squares.len(), 100, "{n} threads");
            assert!(map(0..0, threads(n), |item: u64| item).is_empty(), "{n} threads");
        }
    }

    #[test]
    fn nothing_new_is_begun_after_an_error() {
        for n in [1, 2, 5] {
            let begun = AtomicUsize::new(0);
            let count = |(): &mut (), item: usize| {
                begun.fetch_add(1, Ordering::Relaxed);
                item
            };
            let take = |item| if item < 3 { Ok(()) } else { Err(item) };
            assert_eq!(for_each(0.., threads(n), || (), count, take), Err(3), "{n} threads");
            assert!(begun.into_inner() <= 4 + n * (AHEAD + 1), "{n} threads");
        }
    }

    #[test]
    fn the_first_error_is_the_answer() {
        for n in [1, 2, 5] {
            let check = |(): &mut (), item: usize| if item % 7 == 6 { Err(item) } else { Ok(item) };
            assert_eq!(try_map(0..100, threads(n), || (), check), Err(6), "{n} threads");
            assert_eq!(try_map(0..3, threads(n), || (), check), Ok(vec![0, 1, 2]), "{n} threads");
        }
    }

    #[test]
    fn a_slow_item_does_not_let_the_others_run_far_ahead() {
        let furthest = AtomicUsize::new(0);
        let work = |(): &mut (), item: usize| {
            furthest.fetch_max(item, Ordering::SeqCst);
            while item == 0 && furthest.load(Ordering::SeqCst) < 2 * AHEAD - 1 {
                std::thread::yield_now();
            }
            furthest.load(Ordering::SeqCst)
        };
        let mut first = None;
        let take = |seen| {
            first.get_or_insert(seen);
            Ok::<(), Infallible>(())
        };
        let end = for_each(0..10 * AHEAD, threads(2), || (), work, take);
        assert_eq!((end, first), (Ok(()), Some(2 * AHEAD - 1)));
    }

    #[test]
    fn a_panic_is_passed_on() {
        let caught = panic::catch_unwind(|| {
            map(0..10 * AHEAD, threads(2), |item| assert_ne!(item, 5, "a panic of the test"))
        });
        assert!(caught.is_err());
    }
}
