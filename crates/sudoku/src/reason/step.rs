//! One step of a solution: what follows, and why.

use super::chain::Chain;
use super::techniques::Technique;
use super::techniques::Why;
use crate::{Cell, Symbol};
use std::fmt;

/// A value that a cell may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The value, from 1.
    pub value: u8,
}

/// What a technique has found in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// How it was found.
    pub technique: Technique,
    /// Values that must be where they are said to be.
    pub placed: Vec<Candidate>,
    /// Candidates that cannot be.
    pub removed: Vec<Candidate>,
    /// The pattern from which it follows.
    pub why: Why,
}

impl Step {
    /// What follows from what, if the pattern is made of chains.
    pub fn chains(&self) -> &[Chain] {
        self.why.pattern().chains()
    }

    /// The values that the pattern is about, in rising order: of a chain or of almost
    /// locked sets those that are placed or removed.
    pub fn values(&self) -> Vec<u8> {
        let of_effect = || self.placed.iter().chain(&self.removed).map(|it| it.value).collect();
        let mut values: Vec<u8> = self.why.pattern().values().unwrap_or_else(of_effect);
        values.sort_unstable();
        values.dedup();
        values
    }
}

/// The cell and the symbol of its value, for instance `r1c4=4`.
impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, Symbol(self.value))
    }
}
