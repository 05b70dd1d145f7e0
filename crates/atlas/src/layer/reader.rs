//! Reading range files: positions and their games, whichever program wrote the file.

use super::schema::Column;
use crate::{Key, Record};
use parquet::basic::Type;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::Int64Type;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::reader::{ChunkReader, FileReader, RowGroupReader, SerializedFileReader};
use std::cell::Cell;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// No row group has more rows: some hundred thousand are usual.
const MOST_ROWS_OF_GROUP: usize = 1 << 24;

/// The most rows that memory is reserved for before they are read.
const ROWS_AT_ONCE: usize = 1 << 20;

/// Reads a range file group by group.
///
/// A file may have the right checksum and nonsense in it. So every key is checked to be the
/// packed position that it must be, and a panic of the decoder, which has no other way to
/// refuse some files, is an error.
pub(crate) struct RangeReader<R: ChunkReader> {
    file: SerializedFileReader<R>,
    /// The most men that a position can have: those of the start.
    men: usize,
}

impl<R: ChunkReader + 'static> RangeReader<R> {
    /// Opens a file of an atlas; `men` is the number of men of its start.
    pub(crate) fn new(file: R, men: usize) -> Result<RangeReader<R>> {
        guarded(|| {
            let file = SerializedFileReader::new(file)?;
            match is_range_file(file.metadata()) {
                true => Ok(RangeReader { file, men }),
                false => Err(malformed("not the columns or row groups of a layer")),
            }
        })
    }

    /// How many row groups there are.
    pub(crate) fn groups(&self) -> usize {
        self.file.num_row_groups()
    }

    /// How many rows a group has.
    pub(crate) fn rows(&self, group: usize) -> usize {
        rows_of(self.file.metadata().row_group(group))
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

    /// Reads the headers of all pages, but not what is in them.
    pub(crate) fn read_page_headers(&self) -> Result<()> {
        guarded(|| {
            (0..self.groups()).try_for_each(|group| {
                let group = self.file.get_row_group(group)?;
                (0..group.num_columns()).try_for_each(|column| {
                    let mut pages = group.get_column_page_reader(column)?;
                    while pages.peek_next_page()?.is_some() {
                        pages.skip_next_page()?;
                    }
                    Ok(())
                })
            })
        })
    }

    /// Decodes every column of every row, also those that nothing here reads.
    pub(crate) fn decode_all(&self) -> Result<()> {
        guarded(|| self.file.get_row_iter(None)?.try_for_each(|row| row.map(drop)))
    }

    /// Appends the rows of a group.
    pub(crate) fn read_group(&self, group: usize, records: &mut Vec<Record>) -> Result<()> {
        guarded(|| self.decode_group(group, records))
    }

    fn decode_group(&self, group: usize, records: &mut Vec<Record>) -> Result<()> {
        let rows = self.rows(group);
        let group = self.file.get_row_group(group)?;
        let [occupied, first_men, last_men] =
            Column::KEY.map(|column| numbers(&*group, column, rows));
        let keys = occupied?.into_iter().zip(first_men?).zip(last_men?);
        let games = numbers(&*group, Column::Games, rows)?;
        records.reserve(rows.min(ROWS_AT_ONCE));
        for (((occupied, first_men), last_men), games) in keys.zip(games) {
            let key = Key::from_words([occupied, first_men, last_men].map(|word| word as u64));
            key.check(self.men).map_err(|error| malformed(&error.to_string()))?;
            let games =
                u64::try_from(games).map_err(|_| malformed("a negative number of games"))?;
            records.push(Record { key, games });
        }
        Ok(())
    }
}

