//! Positions as streams of Arrow batches, for engines that sort and merge by themselves.
//!
//! A layer goes out, positions are turned into their children, and the rows of
//! a file come in (`grow/import_sorted.rs`). All streams have the columns `position`, 24 bytes, and
//! `games`, 64 bits; the children of each batch are sorted and merged. Positions
//! are checked, since they come from outside, and so is the end of a stream: one
//! that was cut between two batches looks whole but for its missing end mark.

use crate::error::AtlasError;
use crate::sort::Sorter;
use crate::store::Atlas;
use crate::{Key, Record};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, BinaryArray, Int64Array, RecordBatch};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use sole_board::{Color, PackedError, PackedPosition};
use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// The counts of an expanded stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExpandSummary {
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
    /// A row whose position is before that of the row before.
    Order {
        /// Its number in the stream, from 0.
        row: u64,
    },
    /// A row whose position belongs into another file.
    Range {
        /// Its number in the stream, from 0.
        row: u64,
    },
    /// More games lead to a position than a signed number of 64 bits holds.
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
            StreamError::Order { row } => write!(f, "row {row} comes before the row before it"),
            StreamError::Range { row } => write!(f, "row {row} belongs into another file"),
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
pub fn expand_stream(input: impl Read, output: impl Write) -> Result<ExpandSummary, StreamError> {
    let mut writer = RecordWriter::new(output)?;
    let (mut summary, mut sorter) = (ExpandSummary::default(), Sorter::default());
    let (mut edges, mut children) = (Vec::new(), Vec::new());
    for batch in batches(input)? {
        edges.clear();
        children.clear();
        for record in batch? {
            summary.positions += 1;
            summary.games += u128::from(record.games);
            let edge = |child| Record { key: Key::of(child), games: record.games };
            record.key.position().for_each_child(|child| edges.push(edge(child)));
        }
        summary.edges += edges.len() as u64;
        let merged = sorter.sort_and_merge(&edges, &mut children);
        merged.ok_or(StreamError::TooManyGames)?;
        writer.write(&children)?;
    }
    let StreamSummary { rows, games } = writer.finish()?;
    (summary.children, summary.child_games) = (rows, games);
    Ok(summary)
}

/// The counts of a written stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StreamSummary {
    /// Rows.
    pub rows: u64,
    /// Their games.
    pub games: u128,
}

/// A part of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Layer,
    /// A file, by its place in the layer.
    File {
        /// The place, from 0.
        file: usize,
    },
    /// A row group of a file.
    Group {
        /// The place of the file, from 0.
        file: usize,
        /// The place of the row group in the file, from 0.
        group: usize,
    },
}

/// Writes rows of a layer as a stream, in order, after checking each file.
///
/// # Errors
/// [`AtlasError::Missing`] or [`AtlasError::NoFile`] if there is no such part,
/// or whatever is wrong with a file or the stream.
pub fn read_stream(
    atlas: &Atlas,
    ply: u32,
    part: Part,
    output: impl Write,
) -> Result<StreamSummary, AtlasError> {
    let layer = atlas.layer(ply)?;
    let place = |file: usize| layer.files.get(file).ok_or(AtlasError::NoFile { ply, file });
    if let Part::File { file } | Part::Group { file, .. } = part {
        place(file)?;
    }
    let mut writer = RecordWriter::new(output).map_err(AtlasError::Stream)?;
    let mut write = |records: &[Record]| writer.write(records).map_err(AtlasError::Stream);
    match part {
        Part::Layer => {
            let mut files = layer.files.iter();
            files.try_for_each(|file| atlas.for_each_group(ply, file, &mut write))?;
        }
        Part::File { file } => atlas.for_each_group(ply, place(file)?, write)?,
        Part::Group { file, group } => {
            let records = atlas.read_group(ply, place(file)?, group)?;
            write(&records.ok_or(AtlasError::NoGroup { ply, file, group })?)?;
        }
    }
    writer.finish().map_err(AtlasError::Stream)
}

/// Writes records as a stream, and counts them.
struct RecordWriter<W: Write> {
    schema: Arc<Schema>,
    writer: StreamWriter<W>,
    sent: StreamSummary,
}

impl<W: Write> RecordWriter<W> {
    fn new(output: W) -> Result<RecordWriter<W>, StreamError> {
        let schema = Arc::new(Schema::new(vec![
            Field::new("position", DataType::Binary, false),
            Field::new("games", DataType::Int64, false),
        ]));
        let writer = StreamWriter::try_new(output, &schema)?;
        Ok(RecordWriter { schema, writer, sent: StreamSummary::default() })
    }

    fn write(&mut self, records: &[Record]) -> Result<(), StreamError> {
        for rows in records.chunks(BATCH) {
            self.sent.rows += rows.len() as u64;
            self.sent.games += rows.iter().map(|row| u128::from(row.games)).sum::<u128>();
            let batch = RecordBatch::try_new(self.schema.clone(), columns(rows)?)?;
            self.writer.write(&batch)?;
        }
        Ok(())
    }

