//! `sole atlas`: every position, one file per verb.

mod stratum;

use crate::args::atlas::AtlasVerb;
use crate::console::{Console, Stop};
use crate::exit::Exit;

/// Runs a verb.
pub(crate) fn run(verb: AtlasVerb, console: &mut Console) -> Result<Exit, Stop> {
    match verb {
        AtlasVerb::Stratum(flags) => stratum::run(&flags, console),
    }
}
