//! `sole sudoku solve`: how many solutions there are, and which.

use super::batch::{Answered, BatchResult, answer_all};
use super::finding;
use super::picture;
use super::source::{Batch, Book, Question};
use super::watch::Watch;
use crate::args::sudoku::Solve;
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::records::Records;
use crate::render::{Paint, grouped, plural};
use serde::Serialize;
use sole_puzzle::{self as puzzle, Verdict};
use sole_sudoku::formats::{Format, Sudoku, in_one_line, record};
use sole_sudoku::solve::{Extent, Study};
use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How many solutions of a sudoku are kept for one answer, unless `--count` names a limit.
const MOST_KEPT: usize = 1_000_000;

/// What is asked for.
struct Job {
    extent: Extent,
    /// What is told of each sudoku.
    told: Told,
}

/// What is told of a sudoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// An envelope, with all solutions or with two.
    Json { all: bool },
    /// A picture and sentences.
    Picture(Paint),
    /// The sudoku and the answer in one line.
    Line,
    /// The answer alone.
    Word,
    /// Every solution in a line.
    Solutions,
    /// Nothing: it is counted, or goes to a file.
    Nothing,
}

/// What is known of an answer beside its text.
struct Note {
    status: puzzle::Status,
    nodes: u64,
    record: Option<Box<puzzle::Puzzle>>,
}

/// What scripts see.
#[derive(Serialize)]
struct Report<'a> {
    puzzle: String,
    verdict: puzzle::Status,
    /// The only one.
    solution: Option<&'a str>,
    solutions: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
}

/// Runs the command.
pub(super) fn run(flags: Solve, console: &mut Console) -> Result<Exit, Stop> {
    let book = Book::begin(flags.grids)?;
    let batch = book.batch()?;
    let is_alone = batch.is_alone();
    let told = if flags.summary || flags.output.is_some() {
        Told::Nothing
    } else if console.is_json() {
        Told::Json { all: flags.all }
    } else if flags.all {
        Told::Solutions
    } else if console.is_quiet() {
        Told::Word
    } else if is_alone {
        Told::Picture(console.paint())
    } else {
        Told::Line
    };
    let extent = match flags.count {
        None if flags.all => Extent::Count(u64::MAX),
        None => Extent::Decide,
        Some(limit) => Extent::Count(limit),
    };
    let job = Job { extent, told };
    let watch = Watch::new(flags.effort, console.progress(), "solving", batch.total());
    let records = flags.output.as_deref().map(Records::create).transpose()?;
    if told == Told::Solutions && is_alone {
        return job.stream(&batch.questions[0], &watch, console);
    }
    let (exit, tally) = job.answer(batch, &watch, records, console)?;
    if flags.summary {
        tally.write(console)?;
    } else if !is_alone {
        console.remark(&tally.sentence())?;
    }
    if watch.is_interrupted() { Err(Stop::Interrupted) } else { Ok(exit) }
}

impl Job {
    /// Answers all questions.
    fn answer(
        &self,
        batch: Batch<'_>,
        watch: &Watch,
        mut records: Option<Records>,
        console: &mut Console,
    ) -> Result<(Exit, Tally), Stop> {
        let mut batch_result = BatchResult::new(&batch);
        let mut tally = Tally::default();
        let with_records = records.is_some();
        let ended = answer_all(
            batch,
            watch,
            console,
            |question| self.answer_one(question, watch, with_records),
            |answered, console| {
                let Some(answered) = batch_result.record(answered, console)? else {
                    tally.bad += 1;
                    return Ok(());
                };
                tally.add(&answered.note);
                if let (Some(records), Some(record)) = (&mut records, &answered.note.record) {
                    records.add(record)?;
                }
                Ok(console.out().write_all(&answered.text)?)
            },
        );
        tally.elapsed = watch.elapsed();
        match ended {
            // What was found is told before the command says that it was interrupted.
            Ok(()) | Err(Stop::Interrupted) => {}
            Err(stop) => return Err(stop),
        }
        if let Some(records) = records {
            records.finish("sudoku", console)?;
        }
        Ok((batch_result.exit(), tally))
    }

