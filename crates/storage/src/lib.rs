//! Folders and disks, for every crate that writes files.
//!
//! ```
//! assert!(sole_storage::free_space(std::path::Path::new(".")).is_some());
//! ```

use std::path::Path;

/// The free bytes of the disk that a folder is on, or will be on when it is made; `None` if the
/// system does not say.
pub fn free_space(folder: &Path) -> Option<u64> {
    let absolute = std::path::absolute(folder).ok()?;
    let existing = absolute.ancestors().find(|folder| folder.exists())?;
    fs4::available_space(existing).ok()
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
