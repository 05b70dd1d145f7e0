//! Files that survive crashes, and errors that name them: for every crate that writes to the disk.
//!
//! No other crate opens files for writing. An [`AtomicFile`] appears whole or not at all, an
//! [`OutputFile`] is one that people name, a [`FileLock`] keeps other processes out, and an [`IoError`]
//! says what could not be done with which file.

mod atomic_file;
mod error;
mod folder;
mod lock;
mod output_file;
mod work_file;

pub use atomic_file::{
    AtomicFile, SyncedFile, remove_left_behind, remove_temporary_files, rename, target_name,
};
pub use error::{IoError, Operation, is_disk_full, plain};
pub use folder::{create_folder, entries, free_space, remove_file, remove_folder, sync_folder};
pub use lock::FileLock;
pub use output_file::{OutputFile, is_device};
pub use work_file::{Content, open_work_file};
