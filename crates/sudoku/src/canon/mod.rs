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

use crate::{Puzzle, Shape, Transform};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

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

/// Canonical forms of puzzles of any shape: the smallest one where [`Minlex`] knows it, else
/// another. The tables of each shape are made when they are needed; threads share them.
#[derive(Debug, Default)]
pub struct Forms(Mutex<HashMap<Shape, Option<Arc<Minlex>>>>);

impl Forms {
    /// The canonical form and its name, `minlex` or `label`.
    pub fn find(&self, puzzle: &Puzzle) -> (Canon, &'static str) {
        let shape = puzzle.shape();
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let minlex =
            tables.entry(shape).or_insert_with(|| Minlex::new(shape).map(Arc::new)).clone();
        drop(tables);
        match minlex {
            Some(minlex) => (minlex.find(puzzle), "minlex"),
            None => (label(puzzle), "label"),
        }
    }
}