thread_local! {
    static IS_DECODING: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread decodes a file, so that a panic is caught and becomes an error.
///
/// A panic hook need not print anything then.
pub fn is_decoding() -> bool {
    IS_DECODING.get()
}

/// What the decoder makes of a file; a panic is an error.
fn guarded<T>(decode: impl FnOnce() -> Result<T>) -> Result<T> {
    let was_decoding = IS_DECODING.replace(true);
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    IS_DECODING.set(was_decoding);
    decoded.unwrap_or_else(|_| Err(malformed("it cannot be decoded")))
}

/// Whether a file has the columns that are read, and row groups that can be.
fn is_range_file(file: &ParquetMetaData) -> bool {
    let columns = file.file_metadata().schema_descr().columns();
    let is_number = |column: Column| {
        let found = columns.get(column as usize);
        found.is_some_and(|found| {
            found.physical_type() == Type::INT64
                && found.max_def_level() == 0
                && found.max_rep_level() == 0
        })
    };
    Column::KEY.into_iter().chain([Column::Games]).all(is_number)
        && file.row_groups().iter().all(|group| {
            group.num_columns() == columns.len()
                && group.num_rows() >= 0
                && rows_of(group) <= MOST_ROWS_OF_GROUP
        })
}

fn rows_of(group: &RowGroupMetaData) -> usize {
    usize::try_from(group.num_rows()).unwrap_or(0)
}

fn numbers(group: &dyn RowGroupReader, column: Column, rows: usize) -> Result<Vec<i64>> {
    let reader = group.get_column_reader(column as usize)?;
    let mut values = Vec::with_capacity(rows.min(ROWS_AT_ONCE));
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

#[cfg(test)]
mod tests {
    use super::super::schema::schema;
    use super::*;
    use bytes::Bytes;
    use parquet::data_type::{BoolType, ByteArrayType, Int32Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use sole_board::{PackedPosition, Position};
    use std::sync::Arc;

    /// A range file of one row with this key, as anyone can write it.
    fn file_with(key: [u64; 3]) -> Bytes {
        let mut bytes = Vec::new();
        let properties = Arc::new(WriterProperties::default());
        let mut file = SerializedFileWriter::new(&mut bytes, schema(), properties).expect("begun");
        let mut group = file.next_row_group().expect("a group");
        let mut number = 0;
        while let Some(mut column) = group.next_column().expect("a column") {
            let value = key.get(number).map_or(1, |&word| word as i64);
            let written = match number {
                0..=3 => column.typed::<Int64Type>().write_batch(&[value], None, None),
                4 | 8 | 11 => column.typed::<Int32Type>().write_batch(&[1], None, None),
                7 => column.typed::<BoolType>().write_batch(&[false], None, None),
                _ => column.typed::<ByteArrayType>().write_batch(&["x".into()], None, None),
            };
            assert_eq!(written.expect("written"), 1);
            column.close().expect("closed");
            number += 1;
        }
        group.close().expect("closed");
        file.close().expect("closed");
        Bytes::from(bytes)
    }

    #[test]
    fn rows_that_are_not_positions_are_refused() {
        let start = PackedPosition::new(&Position::initial()).expect("packs");
        let [occupied, first, last] = Key::of(start).words();
        let cases = [
            ("the starting position", [occupied, first, last], Ok(1)),
            ("64 men", [u64::MAX, first, last], Err("64 men")),
            ("33 men", [occupied | 1 << 20, first, last], Err("33 men")),
            ("an empty board", [0; 3], Err("a row has no king")),
            ("nibbles without men", [0, first, last], Err("a row is not a position")),
            ("pawns alone", [occupied, 0, 0], Err("a row is not a position")),
            ("kings alone", [occupied, u64::MAX, u64::MAX], Err("a row is not a position")),
        ];
        for (name, key, expected) in cases {
            let mut records = Vec::new();
            let reader = RangeReader::new(file_with(key), 32).expect(name);
            let read = reader.read_group(0, &mut records).map(|()| records.len());
            match (read, expected) {
                (Ok(rows), Ok(expected)) => assert_eq!(rows, expected, "{name}"),
                (Err(error), Err(expected)) => {
                    assert!(error.to_string().contains(expected), "{name}: {error}");
                }
                (read, _) => panic!("{name}: {read:?}"),
            }
        }
        let reader = RangeReader::new(file_with([occupied, first, last]), 31).expect("it opens");
        let error = reader.read_group(0, &mut Vec::new()).expect_err("32 men");
        assert!(error.to_string().contains("more men than the start"), "{error}");
    }
}
