//! All solutions of a puzzle, or as many as are wanted.
//!
//! Nothing is assumed about the puzzle: it may have no solution or millions.
//! Grids of nine by nine have a solver of their own, all others share a
//! general one.

use crate::budget::NodeCounter;
use crate::{Budget, Grid, PencilMarks, Puzzle, Shape, general, nine};
use sole_puzzle::{Stop, Verdict};
use std::ops::ControlFlow;

/// How a walk over solutions ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// `Continue` after the last solution, otherwise why it ended before.
    pub end: ControlFlow<Stop>,
    /// How many guesses were made.
    pub nodes: u64,
}

/// How many solutions were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The solutions seen.
    pub solutions: u64,
    /// Whether these are all, and what it cost.
    pub walk: Walk,
}

/// Whoever is told of the solutions, as values row by row.
pub(crate) type Found<'a> = &'a mut dyn FnMut(&[u8]) -> ControlFlow<Stop>;

/// Decides whether a puzzle has no solution, one, or more.
///
/// ```
/// use sole_puzzle::Verdict;
/// use sole_sudoku::{Budget, formats::line, solve};
///
/// let puzzle = line::parse(
///     "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
/// )?;
/// let Verdict::One(solution) = solve::decide(&puzzle, &Budget::UNLIMITED) else { panic!() };
/// assert_eq!(
///     line::render(&solution).as_deref(),
///     Some("987654321246173985351928746128537694634892157795461832519286473472319568863745219"),
/// );
/// # Ok::<(), line::LineError>(())
/// ```
pub fn decide(puzzle: &Puzzle, budget: &Budget) -> Verdict<Grid> {
    sole_puzzle::decide(|found| walk(puzzle, budget, |solution| found(solution.clone())).end)
}

/// Counts solutions, and stops when there are `limit`.
pub fn count(puzzle: &Puzzle, limit: u64, budget: &Budget) -> Tally {
    let mut solutions = 0;
    let walk = walk(puzzle, budget, |_| {
        solutions += 1;
        if solutions < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Enough) }
    });
    Tally { solutions, walk }
}

/// Shows every solution, each once, until `visit` breaks or the budget ends.
pub fn walk(
    puzzle: &Puzzle,
    budget: &Budget,
    mut visit: impl FnMut(&Grid) -> ControlFlow<Stop>,
) -> Walk {
    let mut counter = NodeCounter::new(budget);
    let mut solution = puzzle.givens().clone();
    let mut found = |values: &[u8]| {
        solution.fill(values);
        visit(&solution)
    };
    let end = match puzzle.givens().values().first_chunk() {
        Some(givens) if puzzle.shape() == Shape::CLASSIC => {
            nine::search(&nine::Start::new(givens), &mut counter, &mut found)
        }
        _ => general::search(puzzle, &mut counter, &mut found),
    };
    Walk { end, nodes: counter.nodes() }
}

/// Shows every solution that is among the candidates, each once, until `visit`
/// breaks or the budget ends.
///
/// Where the values tell all, this is [`walk`]; otherwise the general solver
/// starts from the candidates, for nine by nine too.
pub fn walk_marks(
    marks: &PencilMarks,
    budget: &Budget,
    mut visit: impl FnMut(&Grid) -> ControlFlow<Stop>,
) -> Walk {
    if let Some(puzzle) = marks.puzzle() {
        return walk(&puzzle, budget, visit);
    }
    let mut counter = NodeCounter::new(budget);
    let mut solution = marks.values().clone();
    let end = general::search_marks(marks, &mut counter, &mut |values: &[u8]| {
        solution.fill(values);
        visit(&solution)
    });
    Walk { end, nodes: counter.nodes() }
}
