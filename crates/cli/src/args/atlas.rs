//! The flags of `sole atlas`.

use super::stratum::Stratum;
use clap::Subcommand;

/// What to do with all positions.
#[derive(Debug, Subcommand)]
pub(crate) enum AtlasVerb {
    /// Close strata: all positions between two pawn moves or captures, with moves and ends
    Stratum(Stratum),
}

impl AtlasVerb {
    /// The name as it is typed, noun and verb.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            AtlasVerb::Stratum(_) => "atlas stratum",
        }
    }
}
