//! All solutions of a puzzle, or as many as are wanted.
//!
//! Nothing is assumed about the puzzle: it may have no solution or millions.
//! Grids of nine by nine have a solver of their own, all others share a
//! general one.

use crate::budget::NodeCounter;
use crate::formats::Sudoku;
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

/// Shows every solution of a sudoku: [`walk`] or [`walk_marks`].
pub fn walk_sudoku(
    sudoku: &Sudoku,
    budget: &Budget,
    visit: impl FnMut(&Grid) -> ControlFlow<Stop>,
) -> Walk {
    match sudoku {
        Sudoku::Puzzle(puzzle) => walk(puzzle, budget, visit),
        Sudoku::PencilMarks(marks) => walk_marks(marks, budget, visit),
    }
}

/// How many solutions are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Two, to know whether there is one.
    Decide,
    /// So many at most.
    Count(u64),
}

/// The solutions that were found, and what that cost.
#[derive(Clone, Debug)]
pub struct Study {
    extent: Extent,
    /// How many solutions there are.
    pub verdict: Verdict<Grid>,
    /// How many solutions were seen.
    pub count: u64,
    end: ControlFlow<Stop>,
    /// How many guesses were made.
    pub nodes: u64,
}

/// Looks for solutions and shows each of them.
pub fn study(
    sudoku: &Sudoku,
    extent: Extent,
    budget: &Budget,
    mut each: impl FnMut(&Grid) -> ControlFlow<Stop>,
) -> Study {
    let limit = match extent {
        Extent::Decide => 2,
        Extent::Count(limit) => limit,
    };
    let (mut first, mut second, mut count) = (None, None, 0);
    let walk = walk_sudoku(sudoku, budget, |solution| {
        count += 1;
        match count {
            1 => first = Some(solution.clone()),
            2 => second = Some(solution.clone()),
            _ => {}
        }
        each(solution)?;
        if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Enough) }
    });
    let verdict = match (first, second, walk.end) {
        (Some(first), Some(second), _) => Verdict::Many(first, second),
        (Some(only), None, ControlFlow::Continue(())) => Verdict::One(only),
        (None, _, ControlFlow::Continue(())) => Verdict::None,
        (first, _, ControlFlow::Break(_)) => Verdict::Open(first),
    };
    Study { extent, verdict, count, end: walk.end, nodes: walk.nodes }
}

impl Study {
    /// Whether the budget ended the search.
    pub fn is_cut(&self) -> bool {
        self.end == ControlFlow::Break(Stop::Budget)
    }

    /// Whether all solutions were seen.
    pub fn is_complete(&self) -> bool {
        self.end.is_continue()
    }

    /// How many solutions there are, if that was asked.
    pub fn counted(&self) -> Option<u64> {
        (self.extent != Extent::Decide).then_some(self.count)
    }

    /// Whether there is a solution; `None` if that is not known, or a count was cut short.
    pub fn has_solution(&self) -> Option<bool> {
        match &self.verdict {
            Verdict::None => Some(false),
            Verdict::One(_) | Verdict::Many(..) if self.extent == Extent::Decide => Some(true),
            _ => (self.count > 0 && !self.is_cut()).then_some(true),
        }
    }
}
