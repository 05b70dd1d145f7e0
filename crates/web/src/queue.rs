//! A bounded queue: so many at work, so many waiting, and no more.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Where work waits for its turn.
#[derive(Debug)]
pub(crate) struct Queue {
    most_running: usize,
    most_waiting: usize,
    state: Mutex<State>,
    /// Told of every change.
    changed: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct State {
    running: usize,
    waiting: VecDeque<u64>,
    next: u64,
}

/// Someone who waits; to leave is to drop it.
#[derive(Debug)]
pub(crate) struct Waiting {
    queue: Arc<Queue>,
    number: u64,
}

/// Someone whose turn it is, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    queue: Arc<Queue>,
}

/// There is no room to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Queue {
    /// A queue with room for so many.
    pub(crate) fn new(most_running: usize, most_waiting: usize) -> Arc<Queue> {
        let (changed, _) = watch::channel(());
        Arc::new(Queue { most_running, most_waiting, state: Mutex::default(), changed })
    }

    /// Joins the queue, if there is room.
    pub(crate) fn join(self: &Arc<Queue>) -> Result<Waiting, Full> {
        let mut state = self.lock();
        let free = self.most_running.saturating_sub(state.running);
        if state.waiting.len() >= self.most_waiting + free {
            return Err(Full);
        }
        let number = state.next;
        state.next += 1;
        state.waiting.push_back(number);
        Ok(Waiting { queue: Arc::clone(self), number })
    }

    /// How many are at work, and how many wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let state = self.lock();
        (state.running, state.waiting.len())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Waits for its turn, telling its place from 1 on whenever that changes.
    pub(crate) async fn turn(self, mut tell: impl FnMut(usize)) -> Turn {
        let mut changed = self.queue.changed.subscribe();
        let mut told = None;
        loop {
            changed.mark_unchanged();
            let place = match self.try_turn() {
                Ok(turn) => return turn,
                Err(place) => place,
            };
            if told.replace(place) != Some(place) {
                tell(place);
            }
            // The sender lives in the queue, which this holds.
            let _ = changed.changed().await;
        }
    }

    /// Its turn, or its place.
    fn try_turn(&self) -> Result<Turn, usize> {
        let mut state = self.queue.lock();
        let before = state.waiting.iter().take_while(|&&number| number != self.number).count();
        if before > 0 || state.running >= self.queue.most_running {
            return Err(before + 1);
        }
        state.waiting.pop_front();
        state.running += 1;
        drop(state);
        self.queue.changed.send_replace(());
        Ok(Turn { queue: Arc::clone(&self.queue) })
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let number = self.number;
        self.queue.lock().waiting.retain(|&waiting| waiting != number);
        self.queue.changed.send_replace(());
    }
}

impl Drop for Turn {
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
    fn there_is_room_for_so_many() {
        block_on(async {
            let queue = Queue::new(1, 1);
            let first = queue.join().expect("room to work").turn(|_| ()).await;
            let second = queue.join().expect("room to wait");
            assert_eq!(queue.join().err(), Some(Full));
            assert_eq!(queue.load(), (1, 1));
            drop(first);
            let second = second.turn(|_| ()).await;
            assert_eq!(queue.load(), (1, 0));
            drop(second);
            assert_eq!(queue.load(), (0, 0));
        });
    }

    /// Lets whoever can go on do so.
    async fn others_go_on() {
        for _ in 0..8 {
            tokio::task::yield_now().await;
        }
    }

    #[test]
    fn turns_come_in_order_and_places_are_told() {
        block_on(async {
            let queue = Queue::new(1, 5);
            let first = queue.join().expect("room").turn(|_| ()).await;
            let [left, second, third] = [0, 1, 2].map(|_| queue.join().expect("room"));
            let mut places = Vec::new();
            let third = third.turn(|place| places.push(place));
            let release = async {
                drop(left);
                others_go_on().await;
                drop(first);
                let second = second.turn(|_| ()).await;
                others_go_on().await;
                drop(second);
            };
            let (_third, ()) = tokio::join!(third, release);
            assert_eq!(places, [3, 2, 1]);
        });
    }
}
