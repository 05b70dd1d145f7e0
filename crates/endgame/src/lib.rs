//! Endgame tables: how every position of up to five men ends, and how soon.
//!
//! A *slice* is one material with one placement of its pawns and one set of
//! castling rights. Captures, promotions, pawn moves and lost rights lead to
//! other slices, already solved; inside a slice only officers and kings move.
//! So one solver serves all endings.

mod bishops;
mod budget;
mod build;
mod closure;
mod conclusion;
mod decided;
mod estimate;
mod exceptions;
pub mod file;
mod index;
mod inspect;
mod kings;
mod library;
mod metric;
mod mine;
mod pace;
pub mod play;
mod probe;
pub mod random;
mod section;
mod slice;
mod solve;
mod stats;
mod symmetry;
mod tables;
mod value;
pub mod verify;
mod walk;
mod zeroing;

pub use bishops::{BishopColors, Bishops};
pub use build::{BuildError, Options, Phase, Plan, Progress, Watch};
pub use conclusion::{Conclusion, Extent};
pub use decided::Decided;
pub use estimate::Estimate;
pub use exceptions::{Exception, Exceptions};
pub use inspect::{Inspection, Published};
pub use mine::{
    Expression, ExpressionError, ExpressionProblem, KIND, Mine, Review, SCALE, Selection,
};
pub use pace::Pace;
pub use slice::{MOST_MEN, Slice, ending, endings};
pub use stats::{Census, Longest, Outcomes, Stats, Zugzwangs};
pub use tables::{ProbeError, Tables};
pub use value::Value;
pub use zeroing::{Fifty, Zeroing};
