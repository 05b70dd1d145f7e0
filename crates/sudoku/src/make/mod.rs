//! Full grids and puzzles made by lot.

mod full;

pub use full::{Filler, full};
