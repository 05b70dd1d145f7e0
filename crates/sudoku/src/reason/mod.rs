//! Solving by reasons that a player can follow.
//!
//! A [`State`](state::State) holds the candidates that are left; each technique finds
//! [`Step`]s in it, which say what is placed or removed and why.

pub(crate) mod cells;
pub(crate) mod frame;
pub(crate) mod state;
mod step;
mod technique;
mod techniques;

pub use step::{Candidate, Step, Why};
pub use technique::Technique;
