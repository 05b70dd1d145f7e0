//! Grids in rows: the reader of every format that has rows, and the renderer of grids with borders.
//!
//! A line with letters, digits or dots is a row; a line of dashes is a border
//! between boxes. A row is split at blanks and bars, or at commas, semicolons
//! or tabs. If there are as many parts as rows, each part is a cell: a value,
//! or its candidates. Otherwise each symbol is a cell.

use super::line::{self, symbol_of, value_of};
use super::{Fault, ReadError, Sudoku};
use crate::{Cell, Grid, PencilMarks, Puzzle, Shape};
use std::collections::HashMap;
use std::ops::Range;

/// The kind of a line of a grid in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Nothing, or a remark.
    Blank,
    Remark,
    /// A line that names the next grid.
    Title,
    /// A border between boxes.
    Border,
    Row,
}

fn kind_of(line: &str) -> Kind {
    let line = line.trim();
    match line.chars().next() {
        None => Kind::Blank,
        Some('#') => Kind::Remark,
        Some('[') => Kind::Title,
        _ if is_title(line) => Kind::Title,
        _ if is_border(line) => Kind::Border,
        _ => Kind::Row,
    }
}

/// Whether a line is a border between boxes or around the grid.
pub(super) fn is_border(line: &str) -> bool {
    !line.contains(char::is_alphanumeric) && line.contains(is_dash)
}

/// Whether a line only names the grid below it.
fn is_title(line: &str) -> bool {
    let word = line.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    ["grid", "puzzle", "sudoku", "game"].iter().any(|title| word.eq_ignore_ascii_case(title))
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '=' | '─' | '━' | '═' | '+')
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║')
}

/// A part of a row, and between which bars it stands.
#[derive(Clone, Copy, Debug)]
struct Part<'a> {
    text: &'a str,
    /// Where it begins in its line.
    start: usize,
    group: usize,
}

/// What a row has for each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cells {
    Parts,
    Symbols,
}

/// Splits a row; commas, semicolons and tabs leave empty parts.
fn split(line: &str) -> Vec<Part<'_>> {
    let has_bars = line.contains(is_bar);
    let delimiter = [',', ';', '\t'].into_iter().find(|&c| line.contains(c) && !has_bars);
    let mut parts = Vec::new();
    let (mut start, mut group) = (0, 0);
    let ends = |c: char| delimiter.map_or(c.is_whitespace() || is_bar(c), |wanted| c == wanted);
    for (at, c) in line.char_indices().chain([(line.len(), delimiter.unwrap_or(' '))]) {
        if ends(c) {
            let text = &line[start..at];
            let blanks = text.len() - text.trim_start().len();
            if delimiter.is_some() || !text.is_empty() {
                parts.push(Part { text: text.trim(), start: start + blanks, group });
            }
            start = at + c.len_utf8();
            group += usize::from(is_bar(c));
        }
    }
    // A comma after the last cell.
    if delimiter.is_some() && parts.last().is_some_and(|part| part.text.is_empty()) {
        let n = parts.len();
        if Shape::of_side(n).is_none() && Shape::of_side(n - 1).is_some() {
            parts.pop();
        }
    }
    parts
}

/// How many cells a row has, seen by itself.
fn measure(line: &str) -> (Cells, usize) {
    let parts = split(line);
    let n = parts.len();
    let may_be_cells = n > 1 && parts.iter().all(|part| is_cell(part.text, n));
    if may_be_cells || line.contains([',', ';', '\t']) && !line.contains(is_bar) {
        (Cells::Parts, n)
    } else {
        (Cells::Symbols, parts.iter().map(|part| part.text.chars().count()).sum())
    }
}

/// Whether a text can stand for a cell: nothing, a value or candidates.
fn is_cell(text: &str, side: usize) -> bool {
    is_empty(text) || number(text, side).is_some() || set(text, side).is_some()
}

fn is_empty(text: &str) -> bool {
    matches!(text, "" | "." | "0" | "00" | "_" | "-" | "?" | "*")
}

/// A value in digits.
fn number(text: &str, side: usize) -> Option<u8> {
    let value: u8 = text.parse().ok()?;
    (1..=side).contains(&usize::from(value)).then_some(value)
}

