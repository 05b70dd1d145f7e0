//! Endgame tables: how every position of up to five men ends, and how soon.
//!
//! A *slice* is one material with one placement of its pawns and one set of
//! castling rights. Captures, promotions, pawn moves and lost rights lead to
//! other slices, already solved; inside a slice only officers and kings move.
//! So one solver serves all endings.

pub mod file;
mod value;
pub mod verify;

pub use value::Value;
