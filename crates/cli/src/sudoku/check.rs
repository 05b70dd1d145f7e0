//! `sole sudoku check`: whether a sudoku is legal, proper and minimal.

use super::batch::{Told, tell_all};
use super::source::{Book, Question};
use super::watch::Watch;
use crate::args::sudoku::Check as Flags;
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::envelope::Status;
use crate::exit::Exit;
use crate::render::{grouped, plural};
use sole_puzzle as puzzle;
use sole_sudoku::check::{Check, Several, check};
use sole_sudoku::formats::{Fault, in_one_line, line::LineError, text};
use sole_sudoku::{Cell, Grid};

/// How many cells in which solutions differ a sentence names; scripts see all.
const TOLD_CELLS: usize = 10;

/// How many contradictions a sentence has; scripts see all.
const TOLD_CONFLICTS: usize = 10;

/// Runs the command.
pub(super) fn run(flags: Flags, console: &mut Console) -> Result<Exit, Stop> {
    let book = Book::begin(flags.grids)?;
    let batch = book.batch()?;
    let watch = Watch::new(flags.effort, console.progress(), "checking", batch.total());
    let (is_quiet, is_alone) = (console.is_quiet(), batch.is_alone());
    tell_all("sudoku check", batch, &watch, console, |question| {
        let report = examine(question, &watch)?;
        let text = match &report.puzzle {
            _ if is_quiet => word(&report).to_owned(),
            Some(puzzle) if !is_alone => format!("{}  {}", in_one_line(puzzle), sentence(&report)),
            _ => sentence(&report),
        };
        let (exit, status) = match report.proper {
            Some(true) => (Exit::Yes, Status::Proven),
            Some(false) => (Exit::No, Status::Refuted),
            None => (Exit::Open, Status::Open),
        };
        let nodes = report.nodes;
        Ok(Told { report, text: text + "\n", exit, status, nodes })
    })
}

/// Answers one question.
fn examine(question: &Question, watch: &Watch) -> Result<Check, Complaint> {
    match question.try_read() {
        Ok(sudoku) => Ok(watch.within(|budget| check(&sudoku, budget, || watch.note_solution()))),
        Err(error) => match &error.fault {
            Fault::Conflict(conflicts) | Fault::Line(LineError::Conflict(conflicts)) => {
                Ok(Check::illegal(conflicts))
            }
            _ => Err(question.complaint(&error)),
        },
    }
}

/// The answer alone.
fn word(check: &Check) -> &'static str {
    match (check.legal, check.proper, check.minimal) {
        (false, ..) => "not legal",
        (true, None, _) => "not decided",
        (true, Some(false), _) => "not proper",
        (true, Some(true), Some(true)) => "proper and minimal",
        (true, Some(true), _) => "proper",
    }
}

fn sentence(check: &Check) -> String {
    match (&check.puzzle, check.verdict, &check.several) {
        (Some(givens), Some(puzzle::Status::One), _) => proper(check, givens),
        (_, _, Some(several)) => differing(several),
        (_, Some(puzzle::Status::None), _) => "Not proper: there is no solution.".to_owned(),
        (_, Some(_), _) => "Not decided: the limit was reached.".to_owned(),
        (_, None, _) => contradictory(check),
    }
}

fn contradictory(check: &Check) -> String {
    let n_left = check.conflicts.len().saturating_sub(TOLD_CONFLICTS);
    let left = (n_left > 0).then(|| format!("and {} more", grouped(n_left as u64)));
    let told = check.conflicts.iter().take(TOLD_CONFLICTS).map(ToString::to_string);
    let messages: Vec<String> = told.chain(left).collect();
    format!("Not legal: {}.", messages.join("; "))
}

fn differing(several: &Several) -> String {
    let Several { solutions, is_complete, differ } = several;
    let least = if *is_complete { "" } else { "at least " };
    let told = differ.iter().take(TOLD_CELLS).map(Cell::to_string);
    let more = (differ.len() > TOLD_CELLS).then(|| "…".to_owned());
    format!(
        "Not proper: there are {least}{}; two of them differ in {}: {}.",
        plural(*solutions, "solution"),
        plural(differ.len() as u64, "cell"),
        told.chain(more).collect::<Vec<String>>().join(" ")
    )
}

fn proper(check: &Check, givens: &Grid) -> String {
    let n_givens = plural(givens.n_values() as u64, "given");
    match (check.minimal, &check.superfluous[..]) {
        (Some(true), _) => format!("Proper and minimal: {n_givens}, each of them needed."),
        (Some(false), cells) => {
            let named = |&cell: &Cell| {
                format!("{} in {cell}", text::symbol(givens.get(cell), givens.shape()))
            };
            let names: Vec<String> = cells.iter().map(named).collect();
            let (are, each) = match cells.len() {
                1 => ("1 is".to_owned(), ""),
                n => (format!("{n} are"), ", each by itself"),
            };
            let names = names.join(", ");
            format!("Proper, not minimal: of {n_givens}, {are} superfluous{each}: {names}.")
        }
        (None, _) if check.has_exclusions => {
            let values = n_givens.replace("given", "value");
            format!("Proper, with {values} and excluded candidates.")
        }
        (None, _) => format!("Proper: {n_givens}; whether it is minimal was not decided."),
    }
}
