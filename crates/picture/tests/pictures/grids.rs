//! Sudokus as SVG.

use crate::golden::assert_golden;
use sole_picture::{Style, SudokuCell, SudokuView, svg};

/// A grid of any shape in which every kind of cell comes up.
pub(crate) fn filled(width: usize, height: usize) -> SudokuView {
    let mut view = SudokuView::empty(width, height);
    let side = view.side();
    for (number, cell) in view.cells.iter_mut().enumerate() {
        let text = (number % side + 1).to_string();
        *cell = match number % 4 {
            0 => SudokuCell::Given(text),
            1 => SudokuCell::Placed(text),
            2 => SudokuCell::Candidates((0..side).map(|n| (n, (n + 1).to_string())).collect()),
            _ => SudokuCell::Empty,
        };
    }
    view.highlighted = vec![0, side + 1];
    view
}

#[test]
fn grids_are_unchanged() {
    assert_golden("sudoku.svg", &svg::write(&filled(2, 2).render()));
    let print = SudokuView { style: Style::Print, ..filled(3, 2) };
    assert_golden("sudoku-print.svg", &svg::write(&print.render()));
}

#[test]
fn every_shape_is_rendered() {
    for width in 1..=6 {
        for height in 1..=6 {
            let view = filled(width, height);
            let side = width * height;
            let picture = view.render();
            assert_eq!(picture.width, side as f64 * 60.0 + 20.0);
            let n_texts: usize = view.cells.iter().map(n_texts).sum();
            let svg = svg::write(&picture);
            assert_eq!(svg.matches("<text").count(), n_texts, "{width}×{height}");
            assert!(!svg.contains("font-size=\"0\""), "{width}×{height}");
        }
    }
}

fn n_texts(cell: &SudokuCell) -> usize {
    match cell {
        SudokuCell::Empty => 0,
        SudokuCell::Given(_) | SudokuCell::Placed(_) => 1,
        SudokuCell::Candidates(candidates) => candidates.len(),
    }
}
