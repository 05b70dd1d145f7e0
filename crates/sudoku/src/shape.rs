//! How large a sudoku is and how its boxes lie.
//!
//! A box is `width` cells wide and `height` cells high; the grid has
//! `width × height` rows, columns, boxes and values. The classic sudoku has
//! boxes of 3×3 and nine of everything.

use std::fmt;

/// The size of the boxes, and with it of everything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    width: u8,
    height: u8,
}

/// A cell by its row and column, both counted from 0; written `r1c1`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, from the top.
    pub row: u8,
    /// The column, from the left.
    pub column: u8,
}

/// A row, a column or a box by its number, counted from 0; written from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum House {
    /// Rows go from the top.
    Row(u8),
    /// Columns go from the left.
    Column(u8),
    /// Boxes go from the left, then from the top.
    Box(u8),
}

impl Shape {
    /// The longest side.
    pub const MAX_SIDE: usize = 100;

    /// The sudoku of the newspapers: 3×3 boxes.
    pub const CLASSIC: Shape = Shape { width: 3, height: 3 };

    /// Boxes of `width` × `height` cells; `None` if one of them is zero or the
    /// side would be longer than [`Shape::MAX_SIDE`].
    pub const fn new(width: usize, height: usize) -> Option<Shape> {
        let fits = width > 0
            && height > 0
            && width <= Shape::MAX_SIDE
            && width * height <= Shape::MAX_SIDE;
        if fits { Some(Shape { width: width as u8, height: height as u8 }) } else { None }
    }

    /// The usual shape of a grid with this side: boxes as square as can be, and
    /// rather wide than high, so 3×3 for 9 and three wide by two high for 6.
    /// `None` for sides that have no boxes but whole lines.
    ///
    /// ```
    /// use sole_sudoku::Shape;
    /// assert_eq!(Shape::of_side(9), Some(Shape::CLASSIC));
    /// assert_eq!(Shape::of_side(6), Shape::new(3, 2));
    /// assert_eq!(Shape::of_side(7), None);
    /// ```
    pub fn of_side(side: usize) -> Option<Shape> {
        let divides = |&height: &usize| side.is_multiple_of(height);
        let height = (2..=side.isqrt()).rev().find(divides)?;
        Shape::new(side / height, height)
    }

    /// How many cells a box is wide; also, how many boxes are above each other.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// How many cells a box is high; also, how many boxes are side by side.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// The number of rows, columns, boxes, and of values.
    pub const fn side(self) -> usize {
        self.width() * self.height()
    }

    /// The number of cells.
    pub const fn n_cells(self) -> usize {
        self.side() * self.side()
    }

    /// The cell with this number, counted from 0 row by row.
    ///
    /// # Panics
    ///
    /// There is no such cell.
    pub fn cell(self, index: usize) -> Cell {
        assert!(index < self.n_cells(), "{self} has no cell {index}");
        Cell { row: (index / self.side()) as u8, column: (index % self.side()) as u8 }
    }

    /// The number of a cell, counted from 0 row by row.
    pub const fn index(self, cell: Cell) -> usize {
        cell.row as usize * self.side() + cell.column as usize
    }

    /// The number of the box that holds a cell, counted from 0.
    pub const fn box_of(self, cell: Cell) -> usize {
        let (row, column) = (cell.row as usize, cell.column as usize);
        row / self.height() * self.height() + column / self.width()
    }

    /// The row, the column and the box of a cell.
    pub const fn houses_of(self, cell: Cell) -> [House; 3] {
        [House::Row(cell.row), House::Column(cell.column), House::Box(self.box_of(cell) as u8)]
    }

    /// All houses: the rows, the columns, the boxes.
    pub fn houses(self) -> impl Iterator<Item = House> {
        let numbers = move || 0..self.side() as u8;
        let lines = numbers().map(House::Row).chain(numbers().map(House::Column));
        lines.chain(numbers().map(House::Box))
    }

    /// The cells of a house, row by row.
    pub fn cells_of(self, house: House) -> impl Iterator<Item = Cell> {
        let (width, height) = (self.width, self.height);
        (0..self.side() as u8).map(move |i| match house {
            House::Row(row) => Cell { row, column: i },
            House::Column(column) => Cell { row: i, column },
            House::Box(number) => Cell {
                row: number / height * height + i / width,
                column: number % height * width + i % width,
            },
        })
    }
}

/// Written as width by height, for instance `3×2`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.width, self.height)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            House::Row(number) => write!(f, "row {}", number + 1),
            House::Column(number) => write!(f, "column {}", number + 1),
            House::Box(number) => write!(f, "box {}", number + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_shape() -> impl Iterator<Item = Shape> {
        let sides = 1..=Shape::MAX_SIDE;
        sides.clone().flat_map(move |w| sides.clone().filter_map(move |h| Shape::new(w, h)))
    }

    #[test]
    fn shapes_are_those_whose_side_fits() {
        assert_eq!(every_shape().count(), 482, "pairs with a product of at most 100");
        for (width, height) in [(0, 3), (3, 0), (101, 1), (11, 10), (usize::MAX, usize::MAX)] {
            assert_eq!(Shape::new(width, height), None, "{width}×{height}");
        }
    }

    #[test]
    fn a_side_has_its_usual_shape() {
        let cases = [(4, Some((2, 2))), (6, Some((3, 2))), (8, Some((4, 2))), (9, Some((3, 3)))];
        let larger = [(10, Some((5, 2))), (12, Some((4, 3))), (16, Some((4, 4)))];
        let none = [(0, None), (1, None), (2, None), (3, None), (13, None), (97, None)];
        let huge = [(100, Some((10, 10))), (102, None)];
        for (side, expected) in cases.into_iter().chain(larger).chain(none).chain(huge) {
            let expected = expected.and_then(|(width, height)| Shape::new(width, height));
            assert_eq!(Shape::of_side(side), expected, "side {side}");
        }
    }

    #[test]
    fn each_cell_is_in_its_three_houses_and_in_no_other() {
        for shape in every_shape().filter(|shape| shape.side() <= 12) {
            assert_eq!(shape.houses().count(), 3 * shape.side());
            let mut seen = vec![Vec::new(); shape.n_cells()];
            for house in shape.houses() {
                assert_eq!(shape.cells_of(house).count(), shape.side(), "{shape} {house}");
                shape.cells_of(house).for_each(|cell| seen[shape.index(cell)].push(house));
            }
            for (index, houses) in seen.iter().enumerate() {
                let cell = shape.cell(index);
                assert_eq!(shape.index(cell), index);
                assert_eq!(houses[..], shape.houses_of(cell), "{shape} {cell}");
            }
        }
    }
}
