//! What must hold for any text that is taken for problems of other programs.
//!
//! Each law panics where it is broken. They are called by the tests beside this file with spoiled
//! texts, and by the targets in `fuzz/`. Each returns how many problems were refused.

use sole_mate::formats::{Entry, Located, Read, WriteError, lichess, olive, popeye};
use std::error::Error;

/// Any text as Olive's problems.
pub(crate) fn olive(text: &str) -> usize {
    entries(text, olive::read, |entry| olive::write(std::slice::from_ref(entry)))
}

/// Any text as Popeye's problems.
pub(crate) fn popeye(text: &str) -> usize {
    entries(text, popeye::read, |entry| popeye::write(std::slice::from_ref(entry)))
}

/// Any lines as Lichess's puzzles: what is read is written so that it is read back.
pub(crate) fn lichess(text: &str) -> usize {
    let mut refused = 0;
    for line in text.lines() {
        match line.parse::<lichess::Puzzle>() {
            Ok(puzzle) => {
                let written = puzzle.to_string();
                let again = written.parse::<lichess::Puzzle>();
                assert_eq!(
                    again.as_ref().ok(),
                    Some(&puzzle),
                    "{line:?} as {written:?}: {again:?}"
                );
            }
            Err(error) => {
                assert!(!error.to_string().is_empty(), "{line:?}");
                refused += 1;
            }
        }
    }
    refused
}

/// What is read is refused by the writer, or written so that the same problem is read back; what is
/// refused has a line and a reason.
fn entries<E: Error>(
    text: &str,
    read: impl Fn(&str) -> Vec<Read<Entry, E>>,
    write: impl Fn(&Entry) -> Result<String, WriteError>,
) -> usize {
    let mut refused = 0;
    for entry in read(text) {
        let entry = match entry {
            Ok(Located { content, .. }) => content,
            Err(error) => {
                assert!(error.line >= 1 && !error.content.to_string().is_empty(), "{text:?}");
                refused += 1;
                continue;
            }
        };
        let Ok(written) = write(&entry) else { continue };
        match &read(&written)[..] {
            [Ok(again)] => {
                let both = [&entry, &again.content].map(|entry| (entry.setup, entry.stipulation));
                assert_eq!(both[0], both[1], "{text:?} as {written:?}");
            }
            _ => panic!("{written:?} of {text:?} is not one problem"),
        }
    }
    refused
}
