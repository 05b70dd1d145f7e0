//! Puzzles of all kinds: their files, proved again, solved, made anew, and printed.
//!
//! [`read()`] turns the entries of a file into records, and [`write()`] turns records into entries.
//! Neither solves anything: what a file says is kept as it is, with the verdict `open`, because
//! nobody proved it. [`Losses`] counts what a format cannot hold, by reading what was written. The
//! formats are described in `docs/puzzle-format.md` and `docs/problem-formats.md`.
//!
//! [`check()`] proves a record again, [`solve_record()`] finds its answer, [`Generation`] makes new
//! puzzles, and [`book`] prints them.
//!
//! ```
//! use sole_collection::{Format, read, write};
//! let row = "000hf,r1bqk2r/pp1nbNp1/2p1p2p/8/2BP4/1PN3P1/P3QP1P/3R1RK1 b kq - 0 19,\
//!            e8f7 e2e6 f7f8 e6f7,1562,77,92,200,mate mateIn2 middlegame short,\
//!            https://lichess.org/71ygsFeE/black#38,Horwitz_Defense";
//! let entry = read(row, Format::Csv).next().unwrap().unwrap();
//! assert_eq!(entry.puzzle.san(), ["Qxe6+"]);
//! assert_eq!(write(&entry.puzzle, &entry.typed, Format::Csv, None).unwrap(), row);
//! ```

mod annotate;
pub mod book;
pub mod check;
pub mod description;
mod details_check;
pub mod difficulty;
mod filter;
mod format;
mod generate;
mod grid_drawing;
mod losses;
mod order;
mod original;
mod provenance;
mod read;
mod search;
mod solution;
mod solve_record;
pub mod solved;
pub mod stated;
pub mod typed_puzzle;
mod vocabulary;
mod write;

pub use annotate::annotated;
pub use check::{CheckResult, CheckStatus, check};
pub use details_check::{DetailFault, detail_faults};
pub use filter::{Filter, length};
pub use format::{Format, UnknownFormat};
pub use generate::{Generation, GenerationError};
pub use grid_drawing::GridDrawing;
pub use losses::Losses;
pub use order::Order;
pub use provenance::Arguments;
pub use read::{Entry, Problem, ReadError, read, read_records};
pub use search::{SearchError, SearchLimits};
pub use solution::solution_paragraphs;
pub use solve_record::solve_record;
pub use typed_puzzle::{Reach, TypedPuzzle, TypedPuzzleError};
pub use vocabulary::{MINIMAL, SUDOKU_SCALES, Unknown, is_private, unknown_name};
pub use write::{Frame, Play, Unfit, export_game, write};

/// The opcodes of EPD that have the stipulation.
pub mod opcodes {
    pub use crate::write::epd::{MATE, STIPULATION};
}

/// The tags of games that have the stipulation and the credits.
pub mod game_tags {
    pub use crate::write::games::{AUTHORS, BETWEEN_AUTHORS, INTENDED, SOURCE, STIPULATION};
}