/// Candidates in symbols, each once.
fn set(text: &str, side: usize) -> Option<u128> {
    let mut set = 0;
    for symbol in text.chars() {
        let bit = 1 << value_of(symbol, side)? >> 1;
        if bit == 0 || set & bit != 0 {
            return None;
        }
        set |= bit;
    }
    (side <= line::MAX_SIDE).then_some(set)
}

/// A text with several grids, cut into pieces: where each begins, by its line from 1, and its lines.
pub(super) fn blocks(text: &str) -> Vec<(usize, &str)> {
    let runs = runs(text);
    let mut blocks = Vec::new();
    let mut i = 0;
    while i < runs.len() {
        let run = &runs[i];
        let width = run.width();
        // Bands may have gaps between them.
        let mut n_rows = run.rows.len();
        let mut last = i;
        while n_rows < width
            && runs.get(last + 1).is_some_and(|next| !next.is_titled && next.width() == width)
        {
            last += 1;
            n_rows += runs[last].rows.len();
        }
        match n_rows == width {
            true => {
                blocks.push(cut(text, &run.rows[0], runs[last].end()));
                i = last + 1;
            }
            false => {
                let size = if run.rows.len().is_multiple_of(width) { width } else { usize::MAX };
                let grids = run.rows.chunks(size);
                blocks.extend(grids.map(|rows| cut(text, &rows[0], &rows[rows.len() - 1])));
                i += 1;
            }
        }
    }
    blocks
}

/// Rows without a gap.
struct Run<'a> {
    rows: Vec<Line<'a>>,
    is_titled: bool,
}

/// A line and where it stands.
#[derive(Clone)]
struct Line<'a> {
    text: &'a str,
    span: Range<usize>,
    /// Counted from 0.
    number: usize,
}

impl<'a> Run<'a> {
    /// How many cells most rows have; at least one.
    fn width(&self) -> usize {
        most_common(self.rows.iter().map(|row| measure(row.text))).map_or(1, |(_, n)| n.max(1))
    }

    fn end(&self) -> &Line<'a> {
        &self.rows[self.rows.len() - 1]
    }
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    text.split_inclusive('\n').enumerate().map(move |(number, line)| {
        let span = start..start + line.len();
        start = span.end;
        Line { text: line.trim_end_matches(['\n', '\r']), span, number }
    })
}

fn runs(text: &str) -> Vec<Run<'_>> {
    let mut runs: Vec<Run> = Vec::new();
    let (mut is_open, mut is_titled) = (false, false);
    let mut is_state = false;
    for line in lines(text) {
        match kind_of(line.text) {
            Kind::Blank => is_open = false,
            Kind::Title => {
                (is_open, is_titled) = (false, true);
                is_state = line.text.trim().eq_ignore_ascii_case("[state]");
            }
            Kind::Row if !is_state => {
                if !is_open {
                    runs.push(Run { rows: Vec::new(), is_titled });
                }
                (is_open, is_titled) = (true, false);
                runs.last_mut().expect("one was opened").rows.push(line);
            }
            Kind::Row | Kind::Remark | Kind::Border => {}
        }
    }
    runs
}

/// What comes up most often, the first of several.
fn most_common<T: Copy + Eq + std::hash::Hash>(items: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: HashMap<T, (usize, usize)> = HashMap::new();
    for (order, item) in items.enumerate() {
        counts.entry(item).or_insert((0, usize::MAX - order)).0 += 1;
    }
    counts.into_iter().max_by_key(|&(_, count)| count).map(|(item, _)| item)
}

fn cut<'a>(text: &'a str, first: &Line, last: &Line) -> (usize, &'a str) {
    (first.number + 1, text[first.span.start..last.span.end].trim_end())
}

/// One grid in rows.
struct RowGrid<'a> {
    rows: Vec<Line<'a>>,
    /// For each border the number of rows before it.
    borders: Vec<usize>,
    cells: Cells,
    side: usize,
}

/// What stands in a cell, and where.
struct Entry<'a> {
    text: &'a str,
    line: usize,
    place: Range<usize>,
}

