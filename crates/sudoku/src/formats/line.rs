//! A grid in one line: a symbol for each cell, row by row.
//!
//! `.` or `0` is an empty cell; the values are `1` to `9`, then `A` for 10 up
//! to `Z` for 35, then `a` for 36 up to `z` for 61. Where no value is larger
//! than 35, small letters are read as capital ones. The length says which
//! shape it is: see [`Shape::of_side`].
//!
//! ```
//! use sole_sudoku::formats::line;
//!
//! let puzzle = line::parse("1...2.......4...")?;
//! assert_eq!(line::render(puzzle.givens()).as_deref(), Some("1...2.......4..."));
//!
//! let error = line::parse("1..12...........").expect_err("two of a kind in the first row");
//! assert_eq!(error.to_string(), "1 twice in row 1: r1c1 and r1c4");
//! # Ok::<(), line::LineError>(())
//! ```

use crate::symbol::SYMBOLS;
use crate::{Cell, Conflicts, Grid, Puzzle, Shape};
use std::fmt;

/// The longest side whose values all have symbols.
pub const MAX_SIDE: usize = SYMBOLS.len();

/// How many values have a symbol that is no small letter.
const CAPITALS: usize = 35;

/// Why a line is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineError {
    /// No grid has so many cells, or none whose values have symbols.
    Length {
        /// How many symbols there are.
        found: usize,
    },
    /// The text is longer or shorter than a grid of the shape that is asked for.
    Cells {
        /// How many symbols there are.
        found: usize,
        /// What is asked for.
        shape: Shape,
    },
    /// A symbol that stands for no value of this grid.
    Symbol {
        /// The symbol.
        symbol: char,
        /// Its place in the line, counted from 1.
        column: usize,
        /// The cell that it would fill.
        cell: Cell,
        /// The symbol of the largest value.
        largest: char,
    },
    /// The same value twice in a house.
    Conflict(Conflicts),
}

/// Reads a puzzle.
///
/// # Errors
///
/// Says which symbol is wrong, which two givens contradict each other, or that
/// there is no grid of that length.
pub fn parse(text: &str) -> Result<Puzzle, LineError> {
    let found = text.chars().count();
    parse_as(text, shape_of(found).ok_or(LineError::Length { found })?)
}

/// Reads a puzzle of a shape that its length does not tell, as that of boxes
/// higher than wide.
///
/// # Errors
///
/// As [`parse`], or the text is too long or too short.
pub fn parse_as(text: &str, shape: Shape) -> Result<Puzzle, LineError> {
    let found = text.chars().count();
    if found != shape.n_cells() {
        return Err(LineError::Cells { found, shape });
    }
    let mut values = vec![0; shape.n_cells()];
    for (index, symbol) in text.chars().enumerate() {
        values[index] = value_of(symbol, shape.side()).ok_or_else(|| LineError::Symbol {
            symbol,
            column: index + 1,
            cell: shape.cell(index),
            largest: symbol_of(shape.side()),
        })?;
    }
    let grid = Grid::new(shape, values).expect("so many values, each in range");
    Puzzle::new(grid).map_err(LineError::Conflict)
}

/// Writes a grid, with `.` for empty cells; `None` if it is so large that some
/// value has no symbol.
pub fn render(grid: &Grid) -> Option<String> {
    let written = grid.shape().side() <= MAX_SIDE;
    written.then(|| grid.values().iter().map(|&value| symbol_of(value.into())).collect())
}

/// The shape of a line with so many symbols.
pub(super) fn shape_of(n_symbols: usize) -> Option<Shape> {
    let side = n_symbols.isqrt();
    let fits = side * side == n_symbols && side <= MAX_SIDE;
    fits.then(|| Shape::of_side(side)).flatten()
}

/// The value of a symbol in a grid of this side, 0 for an empty cell.
pub(super) fn value_of(symbol: char, side: usize) -> Option<u8> {
    let value = (*VALUES.get(symbol as usize)?)?;
    let small = symbol.is_ascii_lowercase() && side > CAPITALS;
    let value = if small { value + 26 } else { value };
    (usize::from(value) <= side).then_some(value)
}

