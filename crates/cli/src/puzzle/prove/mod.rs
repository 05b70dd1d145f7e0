//! Proofs of records, one file for each kind.
//!
//! The claim is never used to find the answer: the question is searched as if nobody had answered
//! it, and where there is a second way, that is gone too.

mod endgame;
mod mate;
mod proof;
mod sudoku;

use super::ruling::Ruling;
use super::source::Item;
use crate::complain::Complaint;
use sole_collection::{Subject, annotated, detail_faults};
use sole_endgame::Tables;
use sole_puzzle::Puzzle;

pub(super) use sudoku::search as solve_grid;

/// What a proof may use.
pub(super) struct Bounds<'a> {
    /// The most nodes of each search.
    pub(super) nodes: u64,
    /// Asked every so often whether to stop.
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
    /// The tables of endgames.
    pub(super) tables: &'a Tables,
}

impl Bounds<'_> {
    /// What the solver of problems may use, and no more than so many nodes.
    pub(super) fn mate(&self, most: u64) -> sole_mate::Budget<'_> {
        const BYTES: usize = 64 << 20;
        sole_mate::Budget { nodes: self.nodes.min(most), bytes: BYTES, threads: 1, stop: self.stop }
    }

    /// What the solver of proof games may use.
    pub(super) fn proof(&self) -> sole_proof::solve::Budget<'_> {
        const BYTES: usize = 256 << 20;
        sole_proof::solve::Budget { nodes: self.nodes, bytes: BYTES, stop: self.stop }
    }

    /// What the solver of sudokus may use.
    pub(super) fn sudoku(&self) -> sole_sudoku::Budget<'_> {
        sole_sudoku::Budget { nodes: self.nodes, stop: self.stop }
    }
}

/// Proves a record again.
pub(super) fn prove(item: &Item, bounds: &Bounds<'_>) -> Result<Ruling, Complaint> {
    let puzzle = &item.puzzle;
    let proved = match &item.subject {
        Subject::Mate { problem, .. } => Ok(mate::prove(puzzle, problem, bounds)),
        Subject::Proof(reach) => proof::prove(puzzle, reach, bounds),
        Subject::Endgame { position, .. } => endgame::prove(puzzle, position, bounds),
        Subject::Sudoku(sudoku) => Ok(sudoku::prove(puzzle, sudoku, bounds)),
    };
    let mut ruling = proved.map_err(|complaint: Complaint| complaint.about(&item.input))?;
    for fault in detail_faults(puzzle, &item.subject) {
        ruling.fail(fault.to_string());
    }
    compare_san(puzzle, &item.subject, &mut ruling);
    Ok(ruling)
}

/// Compares what a record says in SAN with its moves in UCI.
fn compare_san(puzzle: &Puzzle, subject: &Subject, ruling: &mut Ruling) {
    let again = annotated(puzzle.clone(), subject);
    for (claimed, actual) in puzzle.san().iter().zip(again.san()) {
        if claimed != actual {
            ruling.fail(format!("the SAN is {actual}, not {claimed}"));
        }
    }
    let [claimed, actual] =
        [puzzle, &again].map(|puzzle| puzzle.details().line.as_ref()?.san.as_ref());
    if claimed.is_some() && claimed != actual {
        ruling.fail("the main line in SAN is not the one in UCI".to_owned());
    }
}