/// Reads a grid.
pub(super) fn read(text: &str, shape: Option<Shape>) -> Result<Sudoku, ReadError> {
    let grid = RowGrid::new(text)?;
    let shape = grid.shape(shape).map_err(Fault::somewhere)?;
    let entries = grid.entries();
    sudoku(shape, &entries).map_err(|fault| {
        // Two cells may be in different lines; the last one is pointed at.
        let cells = fault.cells();
        let at = cells.iter().map(|&cell| &entries[shape.index(cell)]);
        let line = at.clone().map(|entry| entry.line).max().unwrap_or(0);
        let places = at.filter(|entry| entry.line == line).map(|entry| entry.place.clone());
        ReadError { places: places.collect(), line, fault }
    })
}

impl<'a> RowGrid<'a> {
    fn new(text: &'a str) -> Result<RowGrid<'a>, ReadError> {
        let (mut rows, mut borders) = (Vec::new(), Vec::new());
        for line in lines(text) {
            match kind_of(line.text) {
                Kind::Row => rows.push(line),
                Kind::Border => borders.push(rows.len()),
                Kind::Blank | Kind::Remark | Kind::Title => {}
            }
        }
        let n_rows = rows.len();
        let in_parts = rows.iter().all(|row| split(row.text).len() == n_rows);
        let common = most_common(rows.iter().map(|row| measure(row.text)));
        let (cells, side) = match common {
            _ if in_parts => (Cells::Parts, n_rows),
            Some(common) => common,
            None => (Cells::Symbols, 0),
        };
        let grid = RowGrid { rows, borders, cells, side };
        if n_rows != side {
            return Err(Fault::Rows { found: n_rows, expected: side }.somewhere());
        }
        for (index, line) in grid.rows.iter().enumerate() {
            let found = grid.row(line).len();
            if found != side {
                let fault = Fault::Row { row: index + 1, found, expected: side };
                return Err(ReadError { fault, line: line.number, places: Vec::new() });
            }
        }
        Ok(grid)
    }

    /// The cells of a row, and between which bars each stands.
    fn row(&self, line: &Line<'a>) -> Vec<Part<'a>> {
        let parts = split(line.text);
        match self.cells {
            Cells::Parts => parts,
            Cells::Symbols => {
                let symbols = |(n, part): (usize, Part<'a>)| {
                    part.text.char_indices().map(move |(at, c)| Part {
                        text: &part.text[at..at + c.len_utf8()],
                        start: part.start + at,
                        group: n,
                    })
                };
                parts.into_iter().enumerate().flat_map(symbols).collect()
            }
        }
    }

    fn entries(&self) -> Vec<Entry<'a>> {
        let entry = |line: usize, part: Part<'a>| Entry {
            text: part.text,
            line,
            // An empty cell between commas is pointed at by what follows it.
            place: part.start..part.start + part.text.len().max(1),
        };
        let rows = self.rows.iter();
        rows.flat_map(|line| self.row(line).into_iter().map(|part| entry(line.number, part)))
            .collect()
    }

    /// The shape that is asked for, or drawn, or usual.
    fn shape(&self, asked: Option<Shape>) -> Result<Shape, Fault> {
        let side = self.side;
        if let Some(shape) = asked {
            return if shape.side() == side {
                Ok(shape)
            } else {
                Err(Fault::Shape { side, shape })
            };
        }
        let misfit = Fault::Boxes { side };
        let shape = match (self.box_width(), self.box_height()) {
            (None, None) => return Shape::of_side(side).ok_or(Fault::Side { side }),
            (Some(width), None) => Shape::new(width, side / width),
            (None, Some(height)) => Shape::new(side / height, height),
            (Some(width), Some(height)) => Shape::new(width, height),
        };
        shape.filter(|shape| shape.side() == side).ok_or(misfit)
    }

    /// How many cells are between two bars, or in a group of symbols.
    fn box_width(&self) -> Option<usize> {
        let cells = self.row(self.rows.first()?);
        let groups: Vec<usize> =
            cells.chunk_by(|a, b| a.group == b.group).map(<[Part]>::len).collect();
        let is_even = groups.len() > 1 && groups.iter().all(|&size| size == groups[0]);
        // Symbols with blanks between them are no groups.
        (is_even && groups[0] > 1).then_some(groups[0])
    }

    /// How many rows are between two lines of dashes.
    fn box_height(&self) -> Option<usize> {
        let inner = self.borders.iter().copied().filter(|&rows| 0 < rows && rows < self.side);
        let ends: Vec<usize> = inner.chain([self.side]).collect();
        let is_even = ends.len() > 1 && ends.iter().zip(1..).all(|(&end, n)| end == n * ends[0]);
        is_even.then_some(ends[0])
    }
}

