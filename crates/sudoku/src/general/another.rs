//! Other solutions beside a known one, while givens are removed.
//!
//! One search that learns serves all the tests of a removal pass: what was
//! concluded from some givens stays in use as long as they are there, or are
//! implied by those that are. A test either proves that the others imply a given,
//! or finds another solution; the cells where that differs are a set
//! which every puzzle of the solution must have a given of.

use super::learn::{Learner, Stay, Test};
use super::map::Map;
use super::propagate::State;
use super::word::Word;
use crate::budget::Purse;
use crate::{Budget, Cell, Grid, Puzzle};
use std::ops::ControlFlow;

/// A solution and the givens that are left of it. They never have another solution.
///
/// ```
/// use sole_sudoku::{Another, Budget, Fate, formats::line};
///
/// let solution = line::parse("1234341221434321")?;
/// let shape = solution.shape();
/// let mut another = Another::new(solution.givens()).expect("a solution");
/// for index in 0..shape.n_cells() {
///     another.remove(shape.cell(index), &Budget::UNLIMITED);
/// }
/// assert_eq!(line::render(another.puzzle().givens()).as_deref(), Some("......12.1.3.32."));
/// # Ok::<(), line::LineError>(())
/// ```
#[derive(Debug)]
pub struct Another {
    solution: Grid,
    givens: Vec<u8>,
    learner: Learner,
    /// The sets of cells in which another solution was seen to differ.
    unavoidable: Vec<Vec<usize>>,
}

/// What becomes of a given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The others imply it: it is gone.
    Removed,
    /// Without it there is another solution: it stays, whatever is removed later.
    Kept,
    /// The budget ended: it stays for now, and may be asked for again.
    Open,
}

impl Another {
    /// All cells of a solution are given; `None` if the grid is no solution.
    pub fn new(solution: &Grid) -> Option<Another> {
        if !solution.is_solution() {
            return None;
        }
        let map = Map::new(solution.shape());
        let is_small = map.side <= 32;
        let learner =
            if is_small { learner::<u32>(&map, solution) } else { learner::<u128>(&map, solution) };
        Some(Another {
            solution: solution.clone(),
            givens: solution.values().to_vec(),
            learner,
            unavoidable: Vec::new(),
        })
    }

    /// The givens that are left.
    pub fn puzzle(&self) -> Puzzle {
        let mut grid = self.solution.clone();
        grid.fill(&self.givens);
        Puzzle::new(grid).expect("a part of a solution")
    }

    /// Removes the given of a cell if the others imply it. A cell without a given has been removed.
    ///
    /// # Panics
    ///
    /// The shape has no such cell.
    pub fn remove(&mut self, cell: Cell, budget: &Budget) -> Fate {
        let index = self.solution.shape().index(cell);
        let value = self.givens[index];
        if value == 0 {
            return Fate::Removed;
        }
        if self.unavoidable.iter().any(|set| self.is_only_given(index, set)) {
            self.learner.give(index, value, Stay::Forever);
            return Fate::Kept;
        }
        let mut purse = Purse::new(budget);
        match self.learner.test(index, value, &mut || purse.pay()) {
            ControlFlow::Break(_) => Fate::Open,
            ControlFlow::Continue(Test::Implied) => {
                self.givens[index] = 0;
                Fate::Removed
            }
            ControlFlow::Continue(Test::Another(other)) => {
                let values = self.solution.values();
                let differs = |&index: &usize| other[index] != values[index];
                self.unavoidable.push((0..values.len()).filter(differs).collect());
                Fate::Kept
            }
        }
    }

    /// Whether a cell is the only one of a set that is given.
    fn is_only_given(&self, index: usize, set: &[usize]) -> bool {
        let mut given = set.iter().filter(|&&cell| self.givens[cell] != 0);
        given.next() == Some(&index) && given.next().is_none()
    }
}

