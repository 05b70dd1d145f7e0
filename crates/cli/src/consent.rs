//! Asks before work that takes long or fills the disk, where someone can answer.

use crate::console::Console;
use std::io::{self, IsTerminal, Write};

/// Work that takes longer than this is asked about.
const MOST_SECONDS: f64 = 60.0;

/// Work that writes more bytes than this is asked about.
const MOST_BYTES: u64 = 500_000_000;

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consent {
    /// The work is small.
    NotNeeded,
    /// Someone said yes.
    Given,
    /// Someone said no, or closed the input.
    Refused,
    /// Nobody can be asked: a program or a file is at the other end.
    NobodyAsked,
}

/// Asks whether to start work of about so many bytes and seconds, if that is much.
pub(crate) fn ask(question: &str, bytes: u64, seconds: f64, console: &Console) -> Consent {
    if bytes <= MOST_BYTES && seconds <= MOST_SECONDS {
        return Consent::NotNeeded;
    }
    if console.is_json() || !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Consent::NobodyAsked;
    }
    // A question that cannot be shown is answered by nobody.
    let _ = write!(io::stderr(), "{question} [y/N] ");
    let mut answer = String::new();
    match io::stdin().read_line(&mut answer) {
        Ok(_) if is_yes(&answer) => Consent::Given,
        _ => Consent::Refused,
    }
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_yes_is_yes() {
        let cases = [("y\n", true), ("YES\n", true), (" yes ", true), ("", false), ("no\n", false)];
        for (answer, expected) in cases {
            assert_eq!(is_yes(answer), expected, "{answer:?}");
        }
    }
}
