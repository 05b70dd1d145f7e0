//! Sudoku of any order: grids, formats, exact solvers and makers.
//!
//! A [`Shape`] says how the boxes lie, a [`Grid`] holds values, a [`Puzzle`]
//! is a grid whose values do not contradict each other. [`solve`] finds its
//! solutions: none, one, two witnesses, or all of them. [`PencilMarks`] adds
//! candidates. [`formats`] reads and writes. [`reason`] solves as a player
//! does, [`rate`] says how hard that is. [`make`] makes grids and puzzles,
//! [`unavoidable`] and [`canon`] look into them, [`experiments`] answer
//! questions about all this.
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
pub mod canon;
pub mod check;
pub mod experiments;
pub mod formats;
mod general;
mod grid;
pub mod make;
mod nine;
mod pencil_marks;
pub mod plain;
pub mod rate;
pub mod reason;
mod serialize;
mod shape;
pub mod solve;
mod symbol;
mod transform;
pub mod unavoidable;

pub use budget::Budget;
pub use general::{GivenMinimizer, Removal};
pub use grid::{Conflict, Conflicts, Grid, GridError, Puzzle};
pub use pencil_marks::{PencilMarks, PencilMarksError};
pub use shape::{Cell, House, Shape};
pub use symbol::Symbol;
pub use transform::{Transform, Turn};
