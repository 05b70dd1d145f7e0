//! `sole endgame build`: solves endings and writes their tables.

use super::checked::{self, check};
use super::estimate;
use super::supply::{Supply, bad_table, unanswered};
use super::{Title, read_material};
use crate::args;
use crate::complain::Complaint;
use crate::consent::NOT_STARTED;
use crate::console::{Console, Stop};
use crate::dialogue::Manner;
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::input::Input;
use crate::render::{grouped, plural, size};
use serde::Serialize;
use sole_board::{Material, Position};
use sole_endgame::file::Effort;
use sole_endgame::{Estimate, Plan, endings};
use std::io;

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    dry_run: bool,
    /// What was missing, and what it was estimated to cost.
    endings: Vec<Row>,
    #[serde(flatten)]
    all: Estimate,
    /// What `--check` found.
    #[serde(flatten)]
    check: Option<checked::Report>,
}

#[derive(Debug, Serialize)]
struct Row {
    #[serde(flatten)]
    title: Title,
    #[serde(flatten)]
    estimate: Estimate,
}

/// Runs the command.
pub(crate) fn run(flags: args::Build, console: &mut Console) -> Result<Exit, Stop> {
    let supply = Supply::new(&flags.data, flags.construction)?.with_consent(flags.consent);
    let wanted = plan(&flags)?;
    let wanted_zeroing = flags.dtz.then(|| wanted.zeroing());
    let plans: Vec<&Plan> = std::iter::once(&wanted).chain(&wanted_zeroing).collect();
    let check = flags.check.then(|| check(&plans, &supply, console)).transpose()?;
    let missing = |plan: &Plan| plan.missing(&supply.tables).map_err(|error| bad_table(&error));
    let plan = missing(&wanted)?;
    let zeroing = wanted_zeroing.as_ref().map(missing).transpose()?;
    let mut report = Report { check, ..report(&plan, zeroing.as_ref(), &supply, flags.dry_run) };
    if flags.dry_run {
        answer(&report, None, console)?;
        return Ok(Exit::Yes);
    }
    // Whoever cannot be asked has asked for it by this very command.
    let is_asked = Manner::of(console) == Manner::Dialogue;
    if is_asked && !supply.is_agreed(&report.all, report.endings.len(), console)? {
        console.notes().say(NOT_STARTED);
        return Ok(Exit::Open);
    }
    let mut elapsed = supply.build(&plan, Effort::DEFAULT, console)?;
    if let Some(zeroing) = &zeroing {
        elapsed += supply.build(zeroing, Effort::DEFAULT, console)?;
    }
    if let Some(check) = &mut report.check {
        check.look_again(&supply)?;
    }
    let stats = Stats::new(report.all.positions, elapsed);
    answer(&report, Some(stats), console)?;
    console.remark(&remark(stats))?;
    Ok(Exit::Yes)
}

/// All that is asked for, there or not.
fn plan(flags: &args::Build) -> Result<Plan, Complaint> {
    if let Some(men) = flags.men {
        let all = (3..=usize::from(men)).flat_map(endings);
        return Ok(Plan::for_endings(all.filter(|m| !(flags.pawnless && m.has_pawns()))));
    }
    if flags.what.iter().any(|text| text.contains('/')) {
        let input = Input::argument(flags.what.join(" "));
        let setup = input.setup()?.setup;
        let position = Position::try_from(setup)
            .map_err(|faults| Complaint::bad_position(&input, &setup, faults))?;
        return Plan::for_position(&position).map_err(|error| unanswered(&error).about(&input));
    }
    let materials = flags.what.iter().map(|text| read_material(text));
    Ok(Plan::for_endings(materials.collect::<Result<Vec<Material>, _>>()?))
}

fn report(plan: &Plan, zeroing: Option<&Plan>, supply: &Supply, dry_run: bool) -> Report {
    let row = |(ending, part): (Material, Plan)| Row {
        title: Title::new(ending, part.metric()),
        estimate: supply.estimate(&part),
    };
    let plans = [Some(plan), zeroing];
    let endings = plans.into_iter().flatten().flat_map(Plan::by_ending).map(row).collect();
    let all = supply.estimate(plan);
    let all = zeroing.map_or(all, |zeroing| all.and(supply.estimate(zeroing)));
    Report { dry_run, endings, all, check: None }
}

fn answer(report: &Report, stats: Option<Stats>, console: &mut Console) -> io::Result<()> {
    if console.is_json() {
        return console.answer(&Answer { status: Status::Ok, result: report, stats });
    }
    let text = match report.dry_run {
        _ if report.endings.is_empty() => nothing_missing(report).to_owned(),
        true => costs(report),
        false => done(report),
    };
    console.out().write_all(text.as_bytes())?;
    match &report.check {
        Some(check) => writeln!(console.out(), "{}", check.sentence()),
        None => Ok(()),
    }
}

/// Without `--check` only the beginnings and the lengths of files were looked at.
fn nothing_missing(report: &Report) -> &'static str {
    match report.check {
        Some(_) => "nothing is missing\n",
        None => "nothing is missing (--check reads the tables in full)\n",
    }
}

/// A table of the costs, with a line for all.
fn costs(report: &Report) -> String {
    let mut text = line(["ending", "slices", "positions", "about", "time", "memory"]);
    let all = ("all".to_owned(), &report.all);
    let rows = report.endings.iter().map(|row| (row.title.to_string(), &row.estimate));
    for (title, estimate) in rows.chain((report.endings.len() > 1).then_some(all)) {
        let Estimate { slices, positions, bytes, memory, .. } = *estimate;
        let (slices, positions) = (grouped(slices as u64), grouped(positions));
        let (bytes, time, memory) = (size(bytes), estimate::time(estimate), size(memory));
        text.push_str(&line([&title, &slices, &positions, &bytes, &time, &memory]));
    }
    text
}

fn line([ending, slices, positions, bytes, time, memory]: [&str; 6]) -> String {
    format!("{ending:12} {slices:>8} {positions:>16} {bytes:>12} {time:>8} {memory:>8}\n")
}

fn done(report: &Report) -> String {
    let line = |row: &Row| {
        let slices = plural(row.estimate.slices as u64, "slice");
        let positions = grouped(row.estimate.positions);
        format!("built {}, {slices}, {positions} positions\n", row.title)
    };
    report.endings.iter().map(line).collect()
}

/// `331 776 positions in 0.02 s, 16.6 million a second`.
fn remark(Stats { nodes, seconds }: Stats) -> String {
    let speed = nodes as f64 / seconds.max(1e-6) / 1e6;
    format!("{} positions in {seconds:.2} s, {speed:.1} million a second", grouped(nodes))
}
