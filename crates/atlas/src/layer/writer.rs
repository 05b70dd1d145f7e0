//! Writing range files: rows in the order of their keys, as Parquet.
//!
//! The pages are made here and only put together by the library, whose numbers have
//! as few bits as they need: zstd, which sees bytes, would find little in them.

use super::columns::{self, Columns, DictColumn};
use super::pages;
use super::schema::{Column, schema};
use crate::Record;
use crate::store::{LAYER_VERSION, Tallies};
use bytes::Bytes;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ColumnChunkMetaData, KeyValue};
use parquet::file::properties::WriterProperties;
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use std::hash::Hash;
use std::io::Write;
use std::sync::Arc;
use zstd::bulk::Compressor;
use zstd::zstd_safe::CParameter;

/// The level of zstd, see `docs/atlas.md`.
const ZSTD_LEVEL: i32 = 3;

/// What is different from that level: longer matches, which are found in smaller
/// tables, make pages of rows that are alike no larger and take less time.
const ZSTD_PARAMETERS: [CParameter; 4] = [
    CParameter::WindowLog(19),
    CParameter::HashLog(16),
    CParameter::ChainLog(15),
    CParameter::MinMatch(6),
];

/// What all rows of a layer have in common.
#[derive(Clone, Debug)]
pub(crate) struct Heading {
    /// The plies that were played.
    pub(crate) ply: u32,
    /// The men of the start.
    pub(crate) men: u8,
    /// The start as a FEN.
    pub(crate) start: String,
}

impl Heading {
    fn properties(&self) -> WriterProperties {
        let entry = |key: &str, value: String| KeyValue::new(key.to_owned(), value);
        let entries = vec![
            entry("sole.layer.version", LAYER_VERSION.to_string()),
            entry("sole.layer.ply", self.ply.to_string()),
            entry("sole.layer.start", self.start.clone()),
        ];
        WriterProperties::builder()
            .set_created_by("sole".to_owned())
            .set_key_value_metadata(Some(entries))
            .build()
    }
}

/// Writes a range file group by group.
pub(crate) struct RangeWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    men: u8,
    columns: Columns,
    binder: ChunkBuilder,
    /// Memory for encoded values, which is too dear to be asked for each time.
    spare: Vec<u8>,
}

impl<W: Write + Send> RangeWriter<W> {
    /// Begins a file.
    pub(crate) fn new(out: W, heading: &Heading) -> Result<RangeWriter<W>> {
        let properties = Arc::new(heading.properties());
        let file = SerializedFileWriter::new(out, schema(), properties)?;
        let (columns, binder) = (Columns::default(), ChunkBuilder::new()?);
        Ok(RangeWriter { file, men: heading.men, columns, binder, spare: Vec::new() })
    }

    /// Writes rows as one row group, and returns what is counted of them.
    pub(crate) fn write_group(&mut self, records: &[Record]) -> Result<Tallies> {
        self.columns.clear();
        self.columns.extend(records);
        let mut group = self.file.next_row_group()?;
        for column in Column::ALL {
            let mut bytes = std::mem::take(&mut self.spare);
            bytes.clear();
            let content = Content::of(&self.columns, column, self.men, bytes);
            let (bytes, close) = self.binder.chunk(column, &content, records.len())?;
            self.spare = content.bytes;
            group.append_column(&bytes, close)?;
        }
        group.close()?;
        Ok(self.columns.tallies())
    }

    /// Ends the file.
    pub(crate) fn finish(self) -> Result<W> {
        self.file.into_inner()
    }
}

/// A column's values, encoded.
struct Content {
    encoding: Encoding,
    bytes: Vec<u8>,
    dictionary: Option<Dictionary>,
    statistics: Option<Statistics>,
}

/// The values that places stand for, encoded plainly.
struct Dictionary {
    values: usize,
    bytes: Vec<u8>,
}

impl Content {
    /// The values of a column, in memory that is empty.
    fn of(columns: &Columns, column: Column, men: u8, bytes: Vec<u8>) -> Content {
        match column {
            Column::Occupied => Content::occupied(&columns.occupied, bytes),
            Column::FirstMen => Content::of_long_numbers(&columns.first_men, bytes),
            Column::LastMen => Content::of_long_numbers(&columns.last_men, bytes),
            Column::Games => Content::of_long_numbers(&columns.games, bytes),
            Column::Men => Content::of_numbers(&columns.men, |&men| men.into(), bytes),
            Column::Material => Content::of_texts(&columns.material, ToString::to_string, bytes),
            Column::Turn => {
                Content::of_texts(&columns.turn, |&color| columns::turn(color).to_owned(), bytes)
            }
            Column::InCheck => Content::checks(&columns.in_check, bytes),
            Column::Moves => Content::of_numbers(&columns.moves, |&moves| moves as i32, bytes),
            Column::Outcome => {
                let text = |&ending: &_| columns::outcome(ending).to_owned();
                Content::of_texts(&columns.ending, text, bytes)
            }
            Column::Reason => {
                let text = |&ending: &_| columns::reason(ending).to_owned();
                Content::of_texts(&columns.ending, text, bytes)
            }
            Column::Captures => {
                let captures = |&left: &u8| men.saturating_sub(left).into();
                Content::of_numbers(&columns.men, captures, bytes)
            }
        }
    }

    fn checks(in_check: &[bool], mut bytes: Vec<u8>) -> Content {
        pages::bits(in_check, &mut bytes);
        Content::plain(Encoding::PLAIN, bytes, None)
    }

    fn plain(encoding: Encoding, bytes: Vec<u8>, statistics: Option<Statistics>) -> Content {
        Content { encoding, bytes, dictionary: None, statistics }
    }

