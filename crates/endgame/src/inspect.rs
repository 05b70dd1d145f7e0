//! Whole tables read from beginning to end, and compared with published hashes.

use crate::build::Plan;
use crate::file::{FileError, Metric, Part, Table, TableName};
use crate::slice::Slice;
use crate::tables::{Tables, checked_index, side_of, table_name};
use sole_board::{Color, Material};
use sole_puzzle::task::Task;
use std::collections::BTreeSet;
use std::fmt;

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

/// What reading all tables of some plans found.
#[derive(Debug, Default)]
pub struct TableCheck {
    /// The complete tables that are as they should be.
    pub sound: Vec<CheckedTable>,
    /// The tables that were removed, so that they can be built again.
    pub removed: Vec<RemovedTable>,
}

/// A complete table that was read in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedTable {
    /// Its ending.
    pub ending: Material,
    /// What it counts.
    pub metric: Metric,
    /// What was found.
    pub inspection: Inspection,
}

/// A table that was removed.
#[derive(Debug)]
pub struct RemovedTable {
    /// Its ending.
    pub ending: Material,
    /// What it counts.
    pub metric: Metric,
    /// What was wrong with it.
    pub flaw: TableFlaw,
}

/// Why a table is of no use.
#[derive(Debug)]
pub enum TableFlaw {
    /// A file of it is damaged.
    Damaged(FileError),
    /// It has another hash than the published table.
    Differs {
        /// Its hash.
        hash: String,
    },
}

impl fmt::Display for TableFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableFlaw::Damaged(error) => error.fmt(f),
            TableFlaw::Differs { hash } => {
                write!(f, "a table with the hash {hash} differs from the published one")
            }
        }
    }
}

impl Tables {
    /// Reads all that is there of some plans, and removes what is damaged or differs from what is
    /// published; `None` if the task was to stop.
    ///
    /// # Errors
    /// A file cannot be read or removed.
    pub fn check(&self, plans: &[&Plan], task: &Task) -> Result<Option<TableCheck>, FileError> {
        let keys: Vec<(Material, Metric)> = plans
            .iter()
            .flat_map(|plan| plan.endings().into_iter().map(|ending| (ending, plan.metric())))
            .collect();
        task.begin_phase("checking", "tables", keys.len() as u64);
        let mut check = TableCheck::default();
        for (ending, metric) in keys {
            if task.should_stop() {
                return Ok(None);
            }
            task.set_detail(table_name(&ending, metric).to_string());
            self.check_table(ending, metric, &mut check)?;
            task.advance(1);
        }
        Ok(Some(check))
    }

    fn check_table(
        &self,
        ending: Material,
        metric: Metric,
        check: &mut TableCheck,
    ) -> Result<(), FileError> {
        let flaw = match self.inspect(&ending, metric) {
            Ok(Some(Inspection { published: Published::Differs, hash })) => {
                TableFlaw::Differs { hash }
            }
            Ok(inspected) => {
                let sound = inspected.map(|inspection| CheckedTable { ending, metric, inspection });
                check.sound.extend(sound);
                return Ok(());
            }
            Err(error) if error.is_damage() => TableFlaw::Damaged(error),
            Err(error) => return Err(error),
        };
        self.discard(&ending, metric)?;
        check.removed.push(RemovedTable { ending, metric, flaw });
        Ok(())
    }

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
