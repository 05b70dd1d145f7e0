//! The flags of `sole endgame`.

use super::{Mine, Stats};
use clap::Subcommand;

/// What to do with endgame tables.
#[derive(Debug, Subcommand)]
pub(crate) enum EndgameVerb {
    /// Count how all positions of an ending end
    Stats(Stats),
    /// Find positions of an ending as puzzles
    Mine(Mine),
}

impl EndgameVerb {
    /// The name as it is typed, noun and verb.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            EndgameVerb::Stats(_) => "endgame stats",
            EndgameVerb::Mine(_) => "endgame mine",
        }
    }
}
