//! How hard a puzzle is, on several scales.
//!
//! [`se`] follows the scale of Sudoku Explainer 1.2.1, the hardest step of a path
//! of reasons; [`search`] measures how much a solver must guess; [`pattern`] counts
//! what the largest argument on the path is made of, for grids of any size.

pub mod pattern;
pub mod se;
pub mod search;
