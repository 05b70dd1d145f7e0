//! The scale of Sudoku Explainer 1.2.1.
//!
//! A puzzle is solved by the easiest step that its fixed list of techniques gives,
//! again and again. Its rating ER is that of the hardest step, EP that of the hardest
//! one up to the first placement, ED that of the first step.

mod aligned;
mod bug;
mod chains;
mod combine;
mod find;
mod fish;
mod locked;
mod loops;
mod names;
mod path;
mod single;
mod subsets;
mod technique;
mod tree;
mod wings;

pub(crate) use path::forced;
pub use path::{MAX_SIDE, Outcome, Rated, Rating, path, rate};
pub use technique::{Cases, Reach, Technique, Tenths};
