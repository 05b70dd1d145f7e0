//! Values in cells, and what makes them a puzzle.
//!
//! A [`Grid`] is any filling of a shape with values in range; it may
//! contradict itself, and then says where. A [`Puzzle`] is a grid that does
//! not.

use crate::formats::text;
use crate::{Cell, House, Shape};
use std::fmt;
use std::ops::{BitAnd, BitOr};

/// A value for each cell, or none.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    shape: Shape,
    /// 0 for an empty cell, otherwise from 1 to the side.
    values: Box<[u8]>,
}

/// Givens that do not contradict each other at first sight: no house has the
/// same value twice. It may have no solution, one, or many.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle(Grid);

/// The same value twice in a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conflict {
    /// What is there twice.
    pub value: u8,
    /// A house of both cells.
    pub house: House,
    /// The two cells, the earlier one first.
    pub cells: [Cell; 2],
    /// The shape of the grid, which says how the value is written.
    pub shape: Shape,
}

/// Why a grid is no puzzle: every pair of cells that contradict each other, at least one.
/// Written as its first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Conflicts {
    first: Conflict,
    others: Vec<Conflict>,
}

/// Why values are no grid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GridError {
    /// There are more or fewer values than cells.
    Length {
        /// How many cells there are.
        expected: usize,
        /// How many values there are.
        found: usize,
    },
    /// A value that the shape does not have.
    Value {
        /// The value.
        value: u8,
        /// Where it stands.
        cell: Cell,
        /// The largest possible value.
        largest: usize,
    },
}

impl Grid {
    /// The cells whose values differ from those of another grid of this shape.
    pub fn differences(&self, other: &Grid) -> impl Iterator<Item = Cell> {
        let pairs = self.values().iter().zip(other.values()).enumerate();
        pairs.filter(|(_, (one, other))| one != other).map(|(index, _)| self.shape().cell(index))
    }

    /// No value anywhere.
    pub fn empty(shape: Shape) -> Grid {
        Grid { shape, values: vec![0; shape.n_cells()].into() }
    }

