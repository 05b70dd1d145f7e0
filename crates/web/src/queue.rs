//! A bounded queue: a number of permits, a number of waiting tickets, and no more.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The queue in which commands wait for a permit.
#[derive(Debug)]
pub(crate) struct Queue {
    most_running: usize,
    most_waiting: usize,
    state: Mutex<State>,
    /// Notified of every change.
    changed: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct State {
    running: usize,
    waiting: VecDeque<u64>,
    next: u64,
}

/// A place in the queue; dropping it leaves the queue.
#[derive(Debug)]
pub(crate) struct Ticket {
    queue: Arc<Queue>,
    number: u64,
}

/// A permit to run a command, until it is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    queue: Arc<Queue>,
}

/// There is no room to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Queue {
    /// An empty queue.
    pub(crate) fn new(most_running: usize, most_waiting: usize) -> Arc<Queue> {
        let (changed, _) = watch::channel(());
        Arc::new(Queue { most_running, most_waiting, state: Mutex::default(), changed })
    }

    /// Joins the queue, if there is room.
    pub(crate) fn enqueue(self: &Arc<Queue>) -> Result<Ticket, Full> {
        let mut state = self.lock();
        let free = self.most_running.saturating_sub(state.running);
        if state.waiting.len() >= self.most_waiting + free {
            return Err(Full);
        }
        let number = state.next;
        state.next += 1;
        state.waiting.push_back(number);
        Ok(Ticket { queue: Arc::clone(self), number })
    }

    /// How many permits are used, and how many tickets wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let state = self.lock();
        (state.running, state.waiting.len())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket {
    /// Waits for a permit, and reports its place from 1 on whenever that changes.
    pub(crate) async fn permit(self, mut on_place: impl FnMut(usize)) -> Permit {
        let mut changed = self.queue.changed.subscribe();
        let mut last_place = None;
        loop {
            changed.mark_unchanged();
            let place = match self.try_permit() {
                Ok(permit) => return permit,
                Err(place) => place,
            };
            if last_place.replace(place) != Some(place) {
                on_place(place);
            }
            // The sender lives in the queue, which this holds.
            let _ = changed.changed().await;
        }
    }

    /// A permit, or the place in the queue.
    fn try_permit(&self) -> Result<Permit, usize> {
        let mut state = self.queue.lock();
        let before = state.waiting.iter().take_while(|&&number| number != self.number).count();
        if before > 0 || state.running >= self.queue.most_running {
            return Err(before + 1);
        }
        state.waiting.pop_front();
        state.running += 1;
        drop(state);
        self.queue.changed.send_replace(());
        Ok(Permit { queue: Arc::clone(&self.queue) })
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let number = self.number;
        self.queue.lock().waiting.retain(|&waiting| waiting != number);
        self.queue.changed.send_replace(());
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.queue.lock().running -= 1;
        self.queue.changed.send_replace(());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.expect("a runtime").block_on(work)
    }

    #[test]
    fn the_queue_is_bounded() {
        block_on(async {
            let queue = Queue::new(1, 1);
            let first = queue.enqueue().expect("room to work").permit(|_| ()).await;
            let second = queue.enqueue().expect("room to wait");
            assert_eq!(queue.enqueue().err(), Some(Full));
            assert_eq!(queue.load(), (1, 1));
            drop(first);
            let second = second.permit(|_| ()).await;
            assert_eq!(queue.load(), (1, 0));
            drop(second);
            assert_eq!(queue.load(), (0, 0));
        });
    }

    /// Lets other tasks run.
    async fn others_go_on() {
        for _ in 0..8 {
            tokio::task::yield_now().await;
        }
    }

    #[test]
    fn permits_come_in_order_and_places_are_reported() {
        block_on(async {
            let queue = Queue::new(1, 5);
            let first = queue.enqueue().expect("room").permit(|_| ()).await;
            let [left, second, third] = [0, 1, 2].map(|_| queue.enqueue().expect("room"));
            let mut places = Vec::new();
            let third = third.permit(|place| places.push(place));
            let release = async {
                drop(left);
                others_go_on().await;
                drop(first);
                let second = second.permit(|_| ()).await;
                others_go_on().await;
                drop(second);
            };
            let (_third, ()) = tokio::join!(third, release);
            assert_eq!(places, [3, 2, 1]);
        });
    }
}
