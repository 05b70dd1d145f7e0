//! Records proved again, one file for each kind.
//!
//! The claim is never used to find the answer: the question is searched as if nobody had answered
//! it, and where there is a second way, that is gone too.

mod check_result;
mod endgame;
mod mate;
mod proof;
mod sudoku;

pub use check_result::{CheckResult, CheckStatus};
pub(crate) use sudoku::search as search_grid;

use crate::{SearchError, SearchLimits, TypedPuzzle, annotated, detail_faults};
use sole_puzzle::Puzzle;

/// Proves a record again.
///
/// # Errors
/// The question cannot be searched, or the tables that it needs cannot be read.
pub fn check(
    puzzle: &Puzzle,
    typed: &TypedPuzzle,
    limits: &SearchLimits<'_>,
) -> Result<CheckResult, SearchError> {
    let mut result = match typed {
        TypedPuzzle::Mate { problem, .. } => mate::check(puzzle, problem, limits),
        TypedPuzzle::Proof(reach) => proof::check(puzzle, reach, limits)?,
        TypedPuzzle::Endgame { position, .. } => endgame::check(puzzle, position, limits)?,
        TypedPuzzle::Sudoku(sudoku) => sudoku::check(puzzle, sudoku, limits),
    };
    for fault in detail_faults(puzzle, typed) {
        result.fail(fault.to_string());
    }
    compare_san(puzzle, typed, &mut result);
    Ok(result)
}

/// Compares what a record says in SAN with its moves in UCI.
fn compare_san(puzzle: &Puzzle, typed: &TypedPuzzle, result: &mut CheckResult) {
    let again = annotated(puzzle.clone(), typed);
    for (claimed, actual) in puzzle.san().iter().zip(again.san()) {
        if claimed != actual {
            result.fail(format!("the SAN is {actual}, not {claimed}"));
        }
    }
    let [claimed, actual] =
        [puzzle, &again].map(|puzzle| puzzle.details().line.as_ref()?.san.as_ref());
    if claimed.is_some() && claimed != actual {
        result.fail("the main line in SAN is not the one in UCI".to_owned());
    }
}
