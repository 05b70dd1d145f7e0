//! Rows as a text table for people: numbers to the right, texts to the left.

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

/// The number of rows that decide the widths of columns.
const MEASURED_ROWS: usize = 1000;

/// A text table that is written from top to bottom.
///
/// The first rows decide how wide its columns are, so that not all have to be
/// kept; what is wider later on is written all the same.
pub(crate) struct TextTable {
    names: Cells,
    is_number: Vec<bool>,
    /// Rows that are not written yet, since the widths are not known.
    pending: Vec<Cells>,
    widths: Option<Vec<usize>>,
}

/// The cells of a row.
type Cells = Vec<String>;

impl TextTable {
    pub(crate) fn new(schema: &SchemaRef) -> TextTable {
        let names = schema.fields().iter().map(|field| field.name().clone()).collect();
        let is_number = schema.fields().iter().map(|field| field.data_type().is_numeric());
        TextTable { names, is_number: is_number.collect(), pending: Vec::new(), widths: None }
    }

    /// Adds rows, and renders what can be written by now.
    pub(crate) fn render(&mut self, batch: &RecordBatch) -> Result<String, ArrowError> {
        self.pending.extend(cells(batch)?);
        if self.widths.is_none() && self.pending.len() < MEASURED_ROWS {
            return Ok(String::new());
        }
        Ok(self.rest())
    }

    /// Renders all pending rows, after the names of the columns if they are not written yet.
    pub(crate) fn rest(&mut self) -> String {
        let rows = std::mem::take(&mut self.pending);
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
