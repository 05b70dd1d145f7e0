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
use super::subject::Subject;
use crate::complain::Complaint;
use sole_endgame::Tables;

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
pub(super) fn prove(
    item: &Item,
    subject: &Subject,
    bounds: &Bounds<'_>,
) -> Result<Ruling, Complaint> {
    let puzzle = &item.puzzle;
    match subject {
        Subject::Mate { problem, .. } => Ok(mate::prove(puzzle, problem, bounds)),
        Subject::Proof(reach) => proof::prove(puzzle, reach, bounds),
        Subject::Endgame { position, .. } => endgame::prove(puzzle, position, bounds),
        Subject::Sudoku(sudoku) => Ok(sudoku::prove(puzzle, sudoku, bounds)),
    }
    .map_err(|complaint| complaint.about(&item.input))
}
