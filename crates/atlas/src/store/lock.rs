//! One process at a time grows an atlas.

use super::create_folder;
use crate::error::{AtlasError, Operation};
use std::fs::{File, TryLockError};
use std::path::Path;

/// The right to change an atlas, held until it is dropped.
///
/// The lock belongs to the open file, which is left in the folder: were it
/// removed, two processes could each lock a file of that name. It is free again
/// when its process ends, however it ends.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Locks the atlas in a folder, or says that another process has done so.
    pub(crate) fn take(folder: &Path) -> Result<Lock, AtlasError> {
        create_folder(folder)?;
        let path = folder.join("atlas.lock");
        let file = File::options().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| AtlasError::io(&path, Operation::Open, error))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(AtlasError::Locked { path }),
            Err(TryLockError::Error(error)) => Err(AtlasError::io(&path, Operation::Lock, error)),
        }
    }
}
