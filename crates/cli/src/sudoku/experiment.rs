//! `sole sudoku experiment`: a question answered again by counting.

use super::source::{Book, Question};
use crate::args::sudoku::Grids;
use crate::args::sudoku_make::Experiment as Flags;
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use serde::Serialize;
use sole_puzzle::Verdict;
use sole_sudoku::experiments::{EXPERIMENTS, Experiment, Options, Table};
use sole_sudoku::{Budget, Puzzle, solve};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What scripts see of one experiment.
#[derive(Serialize)]
struct Report {
    name: &'static str,
    question: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sample: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tables: Vec<Table>,
}

/// Runs the command.
pub(super) fn run(flags: Flags, console: &mut Console) -> Result<Exit, Stop> {
    match flags.name.as_deref().and_then(Experiment::named) {
        Some(experiment) => answer(experiment, flags, console),
        None => list(console),
    }
}

fn list(console: &mut Console) -> Result<Exit, Stop> {
    let width = EXPERIMENTS.iter().map(|one| one.name.len()).max().unwrap_or(0);
    for one in &EXPERIMENTS {
        let Experiment { name, question, .. } = *one;
        if console.is_json() {
            let result = Report { name, question, sample: None, seed: None, tables: Vec::new() };
            console.answer(&Answer { status: Status::Ok, result, stats: None })?;
        } else {
            writeln!(console.out(), "{name:width$}  {question}")?;
        }
    }
    Ok(Exit::Yes)
}

fn answer(experiment: &Experiment, flags: Flags, console: &mut Console) -> Result<Exit, Stop> {
    let sample = flags.sample.map(NonZeroUsize::get);
    let lists = flags.file.map(puzzles).transpose()?.into_iter().collect();
    let tables = experiment.run(&Options { sample, seed: flags.seed, lists });
    let &Experiment { name, question, .. } = experiment;
    if console.is_json() {
        let result = Report { name, question, sample, seed: Some(flags.seed), tables };
        console.answer(&Answer { status: Status::Ok, result, stats: None })?;
        return Ok(Exit::Yes);
    }
    if !console.is_quiet() {
        writeln!(console.out(), "{question}\n")?;
    }
    for (number, table) in tables.iter().enumerate() {
        let gap = if number > 0 { "\n" } else { "" };
        write!(console.out(), "{gap}{table}")?;
    }
    Ok(Exit::Yes)
}

/// The puzzles of a file, and its name.
fn puzzles(file: PathBuf) -> Result<(String, Vec<Puzzle>), Stop> {
    let name = file.display().to_string();
    let flags = Grids { grid: Vec::new(), file: Some(file), from: None, boxes: None };
    let book = Book::open(flags)?;
    let questions = book.questions()?;
    let puzzles = questions.iter().map(proper);
    Ok((name, puzzles.collect::<Result<_, _>>()?))
}

/// A puzzle with one solution: experiments are about no others.
fn proper(question: &Question<'_>) -> Result<Puzzle, Complaint> {
    let puzzle = question.read_values()?;
    match solve::decide(&puzzle, &Budget::UNLIMITED) {
        Verdict::One(_) => Ok(puzzle),
        Verdict::None => Err(question.objection("this sudoku has no solution")),
        _ => Err(question.objection("this sudoku has more than one solution")),
    }
}
