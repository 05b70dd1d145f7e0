//! The way to the solution, step by step, on several scales.

use super::{hodoku, se};
use crate::reason::path::{self, End};
use crate::reason::{Board, StepData};
use crate::{Budget, Grid, PencilMarks, Puzzle, Shape};
use std::ops::ControlFlow;

/// Steps and where they lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The steps.
    pub steps: Vec<StepData>,
    /// How they end.
    pub end: End,
    /// The values that are found.
    pub reached: Grid,
}

/// The way is not known for grids of more than so many rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge(pub usize);

/// By the techniques that most players try first, and then the longest forcing chains.
///
/// # Errors
///
/// The grid is too large.
pub fn usual(marks: &PencilMarks, budget: &Budget<'_>) -> Result<Explanation, TooLarge> {
    let mut board = Board::of_marks(marks).ok_or(TooLarge(Board::MAX_SIDE))?;
    let (steps, end) = path::follow_all(&mut board, budget.stop);
    Ok(Explanation::new(steps.iter().map(StepData::from).collect(), end, &board))
}

/// By the steps of Sudoku Explainer.
///
/// # Errors
///
/// The grid is too large.
pub fn by_se(puzzle: &Puzzle, budget: &Budget<'_>) -> Result<Explanation, TooLarge> {
    let mut board = Board::new(puzzle).ok_or(TooLarge(Board::MAX_SIDE))?;
    let mut steps = Vec::new();
    let outcome = se::path(puzzle, budget, |rated| {
        board.apply(&rated.step);
        let rating = Some(rated.rating.to_string());
        steps.push(StepData { rating, ..StepData::from(&rated.step) });
        if !board.is_solved() && (budget.stop)() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let end = match outcome {
        se::Outcome::TooLarge => return Err(TooLarge(se::MAX_SIDE)),
        se::Outcome::Stopped => End::Stopped,
        se::Outcome::Solved(_) => End::Solved,
        se::Outcome::Stuck | se::Outcome::Improper => End::Stuck,
    };
    Ok(Explanation::new(steps, end, &board))
}

/// By the steps of HoDoKu, for a proper puzzle.
///
/// # Errors
///
/// The grid is too large.
pub fn by_hodoku(puzzle: &Puzzle) -> Result<Explanation, TooLarge> {
    let mut board = Board::new(puzzle).ok_or(TooLarge(Board::MAX_SIDE))?;
    let rating = hodoku::rate(puzzle).ok_or(TooLarge(Shape::CLASSIC.side()))?;
    rating.steps.iter().for_each(|step| board.apply(step));
    let steps = rating.steps.iter().map(StepData::from).collect();
    Ok(Explanation::new(steps, End::Solved, &board))
}

impl Explanation {
    fn new(steps: Vec<StepData>, end: End, board: &Board) -> Explanation {
        Explanation { steps, end, reached: board.values() }
    }
}
