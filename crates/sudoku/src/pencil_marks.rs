//! A sudoku in the middle of being solved: givens, placed values, and the
//! candidates that are left.
//!
//! [`PencilMarks`] is what a player has on paper, and what formats with candidates
//! hold. Candidates may be missing for any reason, so that one with excluded
//! candidates and no givens at all is a puzzle of its own; such puzzles are
//! solved by [`solve::walk_marks`](crate::solve::walk_marks).
//!
//! ```
//! use sole_sudoku::{PencilMarks, formats::line};
//!
//! let mut marks = PencilMarks::new(&line::parse("1...2.......4...")?);
//! let cell = marks.shape().cell(1);
//! assert_eq!(marks.candidates(cell), 0b1100, "3 and 4");
//! marks.place(cell, 3)?;
//! assert_eq!(marks.values().get(cell), Some(3));
//! assert_eq!(marks.givens().get(cell), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{Cell, Conflicts, Grid, Puzzle, Shape};
use std::fmt;

/// Givens, placed values and remaining candidates.
///
/// A cell with a value has exactly that candidate, and no house has a value
/// twice. A cell without a value may have any candidates, even none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PencilMarks {
    givens: Grid,
    /// The givens and what was placed.
    values: Grid,
    /// Value `v` is bit `v - 1`.
    candidates: Box<[u128]>,
}

/// Why something is not possible with marks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PencilMarksError {
    /// There are more or fewer sets of candidates than cells.
    Length {
        /// How many cells there are.
        expected: usize,
        /// How many sets there are.
        found: usize,
    },
    /// A cell has no candidate.
    NoCandidate {
        /// The cell.
        cell: Cell,
    },
    /// A value is no candidate of a cell.
    NotACandidate {
        /// The cell.
        cell: Cell,
        /// The value.
        value: u8,
    },
    /// The same value alone in two cells of a house.
    Conflict(Conflicts),
}

impl PencilMarks {
    /// The givens of a puzzle, and all candidates that they do not see.
    pub fn new(puzzle: &Puzzle) -> PencilMarks {
        let values = puzzle.givens().clone();
        let candidates = visible(&values);
        PencilMarks { givens: values.clone(), values, candidates }
    }

    /// Cells with these candidates, row by row.
    ///
    /// A single candidate is taken for a given, unless a cell that sees it has
    /// the same candidate: then it is only the last candidate of an open cell.
    ///
    /// # Errors
    ///
    /// A cell has none or one that is larger than the side, there are too many
    /// or too few cells, or two single candidates contradict each other.
    pub fn of_candidates(
        shape: Shape,
        candidates: impl Into<Box<[u128]>>,
    ) -> Result<PencilMarks, PencilMarksError> {
        let candidates = candidates.into();
        if candidates.len() != shape.n_cells() {
            let (expected, found) = (shape.n_cells(), candidates.len());
            return Err(PencilMarksError::Length { expected, found });
        }
        for (index, &set) in candidates.iter().enumerate() {
            let cell = shape.cell(index);
            let beyond = set & !all(shape);
            if beyond != 0 {
                return Err(PencilMarksError::NotACandidate { cell, value: lowest(beyond) });
            }
            if set == 0 {
                return Err(PencilMarksError::NoCandidate { cell });
            }
        }
        let mut singles = Grid::empty(shape);
        for (index, &set) in candidates.iter().enumerate() {
            if set.is_power_of_two() {
                singles.set(index, lowest(set));
            }
        }
        let singles = Puzzle::new(singles).map_err(PencilMarksError::Conflict)?;
        let mut values = Grid::empty(shape);
        for (index, &value) in singles.givens().values().iter().enumerate() {
            let bit = 1 << value >> 1;
            let mut seen = seen_by(shape, shape.cell(index));
            if value != 0 && seen.all(|index| candidates[index] & bit == 0) {
                values.set(index, value);
            }
        }
        Ok(PencilMarks { givens: values.clone(), values, candidates })
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.givens.shape()
    }

    /// The givens.
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The givens and the placed values.
    pub fn values(&self) -> &Grid {
        &self.values
    }

