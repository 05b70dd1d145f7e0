//! Questions about positions: `sole board`, one file per verb.

mod check;
mod moves;
mod pack;
mod show;
mod unmoves;

pub use check::{Check, Checked, Finding};
pub use moves::{Attackers, Moves, MovesFound, PseudoMove};
pub use pack::{Pack, Packed, PackedMove, Unpack, Unpacked};
pub use show::{Man, Show, Shown, kings_in_check};
pub use unmoves::{RetractionRules, UnmoveFound, Unmoves, UnmovesFound};
