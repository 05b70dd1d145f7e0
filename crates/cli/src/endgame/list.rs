//! `sole endgame list`: the tables in the data folder.

use super::supply::{bad_table, tables};
use crate::args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::render::{grouped, plural, size, visible};
use serde::Serialize;
use sole_board::Material;
use sole_endgame::Slice;
use sole_endgame::file::{Contents, Listing, Metric};
use std::io;

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    folder: String,
    tables: Vec<Row>,
    bytes: u64,
}

/// A table, or what is wrong with it.
#[derive(Debug, Serialize)]
struct Row {
    ending: String,
    #[serde(flatten)]
    state: State,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum State {
    Sound { complete: bool, slices: usize, slices_in_all: usize, bytes: u64 },
    Damaged { error: String },
}

/// Runs the command.
pub(crate) fn run(flags: args::List, console: &mut Console) -> Result<Exit, Stop> {
    let tables = tables(&flags.data)?;
    let listings = tables.folder().materials(Metric::Dtm).map_err(|error| bad_table(&error))?;
    let rows: Vec<Row> = listings.into_iter().map(Row::from).collect();
    let exit = rows.iter().map(Row::exit).fold(Exit::Yes, Exit::and);
    let exit = if rows.is_empty() { Exit::No } else { exit };
    let bytes = rows.iter().map(Row::bytes).sum();
    let folder = tables.folder().path().display().to_string();
    let report = Report { folder, tables: rows, bytes };
    if console.is_json() {
        console.answer(&Answer { status: Status::Ok, result: report, stats: None })?;
    } else {
        write_report(&report, console)?;
    }
    Ok(exit)
}

impl From<Listing> for Row {
    fn from(Listing { name, contents }: Listing) -> Row {
        let state = match contents {
            Ok(Contents { bytes, slices, complete }) => {
                let slices_in_all = slices_of(name.material()).unwrap_or(slices);
                State::Sound { complete, slices, slices_in_all, bytes }
            }
            Err(error) => State::Damaged { error: error.to_string() },
        };
        Row { ending: name.material().to_owned(), state }
    }
}

/// How many slices a complete table has; none for a name that is no ending.
fn slices_of(name: &str) -> Option<usize> {
    let material: Material = name.parse().ok()?;
    Some(Slice::all(&material).len())
}

impl Row {
    fn exit(&self) -> Exit {
        match self.state {
            State::Sound { .. } => Exit::Yes,
            State::Damaged { .. } => Exit::BadInput,
        }
    }

    fn bytes(&self) -> u64 {
        match self.state {
            State::Sound { bytes, .. } => bytes,
            State::Damaged { .. } => 0,
        }
    }

    fn text(&self) -> String {
        match &self.state {
            State::Sound { complete: true, bytes, .. } => {
                format!("{:8} complete, {}", self.ending, size(*bytes))
            }
            State::Sound { slices, slices_in_all, bytes, .. } => {
                let (some, all) = (grouped(*slices as u64), grouped(*slices_in_all as u64));
                format!("{:8} {some} of {all} slices, {}", self.ending, size(*bytes))
            }
            State::Damaged { error } => format!("{:8} damaged: {error}", self.ending),
        }
    }
}

fn write_report(report: &Report, console: &mut Console) -> io::Result<()> {
    let folder = visible(&report.folder);
    if report.tables.is_empty() {
        return writeln!(console.out(), "no tables in {folder}");
    }
    for row in &report.tables {
        writeln!(console.out(), "{}", row.text())?;
    }
    if console.is_quiet() {
        return Ok(());
    }
    let tables = plural(report.tables.len() as u64, "table");
    writeln!(console.out(), "{tables}, {} in {folder}", size(report.bytes))
}
