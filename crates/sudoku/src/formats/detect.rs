//! Which format a text has, told from the text itself.

use super::csv::Table;
use super::{Format, Piece, candidates, line, link, numbers, opensudoku, rows};

/// How a text is divided into sudokus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// One in each line, in whatever format.
    List,
    /// One in each row of a table.
    Table(Table),
    /// Several lines for each.
    Drawn,
    /// Elements of XML.
    Elements,
}

/// Cuts a text into sudokus.
pub(super) fn pieces(text: &str, hint: Option<Format>) -> Vec<Piece<'_>> {
    let text = without_mark(text);
    match layout(text, hint) {
        Layout::List => list(text),
        Layout::Table(table) => rows(text, table),
        Layout::Drawn => blocks(text, hint.unwrap_or(Format::Text)),
        Layout::Elements => elements(text),
    }
}

/// How sudokus that come one in each line are read, whatever follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByLine(Lines);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    /// In whatever format.
    Any,
    /// In one format.
    Of(Format),
    /// Rows of a table.
    Table(Table),
}

/// What the first lines of an input tell about the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// One sudoku in each line.
    ByLine(ByLine),
    /// Sudokus can take several lines, so all of the input is needed to tell them apart.
    Whole,
    /// More lines are needed to know.
    Undecided,
}

impl Opening {
    /// What the first lines tell, if the input is in a known format or, without one, as it looks.
    pub fn of(text: &str, from: Option<Format>) -> Opening {
        match from {
            None => opening(without_mark(text)),
            Some(
                format @ (Format::Line
                | Format::Candidates
                | Format::Hodoku
                | Format::SudokuWiki
                | Format::Record),
            ) => Opening::ByLine(ByLine(Lines::Of(format))),
            Some(_) => Opening::Whole,
        }
    }
}

impl ByLine {
    /// The sudokus of some lines.
    pub fn pieces(self, text: &str) -> Vec<Piece<'_>> {
        let text = without_mark(text);
        match self.0 {
            Lines::Any => list(text),
            Lines::Of(format) => by_line(text, format),
            Lines::Table(table) => rows(text, table),
        }
    }

    /// The same for the lines after the first ones.
    #[must_use]
    pub fn after_heading(self) -> ByLine {
        match self.0 {
            Lines::Table(table) => ByLine(Lines::Table(table.without_heading())),
            _ => self,
        }
    }
}

fn opening(text: &str) -> Opening {
    let mut lines = telling_lines(text).map(|(_, line)| line);
    let Some(first) = lines.next() else { return Opening::Undecided };
    if first.starts_with('<') || rows::is_border(first) {
        return Opening::Whole;
    }
    match format_of_line(first) {
        Some(Format::Line) => opening_of_lines(text, first),
        Some(Format::Numbers) => Opening::Whole,
        Some(_) => Opening::ByLine(ByLine(Lines::Any)),
        None => match lines.next() {
            None => Opening::Undecided,
            second => match Table::of(first, second) {
                Some(table) => Opening::ByLine(ByLine(Lines::Table(table))),
                None => Opening::Whole,
            },
        },
    }
}

/// A short line can be a row of a larger grid, which is known after as many lines as it is
/// long. Grids with rows of 81 symbols are told by the first one alone.
fn opening_of_lines(text: &str, first: &str) -> Opening {
    const LONG: usize = 81;
    let n = n_symbols(first);
    let n_needed = if n < LONG { n } else { 1 };
    let lines = || telling_lines(text).map(|(_, line)| line).take(n_needed);
    let is_row = |line: &str| line.chars().any(|c| line::value_of(c, n.isqrt()).is_none());
    let is_alike = |line: &&str| n_symbols(line) == n && first_word(line).len() == n;
    match () {
        () if lines().filter(is_alike).any(is_row) => Opening::Whole,
        () if lines().count() < n_needed => Opening::Undecided,
        () => Opening::ByLine(ByLine(Lines::Any)),
    }
}

