//! A file of a table while it is written: it appears whole or not at all, and only if it fits on the disk.

use super::FileError;
use sole_storage::{AtomicFile, IoError, Operation, free_space};
use std::io::Write;
use std::path::Path;

/// A file that is being written; it is removed unless it is published.
#[derive(Debug)]
pub(super) struct NewFile {
    file: AtomicFile,
    /// The length that it will have.
    bytes: u64,
}

impl NewFile {
    /// Begins a file of this length.
    pub(super) fn create(path: &Path, bytes: u64) -> Result<NewFile, FileError> {
        check_room(path, bytes, free_space(folder_of(path)))?;
        let file = AtomicFile::create(path).map_err(|error| write_error(error, bytes))?;
        Ok(NewFile { file, bytes })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let written = self.file.write_all(bytes);
        written.map_err(|error| write_error(self.file.error(Operation::Write, &error), self.bytes))
    }

    /// Makes the file durable and gives it its name.
    pub(super) fn publish(self) -> Result<(), FileError> {
        self.file.publish().map_err(|error| write_error(error, self.bytes))
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().expect("a file in a folder")
}

/// Fails before anything is written if it is known that a file does not fit.
fn check_room(path: &Path, need: u64, free: Option<u64>) -> Result<(), FileError> {
    match free {
        Some(free) if free < need => Err(FileError::DiskFull { path: path.to_owned(), need, free }),
        _ => Ok(()),
    }
}

/// The error of writing a file of so many bytes.
fn write_error(error: IoError, need: u64) -> FileError {
    if !error.is_disk_full() {
        return FileError::Io(error);
    }
    let free = free_space(folder_of(&error.path)).unwrap_or(0);
    FileError::DiskFull { path: error.path, need, free }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, io};

    #[test]
    fn what_does_not_fit_is_refused() {
        let path = Path::new("tables/KRvK.dtm");
        let full = |free| Err(FileError::DiskFull { path: path.to_owned(), need: 100, free });
        let cases = [
            (None, Ok(())),
            (Some(u64::MAX), Ok(())),
            (Some(100), Ok(())),
            (Some(99), full(99)),
            (Some(0), full(0)),
        ];
        for (free, expected) in cases {
            assert_eq!(check_room(path, 100, free), expected, "{free:?}");
        }
    }

    #[test]
    fn a_full_disk_is_told_from_other_errors() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("KRvK.dtm");
        let cases = [
            (io::ErrorKind::StorageFull, true),
            (io::ErrorKind::QuotaExceeded, true),
            (io::ErrorKind::PermissionDenied, false),
            (io::ErrorKind::Interrupted, false),
        ];
        for (kind, expected) in cases {
            let error = write_error(IoError::new(&path, Operation::Write, &kind.into()), 100);
            let full = matches!(error, FileError::DiskFull { need: 100, .. });
            assert_eq!(full, expected, "{kind}");
        }
    }

    #[test]
    fn a_file_that_does_not_fit_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("KRvK.dtm");
        let names = || fs::read_dir(folder.path()).expect("a folder").count();

        let mut file = NewFile::create(&path, 3).expect("room");
        file.write(b"abc").expect("room");
        assert_eq!(names(), 1);
        drop(file);
        assert_eq!(names(), 0);

        let huge = NewFile::create(&path, u64::MAX);
        assert!(matches!(huge, Err(FileError::DiskFull { need: u64::MAX, .. })), "{huge:?}");
        assert_eq!(names(), 0);
    }
}
