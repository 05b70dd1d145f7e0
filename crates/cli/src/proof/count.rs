//! `sole proof count`: what there is after each ply, and what one game alone leads to.

use super::survey::{self, Outcome, Quest};
use super::text;
use crate::args::proof::Count;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::render::grouped;
use serde::Serialize;
use sole_proof::enumeration::Counts;
use sole_proof::sweep::{Finds, PlyCounts};
use sole_proof::{PlySet, Unique};
use std::io;

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    plies: Vec<Row>,
}

/// What there is after a ply.
#[derive(Debug, Serialize)]
struct Row {
    ply: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unique_positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagrams: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_diagrams: Option<u64>,
    unique_diagrams: u64,
    shortest_unique: u64,
    delayed: Vec<Delayed>,
}

/// Unique diagrams that can be reached at these earlier plies, too.
#[derive(Debug, Serialize)]
pub(super) struct Delayed {
    earlier: Vec<usize>,
    pub(super) diagrams: u64,
}

impl Row {
    fn new(ply: usize, counts: &Counts) -> Row {
        Row {
            ply,
            positions: counts.all.map(|all| all.positions),
            unique_positions: counts.unique_positions,
            diagrams: counts.all.map(|all| all.diagrams),
            new_diagrams: counts.all.map(|all| all.new_diagrams),
            unique_diagrams: counts.unique.total(),
            shortest_unique: counts.unique.shortest(),
            delayed: delayed(&counts.unique, |_| true),
        }
    }

    /// The start, which one empty game leads to.
    fn of_start() -> Row {
        let mut counts = PlyCounts { positions: 1, unique_positions: 1, ..PlyCounts::default() };
        (counts.diagrams, counts.new_diagrams) = (1, 1);
        counts.unique.add(PlySet::EMPTY, 1);
        Row::new(0, &counts.into())
    }
}

/// Those of the unique diagrams of a ply that can be reached earlier, the rarest first.
pub(super) fn delayed(unique: &Unique, wanted: impl Fn(PlySet) -> bool) -> Vec<Delayed> {
    let chosen = unique.delayed().filter(|&(earlier, _)| wanted(earlier));
    let mut delayed: Vec<Delayed> = chosen
        .map(|(earlier, diagrams)| Delayed { earlier: earlier.iter().collect(), diagrams })
        .collect();
    delayed.sort_by_key(|delayed| delayed.diagrams);
    delayed
}

/// Runs the command.
pub(super) fn run(flags: &Count, console: &mut Console) -> Result<Exit, Stop> {
    let (plies, method) = (flags.plies, flags.method);
    let finds = Finds::Few;
    let start = &survey::start(&flags.survey, console)?;
    let (wanted, name) = (&|_: PlySet| false, "count");
    let quest = Quest { start, plies, earlier: None, method, wanted, finds, name };
    let (survey, cost) = match survey::run(&flags.survey, &quest, console)? {
        Outcome::Surveyed(survey, cost) => (survey, cost),
        Outcome::Over(exit) => return Ok(exit),
    };
    let is_complete = survey.is_complete();
    let rows = survey.plies.iter().zip(1..).map(|(counts, ply)| Row::new(ply, counts));
    let report = Report { plies: [Row::of_start()].into_iter().chain(rows).collect() };
    let status = if is_complete { Status::Ok } else { Status::Open };
    if console.is_json() {
        console.answer(&Answer { status, result: report, stats: Some(cost) })?;
    } else {
        write_report(&report, console)?;
        console.remark(&format!("{} positions in {:.2} s", grouped(cost.nodes), cost.seconds))?;
    }
    let done = text::plies(survey.plies.len());
    survey.clean_up().map_err(|error| survey::refused(&error))?;
    if is_complete {
        return Ok(Exit::Yes);
    }
    console.notes().say(&format!("the time is up after {done} of {}", flags.plies));
    Ok(Exit::Open)
}

fn write_report(report: &Report, console: &mut Console) -> io::Result<()> {
    let titles = ["ply", "positions", "unique", "diagrams", "new", "unique", "shortest"];
    let cells = |row: &Row| {
        let numbers = [
            Some(row.ply as u64),
            row.positions,
            row.unique_positions,
            row.diagrams,
            row.new_diagrams,
            Some(row.unique_diagrams),
            Some(row.shortest_unique),
        ];
        numbers.map(|number| number.map_or("?".to_owned(), grouped)).to_vec()
    };
    let mut lines = vec![titles.map(str::to_owned).to_vec()];
    lines.extend(report.plies.iter().map(cells));
    let width = |column: usize| lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..titles.len()).map(width).collect();
    for line in &lines {
        let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        writeln!(console.out(), "{}", cells.collect::<Vec<_>>().join("  "))?;
    }
    write_delayed(report, console)
}

fn write_delayed(report: &Report, console: &mut Console) -> io::Result<()> {
    let mut rows = report.plies.iter().filter(|row| !row.delayed.is_empty()).peekable();
    if rows.peek().is_some() {
        writeln!(console.out(), "\nUnique diagrams that can be reached in fewer plies, too:")?;
    }
    for row in rows {
        for delayed in &row.delayed {
            let text = sentence(row.ply, delayed);
            writeln!(console.out(), "{text}")?;
        }
    }
    Ok(())
}

/// `unique in 6, also reached in 4 and 5: 416`.
pub(super) fn sentence(ply: usize, delayed: &Delayed) -> String {
    let plies: Vec<String> = delayed.earlier.iter().map(ToString::to_string).collect();
    let list = match plies.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    };
    format!("  unique in {ply}, also reached in {list}: {}", grouped(delayed.diagrams))
}
