//! Files that appear whole or not at all.
//!
//! A file is written under another name, brought safely to the disk and then
//! renamed. Whatever fails, the other name is removed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sole_storage::sync_folder;

use super::{FileError, Operation};

/// A file that is being written.
#[derive(Debug)]
pub(super) struct Draft {
    part: PathBuf,
    file: BufWriter<File>,
    bytes: u64,
}

impl Draft {
    /// Begins a file of this length beside the one that it will become.
    pub(super) fn create(path: &Path, bytes: u64) -> Result<Draft, FileError> {
        check_room(path, bytes, sole_storage::free_space(folder_of(path)))?;
        let part = part_path(path);
        let file = File::create_new(&part)
            .map_err(|error| write_error(&part, Operation::Create, bytes, &error))?;
        Ok(Draft { part, file: BufWriter::with_capacity(1 << 20, file), bytes })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.file.write_all(bytes).map_err(|error| self.error(Operation::Write, &error))
    }

    /// Makes the file durable and gives it its name.
    pub(super) fn publish(mut self, path: &Path) -> Result<(), FileError> {
        self.file.flush().map_err(|error| self.error(Operation::Write, &error))?;
        self.file.get_ref().sync_all().map_err(|error| self.error(Operation::Sync, &error))?;
        fs::rename(&self.part, path).map_err(|error| self.error(Operation::Rename, &error))?;
        let folder = folder_of(path);
        sync_folder(folder).map_err(|error| FileError::io(folder, Operation::Sync, &error))
    }

    fn error(&self, operation: Operation, error: &io::Error) -> FileError {
        write_error(&self.part, operation, self.bytes, error)
    }
}

impl Drop for Draft {
    /// Removes what was not published; what was has no such name any more.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.part);
    }
}

/// The name of a table's file that a draft will become, if the text is the name of a draft.
pub(super) fn published_name(draft: &str) -> Option<&str> {
    let (name, process) = draft.strip_suffix(PART)?.rsplit_once('.')?;
    process.parse::<u32>().is_ok().then_some(name)
}

const PART: &str = ".part";

/// Processes differ in their number, files within a process in their name.
fn part_path(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}{PART}", std::process::id()));
    part.into()
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

fn write_error(part: &Path, operation: Operation, need: u64, error: &io::Error) -> FileError {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            let free = sole_storage::free_space(folder_of(part)).unwrap_or(0);
            FileError::DiskFull { path: part.to_owned(), need, free }
        }
        _ => FileError::io(part, operation, error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let error = write_error(&path, Operation::Write, 100, &kind.into());
            let full = matches!(error, FileError::DiskFull { need: 100, .. });
            assert_eq!(full, expected, "{kind}");
        }
    }

    #[test]
    fn drafts_that_fail_leave_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("KRvK.dtm");
        let names = || fs::read_dir(folder.path()).expect("a folder").count();

        let mut draft = Draft::create(&path, 3).expect("room");
        draft.write(b"abc").expect("room");
        assert_eq!(names(), 1);
        drop(draft);
        assert_eq!(names(), 0);

        let huge = Draft::create(&path, u64::MAX);
        assert!(matches!(huge, Err(FileError::DiskFull { need: u64::MAX, .. })), "{huge:?}");
        assert_eq!(names(), 0);
    }

    #[test]
    fn drafts_are_known_by_their_names() {
        let cases = [
            ("KRvK.dtm.17.part", Some("KRvK.dtm")),
            ("KRvK.0001.dtm.17.part", Some("KRvK.0001.dtm")),
            ("KRvK.dtm.part", None),
            ("KRvK.dtm", None),
            ("17.part", None),
        ];
        for (draft, expected) in cases {
            assert_eq!(published_name(draft), expected, "{draft}");
        }
        let part = part_path(Path::new("tables/KRvK.dtm"));
        let part = part.file_name().and_then(|name| name.to_str()).expect("a name");
        assert_eq!(published_name(part), Some("KRvK.dtm"));
    }
}
