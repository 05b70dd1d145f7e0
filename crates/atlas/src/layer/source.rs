//! A range file as the Parquet decoder reads it.

use bytes::Bytes;
use parquet::errors::Result;
use parquet::file::reader::{ChunkReader, Length};
use std::fs::File;
use std::io::{self, BufReader, Read};

/// A file in which reading past the end is an error.
///
/// The decoder skips what a page header counts element by element. At the end of a file it would go on
/// for as many elements as a forged header claims, which takes hours.
pub(crate) struct Source(pub(crate) File);

impl Length for Source {
    fn len(&self) -> u64 {
        self.0.len()
    }
}

impl ChunkReader for Source {
    type T = BufReader<UpToEnd<File>>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        let file = self.0.get_read(start)?.into_inner();
        Ok(BufReader::new(UpToEnd(file)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        self.0.get_bytes(start, length)
    }
}

/// A reader whose end is an error.
pub(crate) struct UpToEnd<R>(R);

impl<R: Read> Read for UpToEnd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 if !buffer.is_empty() => Err(io::ErrorKind::UnexpectedEof.into()),
            bytes => Ok(bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_past_the_end_is_an_error() {
        let mut reader = UpToEnd(&b"ab"[..]);
        let mut buffer = [0; 4];
        assert_eq!(reader.read(&mut buffer).ok(), Some(2));
        assert_eq!(reader.read(&mut []).ok(), Some(0));
        let error = reader.read(&mut buffer).expect_err("the end");
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
