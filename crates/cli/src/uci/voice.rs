//! What the engine says: lines, each seen at once, from any thread.

use crate::render::excerpt;
use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A stream of lines that several threads may write to.
#[derive(Clone)]
pub(super) struct Voice {
    out: Arc<Mutex<dyn Write + Send>>,
    is_gone: Arc<AtomicBool>,
}

impl Voice {
    pub(super) fn new(out: impl Write + Send + 'static) -> Voice {
        Voice { out: Arc::new(Mutex::new(out)), is_gone: Arc::new(AtomicBool::new(false)) }
    }

    /// Says a line.
    pub(super) fn say(&self, line: impl Display) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            self.is_gone.store(true, Ordering::Relaxed);
        }
    }

    /// Says something for people, in one line that is not too long, whatever it is.
    pub(super) fn note(&self, text: impl Display) {
        self.say(format_args!("info string {}", excerpt(&text.to_string())));
    }

    /// Whether nobody listens any more.
    pub(super) fn is_gone(&self) -> bool {
        self.is_gone.load(Ordering::Relaxed)
    }
}
