//! `sole sudoku canon`: the one form of all sudokus that are the same but for their looks.

use super::batch::{Answered, Ledger, answer_all};
use super::source::{Book, Question};
use super::watch::Watch;
use crate::args::Patience;
use crate::args::sudoku::Effort;
use crate::args::sudoku_make::Canon;
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::render::plural;
use serde::Serialize;
use sole_sudoku::canon::{self, Minlex};
use sole_sudoku::formats::{in_one_line, text};
use sole_sudoku::{Puzzle, Shape, Transform, Turn};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// What scripts see.
#[derive(Serialize)]
struct Report {
    puzzle: String,
    canonical: String,
    form: &'static str,
    /// `None` if there are more than a number can say.
    automorphisms: Option<u128>,
    transform: Way,
}

/// How the form is reached; rows, columns and values count from 1.
#[derive(Serialize)]
struct Way {
    /// Rows become columns first.
    transposed: bool,
    /// By new row and column: which it was.
    rows: Vec<u8>,
    columns: Vec<u8>,
    /// By old value: the new one.
    values: Vec<u8>,
}

/// Runs the command.
pub(super) fn run(flags: Canon, console: &mut Console) -> Result<Exit, Stop> {
    let Canon { grids, transform, unique, threads } = flags;
    let book = Book::begin(grids)?;
    let batch = book.batch()?;
    let is_alone = batch.is_alone();
    let effort = Effort { threads, patience: Patience::ENDLESS };
    let watch = Watch::new(effort, console.progress(), "comparing", batch.total());
    let mut ledger = Ledger::new(&batch);
    let told = Told { json: console.is_json(), alone: is_alone && !console.is_quiet(), transform };
    let tables = Tables::default();
    let answer = |question: &Question| -> Result<Answered<String>, Complaint> {
        let start = Instant::now();
        let puzzle = question.read_values()?;
        let (found, form) = tables.canon(&puzzle);
        let canonical = in_one_line(found.puzzle.givens());
        let report = Report {
            puzzle: in_one_line(puzzle.givens()),
            canonical: canonical.clone(),
            form,
            automorphisms: found.automorphisms,
            transform: Way::new(&found.transform),
        };
        let text = told.text(report, puzzle.shape(), start);
        Ok(Answered { text, exit: Exit::Yes, note: canonical })
    };
    let (mut seen, mut n_answers) = (HashSet::new(), 0);
    let ended = answer_all(batch, &watch, console, answer, |answered, console| {
        let Some(answered) = ledger.book(answered, console)? else { return Ok(()) };
        n_answers += 1;
        let is_new = seen.insert(answered.note);
        if is_new || !unique {
            console.out().write_all(&answered.text)?;
        }
        Ok(())
    });
    drop(watch);
    if !is_alone {
        let different = seen.len();
        console.remark(&format!("{}: {different} different", plural(n_answers, "sudoku")))?;
    }
    ended.map(|()| ledger.exit())
}

/// The tables for the smallest forms of each shape, made when they are needed.
#[derive(Default)]
struct Tables(Mutex<HashMap<Shape, Option<Arc<Minlex>>>>);

impl Tables {
    /// The canonical form and its name.
    fn canon(&self, puzzle: &Puzzle) -> (canon::Canon, &'static str) {
        let mut tables = self.0.lock().expect("no thread panics with it");
        let shape = puzzle.shape();
        let minlex =
            tables.entry(shape).or_insert_with(|| Minlex::new(shape).map(Arc::new)).clone();
        drop(tables);
        match minlex {
            Some(minlex) => (minlex.find(puzzle), "minlex"),
            None => (canon::label(puzzle), "label"),
        }
    }
}

/// What is told of a sudoku.
#[derive(Clone, Copy)]
struct Told {
    json: bool,
    /// There is nothing but one sudoku, so that there is room for sentences.
    alone: bool,
    transform: bool,
}

/// The command in envelopes that threads write.
const COMMAND: &str = "sudoku canon";

impl Told {
    fn text(self, report: Report, shape: Shape, start: Instant) -> Vec<u8> {
        if self.json {
            let stats = Some(Stats::new(0, start.elapsed()));
            let answer = Answer { status: Status::Proven, result: report, stats };
            let mut text = Vec::new();
            sole_api::envelope::write_answer(&mut text, COMMAND, &answer, &[])
                .expect("memory can be written");
            return text;
        }
        let way = report.transform.lines(shape);
        let line = &report.canonical;
        let text = match (self.alone, self.transform) {
            (false, false) => format!("{line}\n"),
            (false, true) => format!("{line}  {}\n", way.join(", ")),
            (true, false) => format!("{line}\n{}\n", report.sentence()),
            (true, true) => format!("{line}\n{}\n{}\n", report.sentence(), way.join("\n")),
        };
        text.into_bytes()
    }
}

impl Report {
    fn sentence(&self) -> String {
        match self.automorphisms {
            Some(1) => "It has no automorphism but the identity.".to_owned(),
            Some(n) => format!("It has {n} automorphisms, the identity included."),
            None => "It has more automorphisms than a number of 128 bits can say.".to_owned(),
        }
    }
}

impl Way {
    fn new(transform: &Transform) -> Way {
        let from_one = |lines: &[u8]| lines.iter().map(|line| line + 1).collect();
        Way {
            transposed: transform.turn() == Turn::Transposed,
            rows: from_one(transform.rows()),
            columns: from_one(transform.columns()),
            values: transform.names().to_vec(),
        }
    }

    /// The parts in words, in the order in which they are done.
    fn lines(&self, shape: Shape) -> Vec<String> {
        let list = |lines: &[u8]| lines.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        let symbol = |value: u8| text::symbol(Some(value), shape);
        let names =
            (1..).zip(&self.values).map(|(old, &new)| format!("{}={}", symbol(old), symbol(new)));
        let mut lines = Vec::new();
        if self.transposed {
            lines.push("rows become columns".to_owned());
        }
        lines.push(format!("rows {}", list(&self.rows)));
        lines.push(format!("columns {}", list(&self.columns)));
        lines.push(format!("values {}", names.collect::<Vec<_>>().join(" ")));
        lines
    }
}
