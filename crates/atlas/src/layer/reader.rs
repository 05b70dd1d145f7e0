//! Reading range files: positions and their games, whoever wrote the file.

use super::schema::Column;
use crate::{Key, Record};
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::Int64Type;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, FileReader, RowGroupReader, SerializedFileReader};
use std::ops::RangeInclusive;

/// Reads a range file group by group.
pub(crate) struct RangeReader<R: ChunkReader> {
    file: SerializedFileReader<R>,
}

impl<R: ChunkReader + 'static> RangeReader<R> {
    /// Opens a file.
    pub(crate) fn new(file: R) -> Result<RangeReader<R>> {
        Ok(RangeReader { file: SerializedFileReader::new(file)? })
    }

    /// How many row groups there are.
    pub(crate) fn groups(&self) -> usize {
        self.file.num_row_groups()
    }

    /// How many rows a group has.
    pub(crate) fn rows(&self, group: usize) -> usize {
        self.file.metadata().row_group(group).num_rows().max(0) as usize
    }

    /// How many rows the file has.
    pub(crate) fn all_rows(&self) -> u64 {
        (0..self.groups()).map(|group| self.rows(group) as u64).sum()
    }

    /// The smallest and the largest number of occupied squares of a group, if the file says so.
    pub(crate) fn occupied(&self, group: usize) -> Option<RangeInclusive<u64>> {
        let column = self.file.metadata().row_group(group).column(Column::Occupied as usize);
        let statistics = column.statistics()?;
        let number = |bytes: Option<&[u8]>| Some(u64::from_le_bytes(bytes?.try_into().ok()?));
        Some(number(statistics.min_bytes_opt())?..=number(statistics.max_bytes_opt())?)
    }

    /// Appends the rows of a group.
    pub(crate) fn read_group(&self, group: usize, records: &mut Vec<Record>) -> Result<()> {
        let rows = self.rows(group);
        let group = self.file.get_row_group(group)?;
        let [occupied, first_men, last_men] =
            Column::KEY.map(|column| numbers(&*group, column, rows));
        let keys = occupied?.into_iter().zip(first_men?).zip(last_men?);
        let games = numbers(&*group, Column::Games, rows)?;
        records.reserve(rows);
        for (((occupied, first_men), last_men), games) in keys.zip(games) {
            let key = Key::from_words([occupied, first_men, last_men].map(|word| word as u64));
            let games =
                u64::try_from(games).map_err(|_| malformed("a negative number of games"))?;
            records.push(Record { key, games });
        }
        Ok(())
    }
}

fn numbers(group: &dyn RowGroupReader, column: Column, rows: usize) -> Result<Vec<i64>> {
    let reader = group.get_column_reader(column as usize)?;
    let mut values = Vec::with_capacity(rows);
    let mut reader = get_typed_column_reader::<Int64Type>(reader);
    while values.len() < rows {
        let (read, _, _) = reader.read_records(rows - values.len(), None, None, &mut values)?;
        if read == 0 {
            return Err(malformed("fewer rows than announced"));
        }
    }
    Ok(values)
}

fn malformed(what: &str) -> ParquetError {
    ParquetError::General(what.to_owned())
}
