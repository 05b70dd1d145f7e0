//! Sudokus as pictures.

use sole_picture::{Style, SudokuCell, SudokuView};
use sole_sudoku::formats::text;
use sole_sudoku::{Cell, Grid, PencilMarks, Shape};

/// What a picture shows beside the values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GridDrawing {
    /// Whether cells without a value show their candidates.
    pub candidates: bool,
    /// The cells that stand out. Those that there are not are left out.
    pub highlighted: Vec<Cell>,
}

impl GridDrawing {
    /// A sudoku as it is to be drawn.
    pub fn view(&self, marks: &PencilMarks, style: Style) -> SudokuView {
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

#[cfg(test)]
mod tests {
    use super::*;
    use sole_sudoku::formats::line;

    #[test]
    fn a_picture_shows_what_is_asked_for() {
        let mut marks = PencilMarks::new(&line::parse("1.....2..3.....4").expect("a line"));
        marks.place(marks.shape().cell(1), 2).expect("a candidate");
        let [inside, outside] = [(1, 1), (9, 0)].map(|(row, column)| Cell { row, column });
        let full = GridDrawing { candidates: true, highlighted: vec![inside, outside] };
        let shown =
            [GridDrawing::default(), full].map(|drawing| drawing.view(&marks, Style::Screen));
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
