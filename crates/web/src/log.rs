//! The log of the server: lines on standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes a line. An error is ignored, where `eprintln!` would panic.
pub(crate) fn log_line(what: impl Display) {
    let _ = writeln!(io::stderr(), "sole serve: {}", without_control_characters(&what.to_string()));
}

/// Replaces control characters, since the text may come from a request.
fn without_control_characters(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() { '\u{fffd}' } else { sign }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(
            without_control_characters("a\u{1b}[2Jb\r\nc é"),
            "a\u{fffd}[2Jb\u{fffd}\u{fffd}c é"
        );
    }
}
