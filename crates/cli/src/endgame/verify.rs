//! `sole endgame verify`: recomputes every value of a table from its successors.

use super::checked::published_name;
use super::read_material;
use super::reading::unanswered;
use super::supply::{Supply, bad_table};
use crate::args;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::render::grouped;
use crate::watched::WatchedTask;
use serde::Serialize;
use sole_board::{Material, Position};
use sole_endgame::file::Metric;
use sole_endgame::verify::{VerifyError, verify};
use sole_endgame::{Inspection, Published, Tables, ending};

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    tables: Vec<Row>,
    positions: u64,
}

#[derive(Debug, Serialize)]
struct Row {
    ending: String,
    positions: u64,
    hash: String,
    published: &'static str,
}

/// Runs the command.
pub(crate) fn run(flags: args::Verify, console: &mut Console) -> Result<Exit, Stop> {
    let supply = Supply::new(&flags.data, flags.construction)?;
    let endings = endings(&flags, &supply.tables)?;
    let mut exit = if endings.is_empty() { Exit::No } else { Exit::Yes };
    if endings.is_empty() {
        console.notes().say("there is no complete table to verify");
    }
    let mut rows = Vec::new();
    for ending in endings {
        let positions = check(&supply, &flags, &ending, console)?;
        let inspected = supply.tables.inspect(&ending, Metric::Dtm);
        let Some(Inspection { hash, published }) = inspected.map_err(|error| bad_table(&error))?
        else {
            return Err(Complaint::new(Kind::NoTable, format!("{ending} is not complete")).into());
        };
        if published == Published::Differs {
            exit = Exit::No;
        }
        if !console.is_json() {
            let (positions, note) = (grouped(positions), note(published));
            writeln!(console.out(), "{ending:8} {positions:>14} positions agree{note}")?;
            console.flush()?;
        }
        let published = published_name(published);
        rows.push(Row { ending: ending.to_string(), positions, hash, published });
    }
    if console.is_json() {
        let positions = rows.iter().map(|row| row.positions).sum();
        let result = Report { tables: rows, positions };
        console.answer(&Answer { status: Status::Ok, result, stats: None })?;
    }
    Ok(exit)
}

/// How a table compares with the published one, if there is one.
fn note(published: Published) -> &'static str {
    match published {
        Published::Matches => ", matches the published hash",
        Published::Differs => ", but differs from the published hash",
        Published::Unknown => "",
    }
}

/// The endings asked for, or all that are complete.
fn endings(flags: &args::Verify, tables: &Tables) -> Result<Vec<Material>, Complaint> {
    if !flags.endings.is_empty() {
        let named = flags.endings.iter().map(|name| Ok(ending(&read_material(name)?).0));
        return named.collect();
    }
    let listings = tables.folder().materials(Metric::Dtm).map_err(|error| bad_table(&error))?;
    let mut complete = Vec::new();
    for listing in listings {
        let contents = listing.contents.map_err(|error| bad_table(&error))?;
        if contents.complete {
            complete.push(read_material(listing.name.material())?);
        }
    }
    Ok(complete)
}

fn check(
    supply: &Supply,
    flags: &args::Verify,
    ending: &Material,
    console: &mut Console,
) -> Result<u64, Stop> {
    let task = WatchedTask::begin(format!("verifying {ending}"), console);
    let probe = |men: &_| {
        let value = supply.tables.probe(&Position::from(men));
        value.map_err(|error| unanswered(ending, &flags.data, &error))
    };
    let checked = supply.on_threads(|| verify(ending, probe, &task))?;
    Ok(checked.map_err(|trouble| stop(ending, trouble))?.positions)
}

fn stop(ending: &Material, trouble: VerifyError<Complaint>) -> Stop {
    match trouble {
        VerifyError::Mismatch(mismatch) => {
            Complaint::new(Kind::BadTable, format!("{ending} is wrong: {mismatch}"))
                .helped("delete the table and build it again, and please report this")
                .into()
        }
        VerifyError::Probe { error, .. } => error.into(),
        VerifyError::Stopped => Stop::Interrupted,
        _ => Complaint::new(Kind::NoTable, format!("{ending} cannot be verified")).into(),
    }
}
