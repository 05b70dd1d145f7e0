//! Grids drawn on a console.

use crate::complain::{Complaint, Kind};
use crate::render::Paint;
use sole_sudoku::formats::{Sudoku, text};
use sole_sudoku::{Cell, Grid};

/// A grid; the givens stand out on a terminal with colours.
pub(crate) fn drawn(grid: &Grid, givens: &Grid, paint: Paint) -> String {
    adorned(grid, |cell, text| bold_given(cell, text, givens, paint))
}

/// A grid with what may be added to its cells.
pub(super) fn adorned(grid: &Grid, adorned: impl Fn(Cell, String) -> String) -> String {
    text::render_with(grid.shape(), |cell| text::symbol(grid.get(cell), grid.shape()), adorned)
}

/// Makes the text of a given bold.
pub(super) fn bold_given(cell: Cell, text: String, givens: &Grid, paint: Paint) -> String {
    if givens.get(cell).is_some() { paint.bold(&text) } else { text }
}

/// Why several sudokus do not go into one picture.
pub(super) fn crowded() -> Complaint {
    let message = "a picture shows one sudoku, and there are several".to_owned();
    let help = "for a page of several, use sole puzzle book FILE -o book.pdf";
    Complaint::new(Kind::Usage, message).helped(help)
}

/// Two grids in one: cells that differ have both values, as `4/9`.
pub(super) fn drawn_together(first: &Grid, second: &Grid, paint: Paint) -> String {
    let shape = first.shape();
    let differs = |cell| first.get(cell) != second.get(cell);
    let symbols = |cell| {
        let [one, other] = [first, second].map(|grid| text::symbol(grid.get(cell), shape));
        if differs(cell) { format!("{one}/{other}") } else { one }
    };
    let adorned = |cell, text: String| if differs(cell) { paint.green(&text) } else { text };
    text::render_with(shape, symbols, adorned)
}

/// Why a sudoku has no solution, if it is easily seen.
pub(super) fn obstacle(sudoku: &Sudoku) -> Option<String> {
    let marks = sudoku.marks();
    let shape = marks.shape();
    let cells = || (0..shape.n_cells()).map(|index| shape.cell(index));
    if let Some(cell) = cells().find(|&cell| marks.candidates(cell) == 0) {
        return Some(format!("nothing is left for {cell}"));
    }
    shape.houses().find_map(|house| {
        let all = shape.cells_of(house).fold(0, |all, cell| all | marks.candidates(cell));
        let missing = (1..=shape.side()).find(|value| all >> (value - 1) & 1 == 0)?;
        let symbol = text::symbol(Some(missing as u8), shape);
        Some(format!("{house} has no place for {symbol}"))
    })
}
