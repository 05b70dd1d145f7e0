//! `sole sudoku explain`: the way to the solution, step by step.

use super::batch::{Told, tell_all};
use super::picture;
use super::source::{Book, Question};
use super::step::StepReport;
use super::subject::Subject;
use super::watch::Watch;
use crate::args::sudoku::{Explain, Way};
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::envelope::Status;
use crate::exit::Exit;
use crate::render::{Paint, plural};
use serde::Serialize;
use sole_puzzle as puzzle;
use sole_sudoku::formats::in_one_line;
use sole_sudoku::rate::{hodoku, se};
use sole_sudoku::reason::Board;
use sole_sudoku::reason::path::{self, End};
use sole_sudoku::{Budget, Grid, Puzzle, Shape};
use std::ops::ControlFlow;

/// What scripts see.
#[derive(Serialize)]
struct Report {
    puzzle: String,
    verdict: puzzle::Status,
    /// Whether the steps lead to the solution.
    solved: bool,
    /// Why they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
    steps: Vec<StepReport>,
    /// How far they lead.
    reached: Option<String>,
}

/// Runs the command.
pub(super) fn run(flags: Explain, console: &mut Console) -> Result<Exit, Stop> {
    let book = Book::begin(flags.grids)?;
    let batch = book.batch()?;
    let watch = Watch::new(flags.effort, console.progress(), "reasoning", batch.total());
    let (paint, is_quiet) = (console.paint(), console.is_quiet());
    tell_all("sudoku explain", batch, &watch, console, |question| {
        let subject = Subject::of(question, &watch)?;
        let (puzzle, verdict) = (subject.line(), subject.verdict());
        if subject.solution().is_none() {
            let (solved, stopped, steps, reached) = (false, None, Vec::new(), None);
            let report = Report { puzzle, verdict, solved, stopped, steps, reached };
            return Ok(subject.improper(report));
        }
        let way = watch.within(|budget| Walk::along(question, &subject, flags.scale, budget))?;
        let text = match is_quiet {
            true => format!("{}\n", plural(way.steps.len() as u64, "step")),
            false => way.text(&subject, paint),
        };
        let solved = way.end == End::Solved;
        let (exit, status) =
            if solved { (Exit::Yes, Status::Proven) } else { (Exit::Open, Status::Open) };
        let (stopped, reached) = (way.obstacle(), Some(in_one_line(&way.reached)));
        let report = Report { puzzle, verdict, solved, stopped, steps: way.steps, reached };
        Ok(Told { report, text, exit, status, nodes: subject.nodes })
    })
}

/// Steps and where they lead.
struct Walk {
    steps: Vec<StepReport>,
    end: End,
    reached: Grid,
}

impl Walk {
    fn along(
        question: &Question,
        subject: &Subject,
        way: Way,
        budget: &Budget<'_>,
    ) -> Result<Walk, Complaint> {
        let refused = |most: usize| {
            let message = format!("this way is known for grids up to {most}×{most} only");
            question.objection(&message)
        };
        let board = Board::of_marks(&subject.sudoku.marks());
        let mut board = board.ok_or_else(|| refused(Board::MAX_SIDE))?;
        let (steps, end) = match way {
            Way::Usual => {
                let (steps, end) = path::follow_all(&mut board, budget.stop);
                (steps.iter().map(StepReport::new).collect(), end)
            }
            Way::Se => Walk::of_se(&question.read_values()?, &mut board, budget)
                .ok_or_else(|| refused(se::MAX_SIDE))?,
            Way::Hodoku => {
                let rating = hodoku::rate(&question.read_values()?);
                let rating = rating.ok_or_else(|| refused(Shape::CLASSIC.side()))?;
                rating.steps.iter().for_each(|step| board.apply(step));
                (rating.steps.iter().map(StepReport::new).collect(), End::Solved)
            }
        };
        Ok(Walk { steps, end, reached: board.values() })
    }

    /// The steps of Sudoku Explainer; `None` if the grid is too large.
    fn of_se(
        puzzle: &Puzzle,
        board: &mut Board,
        budget: &Budget<'_>,
    ) -> Option<(Vec<StepReport>, End)> {
        let mut steps = Vec::new();
        let outcome = se::path(puzzle, budget, |rated| {
            board.apply(&rated.step);
            steps.push(StepReport::rated(rated));
            match !board.is_solved() && (budget.stop)() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let end = match outcome {
            se::Outcome::TooLarge => return None,
            se::Outcome::Stopped => End::Stopped,
            se::Outcome::Solved(_) => End::Solved,
            se::Outcome::Stuck | se::Outcome::Improper => End::Stuck,
        };
        Some((steps, end))
    }

    /// Why it does not lead to the solution.
    fn obstacle(&self) -> Option<&'static str> {
        match self.end {
            End::Solved => None,
            End::Stuck => Some("none of the techniques helps any more"),
            End::Stopped => Some("the limit was reached"),
        }
    }

    /// The steps with their numbers, and the end.
    fn text(&self, subject: &Subject, paint: Paint) -> String {
        let width = self.steps.len().to_string().len();
        let numbered = |(number, step): (usize, &StepReport)| {
            format!("{:width$}. {}\n", number + 1, step.line())
        };
        let lines: String = self.steps.iter().enumerate().map(numbered).collect();
        let steps = plural(self.steps.len() as u64, "step");
        let end = match self.obstacle() {
            None => format!("Solved in {steps}."),
            Some(obstacle) => {
                let n_open = self.reached.shape().n_cells() - self.reached.n_values();
                let open = plural(n_open as u64, "open cell");
                format!("Not decided: after {steps}, with {open} left, {obstacle}.")
            }
        };
        let grid = picture::drawn(&self.reached, subject.sudoku.givens(), paint);
        let gap = if lines.is_empty() { "" } else { "\n" };
        format!("{lines}{gap}{grid}\n\n{}\n", paint.bold(&end))
    }
}
