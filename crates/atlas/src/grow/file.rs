//! One range file of a layer, written a row group at a time.

use crate::error::{AtlasError, Damage};
use crate::layer::RangeWriter;
use crate::store::{self, Atlas, Content, HashedFile, Tallies};
use crate::{Key, Record};
use std::path::PathBuf;

/// A range file that is being written.
pub(super) struct FileWriter {
    path: PathBuf,
    writer: RangeWriter<HashedFile>,
    tallies: Tallies,
    /// The smallest and the largest key so far.
    ends: Option<(Key, Key)>,
}

impl FileWriter {
    /// Begins a file of the layer after `ply` plies.
    pub(super) fn create(atlas: &Atlas, ply: u32, path: PathBuf) -> Result<FileWriter, AtlasError> {
        let writer = RangeWriter::new(HashedFile::create(&path)?, &atlas.heading(ply));
        let writer = writer.map_err(|error| AtlasError::parquet(&path, error))?;
        Ok(FileWriter { path, writer, tallies: Tallies::default(), ends: None })
    }

    /// Writes rows, which follow those before, as a row group; no rows make none.
    pub(super) fn write_group(&mut self, rows: &[Record]) -> Result<(), AtlasError> {
        let ([first, ..], [.., last]) = (rows, rows) else { return Ok(()) };
        let smallest = self.ends.map_or(first.key, |(smallest, _)| smallest);
        self.ends = Some((smallest, last.key));
        let counted = self.writer.write_group(rows);
        self.tallies += &counted.map_err(|error| AtlasError::parquet(&self.path, error))?;
        Ok(())
    }

    /// Ends the file, gives it its name and says what is in it.
    pub(super) fn publish(self) -> Result<Content, AtlasError> {
        self.finish()?.publish()
    }

    /// Ends the file.
    pub(super) fn finish(self) -> Result<FinishedFile, AtlasError> {
        let FileWriter { path, writer, tallies, ends } = self;
        let (smallest, largest) = ends.ok_or_else(|| AtlasError::damaged(&path, Damage::Order))?;
        let file = writer.finish().map_err(|error| AtlasError::parquet(&path, error))?;
        let file = file.finish()?;
        let (rows, bytes, blake3) = (tallies.all.positions, file.bytes, file.blake3.clone());
        let content = Content { rows, bytes, blake3, smallest, largest, tallies };
        Ok(FinishedFile { path, file, content })
    }
}

/// A range file that is whole, beside its place.
pub(super) struct FinishedFile {
    pub(super) path: PathBuf,
    file: store::FinishedFile,
    pub(super) content: Content,
}

impl FinishedFile {
    /// Gives it its name and says what is in it.
    pub(super) fn publish(self) -> Result<Content, AtlasError> {
        self.file.publish()?;
        Ok(self.content)
    }
}
