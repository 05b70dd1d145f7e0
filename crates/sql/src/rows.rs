//! Rows on their way out, and the forms they take.
//!
//! Where rows are text, positions are FENs, and other bytes hexadecimal numbers.

use crate::error::SqlError;
use crate::functions::{POSITION, fen, hex};
use crate::text_table::TextTable;
use datafusion::arrow::array::{Array, ArrayRef, AsArray, ListArray, RecordBatch, StringArray};
use datafusion::arrow::csv::WriterBuilder as CsvBuilder;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::WriterBuilder as JsonBuilder;
use datafusion::arrow::json::writer::LineDelimited;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::errors::ParquetError;
use datafusion::parquet::file::properties::WriterProperties;
use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

/// Where rows go, and in which form.
pub enum Sink<'a> {
    /// As a table for people.
    Table(&'a mut dyn Write),
    /// As comma-separated values, the names of the columns first.
    Csv(&'a mut dyn Write),
    /// As one JSON object a line.
    JsonLines(&'a mut dyn Write),
    /// As a Parquet file.
    Parquet(&'a File),
}

/// A column of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// The type of its values, as Arrow calls it.
    pub kind: String,
}

/// The columns of a schema.
pub(crate) fn columns(schema: &Schema) -> Vec<Column> {
    let column = |field: &Arc<Field>| {
        let kind = field.data_type().to_string();
        Column { name: field.name().clone(), kind }
    };
    schema.fields().iter().map(column).collect()
}

/// What writes rows into a sink.
pub(crate) enum Writer<'a> {
    Text { out: &'a mut dyn Write, text: Text },
    Parquet(Box<ArrowWriter<&'a File>>),
}

/// The forms of text.
pub(crate) enum Text {
    Table(TextTable),
    Csv,
    JsonLines,
}

impl<'a> Writer<'a> {
    /// Begins to write; the names of the columns come even if no row does.
    pub(crate) fn new(sink: &'a mut Sink<'_>, schema: &SchemaRef) -> Result<Writer<'a>, SqlError> {
        match sink {
            Sink::Table(out) => Ok(Writer::Text { out, text: Text::Table(TextTable::new(schema)) }),
            Sink::Csv(out) => {
                let names = csv(&RecordBatch::new_empty(schema.clone()), Header::Written)?;
                out.write_all(&names).map_err(SqlError::Output)?;
                Ok(Writer::Text { out, text: Text::Csv })
            }
            Sink::JsonLines(out) => Ok(Writer::Text { out, text: Text::JsonLines }),
            Sink::Parquet(file) => {
                let compression = Compression::ZSTD(ZstdLevel::default());
                let properties = WriterProperties::builder().set_compression(compression).build();
                let writer = ArrowWriter::try_new(*file, schema.clone(), Some(properties));
                Ok(Writer::Parquet(Box::new(writer.map_err(write_error)?)))
            }
        }
    }

    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), SqlError> {
        match self {
            Writer::Text { out, text } => {
                let bytes = text.render(batch)?;
                out.write_all(&bytes).map_err(SqlError::Output)
            }
            Writer::Parquet(writer) => writer.write(batch).map_err(write_error),
        }
    }

    pub(crate) fn finish(self) -> Result<(), SqlError> {
        match self {
            Writer::Text { out, text } => {
                if let Text::Table(mut table) = text {
                    out.write_all(table.rest().as_bytes()).map_err(SqlError::Output)?;
                }
                out.flush().map_err(SqlError::Output)
            }
            Writer::Parquet(writer) => writer.close().map(|_| ()).map_err(write_error),
        }
    }
}

impl Text {
    fn render(&mut self, batch: &RecordBatch) -> Result<Vec<u8>, SqlError> {
        let batch = readable(batch)?;
        match self {
            Text::Table(table) => Ok(table.render(&batch).map_err(format_error)?.into_bytes()),
            Text::Csv => csv(&batch, Header::Omitted),
            Text::JsonLines => json_lines(&batch),
        }
    }
}

/// Whether the names of the columns come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Header {
    Written,
    Omitted,
}

