//! `sole puzzle`: collections of puzzles of all kinds, one file per verb.

mod book;
mod check;
mod convert;
mod filter;
mod fresh;
mod marks;
mod page;
mod plate;
mod prose;
mod prove;
mod ruling;
mod settle;
mod show;
mod solution;
mod source;

pub(crate) use filter::length;
pub(crate) use plate::Plate;

use crate::args::puzzle::PuzzleVerb;
use crate::console::{Console, Stop};
use crate::exit::Exit;

/// Runs a verb.
pub(crate) fn run(verb: PuzzleVerb, console: &mut Console) -> Result<Exit, Stop> {
    match verb {
        PuzzleVerb::Check(flags) => check::run(&flags, console),
        PuzzleVerb::Convert(flags) => convert::run(&flags, console),
        PuzzleVerb::Show(flags) => show::run(&flags, console),
        PuzzleVerb::Book(flags) => book::run(&flags, console),
    }
}
