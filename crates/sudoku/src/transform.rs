//! What changes the looks of a sudoku and nothing else.
//!
//! Names of values may be exchanged, bands and rows within a band, stacks and
//! columns within a stack; and if boxes are square, rows may become columns.

use crate::{Grid, Puzzle, Shape};
use sole_puzzle::rng::Rng;

/// New places and names for the values of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transform {
    shape: Shape,
    turn: Turn,
    /// By new row or column: which one it was, after the turn.
    rows: Vec<u8>,
    columns: Vec<u8>,
    /// By old value: the new one; 0 stays 0.
    names: Vec<u8>,
}

/// Whether rows become columns first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// Rows stay rows.
    Upright,
    /// Rows become columns and columns rows.
    Transposed,
}

impl Turn {
    /// The turns that leave a shape as it is.
    pub fn of(shape: Shape) -> &'static [Turn] {
        let both = &[Turn::Upright, Turn::Transposed];
        if shape.width() == shape.height() { both } else { &both[..1] }
    }
}

impl Transform {
    /// Puts together what was found by a search.
    pub(crate) fn new(
        shape: Shape,
        turn: Turn,
        [rows, columns]: [Vec<u8>; 2],
        names: Vec<u8>,
    ) -> Transform {
        debug_assert!(keeps_chutes(&rows, shape.height()) && keeps_chutes(&columns, shape.width()));
        Transform { shape, turn, rows, columns, names }
    }

    /// Any one, each as likely as any other.
    pub fn random(shape: Shape, rng: &mut Rng) -> Transform {
        let turns = Turn::of(shape);
        let turn = turns[rng.below(turns.len())];
        let rows = lines(shape.width(), shape.height(), rng);
        let columns = lines(shape.height(), shape.width(), rng);
        let mut names: Vec<u8> = (0..=shape.side() as u8).collect();
        rng.shuffle(&mut names[1..]);
        Transform { shape, turn, rows, columns, names }
    }

    /// Whether rows become columns.
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// By new row: which one it was, after the turn. Rows are counted from 0.
    pub fn rows(&self) -> &[u8] {
        &self.rows
    }

    /// By new column: which one it was, after the turn. Columns are counted from 0.
    pub fn columns(&self) -> &[u8] {
        &self.columns
    }

    /// The new name of each value, that of 1 first.
    pub fn names(&self) -> &[u8] {
        &self.names[1..]
    }

    /// The same sudoku with other looks.
    ///
    /// # Panics
    ///
    /// The grid has another shape.
    pub fn apply(&self, grid: &Grid) -> Grid {
        assert_eq!(grid.shape(), self.shape, "a transform is for one shape");
        let side = self.shape.side();
        let mut values = Vec::with_capacity(side * side);
        for &row in &self.rows {
            for &column in &self.columns {
                let (row, column) = (usize::from(row), usize::from(column));
                let from = match self.turn {
                    Turn::Upright => row * side + column,
                    Turn::Transposed => column * side + row,
                };
                values.push(self.names[usize::from(grid.values()[from])]);
            }
        }
        Grid::new(self.shape, values).expect("the same values under other names")
    }

    /// [`Transform::apply`] to the givens.
    ///
    /// # Panics
    ///
    /// The puzzle has another shape.
    pub fn apply_to(&self, puzzle: &Puzzle) -> Puzzle {
        Puzzle::new(self.apply(puzzle.givens())).expect("no house has a value twice still")
    }
}

/// Whether lines that are in a chute of this size stay together.
fn keeps_chutes(lines: &[u8], size: usize) -> bool {
    let chute = |&line: &u8| usize::from(line) / size;
    lines.chunks(size).all(|lines| lines.iter().all(|line| chute(line) == chute(&lines[0])))
}

/// The lines of `chutes` chutes of `length` lines each in an order that keeps chutes together.
fn lines(chutes: usize, length: usize, rng: &mut Rng) -> Vec<u8> {
    let mut order: Vec<u8> = (0..chutes as u8).collect();
    rng.shuffle(&mut order);
    let mut lines = Vec::with_capacity(chutes * length);
    for chute in order {
        let first = lines.len();
        lines.extend((0..length as u8).map(|i| chute * length as u8 + i));
        rng.shuffle(&mut lines[first..]);
    }
    lines
}
