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
    pub(super) nodes: Option<u64>,
    /// Asked every so often whether to stop.
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
    /// The tables of endgames.
    pub(super) tables: &'a Tables,
}

impl Bounds<'_> {
    /// As many nodes as are allowed, and no more than these.
    fn nodes_up_to(&self, most: u64) -> u64 {
        self.nodes.unwrap_or(u64::MAX).min(most)
    }

    /// What the solver of problems may use, and no more than so many nodes.
    pub(super) fn mate(&self, most: u64) -> sole_mate::Budget<'_> {
        const BYTES: usize = 64 << 20;
        let nodes = self.nodes_up_to(most);
        sole_mate::Budget { nodes, bytes: BYTES, threads: 1, stop: self.stop }
    }

    /// What the solver of proof games may use.
    pub(super) fn proof(&self) -> sole_proof::solve::Budget<'_> {
        const BYTES: usize = 256 << 20;
        let nodes = self.nodes_up_to(u64::MAX);
        sole_proof::solve::Budget { nodes, bytes: BYTES, stop: self.stop }
    }

    /// What the solver of sudokus may use.
    pub(super) fn sudoku(&self) -> sole_sudoku::Budget<'_> {
        sole_sudoku::Budget { nodes: self.nodes_up_to(u64::MAX), stop: self.stop }
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
