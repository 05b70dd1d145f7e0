//! Questions in SQL about the layers of an atlas.
//!
//! `layer(n)` is a table with the columns of `docs/layer-format.md`, `layers` one
//! with a row for each layer, and positions are taken apart by `fen`, `diagram`,
//! `board`, `unpack` and `successors` and made by `pack`. DataFusion answers; nothing
//! outside this crate knows of it. Only questions are answered, nothing is changed.
//!
//! ```
//! use sole_atlas::{Atlas, grow};
//! use sole_board::Position;
//! use sole_sql::{Session, Settings, Sink};
//! use std::ops::ControlFlow;
//! let folder = tempfile::tempdir()?;
//! let atlas = Atlas::new(folder.path(), Position::initial())?;
//! let watch = || ControlFlow::Continue(());
//! grow(&atlas, 2, sole_atlas::Settings { threads: 1, memory: 64 << 20 }, &|_| watch())?;
//! let session = Session::new(atlas, Settings { threads: 1, memory: 64 << 20 })?;
//! let mut text = Vec::new();
//! let query = "select men, count(*) as positions from layer(2) group by men";
//! session.answer(query, &mut Sink::Csv(&mut text), &watch)?;
//! assert_eq!(String::from_utf8(text)?, "men,positions\n32,400\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod functions;
mod layer;
mod providers;
mod rows;
mod session;
mod sum;
mod text_table;
mod unsupported;

pub use error::SqlError;
pub use rows::{Column, Sink};
pub use session::{QuerySummary, Session, Settings, StopCheck, is_engine_thread};
