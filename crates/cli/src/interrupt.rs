//! Ctrl-C: during orderly work the first one asks for an end, and any other ends at once.

use crate::args::{Common, Reports};
use crate::exit::Exit;
use sole_puzzle::task::Cancellation;
use std::io::{self, IsTerminal, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{LazyLock, Once};
use std::time::Duration;

/// Nothing would be lost by ending at once.
const IDLE: u8 = 0;
/// Work is going on that wants to come to an orderly end.
const BUSY: u8 = 1;
/// That end has been asked for.
const ASKED: u8 = 2;

static STATE: AtomicU8 = AtomicU8::new(IDLE);

/// Cancels the tasks of questions.
static CANCELLATION: LazyLock<Cancellation> = LazyLock::new(Cancellation::default);

/// Cancels the tasks of questions once Ctrl-C is pressed.
pub(crate) fn cancellation() -> Cancellation {
    CANCELLATION.clone()
}

/// Whether Ctrl-C is answered in words.
static IS_ANNOUNCED: AtomicBool = AtomicBool::new(false);

/// Has Ctrl-C answered at once on standard error, unless the flags ask for answers alone.
pub(crate) fn announce(flags: &Common) {
    let is_spoken = !flags.json && !flags.quiet && flags.progress != Reports::Json;
    IS_ANNOUNCED.store(is_spoken, Ordering::SeqCst);
}

/// Work that Ctrl-C asks to end; afterwards it ends the process again.
pub(crate) struct Work;

impl Work {
    /// Work begins.
    pub(crate) fn begin() -> Work {
        watch();
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

/// Sees to it that Ctrl-C leaves nothing half done behind.
pub(crate) fn watch() {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Without a handler Ctrl-C ends the process at once, which loses no finished work.
        let _ = ctrlc::set_handler(pressed);
    });
}

/// Ends the process when standard input ends: in order if that does not take long.
///
/// A program that runs this one holds the other end of a pipe. It asks for an end by closing it,
/// and the system closes it if that program dies, so that nothing goes on for nobody.
pub(crate) fn end_with_input() {
    const PATIENCE: Duration = Duration::from_secs(2);
    std::thread::spawn(|| {
        let mut input = io::stdin().lock();
        let mut buffer = [0; 256];
        loop {
            match input.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
        }
        pressed();
        std::thread::sleep(PATIENCE);
        end();
    });
}

fn pressed() {
    CANCELLATION.cancel();
    let asked = STATE.compare_exchange(BUSY, ASKED, Ordering::SeqCst, Ordering::SeqCst);
    let is_terminal = io::stderr().is_terminal();
    // What cannot be shown is not worth stopping for.
    if is_terminal {
        let _ = writeln!(io::stderr());
    }
    if asked.is_err() {
        end();
    }
    if IS_ANNOUNCED.load(Ordering::SeqCst) {
        let _ = writeln!(io::stderr(), "stopping; press Ctrl-C again to end at once");
    }
}

fn end() -> ! {
    sole_storage::remove_temporary_files();
    std::process::exit(Exit::Interrupted.code().into())
}