    fn occupied(numbers: &[u64], mut bytes: Vec<u8>) -> Content {
        pages::ascending(numbers, &mut bytes);
        let statistics = long_ends(numbers.first(), numbers.last());
        Content::plain(Encoding::DELTA_BINARY_PACKED, bytes, Some(statistics))
    }

    fn of_long_numbers(column: &DictColumn<u64>, bytes: Vec<u8>) -> Content {
        let numbers = column.values();
        let plain = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let statistics = long_ends(numbers.iter().min(), numbers.iter().max());
        Content::of_few(column, plain, statistics, bytes)
    }

    fn of_numbers<T: Copy + Eq + Hash>(
        column: &DictColumn<T>,
        number: impl Fn(&T) -> i32,
        bytes: Vec<u8>,
    ) -> Content {
        let numbers: Vec<i32> = column.values().iter().map(number).collect();
        let plain = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let (least, most) = (numbers.iter().min().copied(), numbers.iter().max().copied());
        let statistics = Statistics::int32(least, most, None, Some(0), false);
        Content::of_few(column, plain, statistics, bytes)
    }

    fn of_texts<T: Copy + Eq + Hash>(
        column: &DictColumn<T>,
        text: impl Fn(&T) -> String,
        bytes: Vec<u8>,
    ) -> Content {
        let texts: Vec<String> = column.values().iter().map(text).collect();
        let plain = |text: &String| [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
        let plain = texts.iter().flat_map(plain).collect();
        let end = |text: Option<&String>| text.map(|text| ByteArray::from(text.as_str()));
        let (least, most) = (end(texts.iter().min()), end(texts.iter().max()));
        let statistics = Statistics::byte_array(least, most, None, Some(0), false);
        Content::of_few(column, plain, statistics, bytes)
    }

    fn of_few<T: Copy + Eq + Hash>(
        column: &DictColumn<T>,
        values: Vec<u8>,
        statistics: Statistics,
        mut bytes: Vec<u8>,
    ) -> Content {
        pages::places(column.places(), column.values().len(), &mut bytes);
        let dictionary = Dictionary { values: column.values().len(), bytes: values };
        Content {
            encoding: Encoding::RLE_DICTIONARY,
            bytes,
            dictionary: Some(dictionary),
            statistics: Some(statistics),
        }
    }
}

/// The least and the greatest number, which the library keeps as signed ones.
fn long_ends(least: Option<&u64>, most: Option<&u64>) -> Statistics {
    let [least, most] = [least, most].map(|end| end.map(|&number| number as i64));
    Statistics::int64(least, most, None, Some(0), false)
}

/// Compresses pages and puts them together.
struct ChunkBuilder {
    zstd: Compressor<'static>,
    level: ZstdLevel,
    compressed: Vec<u8>,
}

impl ChunkBuilder {
    fn new() -> Result<ChunkBuilder> {
        let mut zstd = Compressor::new(ZSTD_LEVEL)?;
        for parameter in ZSTD_PARAMETERS {
            zstd.set_parameter(parameter)?;
        }
        Ok(ChunkBuilder { zstd, level: ZstdLevel::try_new(ZSTD_LEVEL)?, compressed: Vec::new() })
    }

    /// A column's part of a row group.
    fn chunk(
        &mut self,
        column: Column,
        content: &Content,
        rows: usize,
    ) -> Result<(Bytes, ColumnCloseResult)> {
        let mut sink = TrackedWrite::new(Vec::new());
        let mut out = SerializedPageWriter::new(&mut sink);
        let mut uncompressed = 0;
        let mut dictionary_bytes = None;
        let mut encodings = vec![content.encoding];
        if let Some(Dictionary { values, bytes }) = &content.dictionary {
            let page = |buf| Page::DictionaryPage {
                buf,
                num_values: *values as u32,
                encoding: Encoding::PLAIN,
                is_sorted: false,
            };
            let written = out.write_page(self.page(bytes, page)?)?;
            uncompressed += written.uncompressed_size;
            dictionary_bytes = Some(written.bytes_written as i64);
            encodings.push(Encoding::PLAIN);
        }
        let page = |buf| Page::DataPage {
            buf,
            num_values: rows as u32,
            encoding: content.encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        uncompressed += out.write_page(self.page(&content.bytes, page)?)?.uncompressed_size;
        let bytes = sink.into_inner()?;
        let metadata = ColumnChunkMetaData::builder(column.descriptor())
            .set_compression(Compression::ZSTD(self.level))
            .set_encodings(encodings)
            .set_num_values(rows as i64)
            .set_total_compressed_size(bytes.len() as i64)
            .set_total_uncompressed_size(uncompressed as i64)
            .set_data_page_offset(dictionary_bytes.unwrap_or(0))
            .set_dictionary_page_offset(dictionary_bytes.map(|_| 0));
        let metadata = match &content.statistics {
            Some(statistics) => metadata.set_statistics(statistics.clone()),
            None => metadata,
        };
        let close = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: rows as u64,
            metadata: metadata.build()?,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok((bytes.into(), close))
    }

    fn page(&mut self, bytes: &[u8], page: impl FnOnce(Bytes) -> Page) -> Result<CompressedPage> {
        self.compressed.clear();
        self.compressed.reserve(zstd::zstd_safe::compress_bound(bytes.len()));
        let written = self.zstd.compress_to_buffer(bytes, &mut self.compressed);
        written.map_err(ParquetError::from)?;
        Ok(CompressedPage::new(page(Bytes::copy_from_slice(&self.compressed)), bytes.len()))
    }
}
