//! Unavoidable sets: cells of a solution that no puzzle of it may leave all empty.
//!
//! If the values of such a set can be exchanged among themselves so that
//! another solution comes out, a puzzle must have a given there to tell the two
//! apart. [`up_to`] finds all of them up to a size, [`find`] those within parts of
//! the solution, [`minimal_sets`] both; [`disjoint`] bounds the number of givens with
//! them, and a [`Checker`] finds all puzzles with few givens.
//!
//! ```
//! use sole_sudoku::{Budget, formats::line, unavoidable};
//!
//! let puzzle = line::parse("1234341221434321")?;
//! let solution = puzzle.givens();
//! assert_eq!(unavoidable::of_four(solution).len(), 8);
//! let all = unavoidable::up_to(solution, 16, &Budget::UNLIMITED, |_| {});
//! assert_eq!(all.sets.len(), 14);
//! assert_eq!(unavoidable::disjoint(&all.sets).len(), 4);
//! # Ok::<(), line::LineError>(())
//! ```

mod blank;
mod bound;
mod checker;
mod cycles;
mod grow;
mod minimal_sets;
mod needed_givens;
mod set;

pub use blank::{Found, Parts, find, of_four};
pub use bound::disjoint;
pub use checker::{Checked, Checker};
pub(crate) use cycles::cycles;
pub use grow::{UpTo, up_to};
pub use minimal_sets::{MinimalSets, Reach, Scope, minimal_sets};
pub use needed_givens::{NeededGiven, needed_givens};
pub use set::CellSet;