    /// The candidates of a cell; value `v` is bit `v - 1`.
    ///
    /// # Panics
    ///
    /// The shape has no such cell.
    pub fn candidates(&self, cell: Cell) -> u128 {
        self.candidates[self.shape().index(cell)]
    }

    /// The candidates of all cells, row by row.
    pub fn all_candidates(&self) -> &[u128] {
        &self.candidates
    }

    /// Places a value in a cell and takes it from the candidates of all cells
    /// that see it.
    ///
    /// # Errors
    ///
    /// It is no candidate of the cell.
    ///
    /// # Panics
    ///
    /// The shape has no such cell.
    pub fn place(&mut self, cell: Cell, value: u8) -> Result<(), PencilMarksError> {
        let (shape, index, bit) = (self.shape(), self.shape().index(cell), bit_of(value));
        if self.candidates[index] & bit == 0 {
            return Err(PencilMarksError::NotACandidate { cell, value });
        }
        self.candidates[index] = bit;
        self.values.set(index, value);
        for seen in seen_by(shape, cell) {
            self.candidates[seen] &= !bit;
        }
        Ok(())
    }

    /// Takes a candidate from a cell that has no value.
    ///
    /// # Errors
    ///
    /// The cell has a value, or has no such candidate.
    ///
    /// # Panics
    ///
    /// The shape has no such cell.
    pub fn remove(&mut self, cell: Cell, value: u8) -> Result<(), PencilMarksError> {
        let (index, bit) = (self.shape().index(cell), bit_of(value));
        if self.values.get(cell).is_some() || self.candidates[index] & bit == 0 {
            return Err(PencilMarksError::NotACandidate { cell, value });
        }
        self.candidates[index] &= !bit;
        Ok(())
    }

    /// The values as a puzzle, if they alone tell all: every cell has all
    /// candidates that no value sees.
    pub fn puzzle(&self) -> Option<Puzzle> {
        let tells_all = self.candidates == visible(&self.values);
        tells_all.then(|| Puzzle::new(self.values.clone()).expect("no house has a value twice"))
    }

    /// The same with the givens alone.
    pub fn start(&self) -> Puzzle {
        Puzzle::new(self.givens.clone()).expect("no house has a value twice")
    }
}

/// Each value that no cell in sight has, or the value of the cell.
fn visible(values: &Grid) -> Box<[u128]> {
    let shape = values.shape();
    let mut candidates = vec![all(shape); shape.n_cells()];
    for (index, &value) in values.values().iter().enumerate().filter(|&(_, &value)| value != 0) {
        let bit = bit_of(value);
        seen_by(shape, shape.cell(index)).for_each(|seen| candidates[seen] &= !bit);
    }
    for (set, &value) in candidates.iter_mut().zip(values.values()).filter(|&(_, &v)| v != 0) {
        *set = bit_of(value);
    }
    candidates.into()
}

/// The numbers of the other cells in the houses of a cell, some of them twice.
fn seen_by(shape: Shape, cell: Cell) -> impl Iterator<Item = usize> {
    let cells = shape.houses_of(cell).into_iter().flat_map(move |house| shape.cells_of(house));
    cells.filter(move |&seen| seen != cell).map(move |seen| shape.index(seen))
}

fn all(shape: Shape) -> u128 {
    u128::MAX >> (128 - shape.side())
}

/// The bit of a value, none for what is no value.
fn bit_of(value: u8) -> u128 {
    value.checked_sub(1).and_then(|shift| 1u128.checked_shl(shift.into())).unwrap_or(0)
}

fn lowest(set: u128) -> u8 {
    set.trailing_zeros() as u8 + 1
}

impl fmt::Display for PencilMarksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PencilMarksError::Length { expected, found } => {
                write!(f, "expected the candidates of {expected} cells, found {found}")
            }
            PencilMarksError::NoCandidate { cell } => write!(f, "{cell} has no candidate"),
            PencilMarksError::NotACandidate { cell, value } => {
                write!(f, "{value} is no candidate of {cell}")
            }
            PencilMarksError::Conflict(conflict) => conflict.fmt(f),
        }
    }
}

