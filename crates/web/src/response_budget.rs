//! A limit on the bytes of large responses that are not read yet.
//!
//! Small responses are bounded by the number of connections. Streamed responses (records of a
//! collection, events of a job) are never held as a whole.

use crate::error::{ApiError, ErrorKind};
use crate::state::AppState;
use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::Response;
use axum::middleware::Next;
use axum::response::IntoResponse;
use http_body_util::BodyExt;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The most bytes of large responses at once: two files of the largest size.
const MOST_BYTES: u64 = 128 << 20;

/// Responses of at most this many bytes are not counted.
const MOST_UNCOUNTED: u64 = 64 << 10;

/// The bytes of one permit.
const UNIT: u64 = 1 << 10;

/// The bytes left for responses that are not read yet.
#[derive(Debug)]
pub(crate) struct ResponseBudget {
    permits: Arc<Semaphore>,
}

impl ResponseBudget {
    /// The full budget.
    pub(crate) fn new() -> ResponseBudget {
        ResponseBudget { permits: Arc::new(Semaphore::new((MOST_BYTES / UNIT) as usize)) }
    }

    /// The number of bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        MOST_BYTES - self.permits.available_permits() as u64 * UNIT
    }

    /// The response with its permits, or an error if too few are left.
    fn admit(&self, response: Response<Body>) -> Response<Body> {
        let size = response.body().size_hint().exact();
        let Some(bytes) = size.filter(|&bytes| bytes > MOST_UNCOUNTED) else { return response };
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        match Arc::clone(&self.permits).try_acquire_many_owned(units) {
            // The permits go when the body does.
            Ok(permits) => response.map(|body| {
                Body::new(body.inspect_frame(move |_| {
                    let _held = &permits;
                }))
            }),
            Err(_) => {
                let message = "too many answers wait to be read already; try again soon";
                ApiError::new(ErrorKind::Busy, message).into_response()
            }
        }
    }
}

/// Middleware of all handlers except the front end's, whose files are part of the program.
pub(crate) async fn limit_responses(
    State(state): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    state.response_budget.admit(next.run(request).await)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(bytes: u64) -> Response<Body> {
        Response::new(Body::from(vec![b'x'; bytes as usize]))
    }

    #[test]
    fn large_responses_are_limited() {
        let response_budget = ResponseBudget::new();
        let size = MOST_BYTES / 4;
        let mut held: Vec<_> = (0..4).map(|_| response_budget.admit(answer(size))).collect();
        assert!(held.iter().all(|response| response.status() == 200));
        assert_eq!(
            (response_budget.bytes(), held[0].body().size_hint().exact()),
            (MOST_BYTES, Some(size))
        );
        let refused = response_budget.admit(answer(MOST_UNCOUNTED + 1));
        assert_eq!(refused.status(), 503);
        assert!(refused.headers().contains_key("retry-after"));
        assert_eq!(
            response_budget.admit(answer(MOST_UNCOUNTED)).status(),
            200,
            "small answers are not counted"
        );
        held.pop();
        assert_eq!(response_budget.admit(answer(size)).status(), 200, "one is read or gone");
        drop(held);
        assert_eq!(response_budget.bytes(), 0);
    }
}
