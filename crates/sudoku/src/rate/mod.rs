//! How hard a puzzle is, on several scales.
//!
//! [`se`] follows the scale of Sudoku Explainer 1.2.1, the hardest step of a path
//! of reasons; [`search`] measures how much a solver must guess; [`pattern`] weighs
//! the largest pattern that is needed, for grids of any size.

pub mod se;
