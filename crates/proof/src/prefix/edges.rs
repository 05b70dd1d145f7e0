//! How often positions and diagrams are reached from all positions of the ply before.

use std::collections::HashMap;

use sole_board::Position;

use super::known::IdentityBuildHasher;
use super::men::{Exact, Men};
use super::search::{Candidate, Verdict};

/// Candidates and by how many moves of positions of the ply before they are reached, none,
/// one or more.
#[derive(Default)]
pub(super) struct Edges {
    positions: HashMap<Position, u8, IdentityBuildHasher>,
    diagrams: HashMap<Exact, u8, IdentityBuildHasher>,
}

impl Edges {
    /// Counts the moves to a position and to its diagram from now on.
    pub(super) fn watch(&mut self, position: &Position) {
        self.positions.insert(*position, 0);
        self.diagrams.insert(Men::of(position).exact(), 0);
    }

    /// Counts a move to a position.
    pub(super) fn count(&mut self, position: &Position) {
        let diagram = self.diagrams.get_mut(&Men::of(position).exact());
        for count in [self.positions.get_mut(position), diagram].into_iter().flatten() {
            *count = (*count + 1).min(2);
        }
    }

    /// Whether a candidate, whose parent is unique, and its diagram are reached by that one
    /// move only.
    pub(super) fn judge(&self, candidate: &Candidate) -> Verdict {
        let diagram = self.diagrams.get(&candidate.node.men.exact());
        match (self.positions.get(candidate.position()), diagram) {
            (Some(1), Some(1)) => Verdict::UniqueDiagram,
            (Some(1), _) => Verdict::UniquePosition,
            _ => Verdict::Neither,
        }
    }
}
