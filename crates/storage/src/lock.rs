//! Locks between processes.

use crate::{IoError, Operation};
use std::fs::{File, TryLockError};
use std::path::Path;

/// A lock that one process at a time holds, until this is dropped or the process ends.
///
/// The lock is advisory and belongs to the open file, which is left where it is: were it removed, two
/// processes could each lock a file of that name.
#[derive(Debug)]
pub struct FileLock {
    _file: File,
}

impl FileLock {
    /// Waits until nobody else holds the lock, then takes it.
    ///
    /// # Errors
    /// The file cannot be opened or locked.
    pub fn wait(path: &Path) -> Result<FileLock, IoError> {
        let file = open(path)?;
        file.lock().map_err(|error| IoError::new(path, Operation::Lock, &error))?;
        Ok(FileLock { _file: file })
    }

    /// Takes the lock; `None` if somebody else holds it.
    ///
    /// # Errors
    /// The file cannot be opened or locked.
    pub fn try_take(path: &Path) -> Result<Option<FileLock>, IoError> {
        let file = open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(FileLock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(IoError::new(path, Operation::Lock, &error)),
        }
    }
}

fn open(path: &Path) -> Result<File, IoError> {
    let file = File::options().create(true).truncate(false).write(true).open(path);
    file.map_err(|error| IoError::new(path, Operation::Open, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_holds_a_lock() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lock");
        let held = FileLock::wait(&path).expect("locked");
        assert!(FileLock::try_take(&path).expect("asked").is_none());
        drop(held);
        assert!(FileLock::try_take(&path).expect("asked").is_some());
        let missing = FileLock::try_take(&folder.path().join("no/lock")).expect_err("no folder");
        assert_eq!(missing.operation, Operation::Open);
    }
}
