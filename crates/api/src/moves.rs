//! The names of moves.

use schemars::JsonSchema;
use serde::Serialize;
use sole_board::{Clocks, Move, Position, UciStyle};
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
        let style = if position.to_setup(Clocks::default()).is_chess960() {
            UciStyle::Chess960
        } else {
            UciStyle::Standard
        };
        MoveNames { uci: m.to_uci(style), san: position.san(m).to_string() }
    }
}

impl fmt::Display for MoveNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:7} {}", self.san, self.uci)
    }
}