/// What all cells say together.
fn sudoku(shape: Shape, entries: &[Entry]) -> Result<Sudoku, Fault> {
    let side = shape.side();
    let texts = || entries.iter().map(|entry| entry.text);
    let in_numbers = side > 9 && texts().all(|text| is_empty(text) || number(text, side).is_some());
    let is_value = |text: &str| in_numbers || text.chars().count() <= 1 || is_empty(text);
    let wrong = |index: usize| Fault::Value { cell: shape.cell(index), largest: side };
    if texts().all(is_value) {
        let value = |(index, text): (usize, &str)| match text {
            _ if is_empty(text) => Ok(0),
            _ if in_numbers => number(text, side).ok_or(wrong(index)),
            _ => text.chars().next().and_then(|c| value_of(c, side)).ok_or(wrong(index)),
        };
        let values: Vec<u8> = texts().enumerate().map(value).collect::<Result<_, _>>()?;
        let grid = Grid::new(shape, values).expect("as many values, each in range");
        return Puzzle::new(grid).map(Sudoku::Puzzle).map_err(Fault::Conflict);
    }
    let candidates = |(index, text): (usize, &str)| {
        if is_empty(text) { Ok(0) } else { set(text, side).ok_or(wrong(index)) }
    };
    let sets: Vec<u128> = texts().enumerate().map(candidates).collect::<Result<_, _>>()?;
    Ok(Sudoku::PencilMarks(PencilMarks::of_candidates(shape, sets)?))
}

/// The characters of the borders of a grid.
pub(super) struct GridStyle {
    /// What begins and ends the outermost lines.
    pub(super) corner: char,
    /// What stands in the outermost lines where boxes meet.
    pub(super) joint: char,
    /// What begins and ends the lines between boxes.
    pub(super) edge: char,
    /// How many blanks are around a cell.
    pub(super) blanks: usize,
}

impl GridStyle {
    /// Renders rows of cells with bars and dashes between the boxes; `adorned` may add to a cell what
    /// takes no room.
    pub(super) fn render(
        &self,
        shape: Shape,
        cell: impl Fn(Cell) -> String,
        adorned: impl Fn(Cell, String) -> String,
    ) -> String {
        let side = shape.side();
        let texts: Vec<String> =
            (0..shape.n_cells()).map(|index| cell(shape.cell(index))).collect();
        let width = |column: usize| {
            let texts = texts.iter().skip(column).step_by(side);
            texts.map(|text| text.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..side).map(width).collect();
        let (outer, inner) = (
            self.line(shape, &widths, self.corner, self.joint),
            self.line(shape, &widths, self.edge, '+'),
        );
        let gap = " ".repeat(self.blanks);
        let padded = |index: usize| {
            let width = widths[index % side];
            adorned(shape.cell(index), format!("{:<width$}", texts[index]))
        };
        let mut lines = vec![outer.clone()];
        for row in 0..side {
            if row > 0 && row.is_multiple_of(shape.height()) {
                lines.push(inner.clone());
            }
            let cells: Vec<String> = (row * side..(row + 1) * side).map(padded).collect();
            let boxes = cells.chunks(shape.width());
            let boxes = boxes.map(|cells| format!("{gap}{}{gap}|", cells.join(&gap)));
            lines.push(boxes.fold("|".to_owned(), |line, cells| line + &cells));
        }
        lines.push(outer);
        lines.join("\n")
    }

    fn line(&self, shape: Shape, widths: &[usize], end: char, joint: char) -> String {
        let boxes = widths.chunks(shape.width());
        let dashes = boxes.map(|widths| {
            "-".repeat(widths.iter().sum::<usize>() + (widths.len() + 1) * self.blanks)
        });
        format!("{end}{}{end}", dashes.collect::<Vec<_>>().join(&joint.to_string()))
    }
}

/// The symbol of a value, or its digits if the grid is too large for symbols.
pub(super) fn written(value: Option<u8>, side: usize) -> String {
    match value {
        Some(value) if side > line::MAX_SIDE => value.to_string(),
        value => symbol_of(value.unwrap_or(0).into()).to_string(),
    }
}
