//! Pictures of sudokus: givens in bold, placed values in blue, candidates
//! small, some cells coloured.
//!
//! The same sudoku always gives the same text.

use super::drawn::written;
use crate::{Cell, Marks, Shape};
use std::fmt::Write;

/// The side of a cell, in the units of the picture.
const CELL: usize = 60;
/// The space around the grid.
const MARGIN: usize = 10;

/// What a picture shows beside the values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Whether cells without a value show their candidates.
    pub candidates: bool,
    /// The cells that stand out.
    pub highlighted: Vec<Cell>,
}

impl Drawing {
    /// Draws a sudoku. Highlighted cells that it does not have are left out.
    pub fn render(&self, marks: &Marks) -> String {
        let shape = marks.shape();
        let extent = shape.side() * CELL + 2 * MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {extent} {extent}\" \
             font-family=\"sans-serif\" text-anchor=\"middle\">\n\
             <rect width=\"{extent}\" height=\"{extent}\" fill=\"#fff\"/>\n"
        );
        for cell in self.cells(shape) {
            let (x, y) = (corner(cell.column), corner(cell.row));
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#ffe08a\"/>"
            );
        }
        svg.push_str(&lines(shape));
        for index in 0..shape.n_cells() {
            self.write_cell(&mut svg, marks, shape.cell(index));
        }
        svg + "</svg>"
    }

    /// The highlighted cells that there are, each once and in order.
    fn cells(&self, shape: Shape) -> Vec<Cell> {
        let side = shape.side();
        let inside = |cell: &&Cell| usize::from(cell.row.max(cell.column)) < side;
        let mut cells: Vec<Cell> = self.highlighted.iter().filter(inside).copied().collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn write_cell(&self, svg: &mut String, marks: &Marks, cell: Cell) {
        let value = marks.values().get(cell);
        let style = match (value, marks.givens().get(cell)) {
            (Some(_), Some(_)) => "font-weight=\"bold\"",
            (Some(_), None) => "fill=\"#1a4fb4\"",
            (None, _) if self.candidates => return write_candidates(svg, marks, cell),
            (None, _) => return,
        };
        let text = written(value, marks.shape().side());
        let size = if text.len() > 1 { CELL / 2 } else { CELL * 2 / 3 };
        let (x, y) = (corner(cell.column) + CELL / 2, corner(cell.row) + CELL / 2 + size * 7 / 20);
        let _ =
            writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" {style}>{text}</text>");
    }
}

/// Each candidate in its place in a small grid of the form of a box.
fn write_candidates(svg: &mut String, marks: &Marks, cell: Cell) {
    let shape = marks.shape();
    let (across, down) = (CELL / shape.width(), CELL / shape.height());
    let set = marks.candidates(cell);
    for value in (1..=shape.side()).filter(|value| set >> (value - 1) & 1 != 0) {
        let (row, column) = ((value - 1) / shape.width(), (value - 1) % shape.width());
        let text = written(Some(value as u8), shape.side());
        let size = (across.min(down) * 3 / (3 + text.len())).max(1);
        let x = corner(cell.column) + column * across + across / 2;
        let y = corner(cell.row) + row * down + down / 2 + size * 7 / 20;
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"#555\">{text}</text>"
        );
    }
}

/// Thin lines between cells, then thick ones around boxes.
fn lines(shape: Shape) -> String {
    let side = shape.side();
    let end = MARGIN + side * CELL;
    let path = |step: [usize; 2], skip: bool| {
        let mut path = String::new();
        for at in 0..=side {
            let place = MARGIN + at * CELL;
            if at.is_multiple_of(step[0]) != skip {
                let _ = write!(path, "M{MARGIN} {place}H{end}");
            }
            if at.is_multiple_of(step[1]) != skip {
                let _ = write!(path, "M{place} {MARGIN}V{end}");
            }
        }
        path
    };
    let boxes = [shape.height(), shape.width()];
    let stroke = |path: String, width: usize| {
        format!(
            "<path d=\"{path}\" stroke=\"#000\" stroke-width=\"{width}\" stroke-linecap=\"square\"/>\n"
        )
    };
    stroke(path(boxes, true), 1) + &stroke(path(boxes, false), 3)
}

/// Where the cells of a line begin.
fn corner(number: u8) -> usize {
    MARGIN + usize::from(number) * CELL
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::line;

    fn marks() -> Marks {
        let mut marks = Marks::new(&line::parse("1.....2..3.....4").expect("a line"));
        marks.place(marks.shape().cell(1), 2).expect("a candidate");
        marks
    }

    #[test]
    fn a_picture_shows_what_is_asked_for() {
        let marks = marks();
        let plain = Drawing::default().render(&marks);
        let full = Drawing {
            candidates: true,
            highlighted: vec![Cell { row: 1, column: 1 }, Cell { row: 9, column: 0 }],
        }
        .render(&marks);
        let n_candidates: u32 = marks
            .all_candidates()
            .iter()
            .zip(marks.values().values())
            .filter(|&(_, &value)| value == 0)
            .map(|(set, _)| set.count_ones())
            .sum();
        let cases = [
            ("bold", 4, 4),
            ("fill=\"#1a4fb4\"", 1, 1),
            ("fill=\"#555\"", 0, n_candidates as usize),
            ("fill=\"#ffe08a\"", 0, 1),
            ("<path", 2, 2),
            ("stroke-width=\"3\"", 1, 1),
        ];
        for (text, in_plain, in_full) in cases {
            assert_eq!(plain.matches(text).count(), in_plain, "{text}");
            assert_eq!(full.matches(text).count(), in_full, "{text}");
        }
    }

    /// Each line is drawn once: five across and five down, of which three each are thick.
    #[test]
    fn lines_are_thin_or_thick() {
        let lines = lines(Shape::new(2, 2).expect("a side of four"));
        let counts: Vec<usize> = lines.lines().map(|line| line.matches('M').count()).collect();
        assert_eq!(counts, [4, 6]);
    }

    #[test]
    fn every_shape_can_be_drawn() {
        for shape in [4, 6, 9, 16, 25, 64, 94].into_iter().filter_map(Shape::of_side) {
            let puzzle = crate::Puzzle::new(crate::Grid::empty(shape)).expect("nothing");
            let svg =
                Drawing { candidates: true, highlighted: Vec::new() }.render(&Marks::new(&puzzle));
            assert_eq!(svg.matches("<text").count(), shape.side().pow(3), "{shape}");
            assert!(!svg.contains("font-size=\"0\""), "{shape}");
        }
    }
}
