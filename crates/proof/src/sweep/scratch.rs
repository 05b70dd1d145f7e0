//! A folder where a sweep puts what it has no room for, and from which it is taken up again.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sole_storage::{Content, FileLock, IoError, Operation, create_folder, open_work_file};

use super::items::{Item, Items};
use super::log::Log;

/// How much memory a sweep may take, and where the rest goes.
#[derive(Debug)]
pub struct Scratch {
    folder: PathBuf,
    memory: u64,
    writes: Writes,
    /// Held from the first file on, so that nobody else writes here.
    lock: Mutex<Option<FileLock>>,
    /// The files that were opened.
    files: Mutex<Vec<PathBuf>>,
}

/// What is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes {
    /// Every portion as soon as it is done, to be taken up again.
    Everything,
    /// A ply that there is no room for.
    WhatIsTooMuch,
}

/// Why a folder was of no use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScratchError {
    /// The system refused.
    Io(IoError),
    /// The content of a file is impossible, though its checksums are right.
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The files contradict each other, though their checksums are right.
    Contradiction {
        /// The folder.
        path: PathBuf,
    },
    /// The disk is probably too small.
    NoRoom {
        /// The folder.
        path: PathBuf,
        /// About how many bytes are needed.
        need: u64,
        /// How many are free.
        free: u64,
    },
    /// Someone else works in the folder.
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// The ply cannot be worked out with so little memory.
    Memory {
        /// The bytes that it needs at least.
        needs: u64,
    },
}

impl Scratch {
    /// A folder, which need not be there yet, and the bytes of memory to do with.
    pub fn new(folder: impl Into<PathBuf>, memory: u64, writes: Writes) -> Scratch {
        Scratch {
            folder: folder.into(),
            memory,
            writes,
            lock: Mutex::default(),
            files: Mutex::default(),
        }
    }

    /// The bytes of memory to do with.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether any file was opened.
    pub(super) fn is_in_use(&self) -> bool {
        unlocked(&self.lock).is_some()
    }

    /// Removes the files of this work, which is done, and the folder if nothing else is in it.
    pub fn remove(self) -> Result<(), ScratchError> {
        if !self.is_in_use() {
            return Ok(());
        }
        for path in unlocked(&self.files).iter() {
            remove(path, fs::remove_file(path))?;
        }
        let entries = fs::read_dir(&self.folder);
        let entries = entries.map_err(|it| ScratchError::io(&self.folder, Operation::Read, &it))?;
        if entries.count() > 1 {
            return Ok(());
        }
        let lock = self.path(LOCK);
        remove(&lock, fs::remove_file(&lock))?;
        remove(&self.folder, fs::remove_dir(&self.folder))
    }

    /// Whether something should be written down from the start: because everything is, or
    /// because an earlier run has begun to.
    pub(super) fn is_eager(&self, name: &str) -> bool {
        self.writes == Writes::Everything || self.path(name).exists()
    }

    /// The portions of a ply as an earlier run left them, shown one by one, and what is to
    /// come. They are of use only if they have the same title.
    pub(super) fn log(
        &self,
        name: &str,
        title: &str,
        show: impl FnMut(usize, Vec<u32>, u64),
    ) -> Result<Log, ScratchError> {
        Log::open(self.occupy(name)?, title, show)
    }

    /// Items in a new file, to which `fill` adds them. If that fails, the file is removed.
    pub(super) fn shelve(
        &self,
        name: &str,
        fill: impl FnOnce(&mut Shelf) -> Result<(), ScratchError>,
    ) -> Result<Items, ScratchError> {
        let path = self.occupy(name)?;
        let file = open_work_file(&path, Content::Dropped)?;
        let mut shelf = Shelf { file, path };
        if let Err(error) = fill(&mut shelf) {
            // The next run writes it again, and until then the space is of use to others.
            let _ = fs::remove_file(&shelf.path);
            return Err(error);
        }
        Ok(Items::File { file: Arc::new(shelf.file), path: shelf.path })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The path of a file that is to be opened, when the folder is there and nobody else works
    /// in it.
    fn occupy(&self, name: &str) -> Result<PathBuf, ScratchError> {
        let mut lock = unlocked(&self.lock);
        if lock.is_none() {
            *lock = Some(self.take_lock()?);
        }
        let path = self.path(name);
        unlocked(&self.files).push(path.clone());
        Ok(path)
    }

    fn take_lock(&self) -> Result<FileLock, ScratchError> {
        create_folder(&self.folder)?;
        let lock = FileLock::try_take(&self.path(LOCK))?;
        lock.ok_or_else(|| ScratchError::Busy { path: self.folder.clone() })
    }
}

/// A file of items that is being written.
pub(super) struct Shelf {
    file: File,
    path: PathBuf,
}

impl Shelf {
    /// Adds items as words.
    pub(super) fn add(&mut self, items: &[Item]) -> Result<(), ScratchError> {
        let mut bytes = Vec::new();
        for items in items.chunks(1 << 14) {
            bytes.clear();
            items.iter().for_each(|item| bytes.extend(item.word().to_le_bytes()));
            let written = self.file.write_all(&bytes);
            written.map_err(|error| ScratchError::io(&self.path, Operation::Write, &error))?;
        }
        Ok(())
    }
}

/// The file by which a folder is locked.
const LOCK: &str = "lock";

fn unlocked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What came of removing a file or folder; it may have been opened twice.
fn remove(path: &Path, removed: io::Result<()>) -> Result<(), ScratchError> {
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(ScratchError::io(path, Operation::Remove, &error))
        }
        _ => Ok(()),
    }
}

impl ScratchError {
    pub(super) fn io(path: &Path, operation: Operation, error: &io::Error) -> ScratchError {
        ScratchError::Io(IoError::new(path, operation, error))
    }
}

impl ScratchError {
    /// Whether there is no more room on the disk, or for this user or process.
    pub fn is_disk_full(&self) -> bool {
        matches!(self, ScratchError::Io(error) if error.is_disk_full())
    }
}

impl From<IoError> for ScratchError {
    fn from(error: IoError) -> ScratchError {
        ScratchError::Io(error)
    }
}

impl fmt::Display for ScratchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScratchError::Io(error) => error.fmt(f),
            ScratchError::Damaged { path } => {
                let path = path.display();
                write!(f, "{path} is damaged: its checksums are right, its content is impossible")
            }
            ScratchError::Contradiction { path } => {
                write!(f, "the files in {} contradict each other", path.display())
            }
            ScratchError::NoRoom { path, need, free } => {
                let path = path.display();
                write!(f, "about {need} bytes are needed in {path}, and {free} are free")
            }
            ScratchError::Busy { path } => {
                write!(f, "someone else is at work in {}", path.display())
            }
            ScratchError::Memory { needs } => write!(f, "{needs} bytes of memory are needed"),
        }
    }
}

impl std::error::Error for ScratchError {}