fn csv(batch: &RecordBatch, header: Header) -> Result<Vec<u8>, SqlError> {
    let mut bytes = Vec::new();
    let builder = CsvBuilder::new().with_header(header == Header::Written);
    builder.build(&mut bytes).write(&flat(batch)?).map_err(format_error)?;
    Ok(bytes)
}

fn json_lines(batch: &RecordBatch) -> Result<Vec<u8>, SqlError> {
    let mut bytes = Vec::new();
    let builder = JsonBuilder::new().with_explicit_nulls(true);
    let mut writer = builder.build::<_, LineDelimited>(&mut bytes);
    writer.write(batch).and_then(|()| writer.finish()).map_err(format_error)?;
    drop(writer);
    Ok(bytes)
}

/// The same rows with texts in place of positions.
fn readable(batch: &RecordBatch) -> Result<RecordBatch, SqlError> {
    mapped(batch, |column| Ok(readable_column(column)))
}

fn readable_column(column: &ArrayRef) -> ArrayRef {
    if *column.data_type() == POSITION {
        let text = |bytes: &[u8]| fen(bytes).unwrap_or_else(|| hex(bytes));
        let texts = column.as_fixed_size_binary().iter().map(|bytes| bytes.map(text));
        return Arc::new(texts.collect::<StringArray>());
    }
    match column.as_list_opt::<i32>() {
        Some(list) if *list.values().data_type() == POSITION => {
            let (offsets, nulls) = (list.offsets().clone(), list.nulls().cloned());
            let field = Arc::new(Field::new_list_field(DataType::Utf8, true));
            Arc::new(ListArray::new(field, offsets, readable_column(list.values()), nulls))
        }
        _ => column.clone(),
    }
}

/// The same rows with texts in place of lists and structs, which CSV does not have.
fn flat(batch: &RecordBatch) -> Result<RecordBatch, SqlError> {
    mapped(batch, |column| match column.data_type().is_nested() {
        true => formatted(column),
        false => Ok(column.clone()),
    })
}

fn formatted(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let options = FormatOptions::default();
    let formatter = ArrayFormatter::try_new(column, &options)?;
    let text = |row| match column.is_null(row) {
        true => Ok(None),
        false => formatter.value(row).try_to_string().map(Some),
    };
    let texts = (0..column.len()).map(text).collect::<Result<StringArray, ArrowError>>()?;
    Ok(Arc::new(texts))
}

fn mapped(
    batch: &RecordBatch,
    map: impl Fn(&ArrayRef) -> Result<ArrayRef, ArrowError>,
) -> Result<RecordBatch, SqlError> {
    let columns = batch.columns().iter().map(map);
    let columns = columns.collect::<Result<Vec<ArrayRef>, ArrowError>>().map_err(format_error)?;
    let schema = batch.schema();
    let fields = schema.fields().iter().zip(&columns);
    let fields = fields.map(|(field, column)| {
        Field::new(field.name(), column.data_type().clone(), field.is_nullable())
    });
    let schema = Arc::new(Schema::new(fields.collect::<Vec<Field>>()));
    let options = datafusion::arrow::array::RecordBatchOptions::new();
    let options = options.with_row_count(Some(batch.num_rows()));
    RecordBatch::try_new_with_options(schema, columns, &options).map_err(format_error)
}

/// A value that has no such form.
fn format_error(error: ArrowError) -> SqlError {
    let message = format!("the answer cannot be written in this form: {error}");
    SqlError::Query { message, place: None, help: Vec::new() }
}

fn write_error(error: ParquetError) -> SqlError {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => SqlError::Output(*error),
            Err(error) => SqlError::Output(io::Error::other(error)),
        },
        error => SqlError::Output(io::Error::other(error)),
    }
}
