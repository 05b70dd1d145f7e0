//! One step of a solution: what follows, and why.

use super::chain::{Chain, ValueSet};
use super::technique::Technique;
use crate::{Cell, House, Symbol};
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
    Subset(Subset),
    /// All places of a value in some houses are in as many others, but for fins.
    Fish {
        /// The value.
        value: u8,
        /// The houses whose places are looked at.
        base: Vec<House>,
        /// The houses in which these are.
        cover: Vec<House>,
        /// The places of the base that are no fins.
        cells: Vec<Cell>,
        /// The places that are in no cover house, or in more than one base house.
        fins: Vec<Cell>,
    },
    /// Two houses with two places each for a value, which are linked at one end.
    StrongLinks {
        /// The value.
        value: u8,
        /// The two houses.
        houses: [House; 2],
        /// The two places in each: first the linked one, then the end.
        links: [[Cell; 2]; 2],
    },
    /// A box with all places of a value in two lines, and a strong link from one of them.
    EmptyRectangle {
        /// The value.
        value: u8,
        /// The box.
        block: House,
        /// Its row and its column.
        lines: [House; 2],
        /// A place in one of these lines, and the end of the link.
        link: [Cell; 2],
        /// The house of the link.
        house: House,
    },
    /// Two patterns at the same place.
    Both(Box<[Why; 2]>),
    /// A cell that sees two others with two values each, three values in all.
    Wing {
        /// The cell.
        pivot: Cell,
        /// The two others.
        pincers: [Cell; 2],
        /// The three values.
        values: Vec<u8>,
        /// The value that one of these cells must have.
        value: u8,
    },
    /// Two cells with the same two values, and a strong link between them.
    WWing {
        /// The two cells.
        ends: [Cell; 2],
        /// The cells of the link, in the same order.
        link: [Cell; 2],
        /// The house of the link.
        house: House,
        /// The value that one of the two cells must have, and that of the link.
        values: [u8; 2],
    },
    /// Four cells in two rows, two columns and two boxes that must not come down to
    /// two values.
    Rectangle {
        /// The cells: two in one box, then those across.
        corners: [Cell; 4],
        /// The two values.
        values: [u8; 2],
        /// Further cells that make a naked subset with two of the corners.
        helpers: Vec<Cell>,
    },
    /// The same with values that were found.
    AvoidableRectangle {
        /// The cells: two with values in one box, then those across.
        corners: [Cell; 4],
        /// The values of the first two.
        values: [u8; 2],
    },
    /// Two values that could be exchanged all round a loop of cells.
    Loop {
        /// The cells in the order of the loop.
        cells: Vec<Cell>,
        /// The two values.
        values: [u8; 2],
        /// The cells that have more candidates than these.
        more: Vec<Cell>,
        /// The subset that two such cells, taken as one, are part of.
        subset: Option<Subset>,
    },
    /// Candidates without which every open cell would have two values, and every value
    /// two places in each house.
    Bug {
        /// The cells with such candidates.
        cells: Vec<Cell>,
        /// The values of these candidates.
        values: Vec<u8>,
        /// The naked subset that they make with further cells, which are in it.
        subset: Option<Subset>,
    },
    /// Combinations of the candidates of some cells that leave another cell none.
    Exclusion {
        /// The cells that are combined.
        cells: Vec<Cell>,
        /// Those that must be left a candidate.
        excluders: Vec<Cell>,
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
    /// What follows from suppositions. Either they exhaust all that is possible and
    /// lead to the same end, or one supposition leads to ends that contradict each
    /// other.
    Forcing {
        /// What follows from each supposition.
        chains: Vec<Chain>,
        /// The house in which a value is supposed in each of its places, if that is how
        /// the suppositions exhaust what is possible.
        house: Option<House>,
    },
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
    /// Nothing but that a search found it.
    Search,
    /// All ways to place a value.
    Template {
        /// The value.
        value: u8,
    },
}

/// As many values as cells in a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subset {
    /// The house.
    pub house: House,
    /// The cells.
    pub cells: Vec<Cell>,
    /// The values.
    pub values: Vec<u8>,
    /// Whether the values have no other cells, or else the cells no other values.
    pub is_hidden: bool,
}

impl Step {
    /// The values that the pattern is about, in rising order: of a chain or of almost
    /// locked sets those that are placed or removed.
    pub fn values(&self) -> Vec<u8> {
        let mut values = self.why.values();
        if values.is_empty() && !matches!(self.why, Why::Bug { .. }) {
            values = self.placed.iter().chain(&self.removed).map(|it| it.value).collect();
        }
        values.sort_unstable();
        values.dedup();
        values
    }
}

impl Why {
    /// The values of the pattern; none where these say little about the step.
    fn values(&self) -> Vec<u8> {
        match self {
            Why::Crossing { value, .. }
            | Why::Fish { value, .. }
            | Why::StrongLinks { value, .. }
            | Why::EmptyRectangle { value, .. }
            | Why::Colours { value, .. }
            | Why::Template { value } => vec![*value],
            Why::Subset(Subset { values, .. }) | Why::Wing { values, .. } => values.clone(),
            Why::RemotePair { values, .. }
            | Why::WWing { values, .. }
            | Why::Rectangle { values, .. }
            | Why::Loop { values, .. }
            | Why::AvoidableRectangle { values, .. } => values.to_vec(),
            Why::Both(both) => both[0].values(),
            Why::Single { .. }
            | Why::Bug { .. }
            | Why::Exclusion { .. }
            | Why::Search
            | Why::Chain(_)
            | Why::Forcing { .. }
            | Why::LinkedSets { .. }
            | Why::Blossom { .. }
            | Why::SueDeCoq { .. } => Vec::new(),
        }
    }
}

/// The cell and the symbol of its value, for instance `r1c4=4`.
impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, Symbol(self.value))
    }
}
