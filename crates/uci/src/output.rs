//! The engine's output: lines, each flushed at once, from any thread.

use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A stream of lines that several threads may write to.
#[derive(Clone)]
pub(crate) struct Output {
    out: Arc<Mutex<dyn Write + Send>>,
    is_closed: Arc<AtomicBool>,
}

impl Output {
    pub(crate) fn new(out: impl Write + Send + 'static) -> Output {
        Output { out: Arc::new(Mutex::new(out)), is_closed: Arc::new(AtomicBool::new(false)) }
    }

    /// Writes a line.
    pub(crate) fn write_line(&self, line: impl Display) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            self.is_closed.store(true, Ordering::Relaxed);
        }
    }

    /// Writes an `info string` for people: one line of at most 300 characters, without control
    /// characters, whatever the text is.
    pub(crate) fn info(&self, text: impl Display) {
        const MOST: usize = 300;
        let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
        let text: String = text.to_string().chars().map(printable).take(MOST).collect();
        self.write_line(format_args!("info string {text}"));
    }

    /// Whether the reader has closed the stream.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }
}
