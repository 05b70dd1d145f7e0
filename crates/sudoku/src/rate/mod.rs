//! How hard a puzzle is, on several scales.
//!
//! [`se`] follows the scale of Sudoku Explainer 1.2.1, the hardest step of a path of
//! reasons; [`hodoku`] that of HoDoKu 2.2.0, the sum over the steps and the level of the
//! hardest one. [`search`] measures how much a solver must guess; [`pattern`] counts what the
//! largest argument on the path is made of. Both are for grids of any size.

pub mod hodoku;
pub mod pattern;
pub mod se;
pub mod search;
