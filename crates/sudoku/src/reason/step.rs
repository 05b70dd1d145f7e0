//! One step of a solution: what follows, and why.

use super::chain::{Chain, ValueSet};
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
    /// The places of a value in pairs of colours: of each pair one colour is true.
    Colours {
        /// The value.
        value: u8,
        /// The cells of both colours of each pair.
        pairs: Vec<[Vec<Cell>; 2]>,
    },
    /// What follows from a candidate.
    Chain(Chain),
    /// Cells with the same two values, each of which sees the next.
    RemotePair {
        /// The cells in the order of the chain.
        cells: Vec<Cell>,
        /// The values.
        values: [u8; 2],
    },
    /// Almost locked sets each of which shares values with the next, of which only one
    /// of both can have each.
    LinkedSets {
        /// The sets in the order of the chain.
        sets: Vec<ValueSet>,
        /// The shared values from each set to the next.
        links: Vec<Vec<u8>>,
    },
    /// A cell each of whose values would take that value from a set.
    Blossom {
        /// The cell.
        stem: Cell,
        /// Each value of the cell, with its set.
        petals: Vec<(u8, ValueSet)>,
    },
    /// Cells where a line crosses a box, with as many more cells of both as they have
    /// values too many.
    SueDeCoq {
        /// Where line and box cross.
        crossing: ValueSet,
        /// In the line.
        line: ValueSet,
        /// In the box.
        block: ValueSet,
    },
    /// All ways to place a value.
    Template {
        /// The value.
        value: u8,
    },
}

impl Step {
    /// The values that the pattern is about, in rising order: of a chain or of almost
    /// locked sets those that are placed or removed.
    pub fn values(&self) -> Vec<u8> {
        let mut values = match &self.why {
            Why::Crossing { value, .. }
            | Why::Fish { value, .. }
            | Why::Colours { value, .. }
            | Why::Template { value } => vec![*value],
            Why::RemotePair { values, .. } => values.to_vec(),
            Why::Subset { values, .. } => values.clone(),
            Why::Single { .. }
            | Why::Chain(_)
            | Why::LinkedSets { .. }
            | Why::Blossom { .. }
            | Why::SueDeCoq { .. } => {
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
