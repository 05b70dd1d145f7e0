//! The smallest in lexicographic order, as the world writes it.
//!
//! Of all puzzles that are the same, the one that comes first when they are
//! written row by row, with empty cells before all values. For nine by nine
//! that is the form in which others publish grids. Full grids of nine by nine
//! have a way of their own, see [`full`](super::full).
//!
//! ```
//! use sole_sudoku::{Shape, canon::Minlex, formats::line};
//!
//! let minlex = Minlex::new(Shape::CLASSIC).expect("nine is short");
//! let puzzle = line::parse(
//!     "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
//! )?;
//! let canon = minlex.find(&puzzle);
//! assert_eq!(canon.transform.apply_to(&puzzle), canon.puzzle);
//! assert_eq!(canon.automorphisms, Some(1));
//! # Ok::<(), line::LineError>(())
//! ```

use super::Canon;
use super::full::SecondRows;
use super::orders::{MAX_SIDE, Orders};
use super::rows;
use crate::{Puzzle, Shape, Transform};

/// Finds the smallest puzzles of one shape, with the tables for it.
#[derive(Clone, Debug)]
pub struct Minlex {
    shape: Shape,
    orders: Orders,
    /// Only for nine by nine.
    second_rows: Option<SecondRows>,
}

impl Minlex {
    /// Makes the tables; `None` if the side is longer than nine.
    pub fn new(shape: Shape) -> Option<Minlex> {
        let second_rows = (shape == Shape::CLASSIC).then(SecondRows::new);
        let is_short = shape.side() <= MAX_SIDE;
        is_short.then(|| Minlex { shape, orders: Orders::new(shape), second_rows })
    }

    /// The smallest puzzle that is the same as this one.
    ///
    /// # Panics
    ///
    /// The puzzle has another shape.
    pub fn find(&self, puzzle: &Puzzle) -> Canon {
        assert_eq!(puzzle.shape(), self.shape, "the tables are for one shape");
        match (&self.second_rows, puzzle.givens().values().first_chunk()) {
            (Some(table), Some(values)) if !values.contains(&0) => {
                let found = table.smallest(values);
                let lines = [found.rows.to_vec(), found.columns.to_vec()];
                let transform = Transform::new(self.shape, found.turn, lines, found.names.to_vec());
                canon(puzzle, transform, Some(found.ways.into()))
            }
            _ => self.find_by_rows(puzzle),
        }
    }

    /// The same without the way for full grids.
    fn find_by_rows(&self, puzzle: &Puzzle) -> Canon {
        let side = self.shape.side();
        let (way, n_ways) = rows::smallest(puzzle, &self.orders);
        let columns = self.orders.all[usize::from(way.order)][..side].to_vec();
        let lines = [way.rows[..side].to_vec(), columns];
        let (names, unused) = completed(&way.names[..=side]);
        let factorial = (1..=unused as u128).product::<u128>();
        let transform = Transform::new(self.shape, way.turn, lines, names);
        canon(puzzle, transform, Some(u128::from(n_ways) * factorial))
    }
}

fn canon(puzzle: &Puzzle, transform: Transform, automorphisms: Option<u128>) -> Canon {
    Canon { puzzle: transform.apply_to(puzzle), transform, automorphisms }
}

/// Names for all values, and how many values had none.
fn completed(names: &[u8]) -> (Vec<u8>, usize) {
    let mut all = names.to_vec();
    let mut next = names.iter().copied().max().unwrap_or_default();
    let met = usize::from(next);
    for name in all[1..].iter_mut().filter(|name| **name == 0) {
        next += 1;
        *name = next;
    }
    (all, names.len() - 1 - met)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make;
    use sole_puzzle::rng::Rng;

    /// The way for full grids and the one for all puzzles share no search.
    #[test]
    fn full_grids_are_the_same_both_ways() {
        let minlex = Minlex::new(Shape::CLASSIC).expect("nine is short");
        let random = (0..50).map(|number| make::full(Shape::CLASSIC, &mut Rng::new(4, number)));
        let regular = |cell: usize| {
            let (row, column) = (cell / 9, cell % 9);
            ((3 * row + row / 3 + column) % 9) as u8 + 1
        };
        let regular = crate::Grid::new(Shape::CLASSIC, (0..81).map(regular).collect::<Vec<u8>>());
        for grid in random.chain(regular) {
            let puzzle = Puzzle::new(grid).expect("a solution");
            let (one, other) = (minlex.find(&puzzle), minlex.find_by_rows(&puzzle));
            assert_eq!(one.puzzle, other.puzzle);
            assert_eq!(one.automorphisms, other.automorphisms);
            assert_eq!(one.transform.apply_to(&puzzle), one.puzzle);
        }
    }
}
