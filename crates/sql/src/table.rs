//! Rows as a table for people: numbers to the right, texts to the left.

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

/// How many rows are looked at to tell how wide columns are.
const MEASURED: usize = 1000;

/// A table that is written from its top to its bottom.
///
/// The first rows decide how wide its columns are, so that not all have to be
/// kept; what is wider later on is written all the same.
pub(crate) struct Table {
    names: Cells,
    is_number: Vec<bool>,
    /// Rows that are not written yet, since the widths are not known.
    waiting: Vec<Cells>,
    widths: Option<Vec<usize>>,
}

/// The cells of a row.
type Cells = Vec<String>;

impl Table {
    pub(crate) fn new(schema: &SchemaRef) -> Table {
        let names = schema.fields().iter().map(|field| field.name().clone()).collect();
        let is_number = schema.fields().iter().map(|field| field.data_type().is_numeric());
        Table { names, is_number: is_number.collect(), waiting: Vec::new(), widths: None }
    }

    /// What can be written, now that there are more rows.
    pub(crate) fn render(&mut self, batch: &RecordBatch) -> Result<String, ArrowError> {
        self.waiting.extend(cells(batch)?);
        if self.widths.is_none() && self.waiting.len() < MEASURED {
            return Ok(String::new());
        }
        Ok(self.rest())
    }

    /// All that waits, after the names of the columns if they are not written yet.
    pub(crate) fn rest(&mut self) -> String {
        let rows = std::mem::take(&mut self.waiting);
        let mut text = String::new();
        if self.widths.is_none() {
            self.widths = Some(self.measure(&rows));
            self.push(&self.names, &mut text);
        }
        rows.iter().for_each(|row| self.push(row, &mut text));
        text
    }

    fn measure(&self, rows: &[Cells]) -> Vec<usize> {
        let width =
            |cell: &String| cell.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let widest = |(column, name): (usize, &String)| {
            rows.iter().map(|row| width(&row[column])).fold(width(name), usize::max)
        };
        self.names.iter().enumerate().map(widest).collect()
    }

    /// Adds a row, which has several lines if a cell has.
    fn push(&self, row: &[String], text: &mut String) {
        let height = row.iter().map(|cell| cell.lines().count()).max().unwrap_or(0).max(1);
        for height in 0..height {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let width = self.widths.as_ref().map_or(0, |widths| widths[column]);
                let cell = cell.lines().nth(height).unwrap_or_default();
                let gap = if column == 0 { "" } else { "  " };
                line += &match self.is_number[column] {
                    true => format!("{gap}{cell:>width$}"),
                    false => format!("{gap}{cell:<width$}"),
                };
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
}

/// All cells, row by row.
fn cells(batch: &RecordBatch) -> Result<Vec<Cells>, ArrowError> {
    let options = FormatOptions::default();
    let columns = batch.columns().iter();
    let columns = columns
        .map(|column| ArrayFormatter::try_new(column, &options))
        .collect::<Result<Vec<ArrayFormatter>, ArrowError>>()?;
    let row = |row| columns.iter().map(|column| column.value(row).try_to_string()).collect();
    (0..batch.num_rows()).map(row).collect()
}
