//! `sole sudoku explain`: the way to the solution, step by step.

use super::batch::{Told, tell_all};
use super::decided_sudoku::DecidedSudoku;
use super::picture;
use super::source::{Book, Question};
use super::watch::Watch;
use crate::args::sudoku::{Explain, Way};
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::envelope::Status;
use crate::exit::Exit;
use crate::render::{Paint, plural};
use serde::Serialize;
use sole_puzzle as puzzle;
use sole_sudoku::Grid;
use sole_sudoku::rate::explain::{self, Explanation, TooLarge};
use sole_sudoku::reason::StepData;
use sole_sudoku::reason::path::End;

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
    steps: Vec<StepData>,
    /// How far they lead.
    reached: Option<Grid>,
}

/// Runs the command.
pub(super) fn run(flags: Explain, console: &mut Console) -> Result<Exit, Stop> {
    let book = Book::begin(flags.grids)?;
    let batch = book.batch()?;
    let watch = Watch::new(flags.effort, console.progress(), "reasoning", batch.total());
    let (paint, is_quiet) = (console.paint(), console.is_quiet());
    tell_all("sudoku explain", batch, &watch, console, |question| {
        let subject = DecidedSudoku::of(question, &watch)?;
        let (puzzle, verdict) = (subject.line(), subject.verdict());
        if subject.solution().is_none() {
            let (solved, stopped, steps, reached) = (false, None, Vec::new(), None);
            let report = Report { puzzle, verdict, solved, stopped, steps, reached };
            return Ok(subject.improper(report));
        }
        let way = explained(question, &subject, flags.scale, &watch)?;
        let text = if is_quiet {
            format!("{}\n", plural(way.steps.len() as u64, "step"))
        } else {
            text(&way, &subject, paint)
        };
        let solved = way.end == End::Solved;
        let (exit, status) =
            if solved { (Exit::Yes, Status::Proven) } else { (Exit::Open, Status::Open) };
        let (stopped, reached) = (obstacle(way.end), Some(way.reached));
        let report = Report { puzzle, verdict, solved, stopped, steps: way.steps, reached };
        Ok(Told { report, text, exit, status, nodes: subject.nodes })
    })
}

/// The steps by which a proper sudoku is solved.
fn explained(
    question: &Question,
    subject: &DecidedSudoku,
    way: Way,
    watch: &Watch,
) -> Result<Explanation, Complaint> {
    let explanation = match way {
        Way::Usual => {
            let marks = subject.sudoku.marks();
            watch.within(|budget| explain::usual(&marks, budget))
        }
        Way::Se => {
            let puzzle = question.read_values()?;
            watch.within(|budget| explain::by_se(&puzzle, budget))
        }
        Way::Hodoku => explain::by_hodoku(&question.read_values()?),
    };
    explanation.map_err(|TooLarge(most)| {
        question.objection(&format!("this way is known for grids up to {most}×{most} only"))
    })
}

/// Why it does not lead to the solution.
fn obstacle(end: End) -> Option<&'static str> {
    match end {
        End::Solved => None,
        End::Stuck => Some("none of the techniques helps any more"),
        End::Stopped => Some("the limit was reached"),
    }
}

/// The steps with their numbers, and the end.
fn text(way: &Explanation, subject: &DecidedSudoku, paint: Paint) -> String {
    let width = way.steps.len().to_string().len();
    let numbered =
        |(number, step): (usize, &StepData)| format!("{:width$}. {}\n", number + 1, step.line());
    let lines: String = way.steps.iter().enumerate().map(numbered).collect();
    let steps = plural(way.steps.len() as u64, "step");
    let end = match obstacle(way.end) {
        None => format!("Solved in {steps}."),
        Some(obstacle) => {
            let n_open = way.reached.shape().n_cells() - way.reached.n_values();
            let open = plural(n_open as u64, "open cell");
            format!("Not decided: after {steps}, with {open} left, {obstacle}.")
        }
    };
    let grid = picture::drawn(&way.reached, subject.sudoku.givens(), paint);
    let gap = if lines.is_empty() { "" } else { "\n" };
    format!("{lines}{gap}{grid}\n\n{}\n", paint.bold(&end))
}
