//! The scale of Sudoku Explainer 1.2.1.
//!
//! A puzzle is solved by the easiest step that its fixed list of techniques gives,
//! again and again. Its rating ER is that of the hardest step, EP that of the hardest
//! one up to the first placement, ED that of the first step.

mod aligned;
mod chains;
mod combine;
mod find;
mod fish;
mod grave;
mod locked;
mod loops;
mod path;
mod sentence;
mod single;
mod step;
mod subsets;
mod tree;
mod wings;

pub use path::{MAX_SIDE, Outcome, Rating, path, rate};
pub use step::{Cases, Link, Reach, Step, Subset, Technique, Tenths, Why};
