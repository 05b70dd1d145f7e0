//! Endgame tables: how every position of up to five men ends, and how soon.
//!
//! A *slice* is one material with one placement of its pawns and one set of
//! castling rights. Captures, promotions, pawn moves and lost rights lead to
//! other slices, already solved; inside a slice only officers and kings move.
//! So one solver serves all endings.
//!
//! ```
//! use sole_board::{Position, Setup};
//! use sole_endgame::file::Effort;
//! use sole_endgame::{Plan, TableProvider, Tables, Value, play};
//! use sole_puzzle::task::Task;
//! use std::num::NonZeroUsize;
//!
//! let folder = tempfile::tempdir()?;
//! let tables = Tables::at(folder.path(), 1 << 20);
//! let provider = TableProvider::new(tables, NonZeroUsize::MIN, 1 << 30);
//! provider.build(&Plan::for_endings(["KQvK".parse()?]), Effort::FAST, &Task::unlimited())?;
//!
//! let setup: Setup = "8/8/8/4k3/8/8/8/1Q2K3 w - - 0 1".parse()?;
//! let position = Position::try_from(setup).expect("a legal position");
//! let value = provider.tables.probe(&position)?;
//! let line = play::principal_line(&provider.tables, &position)?;
//! assert!(matches!(value, Value::Win(moves) if line.len() == 2 * usize::from(moves) - 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bishops;
mod budget;
mod build;
mod conclusion;
mod decided;
mod dependencies;
mod dtm;
mod dtz;
mod estimate;
mod exceptions;
pub mod file;
mod index;
mod inspect;
mod kings;
mod metric;
mod mine;
pub mod play;
mod probe;
mod provider;
pub mod random;
mod report;
mod section;
mod slice;
mod solve;
mod solved_slices;
mod standing;
mod stats;
mod symmetry;
mod tables;
pub mod verify;
mod walk;

pub use bishops::{BishopColors, Bishops};
pub use build::{BuildError, Options, Plan};
pub use conclusion::{Conclusion, WinShare};
pub use decided::Decided;
pub use dtm::Value;
pub use dtz::{Fifty, Zeroing};
pub use estimate::Estimate;
pub use exceptions::{Exception, Exceptions};
pub use inspect::{CheckedTable, Inspection, Published, RemovedTable, TableCheck, TableFlaw};
pub use mine::{
    Expression, ExpressionError, ExpressionProblem, KIND, Mine, Recheck, SCALE, Selection,
};
pub use provider::{MissingTables, ProvideError, TableProvider};
pub use report::{Mainline, MoveReport, PositionReport};
pub use slice::{MOST_MEN, Slice, ending, endings};
pub use standing::{Category, Measure, Standing};
pub use stats::{Distances, LongestMate, Outcomes, PositionCounts, Stats, Zugzwangs};
pub use tables::{ProbeError, Tables};