impl std::error::Error for PencilMarksError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PencilMarksError::Conflict(conflict) => Some(conflict),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::line;
    use sole_puzzle::rng::Rng;

    fn shapes() -> impl Iterator<Item = Shape> {
        [(2, 2), (3, 2), (2, 3), (3, 3), (4, 4), (10, 10)]
            .into_iter()
            .filter_map(|(width, height)| Shape::new(width, height))
    }

    /// Checks the invariant of the type.
    fn assert_invariant(marks: &PencilMarks) {
        let values = marks.values().values().iter();
        for ((&value, &given), &set) in
            values.zip(marks.givens().values()).zip(marks.all_candidates())
        {
            assert!(value == 0 || set == bit_of(value), "{marks:?}");
            assert!(given == 0 || given == value, "{marks:?}");
            assert_eq!(set & !all(marks.shape()), 0, "{marks:?}");
        }
        assert!(Puzzle::new(marks.values().clone()).is_ok(), "{marks:?}");
    }

    #[test]
    fn placing_and_removing_keeps_the_invariant() {
        for (shape, seed) in shapes().flat_map(|shape| (0..5).map(move |seed| (shape, seed))) {
            let mut rng = Rng::new(seed, shape.side() as u64);
            let mut marks = PencilMarks::new(&Puzzle::new(Grid::empty(shape)).expect("nothing"));
            for _ in 0..shape.n_cells().min(300) {
                let cell = shape.cell(rng.below(shape.n_cells()));
                let value = rng.below(shape.side() + 2) as u8;
                let before = marks.clone();
                let is_candidate = marks.candidates(cell) & bit_of(value) != 0;
                let had_value = marks.values().get(cell).is_some();
                if rng.below(2) == 0 {
                    assert_eq!(marks.place(cell, value).is_ok(), is_candidate);
                } else {
                    assert_eq!(marks.remove(cell, value).is_ok(), is_candidate && !had_value);
                }
                assert!(is_candidate || marks == before);
                assert_invariant(&marks);
            }
        }
    }

    #[test]
    fn values_without_exclusions_are_a_puzzle() -> Result<(), Box<dyn std::error::Error>> {
        let puzzle = line::parse("1...2.......4...")?;
        let mut marks = PencilMarks::new(&puzzle);
        assert_eq!(marks.puzzle(), Some(puzzle.clone()));
        marks.place(puzzle.shape().cell(1), 3)?;
        assert_eq!(marks.puzzle(), Some(line::parse("13..2.......4...")?));
        assert_eq!(marks.start(), puzzle);
        marks.remove(puzzle.shape().cell(15), 1)?;
        assert_eq!(marks.puzzle(), None);
        Ok(())
    }

    #[test]
    fn wrong_candidates_are_reported() {
        let shape = Shape::new(2, 2).expect("a side of four");
        let with = |changes: &[(usize, u128)]| {
            let mut sets = vec![0b1111; 16];
            changes.iter().for_each(|&(index, set)| sets[index] = set);
            sets
        };
        let cases = [
            (with(&[]), "0 values"),
            (with(&[(0, 1)]), "0 values"),
            (with(&[(0, 1), (1, 0b1110), (2, 0b1110), (3, 0b1110)]), "0 values"),
            (with(&[(5, 0)]), "r2c2 has no candidate"),
            (with(&[(5, 0b10000)]), "5 is no candidate of r2c2"),
            (with(&[(4, 2), (6, 2)]), "2 twice in row 2: r2c1 and r2c3"),
            (vec![1; 15], "expected the candidates of 16 cells, found 15"),
            (
                PencilMarks::new(&line::parse("1..............4").expect("a line"))
                    .candidates
                    .to_vec(),
                "2 values",
            ),
        ];
        for (sets, expected) in cases {
            let marks = PencilMarks::of_candidates(shape, sets.clone());
            let actual = marks.map_or_else(
                |error| error.to_string(),
                |marks| {
                    assert_invariant(&marks);
                    assert_eq!(*marks.candidates, *sets);
                    format!("{} values", marks.values().n_values())
                },
            );
            assert_eq!(actual, expected, "{sets:?}");
        }
    }
}
