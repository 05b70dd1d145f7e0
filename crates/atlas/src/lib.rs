//! The atlas: every position of chess, by the plies that lead to it and by the men on the board.
//!
//! Layer n holds all distinct positions after n plies from a start, each with
//! the exact number of games that lead to it, sorted by their 24 bytes, in
//! Parquet files that other programs read without us (`docs/layer-format.md`).
//!
//! ```
//! use sole_atlas::{Atlas, Settings, grow};
//! use sole_board::Position;
//! use std::ops::ControlFlow;
//! let folder = tempfile::tempdir()?;
//! let atlas = Atlas::new(folder.path(), Position::initial())?;
//! let settings = Settings { threads: 1, memory: 64 << 20 };
//! grow(&atlas, 3, settings, &|_| ControlFlow::Continue(()))?;
//! let tallies = atlas.layer(3)?.tallies();
//! assert_eq!((tallies.all.positions, tallies.all.games), (5362, 8902));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arena;
mod edges;
mod error;
mod grow;
mod layer;
pub mod legacy_format;
mod published;
mod query;
mod record;
mod run_codec;
mod sort;
mod splitters;
mod store;
pub mod stratum;
mod stream;

pub use error::{AtlasError, Damage, Mismatch, Quantity};
pub use grow::{BuiltFile, ExternalBuild, ImportedFile, write_stream};
pub use grow::{
    Defect, Estimate, GrowEvent, GrowMonitor, Grown, LayerSize, Observer, Settings, check,
    check_disk_space, estimate, grow,
};
pub use layer::{is_decoding, outcome, reason};
pub use published::Published;
pub use query::{Export, ExportBlock, ExportError, ExportFormat, ExportRow, WriteRow};
pub use query::{Filter, MatchBatch, Outcome, SampleBy, SampleSpec};
pub use record::{Key, Record};
pub use splitters::Splitters;
pub use store::{Atlas, Content, Manifest, RangeFile, State, Tallies, Tally};
pub use stream::{ExpandSummary, Part, StreamError, StreamSummary, expand_stream, read_stream};
