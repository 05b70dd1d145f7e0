//! `sole mate`: chess problems, one file per verb, and what verbs share.

mod export;
mod finding;
mod foreign;
mod import;
mod question;
mod report;
mod script;
mod sentences;
mod solve;
mod watch;

use crate::args::{MateVerb, ProbeVerb};
use crate::console::{Console, Stop};
use crate::exit::Exit;

/// Runs a verb.
pub(crate) fn run(verb: MateVerb, console: &mut Console) -> Result<Exit, Stop> {
    match verb {
        MateVerb::Solve(flags) => solve::run(flags, console),
    }
}

/// Answers a quick question.
pub(crate) fn probe(verb: ProbeVerb, console: &mut Console) -> Result<Exit, Stop> {
    match verb {
        ProbeVerb::Mate1(flags) => solve::run_mate1(flags, console),
    }
}
