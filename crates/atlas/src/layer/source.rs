//! A range file as the Parquet decoder reads it.

use crate::stream::Unended;
use bytes::Bytes;
use parquet::errors::Result;
use parquet::file::reader::{ChunkReader, Length};
use std::fs::File;
use std::io::BufReader;

/// A file in which reading past the end is an error.
///
/// The decoder skips what a page header counts element by element. At the end of a file it would go on
/// for as many elements as a forged header claims, which takes minutes.
pub(crate) struct Source(pub(crate) File);

impl Length for Source {
    fn len(&self) -> u64 {
        self.0.len()
    }
}

impl ChunkReader for Source {
    type T = Unended<BufReader<File>>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(Unended(self.0.get_read(start)?, "the file ends too early"))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        self.0.get_bytes(start, length)
    }
}
