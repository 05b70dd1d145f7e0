//! Grids drawn on a console and as pictures.

use crate::complain::{Complaint, Kind};
use crate::render::Paint;
use sole_picture::{Style, SudokuCell, SudokuView};
use sole_sudoku::formats::{Sudoku, text};
use sole_sudoku::{Cell, Grid, PencilMarks, Shape};

/// What a picture shows beside the values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Drawing {
    /// Whether cells without a value show their candidates.
    pub(crate) candidates: bool,
    /// The cells that stand out. Those that there are not are left out.
    pub(crate) highlighted: Vec<Cell>,
}

impl Drawing {
    /// A sudoku as it is to be drawn.
    pub(crate) fn view(&self, marks: &PencilMarks, style: Style) -> SudokuView {
        let shape = marks.shape();
        let side = shape.side();
        let inside = |cell: &&Cell| usize::from(cell.row.max(cell.column)) < side;
        let highlighted = self.highlighted.iter().filter(inside).map(|&cell| shape.index(cell));
        let cells = (0..shape.n_cells()).map(|index| self.cell(marks, shape.cell(index)));
        SudokuView {
            style,
            boxes: [shape.width(), shape.height()],
            cells: cells.collect(),
            highlighted: highlighted.collect(),
        }
    }

    fn cell(&self, marks: &PencilMarks, cell: Cell) -> SudokuCell {
        let shape = marks.shape();
        let value = marks.values().get(cell);
        match (value, marks.givens().get(cell)) {
            (Some(_), Some(_)) => SudokuCell::Given(text::symbol(value, shape)),
            (Some(_), None) => SudokuCell::Placed(text::symbol(value, shape)),
            (None, _) if self.candidates => {
                SudokuCell::Candidates(candidates(marks.candidates(cell), shape))
            }
            (None, _) => SudokuCell::Empty,
        }
    }
}

/// The values of a set, each with its place.
fn candidates(set: u128, shape: Shape) -> Vec<(usize, String)> {
    let values = (0..shape.side()).filter(|place| set >> place & 1 != 0);
    values.map(|place| (place, text::symbol(Some(place as u8 + 1), shape))).collect()
}

/// A full grid as it is to be drawn, with the givens standing out.
pub(crate) fn solved(grid: &Grid, givens: &Grid, style: Style) -> SudokuView {
    let shape = grid.shape();
    let cell = |index: usize| {
        let cell = shape.cell(index);
        let symbol = text::symbol(grid.get(cell), shape);
        match givens.get(cell) {
            Some(_) => SudokuCell::Given(symbol),
            None => SudokuCell::Placed(symbol),
        }
    };
    let cells = (0..shape.n_cells()).map(cell).collect();
    SudokuView { style, cells, ..SudokuView::empty(shape.width(), shape.height()) }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use sole_sudoku::formats::line;

    #[test]
    fn a_picture_shows_what_is_asked_for() {
        let mut marks = PencilMarks::new(&line::parse("1.....2..3.....4").expect("a line"));
        marks.place(marks.shape().cell(1), 2).expect("a candidate");
        let [inside, outside] = [(1, 1), (9, 0)].map(|(row, column)| Cell { row, column });
        let full = Drawing { candidates: true, highlighted: vec![inside, outside] };
        let shown = [Drawing::default(), full].map(|drawing| drawing.view(&marks, Style::Screen));
        let count = |view: &SudokuView, is_it: fn(&SudokuCell) -> bool| {
            view.cells.iter().filter(|cell| is_it(cell)).count()
        };
        for (view, n_candidates) in shown.iter().zip([0, 11]) {
            assert_eq!(count(view, |cell| matches!(cell, SudokuCell::Given(_))), 4);
            assert_eq!(count(view, |cell| matches!(cell, SudokuCell::Placed(_))), 1);
            let candidates = count(view, |cell| matches!(cell, SudokuCell::Candidates(_)));
            assert_eq!(candidates, n_candidates);
        }
        assert_eq!([&shown[0].highlighted[..], &shown[1].highlighted[..]], [&[][..], &[5]]);
        let third = SudokuCell::Candidates(vec![(2, "3".to_owned()), (3, "4".to_owned())]);
        assert_eq!(
            (&shown[1].cells[2], &shown[1].cells[1]),
            (&third, &SudokuCell::Placed("2".to_owned()))
        );
    }
}
