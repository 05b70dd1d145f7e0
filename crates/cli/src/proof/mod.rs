//! `sole proof`: one file per verb, and what verbs share.

mod cost;
mod count;
mod endings;
mod make;
mod solve;
mod survey;
pub(crate) mod text;

use crate::args::proof::ProofVerb;
use crate::console::{Console, Stop};
use crate::exit::Exit;

/// Runs a verb.
pub(crate) fn run(verb: ProofVerb, console: &mut Console) -> Result<Exit, Stop> {
    match verb {
        ProofVerb::Solve(flags) => solve::run(flags, console),
        ProofVerb::Count(flags) => count::run(&flags, console),
        ProofVerb::Gen(flags) => make::run(&flags, console),
        ProofVerb::Endings(flags) => endings::run_all(&flags, console),
        ProofVerb::Ending(flags) => endings::run_one(&flags, console),
    }
}
