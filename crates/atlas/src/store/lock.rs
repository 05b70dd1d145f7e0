//! One process at a time grows an atlas.

use super::remove_temporary_files;
use crate::error::AtlasError;
use sole_storage::{FileLock, create_folder, entries};
use std::path::Path;

/// The right to change an atlas, held until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    _lock: FileLock,
}

impl Lock {
    /// Locks the atlas in a folder, or says that another process has done so. Temporary files that
    /// killed processes have left in its layers are removed.
    pub(crate) fn take(folder: &Path) -> Result<Lock, AtlasError> {
        create_folder(folder)?;
        let path = folder.join("atlas.lock");
        match FileLock::try_take(&path)? {
            Some(lock) => {
                for layer in entries(folder)?.iter().filter(|path| path.is_dir()) {
                    // What cannot be removed is reported when its layer is grown.
                    let _ = remove_temporary_files(layer);
                }
                Ok(Lock { _lock: lock })
            }
            None => Err(AtlasError::Locked { path }),
        }
    }
}
