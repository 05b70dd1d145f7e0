//! What there is after a number of plies, in figures.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::PlySet;

/// What there is after a number of plies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Positions, with side to move, castling rights and legal en passant.
    pub positions: u64,
    /// Those that exactly one game leads to.
    pub unique_positions: u64,
    /// Diagrams, the 64 squares alone.
    pub diagrams: u64,
    /// Diagrams that cannot be reached in fewer plies.
    pub new_diagrams: u64,
    /// Diagrams that exactly one game leads to, by the earlier plies at which they can be
    /// reached, too.
    pub by_earlier: BTreeMap<PlySet, u64>,
}

impl Census {
    /// Diagrams that exactly one game leads to.
    pub fn unique_diagrams(&self) -> u64 {
        self.by_earlier.values().sum()
    }

    /// Diagrams that exactly one game leads to and that cannot be reached in fewer plies.
    pub fn shortest_unique(&self) -> u64 {
        self.by_earlier.get(&PlySet::EMPTY).copied().unwrap_or(0)
    }

    /// Diagrams that exactly one game leads to and that can be reached in `ply` plies, too.
    pub fn also_reached_in(&self, ply: usize) -> u64 {
        let with_ply = self.by_earlier.iter().filter(|(earlier, _)| earlier.contains(ply));
        with_ply.map(|(_, count)| count).sum()
    }
}

impl AddAssign<&Census> for Census {
    fn add_assign(&mut self, other: &Census) {
        self.positions += other.positions;
        self.unique_positions += other.unique_positions;
        self.diagrams += other.diagrams;
        self.new_diagrams += other.new_diagrams;
        for (&earlier, count) in &other.by_earlier {
            *self.by_earlier.entry(earlier).or_default() += count;
        }
    }
}
