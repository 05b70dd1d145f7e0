//! Puzzles as text: one file for each format.

pub mod line;
