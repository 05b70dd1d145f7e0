//! `sole sudoku`: one file per verb, and what verbs share.

mod batch;
mod canon;
mod check;
mod convert;
mod decided_sudoku;
pub(crate) mod demand;
mod experiment;
mod explain;
mod finding;
mod hint;
mod hunt;
mod lists;
mod make;
pub(crate) mod picture;
mod rate;
mod sheet;
mod show;
mod solve;
mod source;
mod unavoidable;
mod watch;

use crate::args::sudoku::SudokuVerb;
use crate::console::{Console, Stop};
use crate::exit::Exit;

/// Runs a verb.
pub(crate) fn run(verb: SudokuVerb, console: &mut Console) -> Result<Exit, Stop> {
    match verb {
        SudokuVerb::Solve(flags) => solve::run(flags, console),
        SudokuVerb::Check(flags) => check::run(flags, console),
        SudokuVerb::Hint(flags) => hint::run(flags, console),
        SudokuVerb::Explain(flags) => explain::run(flags, console),
        SudokuVerb::Rate(flags) => rate::run(flags, console),
        SudokuVerb::Show(flags) => show::run(flags, console),
        SudokuVerb::Convert(flags) => convert::run(flags, console),
        SudokuVerb::Gen(flags) => make::run(&flags, console),
        SudokuVerb::Canon(flags) => canon::run(flags, console),
        SudokuVerb::Unavoidable(flags) => unavoidable::run(flags, console),
        SudokuVerb::Experiment(flags) => experiment::run(flags, console),
    }
}
