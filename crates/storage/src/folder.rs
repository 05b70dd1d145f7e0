//! Folders: their free space, what is in them, and names made durable.

use crate::{IoError, Operation};
#[cfg(unix)]
use std::fs::File;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The free bytes of the disk that a folder is on, or will be on when it is made; `None` if the
/// system does not say.
pub fn free_space(folder: &Path) -> Option<u64> {
    let absolute = std::path::absolute(folder).ok()?;
    let existing = absolute.ancestors().find(|folder| folder.exists())?;
    fs4::available_space(existing).ok()
}

/// Makes names that were renamed or removed in a folder durable.
///
/// # Errors
/// The folder cannot be opened or synced.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // The folder of a bare file name is the current one.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match File::open(folder) {
        // A folder may be writable but not readable; then only the system can sync it.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        opened => opened?.sync_all(),
    }
}

/// Folders cannot be synced here; renaming is durable in the order of the journal.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Creates a folder and those above it, as far as they are missing.
///
/// # Errors
/// A folder cannot be created.
pub fn create_folder(folder: &Path) -> Result<(), IoError> {
    fs::create_dir_all(folder).map_err(|error| IoError::new(folder, Operation::Create, &error))
}

/// All that is in a folder; nothing if it is not there.
///
/// # Errors
/// The folder cannot be listed.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>, IoError> {
    let failed = |error| IoError::new(folder, Operation::List, &error);
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        listed => listed
            .map_err(failed)?
            .map(|entry| entry.map(|entry| entry.path()).map_err(failed))
            .collect(),
    }
}

/// Removes a file, if it is there.
///
/// # Errors
/// The file cannot be removed.
pub fn remove_file(path: &Path) -> Result<(), IoError> {
    removed(path, fs::remove_file(path))
}

/// Removes a folder with all that is in it, if it is there.
///
/// # Errors
/// Something cannot be removed.
pub fn remove_folder(folder: &Path) -> Result<(), IoError> {
    removed(folder, fs::remove_dir_all(folder))
}

fn removed(path: &Path, result: io::Result<()>) -> Result<(), IoError> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(IoError::new(path, Operation::Remove, &error))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_are_not_there_yet_have_the_space_of_those_above() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let missing = folder.path().join("not/there/yet");
        for folder in [folder.path(), &missing, Path::new("no-such-folder/at/all"), Path::new("")] {
            let free = free_space(folder).is_some();
            assert_eq!(free, !folder.as_os_str().is_empty(), "{}", folder.display());
        }
    }

    #[test]
    fn what_is_not_there_is_empty_and_removed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let missing = folder.path().join("missing");
        assert_eq!(entries(&missing), Ok(Vec::new()));
        assert_eq!(remove_file(&missing), Ok(()));
        assert_eq!(remove_folder(&missing), Ok(()));
        create_folder(&missing.join("below")).expect("created");
        assert_eq!(entries(&missing), Ok(vec![missing.join("below")]));
        remove_folder(&missing).expect("removed");
        assert!(!missing.exists());
    }
}
