//! Files that appear whole or not at all.
//!
//! A file is written under another name, brought safely to the disk and then
//! renamed. Only the process that has locked the atlas writes, so that what was
//! left under such a name is nobody's.

use crate::error::{AtlasError, Operation};
use sole_storage::sync_folder;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

const PART: &str = "part";

/// A file that is being written, hashed on the way.
pub(crate) struct Draft {
    part: PathBuf,
    file: BufWriter<File>,
    hasher: blake3::Hasher,
    bytes: u64,
}

/// A file that is whole and safely on the disk, but not yet under its name.
pub(crate) struct Finished {
    part: PathBuf,
    pub(crate) bytes: u64,
    pub(crate) blake3: String,
}

impl Finished {
    /// Gives the file its name, in place of what was there.
    pub(crate) fn publish(self, path: &Path) -> Result<(), AtlasError> {
        move_file(&self.part, path)
    }
}

impl Draft {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> Result<Draft, AtlasError> {
        let part = path.with_added_extension(PART);
        let file =
            File::create(&part).map_err(|error| AtlasError::io(&part, Operation::Create, error))?;
        let file = BufWriter::with_capacity(1 << 18, file);
        Ok(Draft { part, file, hasher: blake3::Hasher::new(), bytes: 0 })
    }

    /// Makes the file durable and gives it its name.
    pub(crate) fn publish(self, path: &Path) -> Result<(), AtlasError> {
        self.finish()?.publish(path)
    }

    /// Makes the file durable.
    pub(crate) fn finish(mut self) -> Result<Finished, AtlasError> {
        self.file.flush().map_err(|error| AtlasError::io(&self.part, Operation::Write, error))?;
        let synced = self.file.get_ref().sync_all();
        synced.map_err(|error| AtlasError::io(&self.part, Operation::Sync, error))?;
        let blake3 = self.hasher.finalize().to_hex().to_string();
        Ok(Finished { part: self.part, bytes: self.bytes, blake3 })
    }

    /// Writes bytes, with an error that names the file.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<(), AtlasError> {
        self.write_all(bytes).map_err(|error| AtlasError::io(&self.part, Operation::Write, error))
    }

    /// The error of an operation on the file.
    pub(crate) fn error(&self, operation: Operation, error: io::Error) -> AtlasError {
        AtlasError::io(&self.part, operation, error)
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

impl Write for Draft {
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

/// Removes what processes that were killed have left in a folder.
pub(crate) fn remove_drafts(folder: &Path) -> Result<(), AtlasError> {
    for path in entries(folder)? {
        if path.extension().is_some_and(|extension| extension == PART) {
            fs::remove_file(&path)
                .map_err(|error| AtlasError::io(&path, Operation::Remove, error))?;
        }
    }
    Ok(())
}

/// Removes the folders in a folder whose names begin so.
pub(crate) fn remove_folders(folder: &Path, beginning: &str) -> Result<(), AtlasError> {
    for path in entries(folder)? {
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() && name.to_string_lossy().starts_with(beginning) {
            remove_folder(&path)?;
        }
    }
    Ok(())
}

/// All that is in a folder; nothing if it is not there.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, AtlasError> {
    let listed = |error| AtlasError::io(folder, Operation::List, error);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.map_err(listed)?,
    };
    entries.map(|entry| entry.map(|entry| entry.path()).map_err(listed)).collect()
}

/// Gives a file that is safely on the disk another place.
pub(crate) fn move_file(from: &Path, to: &Path) -> Result<(), AtlasError> {
    fs::rename(from, to).map_err(|error| AtlasError::io(from, Operation::Rename, error))?;
    let folder = to.parent().expect("a file in a folder");
    sync_folder(folder).map_err(|error| AtlasError::io(folder, Operation::Sync, error))
}

/// Removes a file, if it is there.
pub(crate) fn remove_file(path: &Path) -> Result<(), AtlasError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(AtlasError::io(path, Operation::Remove, error))
        }
        _ => Ok(()),
    }
}

/// Removes a folder with all that is in it, if it is there.
pub(crate) fn remove_folder(folder: &Path) -> Result<(), AtlasError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(AtlasError::io(folder, Operation::Remove, error))
        }
        _ => Ok(()),
    }
}
