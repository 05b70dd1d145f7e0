//! Problems as other programs write them.
//!
//! A reader gives every problem of a text with its line; one that cannot be read is told with its
//! line and does not stop the next ones. A writer refuses what its format cannot hold. What each
//! format looks like is specified in `docs/problem-formats.md`.
//!
//! ```
//! use sole_mate::formats::popeye;
//! let text = "BeginProblem Stipulation #1 Pieces White Kf6 Qg1 Black Kh8 EndProblem";
//! let read = popeye::read(text).remove(0).unwrap();
//! assert_eq!(read.content.setup.to_string(), "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
//! let again = popeye::write(std::slice::from_ref(&read.content))?;
//! assert_eq!(popeye::read(&again).remove(0).unwrap().content, read.content);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod lichess;
pub mod olive;
mod options;
mod pieces;
pub mod popeye;
mod solution_notation;
mod yaml;

use crate::Stipulation;
pub use options::{OptionError, WriteError};
pub use pieces::PieceError;
use sole_board::Setup;
pub use solution_notation::SolutionNotation;
use std::fmt;

/// A problem, and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where it starts. The formats of problemists have no clocks.
    pub setup: Setup,
    /// What is demanded.
    pub stipulation: Stipulation,
    /// Who made it, and what is known of it.
    pub credits: Credits,
    /// What its text says to the program it was written for and what has no meaning here, each once:
    /// `option Intelligent`, `command LaTeX`.
    pub ignored: Vec<String>,
}

/// Who made a problem, and what is known of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credits {
    /// The authors, each as written.
    pub authors: Vec<String>,
    /// What the author calls it.
    pub title: Option<String>,
    /// Where it was published.
    pub source: Option<String>,
    /// When: a year, or year and month, or year, month and day, as `2009-02-01`.
    pub date: Option<String>,
    /// What it won.
    pub award: Option<String>,
    /// What it shows.
    pub keywords: Vec<String>,
    /// What else is said.
    pub comments: Vec<String>,
    /// The play, as its source has it.
    pub solution: Option<String>,
    /// The intended number of solutions, as `2` or `2.1.1`.
    pub intended_solutions: Option<String>,
}

/// A value read from a text, with its line number, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// The line number.
    pub line: usize,
    /// The value.
    pub content: T,
}

impl<T: fmt::Display> fmt::Display for Located<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.content)
    }
}

impl<T: std::error::Error + 'static> std::error::Error for Located<T> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.content)
    }
}

/// Something that was read, or why it could not be, each with its line.
pub type Read<T, E> = Result<Located<T>, Located<E>>;

/// A text in one line.
fn in_line(text: &str) -> String {
    text.split(char::is_control).map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned()
}

#[cfg(test)]
mod samples {
    use super::*;

    /// Problems of every kind of play, with promotions, castling rights and en passant.
    const PROBLEMS: [(&str, &str); 14] = [
        ("5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - -", "#2"),
        ("5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 b - -", "#2"),
        ("7k/8/6K1/8/8/8/8/5Q2 w - -", "=1"),
        ("4R3/8/2p1Q2B/8/8/1p6/5krR/7K w - -", "s#2"),
        ("8/5p2/3p4/5R2/4R3/k1r5/8/KQ1B4 w - -", "r#1"),
        ("8/8/1pk4K/3p4/6R1/8/4N3/8 b - -", "h#2"),
        ("8/8/1pk4K/3p4/6R1/8/4N3/8 w - -", "h#2.5"),
        ("8/8/1pk4K/3p4/6R1/8/4N3/8 w - -", "h=2"),
        ("7k/8/5K2/8/8/8/8/6R1 w - -", "ser-#2"),
        ("k7/8/1K6/8/8/8/8/7R b - -", "ser-h#2"),
        ("k7/2P5/1K6/8/8/8/8/8 w - -", "#1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "#3"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b Kq -", "#3"),
        ("8/7p/5P1k/4PKpP/8/8/8/7R w - g6", "#2"),
    ];

    /// [`PROBLEMS`], the first with all credits.
    pub(super) fn entries() -> Vec<Entry> {
        let entry = |&(fen, stipulation): &(&str, &str)| Entry {
            setup: fen.parse().expect(fen),
            stipulation: stipulation.parse().expect(stipulation),
            credits: Credits::default(),
            ignored: Vec::new(),
        };
        PROBLEMS.iter().map(entry).collect()
    }

    #[test]
    fn a_text_in_one_line_has_no_breaks() {
        for (text, expected) in [("a", "a"), (" a\n b ", "a b"), ("\n", ""), ("é\t!", "é !")] {
            assert_eq!(in_line(text), expected, "{text:?}");
        }
    }
}
