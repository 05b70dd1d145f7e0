//! Folders for the files of requests, and what is left of servers that were killed.
//!
//! A server keeps all of them in one folder with a file that it has locked while it lives. A folder
//! whose file can be locked belongs to nobody any more.

use std::fs::File;
use std::io;
use std::sync::{Mutex, PoisonError};
#[cfg(unix)]
use std::{fs, path::Path};
use tempfile::TempDir;

/// How the names of servers' folders begin.
const PREFIX: &str = "sole-serve-";

/// The file that a server has locked.
const LOCK: &str = "lock";

/// Where the files of requests are.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Made when it is needed.
    den: Mutex<Option<Den>>,
}

/// The folder of a server; the lock goes with it.
#[derive(Debug)]
struct Den {
    _lock: File,
    folder: TempDir,
}

impl Scratch {
    /// A folder for one request, gone when it is dropped.
    pub(crate) fn folder(&self) -> io::Result<TempDir> {
        let mut den = self.den.lock().unwrap_or_else(PoisonError::into_inner);
        // Someone may have tidied up meanwhile.
        if den.as_ref().is_none_or(|den| !den.folder.path().exists()) {
            *den = Some(Den::new()?);
        }
        let den = den.as_ref().expect("it was just made");
        tempfile::tempdir_in(den.folder.path())
    }
}

impl Den {
    fn new() -> io::Result<Den> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let lock = File::create_new(folder.path().join(LOCK))?;
        lock.lock()?;
        Ok(Den { _lock: lock, folder })
    }
}

/// Removes the folders of this user's servers that are no more.
///
/// Others may put what they like into the folder for temporary files, so that only real folders of
/// the same owner count, never what a link leads to.
#[cfg(unix)]
pub(crate) fn sweep() {
    sweep_in(&std::env::temp_dir());
}

/// Locks and owners are not known well enough here.
#[cfg(not(unix))]
pub(crate) fn sweep() {}

#[cfg(unix)]
fn sweep_in(place: &Path) {
    use std::os::unix::fs::MetadataExt;
    // Whose files these are is seen by making one.
    let Ok(mine) = tempfile::tempfile_in(place).and_then(|file| file.metadata()) else { return };
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let is_named = |entry: &fs::DirEntry| {
        entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX))
    };
    for entry in entries.filter(is_named) {
        // It tells of the entry itself, be it a link.
        let is_ours = entry.metadata().is_ok_and(|it| it.is_dir() && it.uid() == mine.uid());
        if is_ours && is_left(&entry.path()) {
            // What cannot be removed now is tried again by the next.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether no server has locked a folder.
#[cfg(unix)]
fn is_left(folder: &Path) -> bool {
    let lock = folder.join(LOCK);
    let is_file = fs::symlink_metadata(&lock).is_ok_and(|it| it.is_file());
    is_file && File::open(lock).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn make(place: &Path, name: &str) -> std::path::PathBuf {
        let folder = place.join(name);
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("file"), "x").expect("writable");
        folder
    }

    #[test]
    fn only_what_servers_have_left_is_removed() {
        let place = tempfile::tempdir().expect("a folder");
        let [left, alive, unlocked, other] =
            ["sole-serve-left", "sole-serve-alive", "sole-serve-unlocked", "other"]
                .map(|name| make(place.path(), name));
        for folder in [&left, &alive, &other] {
            fs::write(folder.join(LOCK), "").expect("writable");
        }
        let lock = File::open(alive.join(LOCK)).expect("a file");
        lock.lock().expect("it can be locked");
        let link = place.path().join("sole-serve-link");
        std::os::unix::fs::symlink(&other, &link).expect("a link");
        let file = place.path().join("sole-serve-file");
        fs::write(&file, "x").expect("writable");
        sweep_in(place.path());
        assert!(!left.exists());
        for kept in [&alive, &unlocked, &other, &link, &file, &other.join("file")] {
            assert!(kept.exists(), "{}", kept.display());
        }
        drop(lock);
        sweep_in(place.path());
        assert!(!alive.exists());
    }

    #[test]
    fn the_folder_of_a_server_is_not_swept_and_goes_with_it() {
        let scratch = Scratch::default();
        let folder = scratch.folder().expect("a folder");
        let den = folder.path().parent().expect("a folder").to_owned();
        assert!(!is_left(&den));
        fs::remove_dir_all(&den).expect("someone tidies up");
        let again = scratch.folder().expect("a folder");
        let den = again.path().parent().expect("a folder").to_owned();
        drop((folder, again, scratch));
        assert!(!den.exists());
    }
}
