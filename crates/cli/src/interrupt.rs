//! Ctrl-C: during orderly work the first one asks for an end, and any other ends at once.

use crate::exit::Exit;
use std::sync::Once;
use std::sync::atomic::{AtomicU8, Ordering};

/// Nothing would be lost by ending at once.
const IDLE: u8 = 0;
/// Work is going on that wants to come to an orderly end.
const BUSY: u8 = 1;
/// That end has been asked for.
const ASKED: u8 = 2;

static STATE: AtomicU8 = AtomicU8::new(IDLE);

/// Work that Ctrl-C asks to end; afterwards it ends the process again.
pub(crate) struct Work;

impl Work {
    /// Work begins.
    pub(crate) fn begin() -> Work {
        static HANDLER: Once = Once::new();
        HANDLER.call_once(|| {
            // Without a handler Ctrl-C ends the process at once, which loses no finished work.
            let _ = ctrlc::set_handler(pressed);
        });
        STATE.store(BUSY, Ordering::SeqCst);
        Work
    }

    /// Whether an end was asked for.
    pub(crate) fn is_to_end(&self) -> bool {
        STATE.load(Ordering::SeqCst) == ASKED
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        STATE.store(IDLE, Ordering::SeqCst);
    }
}

fn pressed() {
    let asked = STATE.compare_exchange(BUSY, ASKED, Ordering::SeqCst, Ordering::SeqCst);
    if asked.is_err() {
        std::process::exit(Exit::Interrupted.code().into());
    }
}