    /// Ends the stream.
    fn finish(mut self) -> Result<StreamSummary, StreamError> {
        self.writer.finish()?;
        Ok(self.sent)
    }
}

/// The records of each batch of a stream, to its end mark.
pub(crate) fn batches(
    input: impl Read,
) -> Result<impl Iterator<Item = Result<Vec<Record>, StreamError>>, StreamError> {
    let mut rows = 0;
    let reader = StreamReader::try_new(Unended(input, "the stream has no end mark"), None)?;
    Ok(reader.map(move |batch| {
        let records = records(&batch?, rows)?;
        rows += records.len() as u64;
        Ok(records)
    }))
}

/// Input that must not end before its reader stops, as that of a stream does at the end mark. The
/// text says what is wrong if it does.
pub(crate) struct Unended<R>(pub(crate) R, pub(crate) &'static str);

impl<R: Read> Read for Unended<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.0.read(bytes)? {
            0 if !bytes.is_empty() => Err(io::Error::other(self.1)),
            read => Ok(read),
        }
    }
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

/// A stream of batches of records.
#[cfg(test)]
pub(crate) fn stream_of(batches: &[Vec<Record>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = RecordWriter::new(&mut bytes).expect("a stream");
    batches.iter().for_each(|batch| writer.write(batch).expect("few games"));
    writer.finish().expect("finished");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Published;
    use crate::grow::Geometry;
    use sole_board::Position;

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
            let summary = expand_stream(&*stream_of(&batches), &mut output).expect("a stream");
            layer = rows(&output);
            assert_eq!(summary.children, layer.len() as u64);
            layer.sort_by_key(|record| record.key);
            crate::record::merge_equal(&mut layer, 0).expect("few games");
            let published = Published::at(ply).expect("published");
            assert_eq!(layer.len() as u64, published.positions, "{ply}");
            assert_eq!(summary.child_games, published.games, "{ply}");
        }
    }

    #[test]
    fn a_layer_goes_out_whole_and_in_parts() {
        let folder = tempfile::tempdir().expect("a folder");
        let atlas = Atlas::new(folder.path(), Position::initial()).expect("packs");
        let atlas = atlas.with_geometry(Geometry::SMALL);
        let settings = crate::Settings { threads: 1, memory: 64 << 20 };
        let go_on = |_| std::ops::ControlFlow::Continue(());
        crate::grow(&atlas, 4, settings, &go_on).expect("grows");
        let read = |part| {
            let mut output = Vec::new();
            let sent = read_stream(&atlas, 4, part, &mut output)?;
            let rows = rows(&output);
            assert_eq!(sent.rows, rows.len() as u64);
            assert_eq!(sent.games, rows.iter().map(|row| u128::from(row.games)).sum());
            Ok::<_, AtlasError>(rows)
        };
        let mut layer = Vec::new();
        atlas.for_each(4, |record| layer.push(*record)).expect("a layer");
        assert!(read(Part::Layer).expect("read") == layer);
        let (mut files, mut groups) = (Vec::new(), Vec::new());
        for (file, entry) in atlas.layer(4).expect("a layer").files.iter().enumerate() {
            files.extend(read(Part::File { file }).expect("read"));
            for group in 0..atlas.groups(4, entry).expect("a file") {
                groups.extend(read(Part::Group { file, group }).expect("read"));
            }
        }
        assert!(files == layer && groups == layer);
        let refused = |part| read(part).expect_err("not there").to_string();
        let message = "the layer after 4 plies has no file 999";
        assert_eq!(refused(Part::File { file: 999 }), message);
        let message = "file 0 of the layer after 4 plies has no row group 99";
        assert_eq!(refused(Part::Group { file: 0, group: 99 }), message);
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
            let input = stream_of(&[vec![good], vec![bad]]);
            let error = expand_stream(&*input, &mut Vec::new()).expect_err("a bad row");
            assert!(error.to_string().starts_with(expected), "{error}");
        }
        assert!(matches!(
            expand_stream(&b"nothing"[..], &mut Vec::new()),
            Err(StreamError::Arrow(_))
        ));
    }

    #[test]
    fn streams_that_are_cut_anywhere_are_refused() {
        let start = PackedPosition::new(&Position::initial()).expect("packs");
        let record = Record { key: Key::of(start), games: 1 };
        let whole = stream_of(&[vec![record], vec![record]]);
        expand_stream(&*whole, &mut Vec::new()).expect("a whole stream");
        for bytes in 0..whole.len() {
            let cut = expand_stream(&whole[..bytes], &mut Vec::new());
            assert!(matches!(cut, Err(StreamError::Arrow(_))), "{bytes} bytes of {}", whole.len());
        }
    }
}
