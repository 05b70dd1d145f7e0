//! Random full grids and puzzles.
//!
//! [`full`] fills a grid of any shape, a [`Generator`] makes puzzles with given properties.
//! Everything comes from a seed and a number, and is the same on any number of
//! threads.
//!
//! ```
//! use sole_sudoku::{Budget, Shape, make};
//! use std::ops::ControlFlow;
//!
//! let generator = make::Generator { attempts: 3, ..make::Generator::minimal(Shape::CLASSIC, 1) };
//! let mut made = Vec::new();
//! generator.run(1, &Budget::UNLIMITED, &|_, _| true, |puzzle| {
//!     made.push(puzzle);
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(made.len(), 3);
//! ```

mod archive;
mod essential_givens;
mod full;
mod generator;
mod hunt;
mod neighbourhood;
mod pattern;
mod proper;
mod reduce;
mod singles;
mod symmetry;

pub use archive::{Archive, ArchiveError, Entry, State};
pub use full::{Filler, full};
pub use generator::{Accept, Generated, Generator, Layout, Logic, Minimality, Tally, Worker};
pub use hunt::{Hunt, HuntResult, Rate};
pub use neighbourhood::{Neighbourhood, OneOrTwo};
pub use pattern::{Pattern, PatternError};
pub use singles::singles_solve;
pub use symmetry::Symmetry;
