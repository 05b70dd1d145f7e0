//! The counts of a ply: positions and diagrams.

use std::ops::AddAssign;

use crate::Unique;

/// The numbers of positions and diagrams after a number of plies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlyCounts {
    /// Positions, with side to move, castling rights and legal en passant.
    pub positions: u64,
    /// Those that exactly one game leads to.
    pub unique_positions: u64,
    /// Diagrams, the 64 squares alone.
    pub diagrams: u64,
    /// Diagrams that cannot be reached in fewer plies.
    pub new_diagrams: u64,
    /// Diagrams that exactly one game leads to.
    pub unique: Unique,
}

impl AddAssign<&PlyCounts> for PlyCounts {
    fn add_assign(&mut self, other: &PlyCounts) {
        self.positions += other.positions;
        self.unique_positions += other.unique_positions;
        self.diagrams += other.diagrams;
        self.new_diagrams += other.new_diagrams;
        self.unique += &other.unique;
    }
}
