//! Endgame tables: how every position of up to five men ends, and how soon.
//!
//! A *slice* is one material with one placement of its pawns and one set of
//! castling rights. Captures, promotions, pawn moves and lost rights lead to
//! other slices, already solved; inside a slice only officers and kings move.
//! So one solver serves all endings.

mod build;
mod closure;
pub mod file;
mod index;
mod kings;
mod library;
mod metric;
pub mod play;
mod probe;
mod section;
mod slice;
mod solve;
mod symmetry;
mod tables;
mod value;
pub mod verify;
mod zeroing;

pub use build::{BuildError, Options, Phase, Plan, Progress, Watch};
pub use slice::{MOST_MEN, Slice, ending, endings};
pub use tables::{ProbeError, Tables};
pub use value::Value;
pub use zeroing::{Fifty, Zeroing};
