//! Answers on their way out, which the server holds until they are read: so many bytes, and no more.
//!
//! Small answers are bounded by the number of connections. What is made piece by piece while it is
//! read (records of a collection, events of a job) is never held as a whole.

use crate::refusal::{Reason, Refusal};
use crate::workshop::Workshop;
use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::Response;
use axum::middleware::Next;
use axum::response::IntoResponse;
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most bytes of large answers at once: two files of the largest size.
const MOST: u64 = 128 << 20;

/// The most bytes of an answer that is not counted.
const SMALL: u64 = 64 << 10;

/// What is counted.
const UNIT: u64 = 1 << 10;

/// The room for answers that nobody has read yet.
#[derive(Debug)]
pub(crate) struct Freight {
    room: Arc<Semaphore>,
}

impl Freight {
    /// All of the room.
    pub(crate) fn new() -> Freight {
        Freight { room: Arc::new(Semaphore::new((MOST / UNIT) as usize)) }
    }

    /// How many bytes are on their way.
    pub(crate) fn bytes(&self) -> u64 {
        MOST - self.room.available_permits() as u64 * UNIT
    }

    /// An answer with its place, or a refusal if there is none left.
    fn load(&self, response: Response<Body>) -> Response<Body> {
        let size = response.body().size_hint().exact();
        let Some(bytes) = size.filter(|&bytes| bytes > SMALL) else { return response };
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        match Arc::clone(&self.room).try_acquire_many_owned(units) {
            Ok(place) => response.map(|body| Body::new(Loaded { body, _place: place })),
            Err(_) => {
                let message = "too many answers wait to be read already; try again soon";
                Refusal::new(Reason::Busy, message).into_response()
            }
        }
    }
}

/// Stands behind all handlers but the page's, whose files are part of the program.
pub(crate) async fn load(
    State(workshop): State<Arc<Workshop>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    workshop.freight.load(next.run(request).await)
}

/// A body with its place, which is free again once the body is gone.
struct Loaded {
    body: Body,
    _place: OwnedSemaphorePermit,
}

impl HttpBody for Loaded {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
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

    fn answer(bytes: u64) -> Response<Body> {
        Response::new(Body::from(vec![b'x'; bytes as usize]))
    }

    #[test]
    fn there_is_an_end_to_what_nobody_reads() {
        let freight = Freight::new();
        let size = MOST / 4;
        let mut held: Vec<_> = (0..4).map(|_| freight.load(answer(size))).collect();
        assert!(held.iter().all(|response| response.status() == 200));
        assert_eq!((freight.bytes(), held[0].body().size_hint().exact()), (MOST, Some(size)));
        let refused = freight.load(answer(SMALL + 1));
        assert_eq!(refused.status(), 503);
        assert!(refused.headers().contains_key("retry-after"));
        assert_eq!(freight.load(answer(SMALL)).status(), 200, "small answers are not counted");
        held.pop();
        assert_eq!(freight.load(answer(size)).status(), 200, "one is read or gone");
        drop(held);
        assert_eq!(freight.bytes(), 0);
    }
}