    /// A grid of values row by row, 0 for empty cells.
    ///
    /// # Errors
    ///
    /// There are too many or too few of them, or one is larger than the side.
    pub fn new(shape: Shape, values: impl Into<Box<[u8]>>) -> Result<Grid, GridError> {
        let values = values.into();
        if values.len() != shape.n_cells() {
            return Err(GridError::Length { expected: shape.n_cells(), found: values.len() });
        }
        let largest = shape.side();
        match values.iter().position(|&value| usize::from(value) > largest) {
            None => Ok(Grid { shape, values }),
            Some(index) => {
                let (value, cell) = (values[index], shape.cell(index));
                Err(GridError::Value { value, cell, largest })
            }
        }
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The values row by row, 0 for empty cells.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The value of a cell, if it has one.
    ///
    /// # Panics
    ///
    /// The shape has no such cell.
    pub fn get(&self, cell: Cell) -> Option<u8> {
        let value = self.values[self.shape.index(cell)];
        (value != 0).then_some(value)
    }

    /// How many cells have a value.
    pub fn n_values(&self) -> usize {
        self.values.iter().filter(|&&value| value != 0).count()
    }

    /// Whether every cell has a value and no house has one twice.
    pub fn is_solution(&self) -> bool {
        !self.values.contains(&0) && !self.has_conflict()
    }

    /// Every pair of cells in a house with the same value, house by house. Two
    /// cells that share two houses are told twice.
    pub fn conflicts(&self) -> impl Iterator<Item = Conflict> {
        self.shape.houses().flat_map(move |house| {
            let cells: Vec<Cell> = self.shape.cells_of(house).collect();
            let mut found = Vec::new();
            for (i, &first) in cells.iter().enumerate() {
                let same = |&&cell: &&Cell| self.get(cell) == self.get(first);
                let Some(value) = self.get(first) else { continue };
                let shape = self.shape;
                let conflict = |&second| Conflict { value, house, cells: [first, second], shape };
                found.extend(cells[i + 1..].iter().filter(same).map(conflict));
            }
            found
        })
    }

    /// Whether [`Grid::conflicts`] has any, found sooner.
    fn has_conflict(&self) -> bool {
        if self.shape.side() < 32 {
            self.has_bit_twice(|value| 1u32 << value & !1)
        } else {
            self.has_bit_twice(|value| 1u128 << value & !1)
        }
    }

    /// Whether two values in a house share a bit; an empty cell must have none.
    #[inline(always)]
    fn has_bit_twice<W>(&self, bit_of: impl Fn(u8) -> W) -> bool
    where
        W: Copy + Default + PartialEq + BitAnd<Output = W> + BitOr<Output = W>,
    {
        let (width, height) = (self.shape.width(), self.shape.height());
        let none = W::default();
        let mut in_columns = vec![none; self.shape.side()];
        let mut in_boxes = vec![none; height];
        for band in self.values.chunks_exact(height * self.shape.side()) {
            in_boxes.fill(none);
            for row in band.chunks_exact(self.shape.side()) {
                let mut in_row = none;
                let columns = row.chunks_exact(width).zip(in_columns.chunks_exact_mut(width));
                for ((values, in_columns), in_box) in columns.zip(&mut in_boxes) {
                    for (&value, in_column) in values.iter().zip(in_columns) {
                        let bit = bit_of(value);
                        if (in_row | *in_column | *in_box) & bit != none {
                            return true;
                        }
                        in_row = in_row | bit;
                        *in_column = *in_column | bit;
                        *in_box = *in_box | bit;
                    }
                }
            }
        }
        false
    }

    /// Sets the value of one cell, by its number; 0 empties it.
    pub(crate) fn set(&mut self, index: usize, value: u8) {
        debug_assert!(usize::from(value) <= self.shape.side());
        self.values[index] = value;
    }

    /// Replaces all values by those of a solution.
    pub(crate) fn fill(&mut self, values: &[u8]) {
        debug_assert!(values.iter().all(|&value| usize::from(value) <= self.shape.side()));
        self.values.copy_from_slice(values);
    }
}

impl Puzzle {
    /// Takes the values as givens.
    ///
    /// # Errors
    ///
    /// Those that contradict each other.
    pub fn new(givens: Grid) -> Result<Puzzle, Conflicts> {
        let conflicts = if givens.has_conflict() { Conflicts::of(&givens) } else { None };
        conflicts.map_or(Ok(Puzzle(givens)), Err)
    }

    /// The givens.
    pub fn givens(&self) -> &Grid {
        &self.0
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.0.shape
    }
}

impl Conflicts {
    fn of(grid: &Grid) -> Option<Conflicts> {
        // Lines come before boxes, so cells that share both have been told.
        let mut all =
            grid.conflicts().filter(|Conflict { house, cells: [first, second], .. }| {
                let share_a_line = first.row == second.row || first.column == second.column;
                !(matches!(house, House::Box(_)) && share_a_line)
            });
        let first = all.next()?;
        Some(Conflicts { first, others: all.collect() })
    }

    /// The first one, house by house.
    pub fn first(&self) -> Conflict {
        self.first
    }

    /// All of them, each pair of cells once.
    pub fn all(&self) -> impl Iterator<Item = Conflict> {
        std::iter::once(self.first).chain(self.others.iter().copied())
    }
}

/// Values in brackets row by row, for messages of tests.
impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid {} ", self.shape)?;
        f.debug_list().entries(self.values.chunks(self.shape.side())).finish()
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conflict { value, house, cells: [first, second], shape } = self;
        let value = text::symbol(Some(*value), *shape);
        write!(f, "{value} twice in {house}: {first} and {second}")
    }
}

impl std::error::Error for Conflict {}

impl fmt::Display for Conflicts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)
    }
}

impl std::error::Error for Conflicts {}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Length { expected, found } => {
                write!(f, "expected {expected} values, found {found}")
            }
            GridError::Value { value, cell, largest } => {
                write!(f, "{value} in {cell} is larger than {largest}")
            }
        }
    }
}

