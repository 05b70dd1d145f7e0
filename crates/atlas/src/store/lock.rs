//! One process at a time grows an atlas.

use crate::error::AtlasError;
use sole_storage::{FileLock, create_folder};
use std::path::Path;

/// The right to change an atlas, held until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    _lock: FileLock,
}

impl Lock {
    /// Locks the atlas in a folder, or says that another process has done so.
    pub(crate) fn take(folder: &Path) -> Result<Lock, AtlasError> {
        create_folder(folder)?;
        let path = folder.join("atlas.lock");
        match FileLock::try_take(&path)? {
            Some(lock) => Ok(Lock { _lock: lock }),
            None => Err(AtlasError::Locked { path }),
        }
    }
}
