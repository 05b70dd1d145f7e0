//! The limit on the data folder, for commands that add tables or layers to it.
//!
//! Anyone who may send requests may ask for tables, so without a limit clients could fill the disk.
//! The folder is measured before such a command starts and every second while it runs.

use crate::error::{ApiError, ErrorKind};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How often the folder is measured while a command adds to it.
const INTERVAL: Duration = Duration::from_secs(1);

/// A folder and the bytes that it may hold.
#[derive(Clone, Debug)]
pub(crate) struct DiskLimit {
    folder: Arc<Path>,
    bytes: u64,
}

impl DiskLimit {
    pub(crate) fn new(folder: PathBuf, bytes: u64) -> DiskLimit {
        DiskLimit { folder: folder.into(), bytes }
    }

    /// The bytes that the folder may hold.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The bytes that the folder holds now.
    pub(crate) async fn used(&self) -> u64 {
        let folder = Arc::clone(&self.folder);
        let measured = tokio::task::spawn_blocking(move || size_of_folder(&folder)).await;
        // Without a measurement nothing may be added.
        measured.unwrap_or(u64::MAX)
    }

    /// Refuses a command that would add to a folder that is full.
    pub(crate) async fn check(&self) -> Result<(), ApiError> {
        if self.used().await < self.bytes { Ok(()) } else { Err(disk_limit_reached()) }
    }

    /// Waits until the folder holds more than it may.
    pub(crate) async fn exceeded(&self) {
        while self.used().await <= self.bytes {
            tokio::time::sleep(INTERVAL).await;
        }
    }
}

/// Why a command that adds to the data folder is not run, or not to its end.
pub(crate) fn disk_limit_reached() -> ApiError {
    let message = "the data folder of this server is full; its operator can delete tables or layers, \
                   or allow more with --disk";
    ApiError::new(ErrorKind::Disk, message)
}

/// The lengths of all files below a folder, which need not exist. Files that vanish meanwhile and
/// folders that cannot be read do not count; links are not followed.
fn size_of_folder(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let size = |entry: fs::DirEntry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => size_of_folder(&entry.path()),
        Ok(metadata) if metadata.is_file() => metadata.len(),
        _ => 0,
    };
    entries.map(size).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_below_a_folder_count() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(size_of_folder(&folder.path().join("missing")), 0);
        fs::create_dir(folder.path().join("inner")).expect("a folder");
        for (name, bytes) in [("a", 10), ("inner/b", 300)] {
            fs::write(folder.path().join(name), vec![0; bytes]).expect("writable");
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path(), folder.path().join("loop")).expect("a link");
        assert_eq!(size_of_folder(folder.path()), 310);
    }

    #[test]
    fn a_full_folder_takes_no_more() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a"), [0; 10]).expect("writable");
        let check = |bytes| {
            let limit = DiskLimit::new(folder.path().to_owned(), bytes);
            runtime.as_ref().expect("a runtime").block_on(limit.check())
        };
        for (bytes, expected) in [(0, false), (10, false), (11, true)] {
            assert_eq!(check(bytes).is_ok(), expected, "{bytes}");
        }
    }
}
