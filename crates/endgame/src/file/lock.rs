//! Building a table: one process at a time adds slices to it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use sole_storage::{FileLock, create_folder, remove_file, target_name};

use super::format::{Directory, Slice};
use super::name::{Extent, Kind};
use super::new_file::NewFile;
use super::{FileError, Folder, PackedSlice, Side, SliceKey, Table, TableName};

/// So many segments are merged into one before the next is added: each is an open file.
const MANY_SEGMENTS: usize = 64;

/// How often one who waits for a lock looks whether it is free.
const GLANCE_EVERY: Duration = Duration::from_millis(50);

/// The right to add slices to a table, held until it is dropped.
///
/// The lock is that of the file `KRvK.dtm.lock`, which is left in the folder.
#[derive(Debug)]
pub struct Lock {
    folder: Folder,
    name: TableName,
    extents: Vec<Extent>,
    keys: BTreeSet<SliceKey>,
    _lock: FileLock,
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
        let lock = FileLock::wait(&self.lock_path(name)?)?;
        Lock::held(self.clone(), name, lock)
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
        let lock = FileLock::try_take(&self.lock_path(name)?)?;
        lock.map(|lock| Lock::held(self.clone(), name, lock)).transpose()
    }

    /// Removes all files of a table, whatever is in them, while nobody builds it.
    ///
    /// # Errors
    /// [`FileError::Io`] if the lock cannot be taken or a file cannot be removed.
    pub fn discard(&self, name: TableName) -> Result<(), FileError> {
        let _lock = FileLock::wait(&self.lock_path(name)?)?;
        let extents = self.extents(name)?.into_iter().map(|extent| self.file_path(name, extent));
        extents.chain(self.temporary_files(name)?).try_for_each(|path| Ok(remove_file(&path)?))
    }

    /// Whether a table is one complete file, with nothing left over from its making.
    ///
    /// # Errors
    /// [`FileError::Io`] if the folder cannot be read.
    pub fn is_settled(&self, name: TableName) -> Result<bool, FileError> {
        Ok(self.extents(name)? == [Extent::Complete] && self.temporary_files(name)?.is_empty())
    }

    /// Files of a table that are being written, or were when their process ended.
    fn temporary_files(&self, name: TableName) -> Result<Vec<PathBuf>, FileError> {
        let is_temporary = |file: &String| {
            let published = target_name(file).and_then(TableName::parse_file_name);
            published.is_some_and(|(other, _)| other == name)
        };
        let files = self.file_names()?.into_iter().filter(is_temporary);
        Ok(files.map(|file| self.path().join(file)).collect())
    }

    /// Where the lock of a table is, in a folder that is there.
    fn lock_path(&self, name: TableName) -> Result<PathBuf, FileError> {
        create_folder(self.path())?;
        Ok(self.path().join(name.lock_name()))
    }
}

impl Lock {
    /// Cleans up after others and sees what is there.
    fn held(folder: Folder, name: TableName, lock: FileLock) -> Result<Lock, FileError> {
        let mut lock =
            Lock { folder, name, extents: Vec::new(), keys: BTreeSet::new(), _lock: lock };
        lock.remove_temporary_files()?;
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
        let mut file = self.new_file(extent, directory)?;
        for slice in slices.values() {
            Side::BOTH.into_iter().try_for_each(|side| file.write(slice.section(side)))?;
        }
        file.publish()?;
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
        let mut file = self.new_file(extent, directory)?;
        for slice in slices {
            Side::BOTH.into_iter().try_for_each(|side| table.copy(slice, side, &mut file))?;
        }
        file.publish()
    }

    /// Begins a file with header and directory; the slices ascend.
    fn new_file(&self, extent: Extent, slices: Vec<Slice>) -> Result<NewFile, FileError> {
        let directory = Directory::new(slices).expect("sets and maps are in order");
        let bytes = directory.file_bytes().expect("the length of a file fits 64 bits");
        let mut file = NewFile::create(&self.folder.file_path(self.name, extent), bytes)?;
        file.write(&directory.prefix(self.name, Kind::from(extent)))?;
        Ok(file)
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
        extents
            .iter()
            .try_for_each(|&extent| Ok(remove_file(&self.folder.file_path(self.name, extent))?))
    }

    /// Removes files that were being written when their process ended.
    fn remove_temporary_files(&self) -> Result<(), FileError> {
        self.folder.temporary_files(self.name)?.iter().try_for_each(|path| Ok(remove_file(path)?))
    }
}
