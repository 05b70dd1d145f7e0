//! What to mark on a grid so that a step can be seen.

use super::patterns::Subset;
use super::step::Step;
use crate::{Cell, House};

/// The cells and houses of a step's pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Highlights {
    /// The cells from which it follows.
    pub cells: Vec<Cell>,
    /// Cells with another part in it: fins, pincers, links, the second colour.
    pub others: Vec<Cell>,
    /// The houses that are looked at.
    pub houses: Vec<House>,
}

impl Step {
    /// The cells and houses from which the step follows.
    pub fn highlights(&self) -> Highlights {
        let mut marks = Highlights::default();
        self.why.pattern().highlight(self, &mut marks);
        for cells in [&mut marks.cells, &mut marks.others] {
            cells.sort_unstable();
            cells.dedup();
        }
        marks
    }
}

impl Highlights {
    /// Adds a subset that is part of a larger pattern.
    pub(super) fn beside(&mut self, subset: Option<&Subset>) {
        if let Some(Subset { house, cells, .. }) = subset {
            self.houses.push(*house);
            self.others.extend(cells);
        }
    }
}
