//! `sole sudoku check`: whether a sudoku is legal, proper and minimal.

use super::batch::{Told, tell_all};
use super::finding::{self, Extent};
use super::source::{Book, Question};
use super::watch::Watch;
use crate::args::sudoku::Check;
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::envelope::Status;
use crate::exit::Exit;
use crate::render::{grouped, plural};
use serde::Serialize;
use sole_puzzle::{self as puzzle, Verdict};
use sole_sudoku::formats::{Fault, Sudoku, in_one_line, line::LineError, text};
use sole_sudoku::make::Logic;
use sole_sudoku::{Cell, Conflict, Conflicts, Grid, Puzzle};
use std::ops::ControlFlow;

/// What scripts see.
#[derive(Serialize)]
struct Report {
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    givens: Option<usize>,
    legal: bool,
    /// Equal givens in a house, two by two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conflicts: Vec<Pair>,
    verdict: Option<puzzle::Status>,
    proper: Option<bool>,
    /// `None` if it is not proper or was not decided.
    minimal: Option<bool>,
    superfluous: Vec<String>,
    /// Of a sudoku with several solutions: how many there are, and where two differ.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    several: Option<Several>,
    #[serde(skip)]
    sentence: String,
    #[serde(skip)]
    nodes: u64,
}

/// Two cells that contradict each other.
#[derive(Serialize)]
struct Pair {
    message: String,
    cells: [String; 2],
}

/// The solutions of a sudoku that has more than one.
#[derive(Serialize)]
struct Several {
    /// How many were counted, [`MOST_COUNTED`] at most.
    solutions: u64,
    /// Whether these are all.
    solutions_complete: bool,
    /// The cells in which two of them differ.
    differ: Vec<String>,
}

/// Up to how many solutions are counted.
const MOST_COUNTED: u64 = 1000;

/// How many cells in which solutions differ a sentence names; scripts see all.
const TOLD_CELLS: usize = 10;

/// What the givens are good for.
enum Economy {
    /// Each of them is needed.
    Minimal,
    /// Each of these could be left out by itself.
    Superfluous(Vec<Cell>),
    /// A limit was reached first.
    Open,
    /// Candidates are excluded, so that givens are not all that counts.
    Marked,
}

/// Runs the command.
pub(super) fn run(flags: Check, console: &mut Console) -> Result<Exit, Stop> {
    let book = Book::begin(flags.grids)?;
    let batch = book.batch()?;
    let watch = Watch::new(flags.effort, console.progress(), "checking", batch.total());
    let (is_quiet, is_alone) = (console.is_quiet(), batch.is_alone());
    tell_all("sudoku check", batch, &watch, console, |question| {
        let report = examine(question, &watch)?;
        let text = match (is_quiet, &report.puzzle) {
            (true, _) => report.word().to_owned(),
            (false, Some(puzzle)) if !is_alone => format!("{puzzle}  {}", report.sentence),
            (false, _) => report.sentence.clone(),
        };
        let ((exit, status), nodes) = (report.outcome(), report.nodes);
        Ok(Told { report, text: text + "\n", exit, status, nodes })
    })
}

/// Answers one question.
fn examine(question: &Question, watch: &Watch) -> Result<Report, Complaint> {
    let sudoku = match question.try_read() {
        Ok(sudoku) => sudoku,
        Err(error) => match error.fault {
            Fault::Conflict(conflicts) | Fault::Line(LineError::Conflict(conflicts)) => {
                return Ok(Report::illegal(&conflicts));
            }
            _ => return Err(question.complaint(&error)),
        },
    };
    let finding = finding::search(&sudoku, Extent::Decide, watch, |_| ControlFlow::Continue(()));
    let (nodes, verdict) = (finding.nodes, finding.verdict.status());
    let mut several = None;
    let (minimal, superfluous, sentence) = match finding.verdict {
        Verdict::None => (None, Vec::new(), "Not proper: there is no solution.".to_owned()),
        Verdict::Many(first, second) => {
            let counted = Several::count(&sudoku, [&first, &second], watch);
            let sentence = counted.sentence();
            several = Some(counted);
            (None, Vec::new(), sentence)
        }
        Verdict::Open(_) => (None, Vec::new(), "Not decided: the limit was reached.".to_owned()),
        Verdict::One(solution) => {
            let economy = economy(&sudoku, &solution, watch);
            let sentence = economy.sentence(sudoku.values());
            let (minimal, cells) = match economy {
                Economy::Minimal => (Some(true), Vec::new()),
                Economy::Superfluous(cells) => (Some(false), cells),
                Economy::Open | Economy::Marked => (None, Vec::new()),
            };
            (minimal, cells, sentence)
        }
    };
    Ok(Report {
        puzzle: Some(in_one_line(sudoku.values())),
        givens: Some(sudoku.values().n_values()),
        legal: true,
        conflicts: Vec::new(),
        verdict: Some(verdict),
        proper: (verdict != puzzle::Status::Open).then_some(verdict == puzzle::Status::One),
        minimal,
        superfluous: superfluous.iter().map(Cell::to_string).collect(),
        several,
        sentence,
        nodes,
    })
}

