//! Successors as a stream: Arrow batches of positions in, batches of children out.
//!
//! This is one step of a layer for engines that sort and merge by themselves.
//! Both streams have the columns `position`, 24 bytes, and `games`, 64 bits; the
//! children of each batch are sorted and merged. Positions are checked, since
//! they come from outside.

use crate::sort::Sorter;
use crate::{Key, Record};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, BinaryArray, Int64Array, RecordBatch};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use sole_board::{Color, PackedError, PackedPosition};
use std::fmt;
use std::io::{Read, Write};
use std::sync::Arc;

/// What went through a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// Positions that came in.
    pub positions: u64,
    /// Their games.
    pub games: u128,
    /// Their legal moves.
    pub edges: u64,
    /// Rows that went out.
    pub children: u64,
    /// Their games.
    pub child_games: u128,
}

/// Why a stream broke off.
#[derive(Debug)]
#[non_exhaustive]
pub enum StreamError {
    /// The stream is not as Arrow has it, or cannot be read or written.
    Arrow(ArrowError),
    /// A column is missing or has another type.
    Column {
        /// Its name.
        name: &'static str,
    },
    /// A row that is no position.
    Position {
        /// Its number in the stream, from 0.
        row: u64,
        /// Why not.
        error: PackedError,
    },
    /// A row with no position of 24 bytes, or with fewer games than one.
    Row {
        /// Its number in the stream, from 0.
        row: u64,
    },
    /// More games lead to a child than a signed number of 64 bits holds.
    TooManyGames,
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StreamError::Arrow(error) => write!(f, "{error}"),
            StreamError::Column { name } => {
                write!(f, "column {name} is missing, or not of 24 bytes or a number of 64 bits")
            }
            StreamError::Position { row, error } => write!(f, "row {row}: {error}"),
            StreamError::Row { row } => write!(f, "row {row} has no position, or no games"),
            StreamError::TooManyGames => f.write_str("more than 2^63 games lead to one position"),
        }
    }
}

impl std::error::Error for StreamError {}

impl From<ArrowError> for StreamError {
    fn from(error: ArrowError) -> StreamError {
        StreamError::Arrow(error)
    }
}

/// Rows in a batch that goes out, at most.
const BATCH: usize = 1 << 16;

/// Reads positions to the end of a stream and writes their children.
///
/// # Errors
/// Whatever is wrong with the stream; what was written then is no whole stream.
pub fn expand_stream(input: impl Read, output: impl Write) -> Result<Passed, StreamError> {
    let reader = StreamReader::try_new(input, None)?;
    let schema = Arc::new(Schema::new(vec![
        Field::new("position", DataType::Binary, false),
        Field::new("games", DataType::Int64, false),
    ]));
    let mut writer = StreamWriter::try_new(output, &schema)?;
    let (mut passed, mut sorter) = (Passed::default(), Sorter::default());
    let (mut edges, mut children) = (Vec::new(), Vec::new());
    for batch in reader {
        edges.clear();
        children.clear();
        for record in records(&batch?, passed.positions)? {
            passed.positions += 1;
            passed.games += u128::from(record.games);
            let edge = |child| Record { key: Key::of(child), games: record.games };
            record.key.position().for_each_child(|child| edges.push(edge(child)));
        }
        passed.edges += edges.len() as u64;
        let merged = sorter.sort_and_merge(&edges, &mut children);
        merged.ok_or(StreamError::TooManyGames)?;
        for rows in children.chunks(BATCH) {
            passed.children += rows.len() as u64;
            passed.child_games += rows.iter().map(|row| u128::from(row.games)).sum::<u128>();
            writer.write(&RecordBatch::try_new(schema.clone(), columns(rows)?)?)?;
        }
    }
    writer.finish()?;
    Ok(passed)
}

fn columns(rows: &[Record]) -> Result<Vec<ArrayRef>, StreamError> {
    let positions = BinaryArray::from_iter_values(rows.iter().map(|row| row.key.to_bytes()));
    let games = rows.iter().map(|row| i64::try_from(row.games).ok()).collect::<Option<Vec<i64>>>();
    let games = Int64Array::from(games.ok_or(StreamError::TooManyGames)?);
    Ok(vec![Arc::new(positions), Arc::new(games)])
}

