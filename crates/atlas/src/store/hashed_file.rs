//! Files that are hashed while they are written, and appear whole or not at all.

use crate::error::AtlasError;
use sole_storage::{AtomicFile, Operation, SyncedFile};
use std::io::{self, Write};
use std::path::Path;

/// A file that is being written.
pub(crate) struct HashedFile {
    file: AtomicFile,
    hasher: blake3::Hasher,
    bytes: u64,
}

/// A file that is whole and on the disk, but not yet under its name.
pub(crate) struct FinishedFile {
    file: SyncedFile,
    pub(crate) bytes: u64,
    pub(crate) blake3: String,
}

impl FinishedFile {
    /// Gives the file its name, in place of what was there.
    pub(crate) fn publish(self) -> Result<(), AtlasError> {
        Ok(self.file.publish()?)
    }
}

impl HashedFile {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> Result<HashedFile, AtlasError> {
        let file = AtomicFile::create(path)?;
        Ok(HashedFile { file, hasher: blake3::Hasher::new(), bytes: 0 })
    }

    /// Makes the file durable and gives it its name.
    pub(crate) fn publish(self) -> Result<(), AtlasError> {
        self.finish()?.publish()
    }

    /// Makes the file durable.
    pub(crate) fn finish(self) -> Result<FinishedFile, AtlasError> {
        let blake3 = self.hash().to_hex().to_string();
        Ok(FinishedFile { file: self.file.sync()?, bytes: self.bytes, blake3 })
    }

    /// Writes bytes, with an error that names the file.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<(), AtlasError> {
        self.write_all(bytes).map_err(|error| self.error(Operation::Write, &error))
    }

    /// The error of an operation on the file.
    pub(crate) fn error(&self, operation: Operation, error: &io::Error) -> AtlasError {
        self.file.error(operation, error).into()
    }

    /// The BLAKE3 of what was written so far.
    pub(crate) fn hash(&self) -> blake3::Hash {
        self.hasher.finalize()
    }

    /// How many bytes were written.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Write for HashedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
