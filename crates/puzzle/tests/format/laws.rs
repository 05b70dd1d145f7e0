//! What must hold for any text that is taken for records of puzzles.

use sole_puzzle::{Puzzle, Reader};

/// What is read is written so that the same is read back; what is refused has its line.
pub(crate) fn records(text: &str) {
    let n_lines = text.lines().count();
    let mut reader = Reader::new(text.as_bytes());
    while let Some(read) = reader.next() {
        assert!((1..=n_lines).contains(&reader.line()), "line {} of {text:?}", reader.line());
        match read {
            Ok(puzzle) => {
                let line = puzzle.to_line();
                assert!(!line.contains('\n'), "{line:?}");
                assert_eq!(Puzzle::parse(&line).ok(), Some(puzzle), "{line:?}");
            }
            Err(error) => assert!(!error.to_string().is_empty(), "{text:?}"),
        }
    }
}
