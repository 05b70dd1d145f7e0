//! Plain counters, for `/monitor`.

use crate::reply::typed;
use crate::state::AppState;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Response, StatusCode};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// What was counted since the start.
#[derive(Debug)]
pub(crate) struct Monitor {
    start: Instant,
    /// Answers by the first digit of their status.
    answers: [AtomicU64; 6],
}

impl Default for Monitor {
    fn default() -> Monitor {
        Monitor { start: Instant::now(), answers: Default::default() }
    }
}

impl Monitor {
    /// Counts an answer.
    pub(crate) fn count(&self, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100).min(self.answers.len() - 1);
        self.answers[class].fetch_add(1, Ordering::Relaxed);
    }
}

/// `GET /monitor`.
pub(crate) async fn show(State(state): State<Arc<AppState>>) -> Response<Body> {
    let disk_used = state.disk.used().await;
    let mut text = String::new();
    let mut line = |name: &str, number: u64| {
        let _ = writeln!(text, "{name} {number}");
    };
    let Monitor { start, answers } = &state.monitor;
    line("seconds", start.elapsed().as_secs());
    for (class, count) in answers.iter().enumerate().skip(1) {
        line(&format!("answers_{class}xx"), count.load(Ordering::Relaxed));
    }
    for (name, queue) in [("requests", &state.requests), ("jobs", &state.jobs.queue)] {
        let (running, waiting) = queue.load();
        line(&format!("{name}_running"), running as u64);
        line(&format!("{name}_waiting"), waiting as u64);
    }
    line("bytes_unread", state.response_budget.bytes());
    line("disk_used", disk_used);
    line("disk_limit", state.disk.bytes());
    let (hits, misses) = state.tablebase.hits_and_misses();
    line("standard_remembered", hits);
    line("standard_probed", misses);
    typed(StatusCode::OK, "text/plain; charset=utf-8", text)
}
