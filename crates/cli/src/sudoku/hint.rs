//! `sole sudoku hint`: what to look at next.

use super::batch::{Told, tell_all};
use super::source::{Book, Question};
use super::step::StepReport;
use super::subject::Subject;
use super::watch::Watch;
use crate::args::sudoku::Hint;
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::envelope::Status;
use crate::exit::Exit;
use crate::render::capitalised;
use serde::Serialize;
use sole_puzzle as puzzle;
use sole_sudoku::formats::Sudoku;
use sole_sudoku::reason::{Board, path};
use sole_sudoku::{Cell, Grid};

/// What scripts see; of the hint as much as was asked for.
#[derive(Default, Serialize)]
struct Report {
    puzzle: String,
    verdict: Option<puzzle::Status>,
    /// Cells whose value or whose excluded candidates contradict the solution.
    mistakes: Vec<String>,
    look: Option<String>,
    technique: Option<&'static str>,
    step: Option<StepReport>,
}

/// Runs the command.
pub(super) fn run(flags: Hint, console: &mut Console) -> Result<Exit, Stop> {
    let book = Book::begin(flags.grids)?;
    let batch = book.batch()?;
    let watch = Watch::new(flags.effort, console.progress(), "reasoning", batch.total());
    let strength = flags.strength;
    tell_all("sudoku hint", batch, &watch, console, |question| {
        let start = Subject::start_of(question, &watch)?;
        let sudoku = question.read()?;
        let report =
            Report { puzzle: start.line(), verdict: Some(start.verdict()), ..Report::default() };
        match start.solution() {
            None => Ok(start.improper(report)),
            Some(solution) => {
                let nodes = start.nodes;
                let found = match mistakes(&sudoku, solution) {
                    cells if cells.is_empty() => next(question, &sudoku, &watch)?,
                    cells => Advice::Mistakes(cells),
                };
                Ok(Told { nodes, ..found.told(strength, report) })
            }
        }
    })
}

/// What is to be told.
enum Advice {
    /// These cells are wrong.
    Mistakes(Vec<Cell>),
    Solved,
    /// No technique helps.
    Stuck,
    /// A limit was reached first.
    Stopped,
    Step(path::Hint),
}

/// The next step.
fn next(question: &Question, sudoku: &Sudoku, watch: &Watch) -> Result<Advice, Complaint> {
    let board = Board::of_marks(&sudoku.marks()).ok_or_else(|| {
        let most = Board::MAX_SIDE;
        question.objection(&format!("hints are for grids up to {most}×{most}"))
    })?;
    if board.is_solved() {
        return Ok(Advice::Solved);
    }
    Ok(watch.within(|budget| match path::next_of_all(&board, budget.stop) {
        Some(step) => Advice::Step(path::Hint { step }),
        None if (budget.stop)() => Advice::Stopped,
        None => Advice::Stuck,
    }))
}

impl Advice {
    fn told(self, strength: u8, report: Report) -> Told<Report> {
        let told = |report, text: &str, exit, status| Told {
            report,
            text: format!("{text}\n"),
            exit,
            status,
            nodes: 0,
        };
        match self {
            Advice::Mistakes(cells) => {
                let mistakes: Vec<String> = cells.iter().map(Cell::to_string).collect();
                let text = match strength {
                    1 => "Something is wrong already; a stronger hint says where.".to_owned(),
                    _ => format!("Wrong already: {}.", mistakes.join(", ")),
                };
                told(Report { mistakes, ..report }, &text, Exit::No, Status::Refuted)
            }
            Advice::Solved => told(report, "It is solved.", Exit::Yes, Status::Proven),
            Advice::Stuck => {
                let text = "Not decided: none of the techniques helps here.";
                told(report, text, Exit::Open, Status::Open)
            }
            Advice::Stopped => {
                told(report, "Not decided: the limit was reached.", Exit::Open, Status::Open)
            }
            Advice::Step(hint) => {
                let text = match strength {
                    1 => hint.where_to_look(),
                    2 => format!("{}; {}", hint.where_to_look(), hint.which()),
                    _ => hint.whole(),
                };
                let report = Report {
                    look: Some(hint.where_to_look()),
                    technique: (strength > 1).then(|| hint.step.technique.name()),
                    step: (strength > 2).then(|| StepReport::new(&hint.step)),
                    ..report
                };
                let text = format!("{}.", capitalised(text.trim_end_matches('.')));
                told(report, &text, Exit::Yes, Status::Ok)
            }
        }
    }
}

/// The cells with a wrong value, or else those that cannot have the right one any more.
fn mistakes(sudoku: &Sudoku, solution: &Grid) -> Vec<Cell> {
    let marks = sudoku.marks();
    let shape = marks.shape();
    let lacks_its_value = |cell: &Cell| {
        solution.get(*cell).is_some_and(|value| marks.candidates(*cell) >> (value - 1) & 1 == 0)
    };
    let cells = (0..shape.n_cells()).map(|index| shape.cell(index));
    let wrong: Vec<Cell> = cells.filter(lacks_its_value).collect();
    let is_placed = |cell: &Cell| marks.values().get(*cell).is_some();
    let placed: Vec<Cell> = wrong.iter().copied().filter(is_placed).collect();
    if placed.is_empty() { wrong } else { placed }
}
