//! Endgame tables: how every position of up to five men ends, and how soon.
//!
//! A *slice* is one material with one placement of its pawns and one set of
//! castling rights. Captures, promotions, pawn moves and lost rights lead to
//! other slices, already solved; inside a slice only officers and kings move.
//! So one solver serves all endings.

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
pub mod random;
mod section;
mod slice;
mod solve;
mod solved_slices;
mod stats;
mod symmetry;
mod tables;
pub mod verify;
mod walk;
mod walk_progress;

pub use bishops::{BishopColors, Bishops};
pub use build::{BuildError, Options, Phase, Plan, Progress, Watch};
pub use conclusion::{Conclusion, WinShare};
pub use decided::Decided;
pub use dtm::Value;
pub use dtz::{Fifty, Zeroing};
pub use estimate::Estimate;
pub use exceptions::{Exception, Exceptions};
pub use inspect::{Inspection, Published};
pub use mine::{
    Expression, ExpressionError, ExpressionProblem, KIND, Mine, Recheck, SCALE, Selection,
};
pub use slice::{MOST_MEN, Slice, ending, endings};
pub use stats::{LongestMate, Outcomes, PositionCounts, Stats, Zugzwangs};
pub use tables::{ProbeError, Tables};
pub use walk_progress::WalkProgress;
