//! One step of a solution: what follows, and why.

use super::technique::Technique;
use crate::{Cell, House};
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

/// The pattern from which a step follows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// The cell has no other value, or the house no other cell.
    Single {
        /// The house with no other cell for it; `None` if it is about the cell.
        house: Option<House>,
    },
    /// All places of a value in one house are in another one, too.
    Crossing {
        /// The value.
        value: u8,
        /// Where all its places are within the other house.
        from: House,
        /// Where it is removed.
        to: House,
    },
    /// As many values as cells in a house.
    Subset {
        /// The house.
        house: House,
        /// The cells.
        cells: Vec<Cell>,
        /// The values.
        values: Vec<u8>,
    },
    /// All places of a value in some houses are in as many others, but for fins.
    Fish {
        /// The value.
        value: u8,
        /// The houses whose places are looked at.
        base: Vec<House>,
        /// The houses in which these are.
        cover: Vec<House>,
        /// The places that are in no cover house, or in more than one base house.
        fins: Vec<Cell>,
    },
}

impl Step {
    /// The values that the pattern is about, in rising order: of a chain or of almost
    /// locked sets those that are placed or removed.
    pub fn values(&self) -> Vec<u8> {
        let mut values = match &self.why {
            Why::Crossing { value, .. } | Why::Fish { value, .. } => vec![*value],
            Why::Subset { values, .. } => values.clone(),
            Why::Single { .. } => {
                self.placed.iter().chain(&self.removed).map(|c| c.value).collect()
            }
        };
        values.sort_unstable();
        values.dedup();
        values
    }
}

/// The cell and its value, for instance `r1c4=4`.
impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.value)
    }
}
