//! A folder of tables, shared by any number of processes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::cache::Cache;
use super::name::{Extent, Kind};
use super::source::Source;
use super::{FileError, Metric, Table, TableName};

/// How often a table is opened again because its files changed meanwhile: about five seconds in all.
const ATTEMPTS: u64 = 100;

/// Where tables are kept; it is created when the first one is locked.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    cache: Arc<Cache>,
}

/// A table in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Its name.
    pub name: TableName,
    /// What it holds, or what is wrong with it.
    pub contents: Result<Contents, FileError>,
}

/// How much of a table there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The length of its files.
    pub bytes: u64,
    /// How many slices there are.
    pub slices: usize,
    /// Whether all slices are there.
    pub complete: bool,
}

impl Folder {
    /// A folder that need not exist; values of all its tables share one cache.
    pub fn at(path: impl Into<PathBuf>, cache_bytes: usize) -> Folder {
        Folder { path: path.into(), cache: Arc::new(Cache::new(cache_bytes)) }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All tables of a metric, in the order of their materials.
    ///
    /// # Errors
    /// [`FileError::Io`] if the folder cannot be listed; what is wrong with a
    /// table is in its listing.
    pub fn materials(&self, metric: Metric) -> Result<Vec<Listing>, FileError> {
        let files = self.file_names()?;
        let parsed = files.iter().filter_map(|file| TableName::parse_file_name(file));
        let names: BTreeSet<TableName> =
            parsed.map(|(name, _)| name).filter(|name| name.metric() == metric).collect();
        Ok(names.into_iter().filter_map(|name| self.listing(name)).collect())
    }

    /// Opens the slices of a table that are there, none if there are none.
    ///
    /// # Errors
    /// Whatever is wrong with the table's files up to their directories.
    pub fn table(&self, name: TableName) -> Result<Option<Table>, FileError> {
        for attempt in 0..ATTEMPTS {
            // A builder that appends slice after slice is given time.
            thread::sleep(Duration::from_millis(attempt));
            let extents = self.extents(name)?;
            match self.open_extents(name, &extents) {
                // Listing a folder is not atomic; a list that is the same twice is true.
                Ok(table) if self.extents(name)? == extents => return Ok(table),
                Err(error) if !error.is_vanished() => return Err(error),
                _ => {}
            }
        }
        Err(FileError::Unsettled { name })
    }

    /// Where a file of a table is.
    pub(super) fn file_path(&self, name: TableName, extent: Extent) -> PathBuf {
        self.path.join(name.file_name(extent))
    }

    /// Which files of a table there are, in order.
    pub(super) fn extents(&self, name: TableName) -> Result<Vec<Extent>, FileError> {
        let files = self.file_names()?;
        let parsed = files.iter().filter_map(|file| TableName::parse_file_name(file));
        let mut extents: Vec<Extent> =
            parsed.filter(|(other, _)| *other == name).map(|(_, extent)| extent).collect();
        extents.sort_unstable();
        Ok(extents)
    }

    /// The names of all files, none if there is no folder.
    pub(super) fn file_names(&self) -> Result<Vec<String>, FileError> {
        let entries = sole_storage::entries(&self.path)?;
        let name = |path: PathBuf| path.file_name()?.to_str().map(str::to_owned);
        Ok(entries.into_iter().filter_map(name).collect())
    }

    /// A complete file stands for all segments: they are left over.
    fn open_extents(
        &self,
        name: TableName,
        extents: &[Extent],
    ) -> Result<Option<Table>, FileError> {
        let (kind, extents) = match extents {
            [] => return Ok(None),
            [Extent::Complete, ..] => (Kind::Complete, &extents[..1]),
            segments => (Kind::Segment, segments),
        };
        let files =
            extents.iter().map(|&extent| Source::open(self.file_path(name, extent), name, kind));
        let files = files.collect::<Result<_, _>>()?;
        Ok(Some(Table::new(name, kind, files, Arc::clone(&self.cache))))
    }

    /// None if the table is gone by now.
    fn listing(&self, name: TableName) -> Option<Listing> {
        let contents = self.table(name).transpose()?.map(|table| Contents {
            bytes: table.bytes(),
            slices: table.keys().len(),
            complete: table.is_complete(),
        });
        Some(Listing { name, contents })
    }
}
