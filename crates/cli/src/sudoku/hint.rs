//! `sole sudoku hint`: what to look at next.

use super::batch::{Told, tell_all};
use super::decided_sudoku::DecidedSudoku;
use super::source::Book;
use super::watch::Watch;
use crate::args::sudoku::Hint;
use crate::console::{Console, Stop};
use crate::envelope::Status;
use crate::exit::Exit;
use crate::render::capitalised;
use serde::Serialize;
use sole_puzzle as puzzle;
use sole_sudoku::Cell;
use sole_sudoku::reason::hint::{Advice, advise};
use sole_sudoku::reason::{Board, StepData};

/// What scripts see; of the hint as much as was asked for.
#[derive(Default, Serialize)]
struct Report {
    puzzle: String,
    verdict: Option<puzzle::Status>,
    /// Cells whose value or whose excluded candidates contradict the solution.
    mistakes: Vec<Cell>,
    look: Option<String>,
    technique: Option<&'static str>,
    step: Option<StepData>,
}

/// Runs the command.
pub(super) fn run(flags: Hint, console: &mut Console) -> Result<Exit, Stop> {
    let book = Book::begin(flags.grids)?;
    let batch = book.batch()?;
    let watch = Watch::new(flags.effort, console.progress(), "reasoning", batch.total());
    let strength = flags.strength;
    tell_all("sudoku hint", batch, &watch, console, |question| {
        let start = DecidedSudoku::start_of(question, &watch)?;
        let sudoku = question.read()?;
        let report =
            Report { puzzle: start.line(), verdict: Some(start.verdict()), ..Report::default() };
        match start.solution() {
            None => Ok(start.improper(report)),
            Some(solution) => {
                let marks = sudoku.marks();
                let advice = watch.within(|budget| advise(&marks, solution, budget));
                let most = Board::MAX_SIDE;
                let refusal =
                    || question.objection(&format!("hints are for grids up to {most}×{most}"));
                Ok(Told {
                    nodes: start.nodes,
                    ..told(advice.ok_or_else(refusal)?, strength, report)
                })
            }
        }
    })
}

/// As much of the advice as was asked for.
fn told(advice: Advice, strength: u8, report: Report) -> Told<Report> {
    let told = |report, text: &str, exit, status| Told {
        report,
        text: format!("{text}\n"),
        exit,
        status,
        nodes: 0,
    };
    match advice {
        Advice::Mistakes(cells) => {
            let text = match strength {
                1 => "Something is wrong already; a stronger hint says where.".to_owned(),
                _ => {
                    let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
                    format!("Wrong already: {}.", names.join(", "))
                }
            };
            told(Report { mistakes: cells, ..report }, &text, Exit::No, Status::Refuted)
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
                step: (strength > 2).then(|| StepData::from(&hint.step)),
                ..report
            };
            let text = format!("{}.", capitalised(text.trim_end_matches('.')));
            told(report, &text, Exit::Yes, Status::Ok)
        }
    }
}