/// A search to which all cells of a solution are given.
fn learner<W: Word>(map: &Map, solution: &Grid) -> Learner {
    let open = State::<W>::new(map);
    let mut learner = Learner::with_givens(map, &open.cells, open.cells.len());
    learner.prefer(solution.values());
    for (cell, &value) in solution.values().iter().enumerate() {
        learner.give(cell, value, Stay::ForNow);
    }
    learner
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, plain};
    use sole_puzzle::rng::Rng;
    use sole_puzzle::{Status, Stop, decide};

    /// A solution with a random first row and the cells in random order.
    fn random(shape: Shape, seed: u64) -> (Grid, Vec<Cell>) {
        let mut rng = Rng::new(seed, 1);
        let mut names: Vec<u8> = (1..=shape.side() as u8).collect();
        rng.shuffle(&mut names);
        let mut values = vec![0; shape.n_cells()];
        values[..shape.side()].copy_from_slice(&names);
        let row = Puzzle::new(Grid::new(shape, values).expect("in range")).expect("a row");
        let (mut wanted, mut solution) = (rng.below(50), None);
        let _ = plain::walk(&row, |grid| {
            solution = Some(grid.clone());
            wanted = wanted.wrapping_sub(1);
            if wanted == usize::MAX {
                ControlFlow::Break(Stop::Enough)
            } else {
                ControlFlow::Continue(())
            }
        });
        let mut cells: Vec<Cell> = (0..shape.n_cells()).map(|index| shape.cell(index)).collect();
        rng.shuffle(&mut cells);
        (solution.expect("every shape has a solution"), cells)
    }

    fn status(puzzle: &Puzzle) -> Status {
        decide(|found| plain::walk(puzzle, |grid| found(grid.clone()))).status()
    }

    fn without(puzzle: &Puzzle, cell: Cell) -> Puzzle {
        let mut values = puzzle.givens().values().to_vec();
        values[puzzle.shape().index(cell)] = 0;
        Puzzle::new(Grid::new(puzzle.shape(), values).expect("in range")).expect("fewer values")
    }

    /// Each test is repeated by plain backtracking.
    #[test]
    fn a_given_is_removed_if_the_others_imply_it() {
        let shapes =
            [(2, 2, 200), (3, 2, 50), (2, 3, 50), (4, 2, 5), (5, 1, 50), (1, 4, 50), (3, 3, 5)];
        for (width, height, n_seeds) in shapes {
            let shape = Shape::new(width, height).expect("a short side");
            for seed in 0..n_seeds {
                let (solution, cells) = random(shape, seed);
                let mut another = Another::new(&solution).expect("a solution");
                for cell in cells {
                    let before = another.puzzle();
                    let fate = another.remove(cell, &Budget::UNLIMITED);
                    let expected = match status(&without(&before, cell)) {
                        Status::One => Fate::Removed,
                        _ => Fate::Kept,
                    };
                    assert_eq!(fate, expected, "{shape}, seed {seed}, {cell} of {before:?}");
                }
            }
        }
    }

    /// What a budget leaves open is decided later as if nothing had been.
    #[test]
    fn a_small_budget_leaves_givens_and_spoils_nothing() {
        let mut n_open = 0;
        for seed in 0..20 {
            let (solution, cells) = random(Shape::CLASSIC, seed);
            let mut another = Another::new(&solution).expect("a solution");
            let fates = cells.iter().map(|&cell| another.remove(cell, &Budget::nodes(1)));
            n_open += fates.filter(|&fate| fate == Fate::Open).count();
            cells.iter().for_each(|&cell| {
                another.remove(cell, &Budget::UNLIMITED);
            });
            let puzzle = another.puzzle();
            assert_eq!(status(&puzzle), Status::One, "seed {seed}");
            for &cell in cells.iter().filter(|&&cell| puzzle.givens().get(cell).is_some()) {
                assert_eq!(status(&without(&puzzle, cell)), Status::Many, "seed {seed}, {cell}");
            }
        }
        assert!(n_open > 10, "{n_open} tests were open");
    }

    #[test]
    fn only_solutions_have_others_beside_them() {
        assert!(Another::new(&Grid::empty(Shape::CLASSIC)).is_none());
        let shape = Shape::new(1, 1).expect("a side of one");
        let mut another =
            Another::new(&Grid::new(shape, [1]).expect("a value")).expect("a solution");
        assert_eq!(another.remove(shape.cell(0), &Budget::UNLIMITED), Fate::Removed);
    }
}
