//! `sole uci`: an engine for chess programs, by the Universal Chess Interface.
//!
//! Lines come in on standard input and go out on standard output. Searches run on a thread of their
//! own, so every line is answered at once.

mod command;
mod options;
mod search;
mod session;
mod signal;
mod tabled;
#[cfg(test)]
mod tests;
mod thought;
mod voice;

use crate::args::uci::Uci;
use crate::console::Stop;
use crate::exit::Exit;
use session::Session;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use voice::Voice;

/// The longest line that is read; what follows in it is passed over.
const LONGEST_LINE: u64 = 1 << 20;

/// Runs the command.
pub(crate) fn run(flags: &Uci) -> Result<Exit, Stop> {
    converse(io::stdin().lock(), io::stdout(), flags.data.data_dir.as_deref())?;
    Ok(Exit::Yes)
}

/// Speaks the Universal Chess Interface: obeys the lines of `input` up to `quit` or to its end, and
/// answers on `output`. Tables are in this folder, or where they usually are.
///
/// # Errors
///
/// The input cannot be read. Whoever does not listen to the output is left without a word.
pub fn converse(
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
    folder: Option<&Path>,
) -> io::Result<()> {
    let mut session = Session::new(Voice::new(output), folder);
    while let Some(line) = next_line(&mut input)? {
        if session.obey(&line).is_break() {
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
