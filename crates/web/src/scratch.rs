//! Folders for the files of requests, and the removal of folders of killed servers.
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
    server_folder: Mutex<Option<ServerFolder>>,
}

/// The folder of a server, with its lock.
#[derive(Debug)]
struct ServerFolder {
    _lock: File,
    folder: TempDir,
}

impl Scratch {
    /// A folder for one request, gone when it is dropped.
    pub(crate) fn folder(&self) -> io::Result<TempDir> {
        let mut server_folder = self.server_folder.lock().unwrap_or_else(PoisonError::into_inner);
        // Someone may have tidied up meanwhile.
        if server_folder.as_ref().is_none_or(|server_folder| !server_folder.folder.path().exists())
        {
            *server_folder = Some(ServerFolder::new()?);
        }
        let server_folder = server_folder.as_ref().expect("it was just made");
        tempfile::tempdir_in(server_folder.folder.path())
    }
}

impl ServerFolder {
    fn new() -> io::Result<ServerFolder> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let lock = File::create_new(folder.path().join(LOCK))?;
        lock.lock()?;
        Ok(ServerFolder { _lock: lock, folder })
    }
}

/// Removes the folders of this user's servers that do not run any more.
///
/// Others may put what they like into the folder for temporary files, so that only real folders of
/// the same owner count, never what a link leads to.
#[cfg(unix)]
pub(crate) fn remove_stale() {
    remove_stale_in(&std::env::temp_dir());
}

/// Locks and owners are not known well enough here.
#[cfg(not(unix))]
pub(crate) fn remove_stale() {}

#[cfg(unix)]
fn remove_stale_in(place: &Path) {
    use std::os::unix::fs::MetadataExt;
    // Whose files these are is seen by making one.
    let Ok(mine) = tempfile::tempfile_in(place).and_then(|file| file.metadata()) else { return };
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let is_named = |entry: &fs::DirEntry| {
        entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX))
    };
    for entry in entries.filter(is_named) {
        // This is the metadata of the entry itself, even if it is a link.
        let is_ours = entry.metadata().is_ok_and(|it| it.is_dir() && it.uid() == mine.uid());
        if is_ours && is_stale(&entry.path()) {
            // What cannot be removed now is tried again by the next.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether no server has locked a folder.
#[cfg(unix)]
fn is_stale(folder: &Path) -> bool {
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
    fn only_folders_of_dead_servers_are_removed() {
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
        remove_stale_in(place.path());
        assert!(!left.exists());
        for kept in [&alive, &unlocked, &other, &link, &file, &other.join("file")] {
            assert!(kept.exists(), "{}", kept.display());
        }
        drop(lock);
        remove_stale_in(place.path());
        assert!(!alive.exists());
    }

    #[test]
    fn the_folder_of_a_live_server_is_kept_until_it_ends() {
        let scratch = Scratch::default();
        let folder = scratch.folder().expect("a folder");
        let server_folder = folder.path().parent().expect("a folder").to_owned();
        assert!(!is_stale(&server_folder));
        fs::remove_dir_all(&server_folder).expect("someone tidies up");
        let again = scratch.folder().expect("a folder");
        let server_folder = again.path().parent().expect("a folder").to_owned();
        drop((folder, again, scratch));
        assert!(!server_folder.exists());
    }
}
