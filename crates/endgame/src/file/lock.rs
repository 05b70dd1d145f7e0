//! Building a table: one process at a time adds slices to it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::format::{Directory, Slice};
use super::name::{Extent, Kind};
use super::publish::{Draft, published_name};
use super::{FileError, Folder, Operation, PackedSlice, Side, SliceKey, Table, TableName};

/// So many segments are merged into one before the next is added: each is an open file.
const MANY_SEGMENTS: usize = 64;

/// How often one who waits for a lock looks whether it is free.
const GLANCE_EVERY: Duration = Duration::from_millis(50);

/// The right to add slices to a table, held until it is dropped.
///
/// The lock is advisory and belongs to the open file `KRvK.dtm.lock`, which is
/// left in the folder: were it removed, two processes could each lock a file
/// of that name. It is free again when its process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    folder: Folder,
    name: TableName,
    extents: Vec<Extent>,
    keys: BTreeSet<SliceKey>,
    _file: File,
}

impl Folder {
    /// Waits until nobody else builds a table, then locks it.
    ///
    /// What a build that was killed has left behind is removed.
    ///
    /// # Errors
    /// [`FileError::Io`] if the folder cannot be written to, or whatever is
    /// wrong with the files of the table.
    pub fn lock(&self, name: TableName) -> Result<Lock, FileError> {
        let (file, path) = self.lock_file(name)?;
        file.lock().map_err(|error| FileError::io(&path, Operation::Lock, &error))?;
        Lock::held(self.clone(), name, file)
    }

    /// The same, but returns `None` when `patient`, asked every now and then, says no.
    ///
    /// # Errors
    /// As [`Folder::lock`].
    pub fn lock_while(
        &self,
        name: TableName,
        mut patient: impl FnMut() -> bool,
    ) -> Result<Option<Lock>, FileError> {
        loop {
            let lock = self.try_lock(name)?;
            if lock.is_some() || !patient() {
                return Ok(lock);
            }
            thread::sleep(GLANCE_EVERY);
        }
    }

    /// Locks a table, or returns `None` if somebody else is building it.
    ///
    /// # Errors
    /// As [`Folder::lock`].
    pub fn try_lock(&self, name: TableName) -> Result<Option<Lock>, FileError> {
        let (file, path) = self.lock_file(name)?;
        match file.try_lock() {
            Ok(()) => Lock::held(self.clone(), name, file).map(Some),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(FileError::io(&path, Operation::Lock, &error)),
        }
    }

    /// Removes all files of a table, whatever is in them, while nobody builds it.
    ///
    /// # Errors
    /// [`FileError::Io`] if the lock cannot be taken or a file cannot be removed.
    pub fn discard(&self, name: TableName) -> Result<(), FileError> {
        let (file, path) = self.lock_file(name)?;
        file.lock().map_err(|error| FileError::io(&path, Operation::Lock, &error))?;
        let extents = self.extents(name)?.into_iter().map(|extent| self.file_path(name, extent));
        extents.chain(self.drafts(name)?).try_for_each(|path| remove(&path))
    }

    /// Whether a table is one complete file, with nothing left over from its making.
    ///
    /// # Errors
    /// [`FileError::Io`] if the folder cannot be read.
    pub fn is_settled(&self, name: TableName) -> Result<bool, FileError> {
        Ok(self.extents(name)? == [Extent::Complete] && self.drafts(name)?.is_empty())
    }

    /// Files of a table that are being written, or were when their process ended.
    fn drafts(&self, name: TableName) -> Result<Vec<PathBuf>, FileError> {
        let is_draft = |file: &String| {
            let published = published_name(file).and_then(TableName::parse_file_name);
            published.is_some_and(|(other, _)| other == name)
        };
        let drafts = self.file_names()?.into_iter().filter(is_draft);
        Ok(drafts.map(|file| self.path().join(file)).collect())
    }

    fn lock_file(&self, name: TableName) -> Result<(File, PathBuf), FileError> {
        fs::create_dir_all(self.path())
            .map_err(|error| FileError::io(self.path(), Operation::Create, &error))?;
        let path = self.path().join(name.lock_name());
        let file = File::options().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| FileError::io(&path, Operation::Open, &error))?;
        Ok((file, path))
    }
}

impl Lock {
    /// Cleans up after others and sees what is there.
    fn held(folder: Folder, name: TableName, file: File) -> Result<Lock, FileError> {
        let mut lock =
            Lock { folder, name, extents: Vec::new(), keys: BTreeSet::new(), _file: file };
        lock.remove_drafts()?;
        lock.look()?;
        if lock.is_complete() {
            lock.remove_extents(&lock.extents[1..])?;
            lock.look()?;
        }
        Ok(lock)
    }

    /// The table's name.
    pub const fn name(&self) -> TableName {
        self.name
    }

    /// Whether the table is finished.
    pub fn is_complete(&self) -> bool {
        self.extents.first() == Some(&Extent::Complete)
    }

    /// The slices that are on disk.
    pub const fn keys(&self) -> &BTreeSet<SliceKey> {
        &self.keys
    }

