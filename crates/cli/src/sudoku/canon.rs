//! `sole sudoku canon`: the one form of all sudokus that are the same but for their looks.

use super::batch::{Answered, BatchResult, answer_all};
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
use sole_sudoku::canon::Forms;
use sole_sudoku::formats::{in_one_line, text};
use sole_sudoku::{Shape, Transform, Turn};
use std::collections::HashSet;
use std::time::Instant;

/// What scripts see.
#[derive(Serialize)]
struct Report {
    puzzle: String,
    canonical: String,
    form: &'static str,
    /// `None` if there are more than a number can say.
    automorphisms: Option<u128>,
    transform: Transform,
}

/// Runs the command.
pub(super) fn run(flags: Canon, console: &mut Console) -> Result<Exit, Stop> {
    let Canon { grids, transform, unique, threads } = flags;
    let book = Book::begin(grids)?;
    let batch = book.batch()?;
    let is_alone = batch.is_alone();
    let effort = Effort { threads, patience: Patience::ENDLESS };
    let watch = Watch::new(effort, console.progress(), "comparing", batch.total());
    let mut batch_result = BatchResult::new(&batch);
    let told = Told { json: console.is_json(), alone: is_alone && !console.is_quiet(), transform };
    let tables = Forms::default();
    let answer = |question: &Question| -> Result<Answered<String>, Complaint> {
        let start = Instant::now();
        let puzzle = question.read_values()?;
        let (found, form) = tables.find(&puzzle);
        let canonical = in_one_line(found.puzzle.givens());
        let report = Report {
            puzzle: in_one_line(puzzle.givens()),
            canonical: canonical.clone(),
            form,
            automorphisms: found.automorphisms,
            transform: found.transform,
        };
        let text = told.text(report, puzzle.shape(), start);
        Ok(Answered { text, exit: Exit::Yes, note: canonical })
    };
    let (mut seen, mut n_answers) = (HashSet::new(), 0);
    let ended = answer_all(batch, &watch, console, answer, |answered, console| {
        let Some(answered) = batch_result.record(answered, console)? else { return Ok(()) };
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
    ended.map(|()| batch_result.exit())
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
        let way = parts(&report.transform, shape);
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

/// The parts of a transform in words, in the order in which they are done.
fn parts(transform: &Transform, shape: Shape) -> Vec<String> {
    let list = |lines: &[u8]| {
        lines.iter().map(|line| (line + 1).to_string()).collect::<Vec<_>>().join(" ")
    };
    let symbol = |value: u8| text::symbol(Some(value), shape);
    let names =
        (1..).zip(transform.names()).map(|(old, &new)| format!("{}={}", symbol(old), symbol(new)));
    let turn = transform.turn() == Turn::Transposed;
    let mut parts: Vec<String> =
        turn.then(|| "rows become columns".to_owned()).into_iter().collect();
    parts.push(format!("rows {}", list(transform.rows())));
    parts.push(format!("columns {}", list(transform.columns())));
    parts.push(format!("values {}", names.collect::<Vec<_>>().join(" ")));
    parts
}
