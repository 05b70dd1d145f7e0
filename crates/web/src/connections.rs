//! The connections that are open: a bounded number.
//!
//! When there are too many, the one gives way that has been silent for longest: first of those that
//! have never sent a whole request, as slow clients do, then of those that have not read their
//! answer for a while. So the slow cannot keep the others out.

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// The most connections, few enough for the files that a process may usually open.
pub(crate) const MOST: usize = 512;

/// How long a connection that has sent a request may be silent before it must give way.
const SILENCE: Duration = Duration::from_secs(60);

/// All connections.
#[derive(Debug)]
pub(crate) struct Connections {
    start: Instant,
    open: Mutex<HashMap<u64, Arc<Line>>>,
    next: AtomicU64,
    freed: Notify,
}

/// One connection, as far as it is watched.
#[derive(Debug, Default)]
struct Line {
    /// Whether a whole request has come.
    served: AtomicBool,
    /// When something happened last, in milliseconds since the start.
    touched: AtomicU64,
    leave: Notify,
}

/// A connection's place; to drop it is to free it.
#[derive(Debug)]
pub(crate) struct Seat {
    connections: Arc<Connections>,
    number: u64,
    line: Arc<Line>,
}

impl Connections {
    /// No connections yet.
    pub(crate) fn new() -> Arc<Connections> {
        Arc::new(Connections {
            start: Instant::now(),
            open: Mutex::default(),
            next: AtomicU64::new(0),
            freed: Notify::new(),
        })
    }

    /// Waits for a place, and makes one if some connection has been silent for long.
    pub(crate) async fn seat(self: &Arc<Connections>) -> Arc<Seat> {
        loop {
            let freed = self.freed.notified();
            if let Some(seat) = self.try_seat() {
                return Arc::new(seat);
            }
            self.dismiss_one();
            // Whoever is dismissed needs a moment to go; nobody may be.
            let _ = tokio::time::timeout(Duration::from_millis(100), freed).await;
        }
    }

    fn try_seat(self: &Arc<Connections>) -> Option<Seat> {
        let mut open = self.lock();
        if open.len() >= MOST {
            return None;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let line = Arc::new(Line::default());
        line.touched.store(self.now(), Ordering::Relaxed);
        open.insert(number, Arc::clone(&line));
        Some(Seat { connections: Arc::clone(self), number, line })
    }

    /// Tells the connection to leave that has been silent for longest, if any must.
    fn dismiss_one(&self) {
        let now = self.now();
        let open = self.lock();
        let must_go = |line: &&Arc<Line>| {
            let silent = now.saturating_sub(line.touched.load(Ordering::Relaxed));
            !line.served.load(Ordering::Relaxed) || silent > SILENCE.as_millis() as u64
        };
        let key = |line: &&Arc<Line>| {
            (line.served.load(Ordering::Relaxed), line.touched.load(Ordering::Relaxed))
        };
        if let Some(line) = open.values().filter(must_go).min_by_key(key) {
            line.leave.notify_one();
        }
    }

    fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Line>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat {
    /// A whole request has come.
    pub(crate) fn serve(&self) {
        self.line.served.store(true, Ordering::Relaxed);
        self.touch();
    }

    fn touch(&self) {
        self.line.touched.store(self.connections.now(), Ordering::Relaxed);
    }

    /// Waits until this connection must give way.
    pub(crate) async fn dismissed(&self) {
        self.line.leave.notified().await;
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.connections.lock().remove(&self.number);
        self.connections.freed.notify_one();
    }
}

/// The body of an answer; that it is read is a sign of life.
pub(crate) struct Watched {
    body: Body,
    seat: Arc<Seat>,
}

impl Watched {
    /// A body that goes to this connection.
    pub(crate) fn new(body: Body, seat: Arc<Seat>) -> Watched {
        Watched { body, seat }
    }
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.seat.touch();
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block_on<T>(work: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.expect("a runtime").block_on(work)
    }

    #[test]
    fn the_silent_give_way_and_the_served_do_not() {
        block_on(async {
            let connections = Connections::new();
            let mut seats = Vec::new();
            for _ in 0..MOST {
                seats.push(connections.seat().await);
            }
            seats.iter().skip(1).for_each(|seat| seat.serve());
            let silent = seats.remove(0);
            let number = silent.number;
            let leaves = tokio::spawn(async move {
                silent.dismissed().await;
            });
            let seat = connections.seat().await;
            assert!(leaves.await.is_ok());
            assert!(!connections.lock().contains_key(&number));
            seat.serve();
            let late = tokio::time::timeout(Duration::from_millis(300), connections.seat());
            assert!(late.await.is_err(), "nobody has to go");
        });
    }
}