    fn answer_one(
        &self,
        question: &Question,
        watch: &Watch,
        with_record: bool,
    ) -> Result<Answered<Note>, Complaint> {
        let start = Instant::now();
        let sudoku = question.read()?;
        let mut lines = Vec::new();
        let keeps_all = matches!(self.told, Told::Json { all: true } | Told::Solutions);
        let finding = finding::search(&sudoku, self.extent, watch, |solution| {
            if keeps_all {
                lines.push(in_one_line(solution));
            }
            if self.extent == Extent::Count(u64::MAX) && lines.len() == MOST_KEPT {
                ControlFlow::Break(puzzle::Stop::Budget)
            } else {
                ControlFlow::Continue(())
            }
        });
        let record = if with_record {
            let record = record::puzzle(&sudoku, &finding.verdict);
            Some(Box::new(record.map_err(|error| question.refusal(&error))?))
        } else {
            None
        };
        let note = Note { status: finding.verdict.status(), nodes: finding.nodes, record };
        let text = self.text(&sudoku, &finding, lines, start.elapsed());
        Ok(Answered { text, exit: finding::exit(&finding), note })
    }

    /// What is written.
    fn text(
        &self,
        sudoku: &Sudoku,
        finding: &Study,
        lines: Vec<String>,
        elapsed: Duration,
    ) -> Vec<u8> {
        match self.told {
            Told::Nothing => Vec::new(),
            Told::Word => format!("{}\n", word(finding)).into_bytes(),
            Told::Line => {
                let evidence: Vec<String> = match finding.counted() {
                    Some(_) => Vec::new(),
                    None => finding.verdict.solutions().map(in_one_line).collect(),
                };
                let answer = match finding.counted() {
                    Some(_) => word(finding),
                    None => finding.verdict.status().to_string(),
                };
                let gap = if evidence.is_empty() { "" } else { "  " };
                let line = format!("{}  {answer}{gap}{}\n", one_line(sudoku), evidence.join(" "));
                line.into_bytes()
            }
            Told::Solutions => {
                lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect()
            }
            Told::Picture(paint) => picture_of(sudoku, finding, paint).into_bytes(),
            Told::Json { all } => {
                let witnesses = finding.verdict.solutions().map(in_one_line);
                let solutions = if all { lines } else { witnesses.collect() };
                let verdict = finding.verdict.status();
                let is_only = verdict == puzzle::Status::One;
                let result = Report {
                    puzzle: one_line(sudoku),
                    verdict,
                    solution: solutions.first().filter(|_| is_only).map(String::as_str),
                    solutions: &solutions,
                    count: finding.counted(),
                    complete: finding.counted().map(|_| finding.is_complete()),
                };
                let stats = Some(Stats::new(finding.nodes, elapsed));
                let answer = Answer { status: finding::status(finding), result, stats };
                let mut text = Vec::new();
                sole_api::envelope::write_answer(&mut text, COMMAND, &answer, &[])
                    .expect("memory can be written");
                text
            }
        }
    }

    /// Prints the solutions of one sudoku as they are found.
    fn stream(
        &self,
        question: &Question,
        watch: &Watch,
        console: &mut Console,
    ) -> Result<Exit, Stop> {
        let sudoku = question.read()?;
        let mut written = Ok(());
        let finding = finding::search(&sudoku, self.extent, watch, |solution| {
            written = writeln!(console.out(), "{}", in_one_line(solution));
            match &written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(puzzle::Stop::Enough),
            }
        });
        written?;
        console.remark(&counted(&finding))?;
        if watch.is_interrupted() { Err(Stop::Interrupted) } else { Ok(finding::exit(&finding)) }
    }
}

/// The command in envelopes that threads write.
const COMMAND: &str = "sudoku solve";

/// What is said if a limit came first.
const UNDECIDED: &str = "Not decided: the limit was reached.";

/// A sudoku in one line, with candidates if some are excluded.
fn one_line(sudoku: &Sudoku) -> String {
    let marked = sudoku.has_exclusions().then(|| Format::Candidates.render(sudoku).ok()).flatten();
    marked.unwrap_or_else(|| in_one_line(sudoku.values()))
}

/// The answer in one word: the solution, a number, or a verdict.
fn word(finding: &Study) -> String {
    match (finding.counted(), &finding.verdict) {
        (Some(count), _) if finding.is_complete() => count.to_string(),
        (Some(count), _) => format!("{count}+"),
        (None, Verdict::One(solution)) => in_one_line(solution),
        (None, verdict) => verdict.status().to_string(),
    }
}

