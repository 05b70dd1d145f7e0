//! Files that appear whole or not at all.
//!
//! A file is written beside its target under a temporary name, written through to the disk and then
//! renamed. Whatever fails, the temporary file is removed and the target stays as it was.

use crate::folder::{entries, remove_file, sync_folder};
use crate::{IoError, Operation};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How the names of temporary files end.
const SUFFIX: &str = ".part";

/// A file that is being written; it is removed unless it is published.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// use sole_storage::AtomicFile;
/// use std::io::Write;
/// let path = folder.path().join("moves.txt");
/// let mut file = AtomicFile::create(&path)?;
/// file.write_all(b"e4 e5")?;
/// assert!(!path.exists());
/// file.publish()?;
/// assert_eq!(std::fs::read(&path)?, b"e4 e5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AtomicFile {
    file: BufWriter<File>,
    temporary: Temporary,
    target: PathBuf,
}

/// A file that is whole and on the disk, but not yet under its name; it is removed unless it is
/// published.
#[derive(Debug)]
pub struct SyncedFile {
    temporary: Temporary,
    target: PathBuf,
}

impl AtomicFile {
    /// Begins a file that will be at `target`.
    ///
    /// # Errors
    /// The temporary file cannot be created.
    pub fn create(target: &Path) -> Result<AtomicFile, IoError> {
        let temporary = Temporary::beside(target);
        let file = File::create(&temporary.path)
            .map_err(|error| IoError::new(&temporary.path, Operation::Create, &error))?;
        let file = BufWriter::with_capacity(1 << 18, file);
        Ok(AtomicFile { file, temporary, target: target.to_owned() })
    }

    /// The file as it is now, under its temporary name.
    pub fn file(&self) -> &File {
        self.file.get_ref()
    }

    /// The error of an operation on this file.
    pub fn error(&self, operation: Operation, error: &io::Error) -> IoError {
        IoError::new(&self.temporary.path, operation, error)
    }

    /// Writes the file through to the disk.
    ///
    /// # Errors
    /// What is left to be written cannot be.
    pub fn sync(mut self) -> Result<SyncedFile, IoError> {
        self.file.flush().map_err(|error| self.error(Operation::Write, &error))?;
        self.file.get_ref().sync_all().map_err(|error| self.error(Operation::Sync, &error))?;
        Ok(SyncedFile { temporary: self.temporary, target: self.target })
    }

    /// Writes the file through to the disk and gives it its name, in place of what was there.
    ///
    /// # Errors
    /// What is left to be written cannot be, or the file cannot be renamed.
    pub fn publish(self) -> Result<(), IoError> {
        self.sync()?.publish()
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl SyncedFile {
    /// Gives the file its name, in place of what was there.
    ///
    /// # Errors
    /// The file cannot be renamed, or its folder cannot be synced.
    pub fn publish(self) -> Result<(), IoError> {
        rename(&self.temporary.path, &self.target)
    }
}

/// Gives a file that is on the disk another name, durably.
///
/// # Errors
/// The file cannot be renamed, or the folder cannot be synced.
pub fn rename(from: &Path, to: &Path) -> Result<(), IoError> {
    fs::rename(from, to).map_err(|error| IoError::new(from, Operation::Rename, &error))?;
    let folder = to.parent().unwrap_or(Path::new(""));
    sync_folder(folder).map_err(|error| IoError::new(folder, Operation::Sync, &error))
}

/// The name that a temporary file will get, if this is the name of one.
pub fn target_name(temporary: &str) -> Option<&str> {
    let (name, process) = temporary.strip_suffix(SUFFIX)?.rsplit_once('.')?;
    process.parse::<u32>().is_ok().then_some(name)
}

/// Removes temporary files that killed processes have left beside a file. Nobody else may be writing
/// it.
///
/// # Errors
/// The folder cannot be listed, or a file cannot be removed.
pub fn remove_left_behind(target: &Path) -> Result<(), IoError> {
    let name = target.file_name().and_then(OsStr::to_str);
    let is_left = |path: &&PathBuf| {
        let temporary = path.file_name().and_then(OsStr::to_str);
        name.is_some() && temporary.and_then(target_name) == name
    };
    let entries = entries(target.parent().unwrap_or(Path::new("")))?;
    entries.iter().filter(is_left).try_for_each(|path| remove_file(path))
}

/// Removes all temporary files of this process, for one that is about to end.
pub fn remove_temporary_files() {
    for path in temporary_files().iter() {
        let _ = fs::remove_file(path);
    }
}

/// A temporary file, removed when this is dropped; after a rename it has no such name any more.
#[derive(Debug)]
struct Temporary {
    path: PathBuf,
}

impl Temporary {
    /// Processes differ in their number, files of a process in their name.
    fn beside(target: &Path) -> Temporary {
        let mut path = target.as_os_str().to_owned();
        path.push(format!(".{}{SUFFIX}", std::process::id()));
        let path = PathBuf::from(path);
        temporary_files().push(path.clone());
        Temporary { path }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        temporary_files().retain(|path| *path != self.path);
    }
}

fn temporary_files() -> MutexGuard<'static, Vec<PathBuf>> {
    static FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_file_that_is_not_published_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("KRvK.dtm");
        fs::write(&path, "old").expect("written");
        let mut file = AtomicFile::create(&path).expect("created");
        file.write_all(b"new").expect("written");
        assert_eq!(names(folder.path()).len(), 2);
        drop(file.sync().expect("synced"));
        assert_eq!(names(folder.path()), ["KRvK.dtm"]);
        assert_eq!(fs::read(&path).expect("read"), b"old");
    }

    #[test]
    fn a_file_that_cannot_be_created_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = AtomicFile::create(&folder.path().join("no/such")).expect_err("no folder");
        assert_eq!((error.operation, error.kind), (Operation::Create, io::ErrorKind::NotFound));
    }

    #[test]
    fn only_what_was_left_beside_a_file_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a", "a.17.part", "b.17.part", "a.part"] {
            fs::write(folder.path().join(name), "").expect("written");
        }
        remove_left_behind(&folder.path().join("a")).expect("removed");
        let mut left = names(folder.path());
        left.sort_unstable();
        assert_eq!(left, ["a", "a.part", "b.17.part"]);
    }

    #[test]
    fn temporary_files_are_known_by_their_names() {
        let cases = [
            ("KRvK.dtm.17.part", Some("KRvK.dtm")),
            ("KRvK.0001.dtm.17.part", Some("KRvK.0001.dtm")),
            ("KRvK.dtm.part", None),
            ("KRvK.dtm", None),
            ("17.part", None),
        ];
        for (name, expected) in cases {
            assert_eq!(target_name(name), expected, "{name}");
        }
        let temporary = Temporary::beside(Path::new("tables/KRvK.dtm"));
        let name = temporary.path.file_name().and_then(|name| name.to_str()).expect("a name");
        assert_eq!(target_name(name), Some("KRvK.dtm"));
    }
}
