//! Searches under watch, and what they claim.

use super::watch::Watch;
use crate::envelope::Status;
use crate::exit::Exit;
use sole_puzzle::Stop;
use sole_sudoku::Grid;
use sole_sudoku::formats::Sudoku;
use sole_sudoku::solve::{self, Extent, Study};
use std::ops::ControlFlow;

/// Looks for solutions and shows each of them.
pub(super) fn search(
    sudoku: &Sudoku,
    extent: Extent,
    watch: &Watch,
    mut each: impl FnMut(&Grid) -> ControlFlow<Stop>,
) -> Study {
    watch.within(|budget| {
        solve::study(sudoku, extent, budget, |solution| {
            watch.note_solution();
            each(solution)
        })
    })
}

/// What a search claims.
pub(super) fn status(found: &Study) -> Status {
    match found.has_solution() {
        Some(true) => Status::Proven,
        Some(false) => Status::Refuted,
        None => Status::Open,
    }
}

/// The exit code that goes with it.
pub(super) fn exit(found: &Study) -> Exit {
    match found.has_solution() {
        Some(true) => Exit::Yes,
        Some(false) => Exit::No,
        None => Exit::Open,
    }
}
