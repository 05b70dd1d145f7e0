//! A line of HoDoKu's library: a state of a sudoku, and what a technique does
//! in it.
//!
//! `:technique:values:grid:deleted:eliminations:placements:extra:`, of which
//! what follows the grid may be missing. In the grid `+` stands before values
//! that were placed. Candidates are written as value, row and column: `436` is
//! 4 in r3c6. Grids are nine by nine.
//!
//! ```
//! use sole_sudoku::formats::hodoku;
//!
//! let grid = "6...+53+4.7....4+2+56.+254867+3+9+1.+4..+9+6.1.162+38+5749.3..+1+4.+5....42193..1.+57...+44+2.6+3.+1+75";
//! let line = format!(":0003:8:{grid}:::829:");
//! let entry = hodoku::read(&line)?;
//! assert_eq!((entry.technique, entry.marks.givens().n_values()), ("0003", 29));
//! assert_eq!(entry.placements[0].to_string(), "8 in r2c9");
//! # Ok::<(), sole_sudoku::formats::ReadError>(())
//! ```

use super::line::{symbol_of, value_of};
use super::{Fault, Format, ReadError, WriteError, line};
use crate::{Cell, Grid, PencilMarks, PencilMarksError, Puzzle, Shape};
use std::fmt;

/// A value in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The value.
    pub value: u8,
    /// The cell.
    pub cell: Cell,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The code of the technique with its variant, as `0706-1`.
    pub technique: &'a str,
    /// The values that the technique is about.
    pub values: &'a str,
    /// The state.
    pub marks: PencilMarks,
    /// The candidates that the technique takes away.
    pub eliminations: Vec<Candidate>,
    /// The values that it places.
    pub placements: Vec<Candidate>,
    /// What else is told, as the length of a chain.
    pub extra: &'a str,
}

/// Reads a line.
///
/// # Errors
///
/// Fields are missing, the grid is none, or a list has something else than
/// candidates. Deleting what is no candidate any more is no error.
pub fn read(text: &str) -> Result<Entry<'_>, ReadError> {
    let mut fields = text.trim_end().split(':').skip(1);
    let mut field = || fields.next().unwrap_or_default();
    let (technique, values, grid) = (field(), field(), field());
    if grid.is_empty() {
        return Err(Fault::NoField.somewhere());
    }
    let mut marks = read_grid(grid).map_err(|error| error.within(text, grid))?;
    let list = |list: &str| {
        candidates(list).map_err(|word| Fault::Triple.at(0..word.len()).within(text, word))
    };
    for Candidate { value, cell } in list(field())? {
        if marks.values().get(cell) == Some(value) {
            return Err(Fault::Deleted { cell }.somewhere());
        }
        // What is no candidate any more may be deleted all the same.
        let is_last = marks.remove(cell, value).is_ok() && marks.candidates(cell) == 0;
        if is_last {
            return Err(Fault::Marks(PencilMarksError::NoCandidate { cell }).somewhere());
        }
    }
    let (eliminations, placements) = (list(field())?, list(field())?);
    Ok(Entry { technique, values, marks, eliminations, placements, extra: field() })
}

/// Reads a grid with `+` before placed values.
fn read_grid(text: &str) -> Result<PencilMarks, ReadError> {
    let shape = Shape::CLASSIC;
    let (mut givens, mut placed) = (Vec::new(), Vec::new());
    let mut numbers = Vec::new();
    let mut is_placed = false;
    for (number, symbol) in text.chars().enumerate() {
        if symbol == '+' && !is_placed {
            is_placed = true;
            continue;
        }
        let index = givens.len();
        let cell = shape.cell(index.min(shape.n_cells() - 1));
        let value = value_of(symbol, shape.side()).filter(|&value| value != 0 || !is_placed);
        let Some(value) = value else {
            return Err(Fault::Value { cell, largest: 9 }.at_symbols(text, &[number]));
        };
        givens.push(if is_placed { 0 } else { value });
        placed.push(if is_placed { value } else { 0 });
        numbers.push(number);
        is_placed = false;
    }
    let found = givens.len();
    if found != shape.n_cells() || is_placed {
        return Err(Fault::Line(line::LineError::Cells { found, shape }).somewhere());
    }
    let values: Vec<u8> =
        givens.iter().zip(&placed).map(|(&given, &placed)| given + placed).collect();
    let grid = |values: Vec<u8>| Grid::new(shape, values).expect("81 values up to nine");
    let checked = Puzzle::new(grid(values)).map_err(|conflict| {
        let at = conflict.first().cells.map(|cell| numbers[shape.index(cell)]);
        Fault::Conflict(conflict).at_symbols(text, &at)
    });
    checked?;
    let start = Puzzle::new(grid(givens)).expect("there is no conflict with more values");
    let mut marks = PencilMarks::new(&start);
    for (index, &value) in placed.iter().enumerate().filter(|&(_, &value)| value != 0) {
        marks.place(shape.cell(index), value).expect("no cell in sight has the value");
    }
    Ok(marks)
}

/// A list of candidates, or the word that is none.
fn candidates(list: &str) -> Result<Vec<Candidate>, &str> {
    let candidate = |word| {
        let &[value, row, column] = str::as_bytes(word) else { return Err(word) };
        if ![value, row, column].iter().all(|byte| (b'1'..=b'9').contains(byte)) {
            return Err(word);
        }
        let cell = Cell { row: row - b'1', column: column - b'1' };
        Ok(Candidate { value: value - b'0', cell })
    };
    list.split_whitespace().map(candidate).collect()
}

/// Writes a state, with the code that HoDoKu has for none of its techniques.
///
/// # Errors
///
/// The grid is not nine by nine.
pub fn render(marks: &PencilMarks) -> Result<String, WriteError> {
    let shape = marks.shape();
    if shape != Shape::CLASSIC {
        return Err(WriteError::OnlyClassic { format: Format::Hodoku, shape });
    }
    let cells = || (0..shape.n_cells()).map(|index| shape.cell(index));
    let grid: String = cells()
        .map(|cell| {
            let value = marks.values().get(cell);
            let sign = if value == marks.givens().get(cell) { "" } else { "+" };
            format!("{sign}{}", symbol_of(value.unwrap_or(0).into()))
        })
        .collect();
    let seen = Puzzle::new(marks.values().clone()).expect("no house has a value twice");
    let all = PencilMarks::new(&seen);
    let deleted: Vec<String> = cells()
        .flat_map(|cell| {
            let gone = all.candidates(cell) & !marks.candidates(cell);
            let values = (1..=9u8).filter(move |value| gone >> (value - 1) & 1 != 0);
            values.map(move |value| format!("{value}{}{}", cell.row + 1, cell.column + 1))
        })
        .collect();
    Ok(format!(":0000:x:{grid}:{}::", deleted.join(" ")))
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.value, self.cell)
    }
}
