//! Neighbours of a puzzle: some givens removed, some added.
//!
//! Hard puzzles have hard neighbours. All solutions of a puzzle without some
//! givens are written once as a matrix of bits, a row for each cell and
//! value, a column for each solution. Givens that lead to one solution are then
//! rows that have exactly one bit in common, and no more solving is needed.

use super::Logic;
use crate::{Budget, Grid, Puzzle, solve};
use sole_puzzle::Stop;
use std::ops::ControlFlow;

/// Which puzzles are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbourhood {
    /// The number of givens removed.
    pub removed: OneOrTwo,
    /// The number of givens added.
    pub added: OneOrTwo,
    /// If more solutions are left than this, no givens are added.
    pub solutions: usize,
}

/// One or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OneOrTwo {
    /// One.
    One,
    /// Two.
    Two,
}

impl Neighbourhood {
    /// One given replaced by another.
    pub const NEAREST: Neighbourhood =
        Neighbourhood { removed: OneOrTwo::One, added: OneOrTwo::One, solutions: 5000 };

    /// Calls `visit` with every minimal puzzle in the neighbourhood of one and its solution, until
    /// `visit` breaks or the budget ends. The nodes of the budget are for each search. The puzzle itself is one of
    /// its neighbours, and a neighbour can come more than once.
    pub fn walk(
        &self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        mut visit: impl FnMut(Puzzle, Grid) -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop> {
        for removed in self.removals(puzzle) {
            let mut values = puzzle.givens().values().to_vec();
            removed.iter().for_each(|&cell| values[cell] = 0);
            if let Some(matrix) = Matrix::new(puzzle.givens(), values, self.solutions, budget)? {
                matrix.completions(self.added, &mut |puzzle, solution| match Logic::Search
                    .superfluous(&puzzle, solution, budget)
                {
                    Ok(cells) if cells.is_empty() => visit(puzzle, solution.clone()),
                    Ok(_) => ControlFlow::Continue(()),
                    Err(stop) => ControlFlow::Break(stop),
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The givens that are removed together.
    fn removals(&self, puzzle: &Puzzle) -> Vec<Vec<usize>> {
        let values = puzzle.givens().values();
        let givens: Vec<usize> = (0..values.len()).filter(|&cell| values[cell] != 0).collect();
        match self.removed {
            OneOrTwo::One => givens.into_iter().map(|cell| vec![cell]).collect(),
            OneOrTwo::Two => {
                let after = |i: usize| givens[i + 1..].iter().copied();
                let pairs = (0..givens.len()).flat_map(|i| after(i).map(move |other| (i, other)));
                pairs.map(|(i, other)| vec![givens[i], other]).collect()
            }
        }
    }
}

/// All solutions of a puzzle at once.
struct Matrix {
    givens: Grid,
    solutions: Vec<Grid>,
    rows: Vec<Row>,
}

/// The solutions that have a value in a cell: more than none and not all.
struct Row {
    cell: usize,
    value: u8,
    bits: Vec<u64>,
    n_bits: u32,
}

impl Matrix {
    /// `None` if there are more solutions than `most`.
    fn new(
        original: &Grid,
        givens: Vec<u8>,
        most: usize,
        budget: &Budget<'_>,
    ) -> ControlFlow<Stop, Option<Matrix>> {
        let givens = Grid::new(original.shape(), givens).expect("some of the givens");
        let puzzle = Puzzle::new(givens).expect("a part of a puzzle");
        let mut solutions = Vec::new();
        let walk = solve::walk(&puzzle, budget, |solution| {
            solutions.push(solution.clone());
            let few = solutions.len() <= most;
            if few { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Enough) }
        });
        match walk.end {
            ControlFlow::Break(Stop::Enough) => return ControlFlow::Continue(None),
            ControlFlow::Break(stop) => return ControlFlow::Break(stop),
            ControlFlow::Continue(()) => {}
        }
        let givens = puzzle.givens().clone();
        let rows = rows(&givens, &solutions);
        ControlFlow::Continue(Some(Matrix { givens, solutions, rows }))
    }

    /// Calls `visit` with every puzzle with `added` more givens, each needed, and its only solution.
    fn completions(
        &self,
        added: OneOrTwo,
        visit: &mut dyn FnMut(Puzzle, &Grid) -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop> {
        match added {
            OneOrTwo::One => {
                for row in self.rows.iter().filter(|row| row.n_bits == 1) {
                    visit(self.with(&[row]), self.solution(&row.bits))?;
                }
            }
            OneOrTwo::Two => {
                let several: Vec<&Row> = self.rows.iter().filter(|row| row.n_bits > 1).collect();
                for (i, one) in several.iter().enumerate() {
                    for other in several[i + 1..].iter().filter(|other| other.cell != one.cell) {
                        if let Some(common) = only_common(&one.bits, &other.bits) {
                            visit(self.with(&[one, other]), &self.solutions[common])?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn with(&self, added: &[&Row]) -> Puzzle {
        let mut values = self.givens.values().to_vec();
        added.iter().for_each(|row| values[row.cell] = row.value);
        let grid = Grid::new(self.givens.shape(), values).expect("values of a solution");
        Puzzle::new(grid).expect("a part of a solution")
    }

    fn solution(&self, bits: &[u64]) -> &Grid {
        let number = only_common(bits, bits).expect("one bit");
        &self.solutions[number]
    }
}

fn rows(givens: &Grid, solutions: &[Grid]) -> Vec<Row> {
    let side = givens.shape().side();
    let mut rows = Vec::new();
    for cell in (0..givens.values().len()).filter(|&cell| givens.values()[cell] == 0) {
        let mut of_values = vec![vec![0u64; solutions.len().div_ceil(64)]; side];
        for (number, solution) in solutions.iter().enumerate() {
            of_values[usize::from(solution.values()[cell]) - 1][number / 64] |= 1 << (number % 64);
        }
        for (bits, value) in of_values.into_iter().zip(1..) {
            let n_bits = bits.iter().map(|word| word.count_ones()).sum();
            if 0 < n_bits && (n_bits as usize) < solutions.len() {
                rows.push(Row { cell, value, bits, n_bits });
            }
        }
    }
    rows
}

/// The only bit that two rows have in common.
fn only_common(one: &[u64], other: &[u64]) -> Option<usize> {
    let mut found = None;
    for (number, (a, b)) in one.iter().zip(other).enumerate() {
        let common = a & b;
        if common != 0 {
            if found.is_some() || !common.is_power_of_two() {
                return None;
            }
            found = Some(64 * number + common.trailing_zeros() as usize);
        }
    }
    found
}
