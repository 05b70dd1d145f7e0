//! Pictures of boards, sudokus and pages, rendered once and written as SVG, PNG and PDF.
//!
//! A [`Picture`] is a sheet with outlines, texts and chess pieces on it. Rendering
//! makes one; writing turns it into bytes. Nothing here knows the rules of a game.
//!
//! ```
//! use sole_picture::{BoardView, svg};
//! let diagram = "8/8/8/8/8/5k2/5p2/5K2".parse()?;
//! let picture = BoardView::default().render(&diagram);
//! assert!(svg::write(&picture).starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
pub mod book;
pub mod fonts;
mod path;
pub mod pdf;
mod picture;
mod pieces;
pub mod plot;
pub mod png;
mod sudoku;
pub mod svg;

pub use board::{BoardView, Style};
pub use path::{Path, Point, Step, at};
pub use picture::{Anchor, Cap, Font, Ink, Item, Paint, Picture, Stroke, Text};
pub use pieces::{piece_outlines, piece_sprite};
pub use sudoku::{SudokuCell, SudokuView};
