//! `sole mate`: chess problems, one file per verb, and what verbs share.

mod assess;
mod diagram;
pub(crate) mod import;
mod make;
pub(crate) mod question;
mod rate;
mod report;
pub(crate) mod rewrite;
mod search;
mod sentences;
mod sheet;
mod solve;
mod themes;

use crate::args::{GenVerb, MateVerb, ProbeVerb, Solve};
use crate::console::{Console, Stop};
use crate::exit::Exit;

/// Runs a verb.
pub(crate) fn run(verb: MateVerb, console: &mut Console) -> Result<Exit, Stop> {
    match verb {
        MateVerb::Solve(flags) => solve::run(flags, console),
        MateVerb::Gen(flags) => make::compose(&flags, console),
        MateVerb::Themes(flags) => themes::run(flags, console),
        MateVerb::Rate(flags) => rate::run(flags, console),
    }
}

/// Runs `sole solve`.
pub(crate) fn solve(flags: Solve, console: &mut Console) -> Result<Exit, Stop> {
    solve::run(flags, console)
}

/// Makes mates in N.
pub(crate) fn generate(verb: GenVerb, console: &mut Console) -> Result<Exit, Stop> {
    match verb {
        GenVerb::Mate(flags) => make::survey(&flags, console),
        GenVerb::Random(flags) => make::random(&flags, console),
    }
}

/// Answers a quick question.
pub(crate) fn probe(verb: ProbeVerb, console: &mut Console) -> Result<Exit, Stop> {
    match verb {
        ProbeVerb::Mate1(flags) => solve::run_mate1(flags, console),
    }
}
