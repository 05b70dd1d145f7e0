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
use sole_sudoku::rate::{hodoku, se};
use sole_sudoku::reason::{Board, path};
use sole_sudoku::{Grid, Shape};
use std::ops::ControlFlow;

/// What scripts see.
#[derive(Serialize)]
struct Report {
    puzzle: String,
    verdict: puzzle::Status,
    /// Whether the steps lead to the solution.
    solved: bool,
    steps: Vec<StepReport>,
}

/// Runs the command.
pub(super) fn run(flags: Explain, console: &mut Console) -> Result<Exit, Stop> {
    let book = Book::open(flags.grids)?;
    let questions = book.questions()?;
    let watch = Watch::new(flags.effort, console.progress(), "reasoning", questions.len());
    let (paint, is_quiet) = (console.paint(), console.is_quiet());
    tell_all("sudoku explain", &questions, &watch, console, |question| {
        let subject = Subject::of(question, &watch)?;
        let (puzzle, verdict) = (subject.line(), subject.verdict());
        let Some(solution) = subject.solution() else {
            let report = Report { puzzle, verdict, solved: false, steps: Vec::new() };
            return Ok(subject.improper(report));
        };
        let (steps, solved) = steps(question, &subject, flags.scale)?;
        let report = Report { puzzle, verdict, solved, steps };
        let text = match is_quiet {
            true => format!("{}\n", plural(report.steps.len() as u64, "step")),
            false => text(&report, &subject, solution, paint),
        };
        let (exit, status) =
            if solved { (Exit::Yes, Status::Proven) } else { (Exit::Open, Status::Open) };
        Ok(Told { report, text, exit, status, nodes: subject.nodes })
    })
}

/// The steps, and whether they lead to the solution.
fn steps(
    question: &Question,
    subject: &Subject,
    way: Way,
) -> Result<(Vec<StepReport>, bool), Complaint> {
    let refused = |most: usize| {
        let message = format!("this way is known for grids up to {most}×{most} only");
        question.objection(&message)
    };
    match way {
        Way::Usual => {
            let board = Board::of_marks(&subject.sudoku.marks());
            let mut board = board.ok_or_else(|| refused(Board::MAX_SIDE))?;
            let steps = path::follow(&mut board, &path::extended());
            Ok((steps.iter().map(StepReport::new).collect(), board.is_solved()))
        }
        Way::Se => {
            let mut steps = Vec::new();
            let outcome = se::path(&question.read_values()?, |step| {
                steps.push(StepReport::of_se(step));
                ControlFlow::Continue(())
            });
            match outcome {
                se::Outcome::TooLarge => Err(refused(se::MAX_SIDE)),
                outcome => Ok((steps, matches!(outcome, se::Outcome::Solved(_)))),
            }
        }
        Way::Hodoku => {
            let rating = hodoku::rate(&question.read_values()?);
            let rating = rating.ok_or_else(|| refused(Shape::CLASSIC.side()))?;
            Ok((rating.steps.iter().map(StepReport::new).collect(), true))
        }
    }
}

/// The steps with their numbers, and the end.
fn text(report: &Report, subject: &Subject, solution: &Grid, paint: Paint) -> String {
    let width = report.steps.len().to_string().len();
    let numbered = |(number, step): (usize, &StepReport)| {
        format!("{:width$}. {}\n", number + 1, step.sentence())
    };
    let lines: String = report.steps.iter().enumerate().map(numbered).collect();
    let steps = plural(report.steps.len() as u64, "step");
    let end = match report.solved {
        true => {
            let grid = picture::drawn(solution, subject.sudoku.givens(), paint);
            format!("{grid}\n\n{}", paint.bold(&format!("Solved in {steps}.")))
        }
        false => paint.bold(&format!(
            "After {steps} none of the techniques helps any more; --scale se goes further."
        )),
    };
    let gap = if lines.is_empty() { "" } else { "\n" };
    format!("{lines}{gap}{end}\n")
}
