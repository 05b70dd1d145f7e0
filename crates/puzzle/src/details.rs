//! What is known of a puzzle beside its question and its answer.
//!
//! Other programs say who composed a puzzle, what it shows and how hard players found it. A record
//! has a field for each of these, so that a file that is read and written again says the same.

use serde::{Deserialize, Serialize};

use crate::Name;

/// Credits, keywords and other remarks. Every field may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The identifier in the collection it comes from.
    pub id: Option<String>,
    /// The title that its author gave it.
    pub title: Option<String>,
    /// The authors, each as written.
    pub authors: Vec<String>,
    /// The address of the puzzle or of the game it comes from.
    pub url: Option<String>,
    /// When it was published: `2009`, `2009-02` or `2009-02-01`.
    pub date: Option<String>,
    /// The award it won.
    pub award: Option<String>,
    /// Themes and keywords as its source has them. Unlike tags they claim nothing.
    pub keywords: Vec<String>,
    /// Remarks, each as written.
    pub comments: Vec<String>,
    /// The opening of the game it comes from, by names such as `Horwitz_Defense`.
    pub openings: Vec<String>,
    /// The intended number of solutions, as problemists write it: `2` or `2.1.1`.
    pub intended_solutions: Option<String>,
    /// The position before the puzzle and the move that leads to it.
    pub setup_move: Option<SetupMove>,
    /// The main line of the solution.
    pub line: Option<MainLine>,
    /// The text it was read from, if the other fields do not say everything that stands there.
    pub original: Option<Original>,
}

/// The move that leads to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupMove {
    /// The position before the move, in the notation of the kind.
    pub position: String,
    /// The move in UCI notation.
    #[serde(rename = "move")]
    pub played: String,
}

/// The moves of a main line, separated by spaces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MainLine {
    /// In UCI notation.
    pub uci: String,
    /// The same moves in standard algebraic notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
}

/// The text that a puzzle was read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Original {
    /// The format, such as `olv`.
    pub format: Name,
    /// The entry as it stands in the file.
    pub text: String,
}

impl Details {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Details::default()
    }
}
