//! How hard a puzzle is, on several scales.
//!
//! [`hodoku`] follows the scale of HoDoKu 2.2.0: the sum over the steps of a path of
//! reasons, and the level of the hardest one.

pub mod hodoku;