/// Cuts a text that is written in a known format.
pub(super) fn pieces_of(text: &str, format: Format) -> Vec<Piece<'_>> {
    let text = without_mark(text);
    match format {
        Format::Sdk | Format::Ss | Format::Text | Format::Pencilmarks => blocks(text, format),
        Format::Numbers => {
            if numbers::are_rows(telling_lines(text).map(|(_, line)| line)) {
                blocks(text, format)
            } else {
                by_line(text, format)
            }
        }
        Format::OpenSudoku => elements(text),
        Format::Csv => {
            let mut lines = telling_lines(text).map(|(_, line)| line);
            let table = lines.next().and_then(|first| Table::of(first, lines.next()));
            table.map_or_else(|| by_line(text, format), |table| rows(text, table))
        }
        Format::Line
        | Format::Candidates
        | Format::Hodoku
        | Format::SudokuWiki
        | Format::Record => by_line(text, format),
    }
}

fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// The lines that are neither blank nor remarks, trimmed, each with its number from 1.
fn telling_lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// One sudoku in each line, in whatever format.
fn list(text: &str) -> Vec<Piece<'_>> {
    let piece = |(line, text)| {
        let format = format_of_line(text).unwrap_or(Format::Line);
        Piece { format, line, text: sole_part(text, format) }
    };
    telling_lines(text).map(piece).collect()
}

fn by_line(text: &str, format: Format) -> Vec<Piece<'_>> {
    let piece = |(line, text)| Piece { format, line, text: sole_part(text, format) };
    telling_lines(text).map(piece).collect()
}

fn rows(text: &str, table: Table) -> Vec<Piece<'_>> {
    let piece = |(line, row)| {
        // A row without the column is read as a line, which it cannot be.
        Piece { format: Format::Csv, line, text: table.field(row).unwrap_or(row) }
    };
    telling_lines(text).skip(usize::from(table.is_headed)).map(piece).collect()
}

fn blocks(text: &str, format: Format) -> Vec<Piece<'_>> {
    let format = if format.has_rows() { format } else { Format::Text };
    let blocks = rows::blocks(text).into_iter();
    blocks.map(|(line, text)| Piece { format, line, text }).collect()
}

fn elements(text: &str) -> Vec<Piece<'_>> {
    let games = opensudoku::games(text).into_iter();
    games.map(|(line, text)| Piece { format: Format::OpenSudoku, line, text }).collect()
}

fn layout(text: &str, hint: Option<Format>) -> Layout {
    let mut lines = telling_lines(text).map(|(_, line)| line);
    let Some(first) = lines.next() else { return Layout::List };
    if first.starts_with('<') {
        return Layout::Elements;
    }
    if rows::is_border(first) {
        return Layout::Drawn;
    }
    let second = lines.next();
    if begins_list(text, first, hint) {
        return Layout::List;
    }
    if let Some(table) = Table::of(first, second) {
        return Layout::Table(table);
    }
    // The first line may be the one that is wrong.
    if second.is_some_and(|line| begins_list(text, line, hint)) {
        return Layout::List;
    }
    let is_long = !first.contains([' ', '\t', ',', ';', '|']) && first.len() > line::MAX_SIDE;
    let is_short = telling_lines(text).take(MIN_LINES).count() < MIN_LINES;
    match hint {
        Some(hint) if hint.has_rows() => Layout::Drawn,
        Some(Format::Line) => Layout::List,
        _ if is_long || is_short => Layout::List,
        _ => Layout::Drawn,
    }
}

/// Whether a line holds a whole sudoku, and is no row of a larger one.
fn begins_list(text: &str, line: &str, hint: Option<Format>) -> bool {
    match format_of_line(line) {
        Some(Format::Line) => !hint.map_or_else(|| are_rows(text, line), Format::has_rows),
        Some(Format::Numbers) => !numbers::are_rows(telling_lines(text).map(|(_, line)| line)),
        Some(_) => true,
        None => false,
    }
}

