//! Givens that can be solved by naked and hidden singles alone.
//!
//! That is monotone too: with more givens every single is still there or
//! already placed. And it costs no search, so it is fast for every shape.

use super::reduce::Givens;
use crate::{Grid, Shape};
use sole_puzzle::Stop;

/// Givens of a solution that singles solve.
pub(super) struct SinglesGivens {
    values: Vec<u8>,
    singles: Singles,
}

impl SinglesGivens {
    /// Givens that singles solve.
    pub(super) fn new(givens: &Grid) -> SinglesGivens {
        SinglesGivens { values: givens.values().to_vec(), singles: Singles::new(givens.shape()) }
    }
}

impl Givens for SinglesGivens {
    /// Once the values of these cells are found, all is as it was.
    fn can_remove(&mut self, cells: &[usize]) -> Result<bool, Stop> {
        let mut values = self.values.clone();
        cells.iter().for_each(|&cell| values[cell] = 0);
        Ok(self.singles.find(&values, cells))
    }

    fn remove(&mut self, cells: &[usize]) {
        cells.iter().for_each(|&cell| self.values[cell] = 0);
    }
}

/// Whether naked and hidden singles alone lead from the givens to a value in every cell.
///
/// ```
/// use sole_sudoku::{formats::line, make};
///
/// let puzzle = line::parse("12.43.122..3....")?;
/// assert!(make::singles_solve(puzzle.givens()));
/// # Ok::<(), line::LineError>(())
/// ```
pub fn singles_solve(givens: &Grid) -> bool {
    let all: Vec<usize> = (0..givens.shape().n_cells()).collect();
    Singles::new(givens.shape()).find(givens.values(), &all)
}

/// The candidates of a grid, and where each value can still go.
struct Singles {
    side: usize,
    /// By cell: the numbers of its houses.
    houses: Vec<[usize; 3]>,
    /// By house: its cells.
    cells: Vec<Vec<usize>>,
    /// By cell: a bit for each value, that of 1 is bit 0.
    candidates: Vec<u128>,
    is_placed: Vec<bool>,
    /// By house and value: the number of cells that may hold it.
    n_places: Vec<u8>,
    /// Cells, and the values to place there.
    todo: Vec<(usize, u8)>,
}

impl Singles {
    fn new(shape: Shape) -> Singles {
        let side = shape.side();
        let mut houses = vec![[0; 3]; shape.n_cells()];
        let mut cells = Vec::new();
        for (number, house) in shape.houses().enumerate() {
            let members: Vec<usize> = shape.cells_of(house).map(|cell| shape.index(cell)).collect();
            members.iter().for_each(|&cell| houses[cell][number / side] = number);
            cells.push(members);
        }
        Singles {
            side,
            houses,
            cells,
            candidates: vec![0; side * side],
            is_placed: vec![false; side * side],
            n_places: vec![0; 3 * side * side],
            todo: Vec::new(),
        }
    }

    /// Whether singles find a value for each of the `wanted` cells.
    fn find(&mut self, givens: &[u8], wanted: &[usize]) -> bool {
        self.candidates.fill(u128::MAX >> (128 - self.side));
        self.is_placed.fill(false);
        self.n_places.fill(self.side as u8);
        self.todo.clear();
        let values = givens.iter().enumerate();
        self.todo
            .extend(values.filter(|&(_, &value)| value != 0).map(|(cell, &value)| (cell, value)));
        let mut missing = wanted.len();
        let mut is_wanted = vec![false; givens.len()];
        wanted.iter().for_each(|&cell| is_wanted[cell] = true);
        while let Some((cell, value)) = self.todo.pop() {
            if !self.is_placed[cell] {
                self.place(cell, value);
                missing -= usize::from(is_wanted[cell]);
                if missing == 0 {
                    return true;
                }
            }
        }
        false
    }

    fn place(&mut self, cell: usize, value: u8) {
        self.is_placed[cell] = true;
        let bit = 1 << (value - 1);
        let mut others = self.candidates[cell] & !bit;
        while others != 0 {
            self.rule_out(cell, others.trailing_zeros() as u8 + 1);
            others &= others - 1;
        }
        for house in self.houses[cell] {
            for i in 0..self.side {
                let peer = self.cells[house][i];
                if peer != cell && self.candidates[peer] & bit != 0 {
                    self.rule_out(peer, value);
                }
            }
        }
    }

    /// Takes a candidate from a cell that has it.
    fn rule_out(&mut self, cell: usize, value: u8) {
        self.candidates[cell] &= !(1 << (value - 1));
        let left = self.candidates[cell];
        if left.is_power_of_two() && !self.is_placed[cell] {
            self.todo.push((cell, left.trailing_zeros() as u8 + 1));
        }
        for house in self.houses[cell] {
            let n_places = &mut self.n_places[house * self.side + usize::from(value) - 1];
            *n_places -= 1;
            if *n_places == 1 {
                self.hidden(house, value);
            }
        }
    }

    /// The last place for a value in a house.
    fn hidden(&mut self, house: usize, value: u8) {
        let has = |&&cell: &&usize| self.candidates[cell] >> (value - 1) & 1 != 0;
        if let Some(&cell) = self.cells[house].iter().find(has)
            && !self.is_placed[cell]
        {
            self.todo.push((cell, value));
        }
    }
}
