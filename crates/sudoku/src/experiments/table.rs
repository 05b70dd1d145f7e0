//! Small tables for people, ready for a document.

use serde::Serialize;
use std::fmt;

/// A title, a head and rows of columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// What is counted, of how large a sample.
    pub title: String,
    /// The names of the columns.
    pub head: Vec<String>,
    /// The rows, as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(title: impl Into<String>, head: &[&str]) -> Table {
        let head = head.iter().map(|&word| word.to_owned()).collect();
        Table { title: title.into(), head, rows: Vec::new() }
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.title)?;
        writeln!(f, "| {} |", self.head.join(" | "))?;
        writeln!(f, "|{}", "---|".repeat(self.head.len()))?;
        self.rows.iter().try_for_each(|row| writeln!(f, "| {} |", row.join(" | ")))
    }
}
