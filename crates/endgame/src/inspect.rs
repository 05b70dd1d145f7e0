//! Whole tables read from beginning to end, and compared with published hashes.

use crate::file::{FileError, Metric, Part, Table, TableName};
use crate::slice::Slice;
use crate::tables::{Tables, checked_index, side_of, table_name};
use sole_board::{Color, Material};
use std::collections::BTreeSet;

/// The hashes of all tables of three and four men.
const PUBLISHED: &str = include_str!("../../../data/endgame/hashes.csv");

/// What was found in a complete table, every byte of which was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// The hash of its values, in hexadecimal digits; see [`Table::hash`].
    pub hash: String,
    /// Whether that is the published one.
    pub published: Published,
}

/// How a hash compares with the published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Published {
    /// They are the same.
    Matches,
    /// They are not: the table was made by another program, or changed since.
    Differs,
    /// None is published for this table.
    Unknown,
}

impl Published {
    /// Compares the hash of a table.
    pub fn of(name: TableName, hash: &str) -> Published {
        let title = name.to_string();
        let mut rows = PUBLISHED.lines().filter_map(|line| line.split_once(','));
        match rows.find(|(table, _)| *table == title) {
            None => Published::Unknown,
            Some((_, known)) if known == hash => Published::Matches,
            Some(_) => Published::Differs,
        }
    }
}

impl Tables {
    /// Reads all of a table: every checksum, which slices there are, and how long they are.
    ///
    /// Of a table that is not complete the slices that are there are read, and nothing is compared.
    ///
    /// # Errors
    /// Whatever is wrong with its files.
    pub fn inspect(
        &self,
        ending: &Material,
        metric: Metric,
    ) -> Result<Option<Inspection>, FileError> {
        let name = table_name(ending, metric);
        let Some(table) = self.folder().table(name)? else { return Ok(None) };
        check_slices(&table, ending)?;
        let hash = table.hash()?;
        let published = Published::of(name, &hash);
        Ok(table.is_complete().then_some(Inspection { hash, published }))
    }

    /// Removes all files of a table, whatever is in them, so that it can be built again.
    ///
    /// # Errors
    /// The lock cannot be taken, or a file cannot be removed.
    pub fn discard(&self, ending: &Material, metric: Metric) -> Result<(), FileError> {
        self.folder().discard(table_name(ending, metric))?;
        self.forget(ending, metric);
        Ok(())
    }
}

/// A table holds slices of its ending, a complete one all of them, each as long as it must be.
fn check_slices(table: &Table, ending: &Material) -> Result<(), FileError> {
    let all = Slice::all(ending);
    let known: BTreeSet<_> = all.iter().map(Slice::key).collect();
    if let Some(&stranger) = table.keys().iter().find(|key| !known.contains(key)) {
        return Err(table.damaged(stranger, Part::Directory));
    }
    for slice in &all {
        match table.contains(slice.key()) {
            true => Color::ALL
                .into_iter()
                .try_for_each(|turn| checked_index(table, slice, side_of(turn)).map(|_| ()))?,
            false if table.is_complete() => {
                return Err(FileError::NoSuchSlice { name: table.name(), slice: slice.key() });
            }
            false => {}
        }
    }
    Ok(())
}

impl FileError {
    /// Whether the file is of no use and can be built again: not one of another version or under a
    /// wrong name, and not one that could not be read.
    pub fn is_damage(&self) -> bool {
        matches!(
            self,
            FileError::Damaged { .. }
                | FileError::Length { .. }
                | FileError::NotATable { .. }
                | FileError::NoSuchSlice { .. }
        )
    }

    /// The table that is damaged and can be built again; `None` if the error is another one.
    pub fn damaged_table(&self) -> Option<TableName> {
        match self {
            FileError::Damaged { path, .. }
            | FileError::Length { path, .. }
            | FileError::NotATable { path } => TableName::of_file(path),
            FileError::NoSuchSlice { name, .. } => Some(*name),
            _ => None,
        }
    }
}
