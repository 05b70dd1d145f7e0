//! `sole puzzle check`: every puzzle of collections proved again.

use super::source::{self, Item};
use super::unsearchable;
use crate::args::puzzle::Check;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::endgame::supply::{Missing, Supply};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::interrupt;
use crate::render::{grouped, plural};
use crate::watched::WatchedTask;
use serde::Serialize;
use sole_collection::{CheckResult, CheckStatus, SearchLimits};
use sole_puzzle::task::Limits;
use sole_puzzle::{self as puzzle, Task, parallel};
use std::time::{Duration, Instant};

/// What scripts see of a puzzle.
#[derive(Serialize)]
struct Report<'a> {
    file: Option<&'a str>,
    line: Option<usize>,
    number: usize,
    kind: &'a str,
    position: &'a str,
    stipulation: &'a str,
    claim: puzzle::Status,
    #[serde(flatten)]
    result: &'a CheckResult,
}

/// What scripts see of all puzzles.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
struct Summary {
    puzzles: u64,
    proven: u64,
    refuted: u64,
    open: u64,
    bad: u64,
    /// How many of the proven ones were confirmed by a second, independent way.
    confirmed: u64,
}

/// A proof and what it cost.
struct Proved {
    result: CheckResult,
    elapsed: Duration,
}

/// Runs the command.
pub(super) fn run(flags: &Check, console: &mut Console) -> Result<Exit, Stop> {
    let cases = read(flags, console)?;
    let supply = flags.tables.supply()?;
    if flags.tables.missing() == Missing::Build {
        provide(&cases, &supply, console)?;
    }
    let start = Instant::now();
    let task = WatchedTask::begin("checking", console);
    task.begin_phase("checking", "puzzles", cases.len() as u64);
    let job = Job { flags, supply: &supply, task };
    let (mut summary, mut exit, mut nodes) = (Summary::default(), Exit::Yes, 0);
    let threads = flags.tables.construction.threads.number();
    let work = |(): &mut (), case| (case, job.check(case));
    parallel::for_each(
        &cases,
        threads,
        || (),
        work,
        |(case, proved)| {
            if job.task.is_cancelled() {
                return Err(Stop::Interrupted);
            }
            job.task.clear();
            exit = exit.and(summary.add(&proved));
            match (case, proved) {
                (Ok(case), Ok(proved)) => {
                    nodes += proved.result.nodes;
                    tell(case, &proved, console)?;
                }
                (Err(complaint), _) => console.complain(complaint)?,
                (_, Err(complaint)) => console.complain(&complaint)?,
            }
            Ok(console.flush()?)
        },
    )?;
    drop(job);
    conclude(&summary, exit, Stats::new(nodes, start.elapsed()), console)?;
    Ok(exit)
}

/// All puzzles of all files.
fn read(flags: &Check, console: &mut Console) -> Result<Vec<Result<Item, Complaint>>, Stop> {
    let mut items = Vec::new();
    for file in &flags.files {
        items.extend(source::read(file, console)?.into_iter().map(|item| item.and_then(known)));
    }
    Ok(items)
}

/// The same, if it has no tags and scales that nobody can prove.
fn known(item: Item) -> Result<Item, Complaint> {
    let Some(unknown) = sole_collection::unknown_name(&item.puzzle) else { return Ok(item) };
    let complaint = Complaint::new(Kind::BadEntry, unknown.to_string()).about(&item.input);
    Err(complaint.helped(unknown.help()))
}

/// Builds the tables that endgames need.
fn provide(
    cases: &[Result<Item, Complaint>],
    supply: &Supply,
    console: &mut Console,
) -> Result<(), Stop> {
    for case in cases.iter().flatten() {
        if let Some(position) = case.typed.ending() {
            match supply.provide(position, Missing::Build, console) {
                // What no table can have, or what may not take so much memory, is told in its turn.
                Ok(()) | Err(Stop::Failure(_)) => {}
                Err(stop) => return Err(stop),
            }
        }
    }
    Ok(())
}

/// What proofs share.
struct Job<'a> {
    flags: &'a Check,
    supply: &'a Supply,
    task: WatchedTask,
}