/// The answer for people.
fn picture_of(sudoku: &Sudoku, finding: &Study, paint: Paint) -> String {
    let givens = sudoku.givens();
    let bold = |text: &str| paint.bold(text);
    if finding.counted().is_some() {
        return format!("{}\n", bold(&counted(finding)));
    }
    match &finding.verdict {
        Verdict::None => {
            let why = picture::obstacle(sudoku).map(|why| format!(": {why}")).unwrap_or_default();
            let grid = picture::drawn(sudoku.values(), givens, paint);
            format!("{grid}\n\n{}\n", bold(&format!("No solution{why}.")))
        }
        Verdict::One(solution) => {
            let grid = picture::drawn(solution, givens, paint);
            format!("{grid}\n\n{}\n{}\n", bold("One solution."), in_one_line(solution))
        }
        Verdict::Many(first, second) => {
            let grid = picture::drawn_together(first, second, paint);
            let n_different = first.differences(second).count() as u64;
            let cells = plural(n_different, "cell");
            let verdict = format!("More than one solution: these two differ in {cells}.");
            let lines = [first, second].map(in_one_line);
            format!("{grid}\n\n{}\n{}\n{}\n", bold(&verdict), lines[0], lines[1])
        }
        Verdict::Open(known) => {
            let known = known.as_ref().map(|solution| {
                format!("A solution, perhaps not the only one:\n{}\n", in_one_line(solution))
            });
            format!("{}\n{}", bold(UNDECIDED), known.unwrap_or_default())
        }
    }
}

/// How many solutions were counted, as a sentence.
fn counted(finding: &Study) -> String {
    let solutions = plural(finding.count, "solution");
    match (finding.is_complete(), finding.is_cut(), finding.count) {
        (true, _, 0) => "No solution.".to_owned(),
        (true, ..) => format!("{solutions}."),
        (false, true, 0) => UNDECIDED.to_owned(),
        (false, true, _) => format!("At least {solutions}: not all were counted."),
        (false, false, _) => format!("At least {solutions}."),
    }
}

/// How many sudokus have which verdict.
#[derive(Debug, Default, Serialize)]
struct Tally {
    puzzles: u64,
    none: u64,
    one: u64,
    many: u64,
    open: u64,
    bad: u64,
    #[serde(skip)]
    nodes: u64,
    #[serde(skip)]
    elapsed: Duration,
}

/// The same for scripts.
#[derive(Serialize)]
struct Summary<'a> {
    #[serde(flatten)]
    tally: &'a Tally,
    per_second: f64,
}

impl Tally {
    fn add(&mut self, note: &Note) {
        self.puzzles += 1;
        self.nodes += note.nodes;
        match note.status {
            puzzle::Status::None => self.none += 1,
            puzzle::Status::One => self.one += 1,
            puzzle::Status::Many => self.many += 1,
            puzzle::Status::Open => self.open += 1,
        }
    }

    fn per_second(&self) -> f64 {
        (self.puzzles as f64 / self.elapsed.as_secs_f64().max(1e-6)).round()
    }

    fn sentence(&self) -> String {
        let parts = [
            (self.one, "with one solution"),
            (self.many, "with more"),
            (self.none, "with none"),
            (self.open, "not decided"),
            (self.bad, "not readable"),
        ];
        let parts = parts.iter().filter(|(number, _)| *number > 0);
        let parts: Vec<String> =
            parts.map(|(number, what)| format!("{} {what}", grouped(*number))).collect();
        let seconds = self.elapsed.as_secs_f64();
        let speed = grouped(self.per_second() as u64);
        let sudokus = plural(self.puzzles + self.bad, "sudoku");
        format!("{sudokus}: {}; {seconds:.2} s, {speed} a second", parts.join(", "))
    }

    fn write(&self, console: &mut Console) -> io::Result<()> {
        if !console.is_json() {
            return writeln!(console.out(), "{}", self.sentence());
        }
        let result = Summary { tally: self, per_second: self.per_second() };
        let stats = Some(Stats::new(self.nodes, self.elapsed));
        console.answer(&Answer { status: Status::Ok, result, stats })
    }
}
