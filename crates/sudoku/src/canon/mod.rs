//! The one grid that stands for all that look different but are the same.
//!
//! [`Minlex`] finds the smallest in lexicographic order, for sides up to nine;
//! [`label()`] finds another canonical one, for every shape.

mod full;
mod label;
mod minlex;
mod orders;
mod refine;
mod rows;

pub use label::label;
pub use minlex::Minlex;

use crate::{Puzzle, Transform};

/// A canonical puzzle, and what leads there. A full grid is a puzzle too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canon {
    /// The canonical one: two puzzles have the same if and only if some [`Transform`] leads from
    /// one to the other.
    pub puzzle: Puzzle,
    /// Leads from the puzzle that was asked for to the canonical one.
    pub transform: Transform,
    /// How many transforms lead from the puzzle to itself; `None` if they are more than a number
    /// can say.
    pub automorphisms: Option<u128>,
}
