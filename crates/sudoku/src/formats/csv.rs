//! Tables with a column of lines, comma-separated or with semicolons or tabs.
//!
//! The column is the one whose heading is `puzzle` or a word like it, else the
//! first whose fields are as long as a sudoku in one line. Fields may be in
//! double quotes.

use super::line;

/// The heading of what is written.
pub(super) const HEADER: &str = "puzzle\n";

/// Headings of columns with puzzles.
const HEADINGS: [&str; 9] =
    ["puzzle", "puzzles", "sudoku", "quizzes", "quiz", "question", "grid", "board", "clues"];

/// How the rows of a table are divided, and where its sudokus are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Table {
    delimiter: char,
    column: usize,
    /// Whether the first row has headings.
    pub(super) is_headed: bool,
}

impl Table {
    /// What the first two rows tell, if they are rows of a table.
    pub(super) fn of(first: &str, second: Option<&str>) -> Option<Table> {
        let delimiter = [',', ';', '\t'].into_iter().find(|&c| first.contains(c));
        // A table may have one column.
        let delimiter = delimiter.unwrap_or(',');
        let is_line = |field: &&str| field.len() > 9 && line::shape_of(field.len()).is_some();
        let headings = fields(first, delimiter);
        let is_heading =
            |field: &&str| HEADINGS.iter().any(|heading| field.eq_ignore_ascii_case(heading));
        if let Some(column) = headings.iter().position(is_heading) {
            return Some(Table { delimiter, column, is_headed: true });
        }
        let column = headings.iter().position(is_line);
        if let Some(column) = column.filter(|_| headings.len() > 1) {
            return Some(Table { delimiter, column, is_headed: false });
        }
        let column = fields(second?, delimiter).iter().position(is_line)?;
        (headings.len() > 1).then_some(Table { delimiter, column, is_headed: true })
    }

    /// The same table without its first row.
    pub(super) fn without_heading(self) -> Table {
        Table { is_headed: false, ..self }
    }

    /// The field with the sudoku, if the row is long enough.
    pub(super) fn field<'a>(&self, row: &'a str) -> Option<&'a str> {
        fields(row, self.delimiter).get(self.column).copied()
    }
}

/// The fields of a row, without the quotes around them.
fn fields(row: &str, delimiter: char) -> Vec<&str> {
    let mut fields = Vec::new();
    let (mut start, mut is_quoted) = (0, false);
    for (at, c) in row.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            c if c == delimiter && !is_quoted => {
                fields.push(&row[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    fields.push(&row[start..]);
    fields.into_iter().map(|field| field.trim().trim_matches('"')).collect()
}
