//! A range file from sorted rows of another engine.
//!
//! The other engine passes the sorted rows of one file as a stream. Equal
//! positions add up, and row groups end where key ranges do, so that the file
//! is byte for byte the one that growing here writes.

use super::RANGES_OF_GROUP;
use super::file::FileWriter;
use crate::error::AtlasError;
use crate::store::{Atlas, Content, RangeFile};
use crate::stream::{self, StreamError};
use crate::{Key, Record, Splitters};
use std::io::Read;
use std::path::Path;

/// A file that was written from a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedFile {
    /// How many rows came in.
    pub rows: u64,
    /// What is in the file.
    pub content: Content,
}

/// Writes a file of a planned layer from a stream of its rows, at a path.
///
/// # Errors
/// [`AtlasError::Missing`] if the layer is not planned, [`AtlasError::NoFile`]
/// if it has no such file, [`AtlasError::Stream`] if the rows are not in order
/// or not in the ranges of the file, or whatever is wrong with the disk.
pub fn write_stream(
    atlas: &Atlas,
    ply: u32,
    file: usize,
    path: &Path,
    input: impl Read,
) -> Result<ImportedFile, AtlasError> {
    let plan = atlas.manifest(ply)?.ok_or(AtlasError::Missing { ply })?;
    let splitters = plan.read_splitters(&atlas.layer_folder(ply))?;
    let file = plan.files.get(file).ok_or(AtlasError::NoFile { ply, file })?;
    let writer = FileWriter::create(atlas, ply, path.to_owned())?;
    let mut groups = Groups::new(&splitters, file, writer);
    let mut rows = 0;
    for batch in stream::batches(input).map_err(AtlasError::Stream)? {
        for record in batch.map_err(AtlasError::Stream)? {
            groups.take(record, rows)?;
            rows += 1;
        }
    }
    Ok(ImportedFile { rows, content: groups.finish()? })
}

/// Sorted rows that are cut into row groups.
struct Groups<'a> {
    splitters: &'a Splitters,
    first_range: usize,
    /// The range after the row group that is being filled.
    end: usize,
    /// The range after the file.
    last: usize,
    writer: FileWriter,
    rows: Vec<Record>,
    /// The key of the last row.
    largest: Option<Key>,
}

impl<'a> Groups<'a> {
    fn new(splitters: &'a Splitters, file: &RangeFile, writer: FileWriter) -> Groups<'a> {
        let (first_range, last) = (file.first_range, file.first_range + file.ranges);
        let end = last.min(first_range + RANGES_OF_GROUP);
        Groups { splitters, first_range, end, last, writer, rows: Vec::new(), largest: None }
    }

    /// Takes the row with this number in the stream.
    fn take(&mut self, record: Record, row: u64) -> Result<(), AtlasError> {
        if self.largest == Some(record.key) {
            return self.add(record.games);
        }
        if self.largest > Some(record.key) {
            return Err(AtlasError::Stream(StreamError::Order { row }));
        }
        let out_of_range = Err(AtlasError::Stream(StreamError::Range { row }));
        if self.splitters.range_of(record.key) < self.first_range {
            return out_of_range;
        }
        while self.is_beyond(record.key) {
            if self.end == self.last {
                return out_of_range;
            }
            self.write_group()?;
        }
        self.largest = Some(record.key);
        self.rows.push(record);
        Ok(())
    }

    /// Adds games to the last row.
    fn add(&mut self, games: u64) -> Result<(), AtlasError> {
        let last = self.rows.last_mut().expect("equal rows are in the same range");
        let sum = last.games.checked_add(games).filter(|&sum| i64::try_from(sum).is_ok());
        last.games = sum.ok_or(AtlasError::Stream(StreamError::TooManyGames))?;
        Ok(())
    }

    fn is_beyond(&self, key: Key) -> bool {
        self.splitters.cuts().get(self.end - 1).is_some_and(|&cut| cut <= key.occupied())
    }

    fn write_group(&mut self) -> Result<(), AtlasError> {
        self.writer.write_group(&self.rows)?;
        self.rows.clear();
        self.end = self.last.min(self.end + RANGES_OF_GROUP);
        Ok(())
    }

    fn finish(mut self) -> Result<Content, AtlasError> {
        self.writer.write_group(&self.rows)?;
        self.writer.publish()
    }
}
