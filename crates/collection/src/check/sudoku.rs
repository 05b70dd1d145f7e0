//! Sudokus proved again: by the solver, and by one that learns while givens are removed from the
//! solution.

use super::CheckResult;
use super::check_result::Fit;
use crate::vocabulary::MINIMAL;
use crate::{SearchLimits, typed_puzzle};
use sole_puzzle::{self as puzzle, Verdict};
use sole_sudoku::formats::{Sudoku, in_one_line, record};
use sole_sudoku::make::Logic;
use sole_sudoku::rate::Scale;
use sole_sudoku::{Budget, GivenMinimizer, Grid, Puzzle, Removal, solve};

/// The largest side of which ratings are found out again.
const LARGEST_RATED: usize = 9;

/// The scales that are known.
const SCALES: [Scale; 4] = [Scale::Se, Scale::HodokuScore, Scale::Pattern, Scale::Search];

/// Looks for all solutions and compares.
pub(super) fn check(
    record: &puzzle::Puzzle,
    sudoku: &Sudoku,
    limits: &SearchLimits<'_>,
) -> CheckResult {
    let stop = limits.stop();
    let budget = limits.sudoku(&stop);
    let (verdict, nodes) = search(sudoku, &budget);
    let fit = |text: &str| match solves(text, sudoku) {
        true => Fit::Solves,
        false => Fit::Fails("it is no full grid with these givens".to_owned()),
    };
    let told = verdict.clone().map(|grid| in_one_line(&grid));
    let mut result = CheckResult::on(record.answer(), &told, fit, nodes);
    if let Ok(again) = record::puzzle(sudoku, &verdict)
        && again.stipulation() != record.stipulation()
    {
        let (actual, claimed) = (again.stipulation(), record.stipulation());
        result.fail(format!("the stipulation is {actual}, not {claimed}"));
    }
    if let (Verdict::One(solution), Sudoku::Puzzle(puzzle)) = (&verdict, sudoku) {
        result.confirm(implied(puzzle, solution, &budget));
        minimality(record, puzzle, solution, &budget, &mut result);
        compare(record, puzzle, &budget, &mut result);
    }
    result.doubt_others(record, &SCALES.map(Scale::name));
    result
}

/// Looks for up to two solutions, and says how many guesses that took.
pub(crate) fn search(sudoku: &Sudoku, budget: &Budget<'_>) -> (Verdict<Grid>, u64) {
    let mut nodes = 0;
    let verdict = puzzle::decide(|found| {
        let walk = match sudoku {
            Sudoku::Puzzle(puzzle) => solve::walk(puzzle, budget, |grid| found(grid.clone())),
            Sudoku::PencilMarks(marks) => {
                solve::walk_marks(marks, budget, |grid| found(grid.clone()))
            }
        };
        nodes = walk.nodes;
        walk.end
    });
    (verdict, nodes)
}

/// Whether a text is a full grid that solves the sudoku by the rules.
fn solves(text: &str, sudoku: &Sudoku) -> bool {
    let shape = sudoku.shape();
    let Some(grid) = typed_puzzle::grid(text, shape) else { return false };
    let marks = sudoku.marks();
    let is_candidate = |index: usize| {
        let cell = shape.cell(index);
        grid.get(cell).is_some_and(|value| marks.candidates(cell) >> (value - 1) & 1 != 0)
    };
    grid.is_solution() && (0..shape.n_cells()).all(is_candidate)
}

/// Whether the givens imply every other cell of the solution; `None` if a limit came first.
fn implied(puzzle: &Puzzle, solution: &Grid, budget: &Budget<'_>) -> Option<bool> {
    let shape = puzzle.shape();
    let mut minimizer = GivenMinimizer::new(solution)?;
    let cells = (0..shape.n_cells()).map(|index| shape.cell(index));
    for cell in cells.filter(|&cell| puzzle.givens().get(cell).is_none()) {
        match minimizer.remove(cell, budget) {
            Removal::Removed => {}
            Removal::Kept => return Some(false),
            Removal::Open => return None,
        }
    }
    Some(true)
}

fn minimality(
    record: &puzzle::Puzzle,
    puzzle: &Puzzle,
    solution: &Grid,
    budget: &Budget<'_>,
    result: &mut CheckResult,
) {
    if !record.tags().iter().any(|tag| tag.as_str() == MINIMAL) {
        return;
    }
    match Logic::Search.superfluous(puzzle, solution, budget) {
        Ok(cells) => {
            let held: &[&str] = if cells.is_empty() { &[MINIMAL] } else { &[] };
            result.compare_tags(record, &[MINIMAL], held);
        }
        Err(_) => result.doubt("whether it is minimal was not decided".to_owned()),
    }
}

/// Compares the ratings that are found quickly.
fn compare(
    record: &puzzle::Puzzle,
    puzzle: &Puzzle,
    budget: &Budget<'_>,
    result: &mut CheckResult,
) {
    for scale in SCALES.into_iter().filter(|_| puzzle.shape().side() <= LARGEST_RATED) {
        let name = scale.name();
        let is_claimed = record.rating(name).is_some();
        let rating = is_claimed.then(|| scale.rate(&Scale::ALL, puzzle, budget)).flatten();
        if let Some(rating) = rating {
            result.compare_rating(record, name, rating.value());
        }
    }
}
