//! A chess engine that speaks the Universal Chess Interface.
//!
//! It answers exactly where something exact is known, from endgame tables and from proofs of mates,
//! and says so; elsewhere it searches, and says that too. Searches run on a thread of their own, so
//! every line is answered at once.
//!
//! ```
//! use sole_uci::{Settings, run};
//! let settings = Settings { data_dir: None, build_memory: 1 << 30 };
//! run(&b"position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\ngo mate 1\n"[..], std::io::sink(), settings)?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod command;
mod options;
mod output;
mod search;
mod search_task;
mod session;
mod stop_signal;
mod tablebase;

pub use session::Session;

use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;

/// The longest line that is read; the rest of a longer one is skipped.
const LONGEST_LINE: u64 = 1 << 20;

/// What the engine may use of the machine.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of endgame tables, unless the option `DataDir` names another one.
    pub data_dir: Option<PathBuf>,
    /// The most memory for building tables, in bytes.
    pub build_memory: u64,
}

/// Handles the lines of `input` up to `quit` or to its end, and answers on `output`.
///
/// # Errors
///
/// The input cannot be read. An output that is closed ends the session without an error.
pub fn run(
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
    settings: Settings,
) -> io::Result<()> {
    let mut session = Session::new(output, settings);
    while let Some(line) = next_line(&mut input)? {
        if session.handle(&line).is_break() {
            return Ok(());
        }
    }
    session.finish();
    Ok(())
}

/// The next line, whatever its bytes are.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}