impl Job<'_> {
    fn check(&self, case: &Result<Item, Complaint>) -> Result<Proved, Complaint> {
        let item = case.as_ref().map_err(Complaint::clone)?;
        let patience = self.flags.patience;
        let limits = Limits { nodes: None, time: patience.time };
        let task = Task::new("", limits, interrupt::cancellation());
        let tables = &self.supply.tables;
        let limits = SearchLimits { nodes: patience.most_nodes(), task: &task, tables };
        let result = sole_collection::check(&item.puzzle, &item.typed, &limits)
            .map_err(|error| unsearchable(&error).about(&item.input))?;
        self.task.advance(1);
        Ok(Proved { result, elapsed: task.elapsed() })
    }
}

impl Summary {
    /// Counts one, and says what it means for the exit code.
    fn add(&mut self, proved: &Result<Proved, Complaint>) -> Exit {
        self.puzzles += 1;
        let result = match proved {
            Ok(Proved { result, .. }) => result,
            Err(complaint) => {
                self.bad += 1;
                return complaint.exit();
            }
        };
        match result.status() {
            CheckStatus::Refuted => {
                self.refuted += 1;
                Exit::No
            }
            CheckStatus::Open => {
                self.open += 1;
                Exit::Open
            }
            CheckStatus::Proven => {
                self.proven += 1;
                self.confirmed += u64::from(result.confirmed == Some(true));
                Exit::Yes
            }
        }
    }

    /// `62 puzzles: 60 proven (58 in two ways), 2 refuted`.
    fn sentence(&self) -> String {
        let twice = match self.confirmed {
            0 => String::new(),
            confirmed => format!(" ({} in two ways)", grouped(confirmed)),
        };
        let mut parts = vec![format!("{} proven{twice}", grouped(self.proven))];
        let others = [(self.refuted, "refuted"), (self.open, "open"), (self.bad, "unreadable")];
        parts.extend(
            others
                .into_iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, word)| format!("{} {word}", grouped(count))),
        );
        format!("{}: {}", plural(self.puzzles, "puzzle"), parts.join(", "))
    }
}

/// Tells about one puzzle: to people only if it is not proven.
fn tell(
    item: &Item,
    Proved { result, elapsed }: &Proved,
    console: &mut Console,
) -> Result<(), Stop> {
    let status = result.status();
    if console.is_json() {
        let stats = Some(Stats::new(result.nodes, *elapsed));
        let status = match status {
            CheckStatus::Proven => Status::Proven,
            CheckStatus::Refuted => Status::Refuted,
            CheckStatus::Open => Status::Open,
        };
        return Ok(console.answer(&Answer { status, result: Report::new(item, result), stats })?);
    }
    let word = match status {
        CheckStatus::Proven => return Ok(()),
        _ if console.is_quiet() => return Ok(()),
        CheckStatus::Refuted => console.paint().red("refuted"),
        CheckStatus::Open => console.paint().bold("open"),
    };
    let Item { input, puzzle, .. } = item;
    let place = input.origin().unwrap_or_default();
    let name = format!("{} {}", puzzle.kind(), puzzle.stipulation());
    writeln!(console.out(), "{place}, {name}: {word}")?;
    writeln!(console.out(), "   {}", puzzle.position())?;
    for reason in result.reasons() {
        writeln!(console.out(), "   {reason}")?;
    }
    Ok(())
}

impl<'a> Report<'a> {
    fn new(item: &'a Item, result: &'a CheckResult) -> Report<'a> {
        let (puzzle, place) = (&item.puzzle, item.input.place());
        Report {
            file: place.map(|(file, _)| file),
            line: place.map(|(_, line)| line),
            number: item.number,
            kind: puzzle.kind().as_str(),
            position: puzzle.position(),
            stipulation: puzzle.stipulation(),
            claim: puzzle.answer().status(),
            result,
        }
    }
}

fn conclude(
    summary: &Summary,
    exit: Exit,
    stats: Stats,
    console: &mut Console,
) -> Result<(), Stop> {
    if console.is_json() {
        let status = match exit {
            Exit::Yes => Status::Proven,
            Exit::No => Status::Refuted,
            _ => Status::Open,
        };
        return Ok(console.answer(&Answer { status, result: summary, stats: Some(stats) })?);
    }
    Ok(writeln!(console.out(), "{}", summary.sentence())?)
}
