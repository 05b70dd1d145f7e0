//! A small model of a file system: what a disk may hold after the power went.
//!
//! A file is an inode with the bytes that programs see and the bytes that were synced. A folder has
//! the entries that programs see and those that were synced. After the power went a disk holds
//! at least what was synced; how much of the rest it holds is one of the [`Survival`]s.

use crate::protocol::{Change, Record};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How much survives of what was not synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Survival {
    /// Nothing: neither bytes nor entries of folders.
    Nothing,
    /// Entries of folders, but no bytes: renamed files may be empty.
    Entries,
    /// Entries of folders and lengths: bytes that were not synced are zeros.
    EntriesAndLengths,
    /// Everything: the process was killed, or the power went later.
    Everything,
}

impl Survival {
    pub(crate) const ALL: [Survival; 4] =
        [Survival::Nothing, Survival::Entries, Survival::EntriesAndLengths, Survival::Everything];
}

#[derive(Clone, Debug, Default)]
struct Content {
    seen: Vec<u8>,
    synced: Vec<u8>,
}

/// The disk, as far as a folder is concerned.
pub(crate) struct Disk {
    root: PathBuf,
    contents: BTreeMap<u64, Content>,
    /// The inodes of files by their paths.
    seen: BTreeMap<PathBuf, u64>,
    synced: BTreeMap<PathBuf, u64>,
}

impl Disk {
    /// An empty folder.
    pub(crate) fn new(root: &Path) -> Disk {
        let (contents, seen, synced) = Default::default();
        Disk { root: root.to_owned(), contents, seen, synced }
    }

    /// Makes a change that a program made.
    pub(crate) fn apply(&mut self, record: &Record) {
        let path = |bytes: &[u8]| PathBuf::from(String::from_utf8_lossy(bytes).into_owned());
        match record.change {
            Change::Create => self.create(path(&record.first), record.inode),
            Change::Truncate => {
                self.content(record.inode).seen.resize(record.offset as usize, 0);
            }
            Change::Write => self.write(record),
            Change::Sync => self.sync(record.inode, &path(&record.first)),
            Change::Rename => {
                if let Some(inode) = self.seen.remove(&path(&record.first)) {
                    self.seen.insert(path(&record.second), inode);
                }
            }
            Change::Unlink => {
                self.seen.remove(&path(&record.first));
            }
            Change::MakeFolder | Change::MapShared => {}
        }
    }

    fn content(&mut self, inode: u64) -> &mut Content {
        self.contents.entry(inode).or_default()
    }

    /// A new entry; an inode that was used for another file before begins empty.
    fn create(&mut self, path: PathBuf, inode: u64) {
        if self.seen.insert(path, inode) != Some(inode) {
            self.contents.insert(inode, Content::default());
        }
    }

    fn write(&mut self, record: &Record) {
        let (start, end) = (record.offset as usize, record.offset as usize + record.first.len());
        let seen = &mut self.content(record.inode).seen;
        seen.resize(seen.len().max(end), 0);
        seen[start..end].copy_from_slice(&record.first);
    }

    /// Syncs the bytes of a file, or the entries of a folder, whose inode may have been that of a
    /// file that is gone.
    fn sync(&mut self, inode: u64, path: &Path) {
        let is_file = self.seen.values().any(|&file| file == inode);
        if let Some(content) = self.contents.get_mut(&inode).filter(|_| is_file) {
            content.synced.clone_from(&content.seen);
            return;
        }
        let is_entry = |file: &Path| file.parent() == Some(path);
        self.synced.retain(|file, _| !is_entry(file));
        let entries = self.seen.iter().filter(|(file, _)| is_entry(file));
        self.synced.extend(entries.map(|(file, &inode)| (file.clone(), inode)));
    }

    /// The files that a disk may hold now, with names relative to the root.
    pub(crate) fn after_power_loss(&self, survival: Survival) -> Vec<(String, Vec<u8>)> {
        let entries = if survival == Survival::Nothing { &self.synced } else { &self.seen };
        let name = |path: &Path| {
            path.strip_prefix(&self.root).expect("below the root").display().to_string()
        };
        let file = |(path, inode): (&PathBuf, &u64)| (name(path), self.surviving(*inode, survival));
        entries.iter().map(file).collect()
    }

    fn surviving(&self, inode: u64, survival: Survival) -> Vec<u8> {
        let Some(Content { seen, synced }) = self.contents.get(&inode) else { return Vec::new() };
        match survival {
            Survival::Nothing | Survival::Entries => synced.clone(),
            Survival::EntriesAndLengths => {
                let mut bytes = synced.clone();
                bytes.resize(seen.len(), 0);
                bytes
            }
            Survival::Everything => seen.clone(),
        }
    }
}
