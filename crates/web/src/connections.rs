//! The open connections: a bounded number.
//!
//! When there are too many, the connection is evicted that has been idle for longest: first of those
//! that have never sent a whole request, as slow clients do, then of those that have not read their
//! answer for a while. So slow clients cannot keep others out. A connection that does not read its
//! answer at all is evicted in any case, as the server holds the answer.

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

/// How long a connection that has sent a request may be idle before it can be evicted.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// The most bytes of an answer that are sent at once, to see whether it is read.
pub(crate) const CHUNK: usize = 64 << 10;

/// All connections.
#[derive(Debug)]
pub(crate) struct Connections {
    start: Instant,
    open: Mutex<HashMap<u64, Arc<Connection>>>,
    next: AtomicU64,
    freed: Notify,
}

/// The state of one connection.
#[derive(Debug, Default)]
struct Connection {
    /// Whether a whole request has come.
    has_request: AtomicBool,
    /// Whether an answer is being sent.
    is_answering: AtomicBool,
    /// When something happened last, in milliseconds since the start.
    last_active: AtomicU64,
    evict: Notify,
}

/// A slot for a connection, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionSlot {
    connections: Arc<Connections>,
    number: u64,
    connection: Arc<Connection>,
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

    /// Waits for a slot, and evicts a connection that was idle for long.
    pub(crate) async fn acquire(self: &Arc<Connections>) -> Arc<ConnectionSlot> {
        loop {
            let freed = self.freed.notified();
            if let Some(slot) = self.try_slot() {
                return Arc::new(slot);
            }
            self.evict_one();
            // An evicted connection needs a moment; there may be none.
            let _ = tokio::time::timeout(Duration::from_millis(100), freed).await;
        }
    }

    fn try_slot(self: &Arc<Connections>) -> Option<ConnectionSlot> {
        let mut open = self.lock();
        if open.len() >= MOST {
            return None;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let connection = Arc::new(Connection::default());
        connection.last_active.store(self.now(), Ordering::Relaxed);
        open.insert(number, Arc::clone(&connection));
        Some(ConnectionSlot { connections: Arc::clone(self), number, connection })
    }

    /// Evicts the connection that has been idle for longest, if any can be.
    fn evict_one(&self) {
        let now = self.now();
        let open = self.lock();
        let can_be_evicted = |connection: &&Arc<Connection>| {
            !connection.has_request.load(Ordering::Relaxed) || connection.is_idle(now)
        };
        let key = |connection: &&Arc<Connection>| {
            (
                connection.has_request.load(Ordering::Relaxed),
                connection.last_active.load(Ordering::Relaxed),
            )
        };
        if let Some(connection) = open.values().filter(can_be_evicted).min_by_key(key) {
            connection.evict.notify_one();
        }
    }

    /// Evicts the connections that do not read their answers.
    pub(crate) fn sweep(&self) {
        self.sweep_at(self.now());
    }

    fn sweep_at(&self, now: u64) {
        let stuck = |connection: &&Arc<Connection>| {
            connection.is_answering.load(Ordering::Relaxed) && connection.is_idle(now)
        };
        self.lock().values().filter(stuck).for_each(|connection| connection.evict.notify_one());
    }

    fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    fn is_idle(&self, now: u64) -> bool {
        let silent = now.saturating_sub(self.last_active.load(Ordering::Relaxed));
        silent > IDLE_TIMEOUT.as_millis() as u64
    }
}

impl ConnectionSlot {
    /// A whole request has come.
    pub(crate) fn serve(&self) {
        self.connection.has_request.store(true, Ordering::Relaxed);
        self.touch();
    }

    fn touch(&self) {
        self.connection.last_active.store(self.connections.now(), Ordering::Relaxed);
    }

    /// Waits until this connection is evicted.
    pub(crate) async fn evicted(&self) {
        self.connection.evict.notified().await;
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.connections.lock().remove(&self.number);
        self.connections.freed.notify_one();
    }
}

/// The body of an answer; each chunk that is read marks the connection as active.
pub(crate) struct TrackedBody {
    body: Body,
    /// Bytes of the body that are not sent yet.
    rest: Bytes,
    slot: Arc<ConnectionSlot>,
}

impl TrackedBody {
    /// A body that goes to this connection.
    pub(crate) fn new(body: Body, slot: Arc<ConnectionSlot>) -> TrackedBody {
        slot.connection.is_answering.store(true, Ordering::Relaxed);
        TrackedBody { body, rest: Bytes::new(), slot }
    }
}

impl Drop for TrackedBody {
    fn drop(&mut self) {
        self.slot.connection.is_answering.store(false, Ordering::Relaxed);
    }
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.slot.touch();
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) if frame.is_data() => {
                    self.rest = frame.into_data().unwrap_or_default();
                }
                other => return Poll::Ready(other),
            }
        }
        let length = self.rest.len().min(CHUNK);
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
    fn answers_are_sent_in_chunks() {
        block_on(async {
            let all: Vec<u8> = (0..3 * CHUNK + 1).map(|n| (n % 251) as u8).collect();
            let slot = Connections::new().acquire().await;
            let mut body = TrackedBody::new(Body::from(all.clone()), slot);
            let mut read = Vec::new();
            while !body.is_end_stream() {
                assert_eq!(body.size_hint().exact(), Some((all.len() - read.len()) as u64));
                let frame = std::future::poll_fn(|c| Pin::new(&mut body).poll_frame(c)).await;
                let piece = frame.expect("more").expect("no error").into_data().expect("data");
                assert!(piece.len() <= CHUNK);
                read.extend_from_slice(&piece);
            }
            assert!(read == all);
        });
    }

    #[test]
    fn connections_that_do_not_read_are_evicted() {
        block_on(async {
            let connections = Connections::new();
            let late = connections.now() + 2 * IDLE_TIMEOUT.as_millis() as u64;
            let is_told = async |slot: &ConnectionSlot| {
                tokio::time::timeout(Duration::ZERO, slot.evicted()).await.is_ok()
            };
            let (idle, stuck) = (connections.acquire().await, connections.acquire().await);
            let body = TrackedBody::new(Body::from("x"), Arc::clone(&stuck));
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
    fn idle_connections_are_evicted_first() {
        block_on(async {
            let connections = Connections::new();
            let mut seats = Vec::new();
            for _ in 0..MOST {
                seats.push(connections.acquire().await);
            }
            seats.iter().skip(1).for_each(|slot| slot.serve());
            let silent = seats.remove(0);
            let number = silent.number;
            let leaves = tokio::spawn(async move {
                silent.evicted().await;
            });
            let slot = connections.acquire().await;
            assert!(leaves.await.is_ok());
            assert!(!connections.lock().contains_key(&number));
            slot.serve();
            let late = tokio::time::timeout(Duration::from_millis(300), connections.acquire());
            assert!(late.await.is_err(), "nobody has to go");
        });
    }
}
