//! The names of moves.

use schemars::JsonSchema;
use serde::Serialize;
use sole_board::{Move, Position};
use std::fmt;

/// The names of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MoveNames {
    /// As engines write it.
    pub uci: String,
    /// As people write it.
    pub san: String,
}

impl MoveNames {
    /// The names of a legal move of `position`.
    pub fn of(position: &Position, m: Move) -> MoveNames {
        MoveNames { uci: position.uci(m), san: position.san(m).to_string() }
    }
}

impl fmt::Display for MoveNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:7} {}", self.san, self.uci)
    }
}
