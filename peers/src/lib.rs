//! Sole's rules core, endgame tables and solvers beside other programs.
//!
//! What another program knows is the best test of what this one says, and the
//! only fair measure of its speed. Two peers: cozy-chess, the fastest library
//! known, and shakmaty, the most complete.
//!
//! The tests play random games in all three; `bench` prints one table of times;
//! `count` fills perft tables with counts on which the peers agree. `syzygy`
//! and `dump` compare endgame tables, every position of them. `sudoku` measures
//! the solver of sudoku beside the crate of that name.

mod clock;
pub mod keys;
pub mod perft;
pub mod placements;
mod random;
pub mod rows;
pub mod tables;
mod three;

pub use clock::Clock;
pub use random::Random;
pub use three::Three;
