//! Solving by reasons that a player can follow.
//!
//! A [`Board`] holds the candidates that are left; each technique finds [`Step`]s
//! in it, which say what is placed or removed and why.

mod board;
pub(crate) mod cells;
mod chain;
mod choice;
pub(crate) mod explainer;
mod fish;
mod highlights;
pub mod hint;
pub mod need;
pub mod path;
mod sentence;
pub(crate) mod state;
mod step;
mod step_data;
pub(crate) mod technique;
pub(crate) mod techniques;
pub(crate) mod topology;
mod why;

pub use board::Board;
pub use chain::{Chain, Node, ValueSet};
pub use fish::{Fins, Fish, Form};
pub use highlights::Highlights;
pub use step::{Candidate, Step};
pub use step_data::{Link, StepData};
pub use techniques::{Options, Technique, Why, patterns};