    /// Writes the slices that are not there yet as one segment and returns their number.
    ///
    /// Of slices with the same key the first is taken. When this returns, the
    /// slices are safely on disk. A segment costs an open file and two writes
    /// through to the disk, so slices are best appended many at a time.
    ///
    /// # Errors
    /// [`FileError::Finished`] if the table was finished without these slices,
    /// [`FileError::DiskFull`], or [`FileError::Io`]; nothing is added then.
    pub fn append(&mut self, slices: &[PackedSlice]) -> Result<usize, FileError> {
        let mut new = BTreeMap::new();
        for slice in slices.iter().filter(|slice| !self.keys.contains(&slice.key())) {
            new.entry(slice.key()).or_insert(slice);
        }
        if new.is_empty() {
            return Ok(0);
        }
        if self.is_complete() {
            let path = self.folder.file_path(self.name, Extent::Complete);
            return Err(FileError::Finished { path });
        }
        self.append_new(&new)?;
        Ok(new.len())
    }

    /// Merges the segments into the complete file, with exactly these slices.
    ///
    /// The bytes of the file do not depend on how the slices were distributed
    /// over segments. All checksums are checked on the way. If the table is
    /// finished already, nothing happens.
    ///
    /// # Errors
    /// [`FileError::NoSuchSlice`] if one is missing, whatever is wrong with a
    /// segment, [`FileError::DiskFull`], or [`FileError::Io`]; the segments
    /// stay then.
    pub fn finish(&mut self, keys: &[SliceKey]) -> Result<(), FileError> {
        let keys: BTreeSet<SliceKey> = keys.iter().copied().collect();
        if let Some(&slice) = keys.difference(&self.keys).next() {
            return Err(FileError::NoSuchSlice { name: self.name, slice });
        }
        if self.is_complete() {
            return Ok(());
        }
        self.merge(&keys, Extent::Complete)
    }

    fn append_new(&mut self, slices: &BTreeMap<SliceKey, &PackedSlice>) -> Result<(), FileError> {
        if self.extents.len() >= MANY_SEGMENTS {
            self.merge(&self.keys.clone(), self.next_segment())?;
        }
        let extent = self.next_segment();
        let directory = slices.values().map(|slice| *slice.slice()).collect();
        let mut draft = self.draft(extent, directory)?;
        for slice in slices.values() {
            Side::BOTH.into_iter().try_for_each(|side| draft.write(slice.section(side)))?;
        }
        draft.publish(&self.folder.file_path(self.name, extent))?;
        self.extents.push(extent);
        self.keys.extend(slices.keys());
        Ok(())
    }

    /// Copies slices into a new file and removes the files that it replaces.
    ///
    /// Whoever looks in between finds slices twice, the same both times.
    fn merge(&mut self, keys: &BTreeSet<SliceKey>, extent: Extent) -> Result<(), FileError> {
        if let Some(table) = self.folder.table(self.name)? {
            self.write_merged(&table, keys, extent)?;
        }
        let replaced = self.extents.clone();
        self.remove_extents(&replaced)?;
        self.look()
    }

    fn write_merged(
        &self,
        table: &Table,
        keys: &BTreeSet<SliceKey>,
        extent: Extent,
    ) -> Result<(), FileError> {
        let slices = keys.iter().map(|&key| table.find(key));
        let slices = slices.collect::<Result<Vec<usize>, FileError>>()?;
        let directory = slices.iter().map(|&slice| table.slice(slice)).collect();
        let mut draft = self.draft(extent, directory)?;
        for slice in slices {
            Side::BOTH.into_iter().try_for_each(|side| table.copy(slice, side, &mut draft))?;
        }
        draft.publish(&self.folder.file_path(self.name, extent))
    }

    /// Begins a file with header and directory; the slices ascend.
    fn draft(&self, extent: Extent, slices: Vec<Slice>) -> Result<Draft, FileError> {
        let directory = Directory::new(slices).expect("sets and maps are in order");
        let bytes = directory.file_bytes().expect("the length of a file fits 64 bits");
        let mut draft = Draft::create(&self.folder.file_path(self.name, extent), bytes)?;
        draft.write(&directory.prefix(self.name, Kind::from(extent)))?;
        Ok(draft)
    }

    fn next_segment(&self) -> Extent {
        match self.extents.last() {
            Some(Extent::Segment(number)) => Extent::Segment(number + 1),
            _ => Extent::Segment(1),
        }
    }

    /// Sees which files and slices there are.
    fn look(&mut self) -> Result<(), FileError> {
        self.extents = self.folder.extents(self.name)?;
        let table = self.folder.table(self.name)?;
        self.keys = table.iter().flat_map(Table::keys).copied().collect();
        Ok(())
    }

    fn remove_extents(&self, extents: &[Extent]) -> Result<(), FileError> {
        extents.iter().try_for_each(|&extent| remove(&self.folder.file_path(self.name, extent)))
    }

    /// Removes files that were being written when their process ended.
    fn remove_drafts(&self) -> Result<(), FileError> {
        self.folder.drafts(self.name)?.iter().try_for_each(|path| remove(path))
    }
}

/// Removes a file; if it is gone already, so much the better.
fn remove(path: &Path) -> Result<(), FileError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(FileError::io(path, Operation::Remove, &error))
        }
        _ => Ok(()),
    }
}
