//! Sudoku of any order: grids, formats and exact solvers.
//!
//! A [`Shape`] says how the boxes lie, a [`Grid`] holds values, a [`Puzzle`]
//! is a grid whose values do not contradict each other. [`solve`] finds its
//! solutions: none, one, two witnesses, or all of them. [`formats`] reads and
//! writes.
//!
//! ```
//! use sole_sudoku::{Budget, Grid, Puzzle, Shape, solve};
//!
//! let shape = Shape::new(2, 2).expect("a side of four");
//! let empty = Puzzle::new(Grid::empty(shape)).expect("nothing to contradict");
//! let tally = solve::count(&empty, u64::MAX, &Budget::UNLIMITED);
//! assert_eq!(tally.solutions, 288);
//! ```

#[cfg(test)]
mod agreement;
mod budget;
pub mod formats;
mod general;
mod grid;
mod nine;
pub mod plain;
mod shape;
pub mod solve;

pub use budget::Budget;
pub use general::{Another, Fate};
pub use grid::{Conflict, Grid, GridError, Puzzle};
pub use shape::{Cell, House, Shape};
