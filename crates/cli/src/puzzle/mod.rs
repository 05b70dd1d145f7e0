//! `sole puzzle`: collections of puzzles of all kinds, one file per verb.

mod book;
mod check;
mod convert;
mod show;
mod source;

use crate::args::puzzle::PuzzleVerb;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::endgame::supply::unanswered;
use crate::exit::Exit;
use sole_collection::SearchError;

/// Runs a verb.
pub(crate) fn run(verb: PuzzleVerb, console: &mut Console) -> Result<Exit, Stop> {
    match verb {
        PuzzleVerb::Check(flags) => check::run(&flags, console),
        PuzzleVerb::Convert(flags) => convert::run(&flags, console),
        PuzzleVerb::Show(flags) => show::run(&flags, console),
        PuzzleVerb::Book(flags) => book::run(&flags, console),
    }
}

/// Why a question is not searched.
fn unsearchable(error: &SearchError) -> Complaint {
    let kind = match error {
        SearchError::Tables(error) => return unanswered(error),
        SearchError::Grid(_) => Kind::BadGrid,
        _ => Kind::BadPosition,
    };
    Complaint::new(kind, error.to_string())
}