/// The rows of a batch, the first of which has this number in the stream.
fn records(batch: &RecordBatch, first: u64) -> Result<Vec<Record>, StreamError> {
    let column = |name| batch.column_by_name(name).ok_or(StreamError::Column { name });
    let (positions, games) = (column("position")?, column("games")?);
    let games =
        games.as_primitive_opt::<Int64Type>().ok_or(StreamError::Column { name: "games" })?;
    let bytes = bytes_of(positions).ok_or(StreamError::Column { name: "position" })?;
    let record = |((bytes, games), row): ((Option<&[u8]>, Option<i64>), u64)| {
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        let games = games.and_then(|games| u64::try_from(games).ok()).filter(|&games| games > 0);
        let (Some(bytes), Some(games)) = (bytes, games) else {
            return Err(StreamError::Row { row });
        };
        let position = PackedPosition::from_bytes(bytes).and_then(with_kings);
        let position = position.map_err(|error| StreamError::Position { row, error })?;
        Ok(Record { key: Key::of(position), games })
    };
    bytes.into_iter().zip(games).zip(first..).map(record).collect()
}

/// The same if both sides have a king, so that all children can be packed.
fn with_kings(position: PackedPosition) -> Result<PackedPosition, PackedError> {
    let unpacked = position.unpack();
    let has_king = |color| unpacked.diagram().king(color).is_some();
    if Color::ALL.into_iter().all(has_king) { Ok(position) } else { Err(PackedError::NoKing) }
}

/// The bytes of each row, whichever kind of bytes they are.
fn bytes_of(column: &ArrayRef) -> Option<Vec<Option<&[u8]>>> {
    match column.data_type() {
        DataType::Binary => Some(column.as_binary::<i32>().iter().collect()),
        DataType::LargeBinary => Some(column.as_binary::<i64>().iter().collect()),
        DataType::FixedSizeBinary(_) => Some(column.as_fixed_size_binary().iter().collect()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Published;
    use sole_board::Position;

    /// A stream of batches of records.
    fn stream(batches: &[Vec<Record>]) -> Vec<u8> {
        let schema = Schema::new(vec![
            Field::new("position", DataType::Binary, false),
            Field::new("games", DataType::Int64, false),
        ]);
        let mut writer = StreamWriter::try_new(Vec::new(), &schema).expect("a stream");
        for batch in batches {
            let columns = columns(batch).expect("few games");
            let batch = RecordBatch::try_new(Arc::new(schema.clone()), columns).expect("a batch");
            writer.write(&batch).expect("written");
        }
        writer.finish().expect("finished");
        writer.into_inner().expect("the bytes")
    }

    fn rows(stream: &[u8]) -> Vec<Record> {
        let reader = StreamReader::try_new(stream, None).expect("a stream");
        reader.flat_map(|batch| records(&batch.expect("a batch"), 0).expect("records")).collect()
    }

    #[test]
    fn streams_make_the_layers() {
        let start = PackedPosition::new(&Position::initial()).expect("packs");
        let mut layer = vec![Record { key: Key::of(start), games: 1 }];
        for ply in 1..=3 {
            let batches: Vec<Vec<Record>> = layer.chunks(100).map(<[Record]>::to_vec).collect();
            let mut output = Vec::new();
            let passed = expand_stream(&*stream(&batches), &mut output).expect("a stream");
            layer = rows(&output);
            assert_eq!(passed.children, layer.len() as u64);
            layer.sort_by_key(|record| record.key);
            crate::record::merge_equal(&mut layer, 0).expect("few games");
            let published = Published::at(ply).expect("published");
            assert_eq!(layer.len() as u64, published.positions, "{ply}");
            assert_eq!(passed.child_games, published.games, "{ply}");
        }
    }

    #[test]
    fn rows_that_are_no_positions_are_refused() {
        let start = PackedPosition::new(&Position::initial()).expect("packs");
        let good = Record { key: Key::of(start), games: 1 };
        let cases = [
            (Record { key: Key::MIN, games: 1 }, "row 1: no king"),
            (Record { key: good.key, games: 0 }, "row 1 has no position, or no games"),
        ];
        for (bad, expected) in cases {
            let input = stream(&[vec![good], vec![bad]]);
            let error = expand_stream(&*input, &mut Vec::new()).expect_err("a bad row");
            assert!(error.to_string().starts_with(expected), "{error}");
        }
        assert!(matches!(
            expand_stream(&b"nothing"[..], &mut Vec::new()),
            Err(StreamError::Arrow(_))
        ));
    }
}