/// The value of each symbol where small letters are as good as capital ones.
static VALUES: [Option<u8>; 128] = {
    let mut values = [None; 128];
    values[b'.' as usize] = Some(0);
    values[b'0' as usize] = Some(0);
    let mut index = 0;
    while index < CAPITALS {
        let value = Some(index as u8 + 1);
        values[SYMBOLS[index] as usize] = value;
        values[SYMBOLS[index].to_ascii_lowercase() as usize] = value;
        index += 1;
    }
    values
};

/// The symbol of a value that has one, or of an empty cell.
pub(super) fn symbol_of(value: usize) -> char {
    value.checked_sub(1).map_or('.', |index| char::from(SYMBOLS[index]))
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Length { found } => {
                write!(f, "no sudoku has {found} cells; 81 is 9×9, 256 is 16×16, 36 is 6×6")
            }
            LineError::Cells { found, shape } => {
                let expected = shape.n_cells();
                write!(f, "boxes of {shape} make {expected} cells, found {found}")
            }
            LineError::Symbol { symbol, column, cell, largest } => write!(
                f,
                "unknown symbol {symbol:?} in column {column} ({cell}), \
                 expected '.' or 1 to {largest}"
            ),
            LineError::Conflict(conflict) => conflict.fmt(f),
        }
    }
}

impl std::error::Error for LineError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LineError::Conflict(conflict) => Some(conflict),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_is_wrong() {
        let of = |length: usize, changes: &[(usize, char)]| {
            let mut symbols = vec!['.'; length];
            changes.iter().for_each(|&(index, symbol)| symbols[index] = symbol);
            symbols.into_iter().collect::<String>()
        };
        let no = |n| format!("no sudoku has {n} cells; 81 is 9×9, 256 is 16×16, 36 is 6×6");
        let cases = [
            (of(81, &[(0, '9'), (80, '0')]), "ok".to_owned()),
            (of(256, &[(0, 'G'), (17, 'f')]), "ok".to_owned()),
            (of(36, &[]), "ok".to_owned()),
            (of(1369, &[]), no(1369)),
            (of(1296, &[(0, 'z'), (1, 'a'), (2, 'Z')]), unknown('z', 1, "r1c1", 'a')),
            (of(1296, &[(1, 'a'), (2, 'Z'), (3, 'A')]), "ok".to_owned()),
            (of(0, &[]), no(0)),
            (of(80, &[]), no(80)),
            (of(49, &[]), no(49)),
            (of(4096, &[]), no(4096)),
            (of(81, &[(10, 'A')]), unknown('A', 11, "r2c2", '9')),
            (of(81, &[(10, 'é')]), unknown('é', 11, "r2c2", '9')),
            (of(81, &[(80, ' ')]), unknown(' ', 81, "r9c9", '9')),
            (of(256, &[(3, 'H')]), unknown('H', 4, "r1c4", 'G')),
            (of(81, &[(0, '5'), (8, '5')]), "5 twice in row 1: r1c1 and r1c9".to_owned()),
            (of(81, &[(0, '5'), (10, '5')]), "5 twice in box 1: r1c1 and r2c2".to_owned()),
            (of(36, &[(0, '5'), (30, '5')]), "5 twice in column 1: r1c1 and r6c1".to_owned()),
        ];
        for (text, expected) in cases {
            let actual = parse(&text).map_or_else(|e| e.to_string(), |_| "ok".to_owned());
            assert_eq!(actual, expected, "{text}");
        }
    }

    fn unknown(symbol: char, column: usize, cell: &str, largest: char) -> String {
        format!(
            "unknown symbol '{symbol}' in column {column} ({cell}), expected '.' or 1 to {largest}"
        )
    }

    /// Each value of each side that can be written, in a cell of its own.
    #[test]
    fn what_is_written_is_read_back() {
        for shape in (0..=100).filter_map(Shape::of_side) {
            let mut values = vec![0; shape.n_cells()];
            values[..shape.side()].copy_from_slice(&(1..=shape.side() as u8).collect::<Vec<_>>());
            let grid = Grid::new(shape, values).expect("a row of all values");
            match render(&grid) {
                Some(text) => assert_eq!(parse(&text).map(|p| p.givens().clone()), Ok(grid)),
                None => assert!(shape.side() > 61, "{shape}"),
            }
        }
    }
}
