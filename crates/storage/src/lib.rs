//! Folders and disks, for every crate that writes files.
//!
//! ```
//! assert!(sole_storage::free_space(std::path::Path::new(".")).is_some());
//! ```

#[cfg(unix)]
use std::fs::File;
use std::io;
use std::path::Path;

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
}
