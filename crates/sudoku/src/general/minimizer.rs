//! Removal of givens from a solution while the puzzle keeps one solution.
//!
//! One CDCL solver serves all the tests of a removal pass: learned clauses stay in use as long as the
//! givens they depend on are there, or are implied by those that are. A test either proves that the
//! other givens imply a given, or finds another solution. The cells in which that one differs are an
//! unavoidable set: every puzzle of the solution must have a given in it.

use super::cdcl::{GivenKind, Solver, TestResult};
use super::map::Map;
use super::propagate::State;
use super::word::Word;
use crate::budget::NodeCounter;
use crate::{Budget, Cell, Grid, Puzzle};
use std::ops::ControlFlow;

/// Removes givens from a solution one by one. The givens that are left have no other solution.
///
/// ```
/// use sole_sudoku::{GivenMinimizer, Budget, Removal, formats::line};
///
/// let solution = line::parse("1234341221434321")?;
/// let shape = solution.shape();
/// let mut minimizer = GivenMinimizer::new(solution.givens()).expect("a solution");
/// for index in 0..shape.n_cells() {
///     minimizer.remove(shape.cell(index), &Budget::UNLIMITED);
/// }
/// assert_eq!(line::render(minimizer.puzzle().givens()).as_deref(), Some("......12.1.3.32."));
/// # Ok::<(), line::LineError>(())
/// ```
#[derive(Debug)]
pub struct GivenMinimizer {
    solution: Grid,
    givens: Vec<u8>,
    solver: Solver,
    /// The sets of cells in which another solution was seen to differ.
    unavoidable: Vec<Vec<usize>>,
}

/// The result of trying to remove a given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// The others imply it: it was removed.
    Removed,
    /// Without it there is another solution: it stays, whatever is removed later.
    Kept,
    /// The budget ended: it stays for now, and can be tried again.
    Open,
}

impl GivenMinimizer {
    /// All cells of a solution are given; `None` if the grid is not a solution.
    pub fn new(solution: &Grid) -> Option<GivenMinimizer> {
        if !solution.is_solution() {
            return None;
        }
        let map = Map::new(solution.shape());
        let is_small = map.side <= 32;
        let solver =
            if is_small { solver::<u32>(&map, solution) } else { solver::<u128>(&map, solution) };
        Some(GivenMinimizer {
            solution: solution.clone(),
            givens: solution.values().to_vec(),
            solver,
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
    pub fn remove(&mut self, cell: Cell, budget: &Budget) -> Removal {
        let index = self.solution.shape().index(cell);
        let value = self.givens[index];
        if value == 0 {
            return Removal::Removed;
        }
        if self.unavoidable.iter().any(|set| self.is_only_given(index, set)) {
            self.solver.add_given(index, value, GivenKind::Permanent);
            return Removal::Kept;
        }
        let mut counter = NodeCounter::new(budget);
        match self.solver.test(index, value, &mut || counter.charge()) {
            ControlFlow::Break(_) => Removal::Open,
            ControlFlow::Continue(TestResult::Implied) => {
                self.givens[index] = 0;
                Removal::Removed
            }
            ControlFlow::Continue(TestResult::OtherSolution(other)) => {
                let values = self.solution.values();
                let differs = |&index: &usize| other[index] != values[index];
                self.unavoidable.push((0..values.len()).filter(differs).collect());
                Removal::Kept
            }
        }
    }

    /// Whether a cell is the only one of a set that is given.
    fn is_only_given(&self, index: usize, set: &[usize]) -> bool {
        let mut given = set.iter().filter(|&&cell| self.givens[cell] != 0);
        given.next() == Some(&index) && given.next().is_none()
    }
}

/// A solver to which all cells of a solution are given.
fn solver<W: Word>(map: &Map, solution: &Grid) -> Solver {
    let open = State::<W>::new(map);
    let mut solver = Solver::with_givens(map, &open.cells, open.cells.len());
    solver.set_phases(solution.values());
    for (cell, &value) in solution.values().iter().enumerate() {
        solver.add_given(cell, value, GivenKind::Removable);
    }
    solver
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
                let mut minimizer = GivenMinimizer::new(&solution).expect("a solution");
                for cell in cells {
                    let before = minimizer.puzzle();
                    let removal = minimizer.remove(cell, &Budget::UNLIMITED);
                    let expected = match status(&without(&before, cell)) {
                        Status::One => Removal::Removed,
                        _ => Removal::Kept,
                    };
                    assert_eq!(removal, expected, "{shape}, seed {seed}, {cell} of {before:?}");
                }
            }
        }
    }

    /// What a budget leaves open is decided later with the same result.
    #[test]
    fn a_small_budget_leaves_givens_and_the_state_valid() {
        let mut n_open = 0;
        for seed in 0..20 {
            let (solution, cells) = random(Shape::CLASSIC, seed);
            let mut minimizer = GivenMinimizer::new(&solution).expect("a solution");
            let removals = cells.iter().map(|&cell| minimizer.remove(cell, &Budget::nodes(1)));
            n_open += removals.filter(|&removal| removal == Removal::Open).count();
            cells.iter().for_each(|&cell| {
                minimizer.remove(cell, &Budget::UNLIMITED);
            });
            let puzzle = minimizer.puzzle();
            assert_eq!(status(&puzzle), Status::One, "seed {seed}");
            for &cell in cells.iter().filter(|&&cell| puzzle.givens().get(cell).is_some()) {
                assert_eq!(status(&without(&puzzle, cell)), Status::Many, "seed {seed}, {cell}");
            }
        }
        assert!(n_open > 10, "{n_open} tests were open");
    }

    #[test]
    fn only_solutions_are_minimized() {
        assert!(GivenMinimizer::new(&Grid::empty(Shape::CLASSIC)).is_none());
        let shape = Shape::new(1, 1).expect("a side of one");
        let mut minimizer =
            GivenMinimizer::new(&Grid::new(shape, [1]).expect("a value")).expect("a solution");
        assert_eq!(minimizer.remove(shape.cell(0), &Budget::UNLIMITED), Removal::Removed);
    }
}
