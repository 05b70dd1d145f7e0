//! What searches for records of all kinds may use, and why they cannot be made.

use sole_endgame::{ProbeError, Tables};
use sole_proof::solve::Impossible;
use sole_puzzle::{Budget, Task};
use sole_sudoku::formats::WriteError;
use std::fmt;

/// What a search may use.
#[derive(Clone, Copy)]
pub struct SearchLimits<'a> {
    /// The most nodes of each search.
    pub nodes: u64,
    /// The limit of time, and what cancels it.
    pub task: &'a Task,
    /// The tables of endgames.
    pub tables: &'a Tables,
}

impl SearchLimits<'_> {
    /// What the solver of problems may use, and no more than so many nodes.
    pub(crate) fn mate(&self, most: u64) -> Budget<'_> {
        const BYTES: usize = 64 << 20;
        Budget { nodes: self.nodes.min(most), bytes: Some(BYTES), ..Budget::of(self.task) }
    }

    /// What the solver of proof games may use.
    pub(crate) fn proof(&self) -> Budget<'_> {
        const BYTES: usize = 256 << 20;
        Budget { nodes: self.nodes, bytes: Some(BYTES), ..Budget::of(self.task) }
    }

    /// What the solver of sudokus may use, which asks whether to [stop](SearchLimits::stop).
    pub(crate) fn sudoku<'a>(
        &self,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> sole_sudoku::Budget<'a> {
        sole_sudoku::Budget { nodes: self.nodes, stop }
    }

    /// Says whether to stop.
    pub(crate) fn stop(&self) -> impl Fn() -> bool + Sync {
        || self.task.should_stop()
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
