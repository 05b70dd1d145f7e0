//! Full grids and puzzles made by lot.
//!
//! [`full`] fills a grid of any shape, a [`Recipe`] makes puzzles to order.
//! Everything comes from a seed and a number, and is the same on any number of
//! threads.
//!
//! ```
//! use sole_sudoku::{Budget, Shape, make};
//! use std::ops::ControlFlow;
//!
//! let recipe = make::Recipe { attempts: 3, ..make::Recipe::minimal(Shape::CLASSIC, 1) };
//! let mut made = Vec::new();
//! recipe.run(1, &Budget::UNLIMITED, &|_, _| true, |puzzle| {
//!     made.push(puzzle);
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(made.len(), 3);
//! ```

mod archive;
mod easy;
mod full;
mod hunt;
mod keepers;
mod pattern;
mod proper;
mod recipe;
mod rounds;
mod symmetry;
mod thin;
mod vicinity;

pub use archive::{Archive, ArchiveError, Entry, State};
pub use easy::singles_solve;
pub use full::{Filler, full};
pub use hunt::{Hunt, Hunted, Rate};
pub use pattern::{Pattern, PatternError};
pub use recipe::{Economy, Layout, Logic, Made, Maker, Recipe};
pub use rounds::{Accept, Tally};
pub use symmetry::Symmetry;
pub use vicinity::{Few, Vicinity};
