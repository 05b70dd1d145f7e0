//! What searches for records of all kinds may use, and why they cannot be made.

use sole_endgame::{ProbeError, Tables};
use sole_proof::solve::Impossible;
use sole_sudoku::formats::WriteError;
use std::fmt;

/// What a search may use.
#[derive(Clone, Copy)]
pub struct SearchLimits<'a> {
    /// The most nodes of each search.
    pub nodes: u64,
    /// Asked every so often whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// The tables of endgames.
    pub tables: &'a Tables,
}

impl SearchLimits<'_> {
    /// What the solver of problems may use, and no more than so many nodes.
    pub(crate) fn mate(&self, most: u64) -> sole_mate::Budget<'_> {
        const BYTES: usize = 64 << 20;
        sole_mate::Budget { nodes: self.nodes.min(most), bytes: BYTES, threads: 1, stop: self.stop }
    }

    /// What the solver of proof games may use.
    pub(crate) fn proof(&self) -> sole_proof::solve::Budget<'_> {
        const BYTES: usize = 256 << 20;
        sole_proof::solve::Budget { nodes: self.nodes, bytes: BYTES, stop: self.stop }
    }

    /// What the solver of sudokus may use.
    pub(crate) fn sudoku(&self) -> sole_sudoku::Budget<'_> {
        sole_sudoku::Budget { nodes: self.nodes, stop: self.stop }
    }
}

/// Why the question of a record cannot be searched.
#[derive(Debug)]
#[non_exhaustive]
pub enum SearchError {
    /// A diagram that no game can end in.
    ProofGame(Impossible),
    /// An endgame whose side to move has no move.
    NoMoves,
    /// Tables that do not answer.
    Tables(ProbeError),
    /// A sudoku that no record can hold.
    Grid(WriteError),
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::ProofGame(error) => error.fmt(f),
            SearchError::NoMoves => {
                f.write_str("the side to move has no move, so there is nothing to ask")
            }
            SearchError::Tables(error) => error.fmt(f),
            SearchError::Grid(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SearchError {}
