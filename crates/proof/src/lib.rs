//! Proof games: how a diagram can have come about, and where there is only one way.
//!
//! A *diagram* is the 64 squares alone; a *position* has the side to move, the castling
//! rights and legal en passant, too. A *game* of n plies is n legal moves from the start.
//! A diagram is *unique* in n if exactly one game of n plies ends in it.

pub mod counting;
pub mod enumeration;
pub mod last_move;
mod length;
pub mod plain;
mod ply_set;
pub mod prefix;
pub mod record;
pub mod solve;
pub mod sweep;
mod theme;
mod unique;

pub use length::{Length, LengthError};
pub use ply_set::PlySet;
pub use theme::{Profile, Theme};
pub use unique::{Stopped, Unique};
