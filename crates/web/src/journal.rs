//! What whoever runs the server reads: lines on standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes a line. Nobody may be there to read it, which is no reason to fail, as `eprintln!` would.
pub(crate) fn note(what: impl Display) {
    let _ = writeln!(io::stderr(), "sole serve: {}", plain(&what.to_string()));
}

/// A text that does nothing to a terminal: it may have come with a request.
fn plain(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() { '\u{fffd}' } else { sign }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_are_left_alone() {
        assert_eq!(plain("a\u{1b}[2Jb\r\nc é"), "a\u{fffd}[2Jb\u{fffd}\u{fffd}c é");
    }
}
