//! The connections that are open: a bounded number.
//!
//! When there are too many, the one gives way that has been silent for longest: first of those that
//! have never sent a whole request, as slow clients do, then of those that have not read their
//! answer for a while. So the slow cannot keep the others out. Whoever does not read an answer at
//! all must go in any case, as the server holds it for them.

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// The most connections, few enough for the files that a process may usually open.
pub(crate) const MOST: usize = 512;

/// How long a connection that has sent a request may be silent before it must give way.
const SILENCE: Duration = Duration::from_secs(60);

/// How many bytes of an answer are handed over at once, so that it is seen whether it is read.
pub(crate) const PIECE: usize = 64 << 10;

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
    /// Whether an answer is on its way.
    answered: AtomicBool,
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
        let must_go =
            |line: &&Arc<Line>| !line.served.load(Ordering::Relaxed) || line.is_silent(now);
        let key = |line: &&Arc<Line>| {
            (line.served.load(Ordering::Relaxed), line.touched.load(Ordering::Relaxed))
        };
        if let Some(line) = open.values().filter(must_go).min_by_key(key) {
            line.leave.notify_one();
        }
    }

    /// Tells the connections to leave whose answers nobody reads.
    pub(crate) fn sweep(&self) {
        self.sweep_at(self.now());
    }

    fn sweep_at(&self, now: u64) {
        let stuck =
            |line: &&Arc<Line>| line.answered.load(Ordering::Relaxed) && line.is_silent(now);
        self.lock().values().filter(stuck).for_each(|line| line.leave.notify_one());
    }

    fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Line>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    fn is_silent(&self, now: u64) -> bool {
        let silent = now.saturating_sub(self.touched.load(Ordering::Relaxed));
        silent > SILENCE.as_millis() as u64
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

/// The body of an answer; that it is read, piece by piece, is a sign of life.
pub(crate) struct Watched {
    body: Body,
    /// What has come of the body and is not handed over yet.
    rest: Bytes,
    seat: Arc<Seat>,
}

impl Watched {
    /// A body that goes to this connection.
    pub(crate) fn new(body: Body, seat: Arc<Seat>) -> Watched {
        seat.line.answered.store(true, Ordering::Relaxed);
        Watched { body, rest: Bytes::new(), seat }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.seat.line.answered.store(false, Ordering::Relaxed);
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
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) if frame.is_data() => {
                    self.rest = frame.into_data().unwrap_or_default();
                }
                other => return Poll::Ready(other),
            }
        }
        let length = self.rest.len().min(PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (body, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut hint = SizeHint::new();
        hint.set_lower(body.lower() + rest);
        if let Some(upper) = body.upper() {
            hint.set_upper(upper + rest);
        }
        hint
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
    fn answers_go_out_in_pieces() {
        block_on(async {
            let all: Vec<u8> = (0..3 * PIECE + 1).map(|n| (n % 251) as u8).collect();
            let seat = Connections::new().seat().await;
            let mut body = Watched::new(Body::from(all.clone()), seat);
            let mut read = Vec::new();
            while !body.is_end_stream() {
                assert_eq!(body.size_hint().exact(), Some((all.len() - read.len()) as u64));
                let frame = std::future::poll_fn(|c| Pin::new(&mut body).poll_frame(c)).await;
                let piece = frame.expect("more").expect("no error").into_data().expect("data");
                assert!(piece.len() <= PIECE);
                read.extend_from_slice(&piece);
            }
            assert!(read == all);
        });
    }

    #[test]
    fn who_does_not_read_an_answer_must_go() {
        block_on(async {
            let connections = Connections::new();
            let late = connections.now() + 2 * SILENCE.as_millis() as u64;
            let is_told = async |seat: &Seat| {
                tokio::time::timeout(Duration::ZERO, seat.dismissed()).await.is_ok()
            };
            let (idle, stuck) = (connections.seat().await, connections.seat().await);
            let body = Watched::new(Body::from("x"), Arc::clone(&stuck));
            connections.sweep();
            assert!(!is_told(&stuck).await, "not yet");
            connections.sweep_at(late);
            assert!(is_told(&stuck).await && !is_told(&idle).await);
            drop(body);
            connections.sweep_at(late);
            assert!(!is_told(&stuck).await, "it has been read to the end");
        });
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
