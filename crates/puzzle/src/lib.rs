//! None, one or many: the words that every kind of puzzle here shares.
//!
//! A puzzle is good if it has exactly one solution. So every search answers
//! with a [`Verdict`]: none, the one, two witnesses, or openly undecided; bulk
//! tables store the same as a [`Count`]. What was decided is kept as a
//! [`Puzzle`], which can be proved again from itself alone, and puzzles are
//! kept in a [`Collection`], one a line. Nothing here knows what is being
//! solved: kinds, positions and solutions are names and texts.
//!
//! ```
//! use sole_puzzle::{decide, Answer, Collection, Puzzle};
//!
//! // Which two-digit squares end in 5?
//! let verdict = decide(|found| {
//!     (4u32..10).map(|n| n * n).filter(|n| n % 10 == 5).try_for_each(found)
//! });
//!
//! let answer = Answer::try_from(verdict.map(|n| n.to_string()))?;
//! assert_eq!(answer.solutions(), ["25"]);
//!
//! let puzzle = Puzzle::new("number".parse()?, "_5", "a square", answer)?;
//! let collection = Collection::from_iter([puzzle]);
//! let mut file = Vec::new();
//! collection.write(&mut file)?;
//! assert_eq!(Collection::read(&file[..])?, collection);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod budget;
mod collection;
mod count;
mod details;
mod diagnosis;
mod name;
mod near;
pub mod parallel;
mod puzzle;
mod rating;
mod record;
pub mod rng;
pub mod task;
pub mod text;
mod verdict;

pub use answer::Answer;
pub use budget::{Budget, OutOfBudget};
pub use collection::{Collection, CollectionError, Reader};
pub use count::{Count, Counts};
pub use details::{Details, MainLine, Original, SetupMove};
pub use diagnosis::JsonProblem;
pub use name::{Name, NameError};
pub use near::{letters, nearest};
pub use puzzle::{Field, Generator, Puzzle, PuzzleError};
pub use rating::Rating;
pub use record::{RecordError, SCHEMA, SCHEMA_2};
pub use task::Task;
pub use verdict::{Status, Stop, Verdict, decide};