/// How many lines a drawn grid has at least.
const MIN_LINES: usize = 4;

/// Whether lines that could be sudokus are the rows of a larger one: as many rows as symbols, and
/// some symbol that the smaller ones do not have.
fn are_rows(text: &str, first: &str) -> bool {
    let n = n_symbols(first);
    let rows = || telling_lines(text).map(|(_, line)| line).filter(|line| n_symbols(line) == n);
    let is_large = |line: &str| line.chars().any(|c| line::value_of(c, n.isqrt()).is_none());
    n > 0 && rows().count().is_multiple_of(n) && rows().any(is_large)
}

fn n_symbols(line: &str) -> usize {
    line.chars().filter(|c| !c.is_whitespace()).count()
}

/// The format of a line that holds a whole sudoku.
pub(super) fn format_of_line(text: &str) -> Option<Format> {
    match text.chars().next()? {
        ':' => return Some(Format::Hodoku),
        '{' => return Some(Format::Record),
        _ if text.contains(link::PARAMETER) => return Some(Format::SudokuWiki),
        _ => {}
    }
    let word = first_word(text);
    match () {
        () if candidates::is_likely(word) => Some(Format::Candidates),
        () if is_line(word) || is_line_in_groups(text) => Some(Format::Line),
        () if text.contains([',', ';', ' ', '\t']) && numbers::is_likely(text) => {
            Some(Format::Numbers)
        }
        () => None,
    }
}

/// Whether a word is as long as a sudoku.
fn is_line(word: &str) -> bool {
    word.len() > 9 && line::shape_of(word.len()).is_some() && !word.contains(['|', ',', ';'])
}

/// Whether the symbols of a sudoku stand in several words of the same length.
fn is_line_in_groups(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let length = first_word(text).len();
    length > 1
        && words.all(|word| word.len() == length && !word.contains(['|', ',', ';']))
        && n_symbols(text) > 9
        && line::shape_of(n_symbols(text)).is_some()
}

fn first_word(text: &str) -> &str {
    text.split(char::is_whitespace).next().unwrap_or(text)
}

/// A line without the remark that may follow the sudoku after a blank.
fn sole_part(text: &str, format: Format) -> &str {
    match format {
        Format::Line if is_line_in_groups(text) => text,
        Format::Line | Format::Candidates | Format::SudokuWiki => first_word(text),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_lines_tell_how_the_rest_is_read() {
        let (nine, four) = (".".repeat(81), ".".repeat(16));
        let by_line = |lines| Opening::ByLine(ByLine(lines));
        let headed = format!("id,puzzle\n1,{nine}");
        let table = Table::of("id,puzzle", None).expect("a heading");
        for (text, from, expected) in [
            ("", None, Opening::Undecided),
            ("# a remark\n\n", None, Opening::Undecided),
            (&nine, None, by_line(Lines::Any)),
            (&nine.replace("..", "A."), None, Opening::Whole),
            (&format!("{four}\n"), None, Opening::Undecided),
            (&format!("{four}\n").repeat(16), None, by_line(Lines::Any)),
            (&format!("{four}\n{}\n", four.replace("..", "9.")), None, Opening::Whole),
            ("<opensudoku>", None, Opening::Whole),
            ("+---+", None, Opening::Whole),
            ("{\"kind\":\"sudoku\"}", None, by_line(Lines::Any)),
            (&headed, None, by_line(Lines::Table(table))),
            ("1..4", None, Opening::Undecided),
            ("1..4\n....", None, Opening::Whole),
            ("", Some(Format::Line), by_line(Lines::Of(Format::Line))),
            ("", Some(Format::Sdk), Opening::Whole),
        ] {
            assert_eq!(Opening::of(text, from), expected, "{text}");
        }
    }
}