impl std::error::Error for GridError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_holds_only_values_of_its_shape() {
        let shape = Shape::new(2, 2).expect("a side of four");
        let cases: [(usize, u8, &str); 4] = [
            (16, 4, "ok"),
            (15, 1, "expected 16 values, found 15"),
            (17, 1, "expected 16 values, found 17"),
            (16, 5, "5 in r2c3 is larger than 4"),
        ];
        for (length, value, expected) in cases {
            let mut values = vec![0; length];
            values[6] = value;
            let actual =
                Grid::new(shape, values).map_or_else(|e| e.to_string(), |_| "ok".to_owned());
            assert_eq!(actual, expected, "{length} values");
        }
    }

    /// Two equal values in every pair of cells: a conflict for every house of both.
    #[test]
    fn conflicts_are_the_pairs_that_share_a_house() {
        for shape in [Shape::new(2, 2), Shape::new(3, 2), Shape::new(2, 3)].into_iter().flatten() {
            let cells = 0..shape.n_cells();
            for (i, j) in cells.clone().flat_map(|i| (i + 1..shape.n_cells()).map(move |j| (i, j)))
            {
                let mut values = vec![0; shape.n_cells()];
                (values[i], values[j]) = (2, 2);
                let pair = [shape.cell(i), shape.cell(j)];
                let grid = Grid::new(shape, values).expect("two values");
                let common = shape
                    .houses_of(pair[0])
                    .into_iter()
                    .filter(|house| shape.houses_of(pair[1]).contains(house));
                let conflict = |house| Conflict { value: 2, house, cells: pair, shape };
                let expected: Vec<Conflict> = common.map(conflict).collect();
                assert_eq!(grid.conflicts().collect::<Vec<_>>(), expected, "{shape} {pair:?}");
                assert_eq!(grid.has_conflict(), !expected.is_empty(), "{shape} {pair:?}");
                let told = Puzzle::new(grid).err();
                assert_eq!(told.map(|told| told.first()), expected.first().copied());
            }
        }
    }

    #[test]
    fn a_conflict_is_said_with_both_cells() {
        let cases = [
            (9, 7, [12, 48], "7 twice in column 4: r2c4 and r6c4"),
            (16, 12, [0, 15], "C twice in row 1: r1c1 and r1c16"),
            (64, 12, [0, 63], "12 twice in row 1: r1c1 and r1c64"),
        ];
        for (side, value, cells, expected) in cases {
            let shape = Shape::of_side(side).expect("a square");
            let mut values = vec![0; shape.n_cells()];
            cells.iter().for_each(|&cell: &usize| values[cell] = value);
            let grid = Grid::new(shape, values).expect("two values");
            let conflict = Puzzle::new(grid).expect_err("both are in one line");
            assert_eq!(conflict.to_string(), expected);
        }
    }

    /// As many as there are, without comparing each with each.
    #[test]
    fn a_grid_of_one_value_is_all_conflicts() {
        for (side, expected) in [(4, 4 * 6 * 2 + 4 * 2), (100, 100 * 4950 * 2 + 100 * 4050)] {
            let shape = Shape::of_side(side).expect("a square");
            let grid = Grid::new(shape, vec![1; shape.n_cells()]).expect("ones");
            let conflicts = Puzzle::new(grid).expect_err("ones everywhere");
            assert_eq!(conflicts.all().count(), expected, "{side}");
        }
    }

    /// Cells that share two houses are one pair; of three equal values there are three.
    #[test]
    fn all_conflicts_are_told_once() {
        let shape = Shape::new(2, 2).expect("a side of four");
        let values = [1, 1, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0];
        let grid = Grid::new(shape, values.to_vec()).expect("values up to four");
        let conflicts = Puzzle::new(grid).expect_err("a row and a box");
        let told: Vec<String> = conflicts.all().map(|conflict| conflict.to_string()).collect();
        let expected = [
            "1 twice in row 1: r1c1 and r1c2",
            "1 twice in row 1: r1c1 and r1c4",
            "1 twice in row 1: r1c2 and r1c4",
            "2 twice in box 3: r3c1 and r4c2",
        ];
        assert_eq!(told, expected);
    }
}
