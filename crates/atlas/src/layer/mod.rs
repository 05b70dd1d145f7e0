//! Range files: the rows of a key range of a layer, as Parquet.

mod columns;
mod pages;
mod reader;
mod schema;
mod source;
mod writer;

pub use columns::{outcome, reason};
pub(crate) use reader::RangeReader;
pub use reader::is_decoding;
pub(crate) use source::Source;
pub(crate) use writer::{Heading, RangeWriter};