impl Several {
    /// Counts the solutions of a sudoku of which two are known.
    fn count(sudoku: &Sudoku, two: [&Grid; 2], watch: &Watch) -> Several {
        let all = Extent::Count(MOST_COUNTED);
        let counted = finding::search(sudoku, all, watch, |_| ControlFlow::Continue(()));
        let differs = |&cell: &usize| two[0].values()[cell] != two[1].values()[cell];
        let shape = sudoku.values().shape();
        let differ = (0..shape.n_cells()).filter(differs).map(|cell| shape.cell(cell).to_string());
        Several {
            solutions: counted.count.max(2),
            solutions_complete: counted.is_complete(),
            differ: differ.collect(),
        }
    }

    fn sentence(&self) -> String {
        let least = if self.solutions_complete { "" } else { "at least " };
        let told = self.differ.iter().take(TOLD_CELLS).map(String::as_str);
        let told: Vec<&str> = told.chain((self.differ.len() > TOLD_CELLS).then_some("…")).collect();
        format!(
            "Not proper: there are {least}{}; two of them differ in {}: {}.",
            plural(self.solutions, "solution"),
            plural(self.differ.len() as u64, "cell"),
            told.join(" ")
        )
    }
}

/// Which givens of a proper sudoku are superfluous: it is proper without them.
fn economy(sudoku: &Sudoku, solution: &Grid, watch: &Watch) -> Economy {
    if sudoku.has_exclusions() {
        return Economy::Marked;
    }
    let puzzle = Puzzle::new(sudoku.values().clone()).expect("a part of a solution");
    match watch.within(|budget| Logic::Search.superfluous(&puzzle, solution, budget)) {
        Err(_) => Economy::Open,
        Ok(cells) if cells.is_empty() => Economy::Minimal,
        Ok(cells) => Economy::Superfluous(cells),
    }
}

impl Economy {
    fn sentence(&self, givens: &Grid) -> String {
        let n_givens = plural(givens.n_values() as u64, "given");
        match self {
            Economy::Minimal => format!("Proper and minimal: {n_givens}, each of them needed."),
            Economy::Superfluous(cells) => {
                let named = |&cell: &Cell| {
                    format!("{} in {cell}", text::symbol(givens.get(cell), givens.shape()))
                };
                let names: Vec<String> = cells.iter().map(named).collect();
                let each = if cells.len() == 1 { "" } else { ", each by itself" };
                format!(
                    "Proper, not minimal: of {n_givens}, {} superfluous{each}: {}.",
                    if cells.len() == 1 {
                        "1 is".to_owned()
                    } else {
                        format!("{} are", cells.len())
                    },
                    names.join(", ")
                )
            }
            Economy::Open => {
                format!("Proper: {n_givens}; whether it is minimal was not decided.")
            }
            Economy::Marked => {
                format!(
                    "Proper, with {} and excluded candidates.",
                    n_givens.replace("given", "value")
                )
            }
        }
    }
}

/// How many contradictions a sentence has; scripts see all.
const TOLD_CONFLICTS: usize = 10;

impl Report {
    fn illegal(conflicts: &Conflicts) -> Report {
        let pair = |conflict: Conflict| Pair {
            message: conflict.to_string(),
            cells: conflict.cells.map(|cell| cell.to_string()),
        };
        let conflicts: Vec<Pair> = conflicts.all().map(pair).collect();
        let n_left = conflicts.len().saturating_sub(TOLD_CONFLICTS);
        let left = (n_left > 0).then(|| format!("and {} more", grouped(n_left as u64)));
        let told = conflicts.iter().take(TOLD_CONFLICTS).map(|pair| pair.message.clone());
        let messages: Vec<String> = told.chain(left).collect();
        Report {
            puzzle: None,
            givens: None,
            legal: false,
            sentence: format!("Not legal: {}.", messages.join("; ")),
            conflicts,
            verdict: None,
            proper: Some(false),
            minimal: None,
            superfluous: Vec::new(),
            several: None,
            nodes: 0,
        }
    }

    /// The answer alone.
    fn word(&self) -> &'static str {
        match (self.legal, self.proper, self.minimal) {
            (false, ..) => "not legal",
            (true, None, _) => "not decided",
            (true, Some(false), _) => "not proper",
            (true, Some(true), Some(true)) => "proper and minimal",
            (true, Some(true), _) => "proper",
        }
    }

    fn outcome(&self) -> (Exit, Status) {
        match self.proper {
            Some(true) => (Exit::Yes, Status::Proven),
            Some(false) => (Exit::No, Status::Refuted),
            None => (Exit::Open, Status::Open),
        }
    }
}
