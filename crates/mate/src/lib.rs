//! Chess problems, solved exactly.
//!
//! A [`Problem`] is a position with a [`Stipulation`]. Where one side must force
//! the goal against the other, solving it decides every first move: all keys,
//! not only one. Where both sides help, it counts every line. What is called
//! proved was searched to the end and compared position by position; a search
//! that ran out of its [`Budget`] says that nothing is proved.
//!
//! ```
//! use sole_mate::{Budget, ForcedProblem, Problem};
//! use sole_puzzle::Status;
//! let position = "5R2/1N3p2/3pk3/6PR/3Q4/B3K3/8/8 w - - 0 1".parse::<sole_board::Setup>()?;
//! let problem = Problem::new(position.try_into()?, "#2".parse()?)?;
//! let keys = ForcedProblem::try_from(problem)?.keys(&Budget::default());
//! assert_eq!(keys.verdict().status(), Status::One);
//! assert_eq!(keys.keys()[0].first.to_string(), "d4g4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod brute_force;
mod budget;
mod direct;
mod duals;
mod fifty_move_rule;
mod forced_problem;
pub mod formats;
mod lines;
pub mod make;
mod mate_distance;
mod problem;
pub mod proof_number;
pub mod rate;
mod root;
mod selfmate;
mod stipulation;
pub mod study;
mod table;
pub mod themes;
mod tree;
mod walk;

pub use duals::{Dual, DualKind, Duals};
pub use forced_problem::ForcedProblem;
pub use lines::{HelpProblem, Line, Lines, steps};
pub use mate_distance::{Solver, best_move, mate_in_exactly, mate_within, mate_within_plies};
pub use problem::{Problem, ProblemError, ProblemKind, Solution};
pub use root::{First, Key, Keys};
pub use sole_puzzle::{Budget, OutOfBudget};
pub use stipulation::{Goal, Play, Stipulation, StipulationError};
pub use tree::{After, Continuation, Pressure, Tree, Try, Variation};
