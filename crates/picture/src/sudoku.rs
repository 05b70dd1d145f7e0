//! Pictures of sudokus of any shape: givens in bold, placed values lighter,
//! candidates small, some cells coloured.

use crate::board::Style;
use crate::path::{Path, Point, at};
use crate::picture::{Anchor, Cap, Font, Ink, Item, Paint, Picture, Text};

/// A sudoku as it is seen.
///
/// ```
/// use sole_picture::{SudokuCell, SudokuView, svg};
/// let mut view = SudokuView::empty(2, 2);
/// view.cells[5] = SudokuCell::Given("3".to_owned());
/// view.highlighted.push(5);
/// assert!(svg::write(&view.render()).contains(">3</text>"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SudokuView {
    /// How it looks.
    pub style: Style,
    /// How many cells a box is wide and high.
    pub boxes: [usize; 2],
    /// The cells row by row. Those beyond the grid are not drawn, missing ones are empty.
    pub cells: Vec<SudokuCell>,
    /// The numbers of the cells that stand out, counted from 0 row by row.
    pub highlighted: Vec<usize>,
}

/// What stands in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SudokuCell {
    /// Nothing.
    #[default]
    Empty,
    /// A value of the puzzle.
    Given(String),
    /// A value that was found.
    Placed(String),
    /// Values that are left, each with its place: 0 for the first value, and so on.
    Candidates(Vec<(usize, String)>),
}

/// The side of a cell, in the units of the picture.
const CELL: f64 = 60.0;
/// The space around the grid.
const MARGIN: f64 = 10.0;
/// How far below its middle the base line of a text is, as a part of its size.
const DROP: f64 = 0.35;
const PLACED: Ink = Ink(0x1a, 0x4f, 0xb4);
const CANDIDATE: Ink = Ink::grey(0x55);

impl SudokuView {
    /// A grid with nothing in it, with boxes of `width` × `height` cells.
    pub fn empty(width: usize, height: usize) -> SudokuView {
        let side = width * height;
        SudokuView {
            style: Style::default(),
            boxes: [width, height],
            cells: vec![SudokuCell::Empty; side * side],
            highlighted: Vec::new(),
        }
    }

    /// The number of rows and columns.
    pub const fn side(&self) -> usize {
        self.boxes[0] * self.boxes[1]
    }

    /// Draws it.
    pub fn render(&self) -> Picture {
        let side = self.side();
        let extent = side as f64 * CELL + 2.0 * MARGIN;
        let mut picture = Picture::new(extent, extent);
        picture.title = self.title();
        let all = Path::rectangle(at(0.0, 0.0), extent, extent);
        picture.path(all, Paint::fill(Ink::WHITE));
        for number in self.coloured() {
            let cell = Path::rectangle(self.corner(number), CELL, CELL);
            picture.path(cell, Paint::fill(self.highlight()));
        }
        for (boxes, width) in [(false, 1.5), (true, 4.5)] {
            let paint = Paint::line(Ink::BLACK, width).cap(Cap::Square);
            picture.path(self.lines(boxes), paint);
        }
        for (number, cell) in self.cells.iter().take(side * side).enumerate() {
            self.render_cell(&mut picture, self.corner(number), cell);
        }
        picture
    }

    /// The highlighted cells that there are, each once and in order.
    fn coloured(&self) -> Vec<usize> {
        let n_cells = self.side() * self.side();
        let mut cells: Vec<usize> =
            self.highlighted.iter().copied().filter(|&n| n < n_cells).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    const fn highlight(&self) -> Ink {
        match self.style {
            Style::Screen => Ink(0xff, 0xe0, 0x8a),
            Style::Print | Style::Grey => Ink::grey(0xd8),
        }
    }

    fn render_cell(&self, picture: &mut Picture, corner: Point, cell: &SudokuCell) {
        let middle = at(corner.x + CELL / 2.0, corner.y + CELL / 2.0);
        let placed = if self.style == Style::Screen { PLACED } else { Ink::BLACK };
        let (text, font, ink) = match cell {
            SudokuCell::Empty => return,
            SudokuCell::Given(text) => (text, Font::SansBold, Ink::BLACK),
            SudokuCell::Placed(text) => (text, Font::Sans, placed),
            SudokuCell::Candidates(candidates) => {
                return self.render_candidates(picture, corner, candidates);
            }
        };
        let size = if text.chars().count() > 1 { CELL / 2.0 } else { CELL * 2.0 / 3.0 };
        picture.items.push(centred(text, middle, size, font, ink));
    }

    /// Each candidate in its place in a small grid of the form of a box.
    fn render_candidates(&self, picture: &mut Picture, corner: Point, all: &[(usize, String)]) {
        let [width, height] = self.boxes;
        let (across, down) = (CELL / width as f64, CELL / height as f64);
        for (place, text) in all.iter().filter(|&&(place, _)| place < self.side()) {
            let size = across.min(down) * 3.0 / (3.0 + text.chars().count() as f64);
            let (row, column) = ((place / width) as f64, (place % width) as f64);
            let middle = at(corner.x + (column + 0.5) * across, corner.y + (row + 0.5) * down);
            picture.items.push(centred(text, middle, size, Font::Sans, CANDIDATE));
        }
    }

    /// The lines between cells or those around boxes.
    fn lines(&self, boxes: bool) -> Path {
        let end = MARGIN + self.side() as f64 * CELL;
        let mut path = Path::default();
        for number in 0..=self.side() {
            let place = MARGIN + number as f64 * CELL;
            let [is_column, is_row] = self.boxes.map(|step| number.is_multiple_of(step) == boxes);
            if is_row {
                path = path.and(Path::line(at(MARGIN, place), at(end, place)));
            }
            if is_column {
                path = path.and(Path::line(at(place, MARGIN), at(place, end)));
            }
        }
        path
    }

    /// Where a cell begins.
    fn corner(&self, number: usize) -> Point {
        let (row, column) = (number / self.side(), number % self.side());
        at(MARGIN + column as f64 * CELL, MARGIN + row as f64 * CELL)
    }

    fn title(&self) -> String {
        let [side, givens] = [self.side(), self.count(|cell| matches!(cell, SudokuCell::Given(_)))];
        let placed = self.count(|cell| matches!(cell, SudokuCell::Placed(_)));
        format!("Sudoku of {side} by {side} cells, {givens} given, {placed} placed.")
    }

    fn count(&self, is_counted: impl Fn(&SudokuCell) -> bool) -> usize {
        self.cells.iter().filter(|cell| is_counted(cell)).count()
    }
}

/// A text around a place.
fn centred(text: &str, middle: Point, size: f64, font: Font, ink: Ink) -> Item {
    let text = text.to_owned();
    let at = at(middle.x, middle.y + size * DROP);
    Item::Text(Text { text, at, size, font, anchor: Anchor::Middle, ink })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line is drawn once: five across and five down, of which three each are thick.
    #[test]
    fn lines_are_thin_or_thick() {
        let view = SudokuView::empty(2, 2);
        let counts = [false, true].map(|boxes| view.lines(boxes).steps().len() / 2);
        assert_eq!(counts, [4, 6]);
    }

    #[test]
    fn cells_beyond_the_grid_are_not_rendered() {
        let mut view = SudokuView::empty(2, 2);
        let plain = view.render();
        view.highlighted = vec![16, 99];
        view.cells.push(SudokuCell::Given("1".to_owned()));
        assert_eq!(view.render().items, plain.items);
        view.highlighted = vec![3, 3];
        assert_eq!(view.render().items.len(), plain.items.len() + 1);
    }
}
