//! `sole endgame list`: the tables in the data folder.

use super::Title;
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
    #[serde(flatten)]
    title: Title,
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
    let of = |metric| tables.folder().materials(metric).map_err(|error| bad_table(&error));
    let listings = [of(Metric::Dtm)?, of(Metric::Dtz)?].into_iter().flatten();
    let rows: Vec<Row> = listings.map(Row::from).collect();
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
        Row { title: Title::new(name.material(), name.metric()), state }
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

    /// What there is of it, in columns.
    fn text(&self, width: usize) -> String {
        let name = &self.title;
        match &self.state {
            State::Sound { complete: true, bytes, .. } => {
                format!("{name:width$} complete, {}", size(*bytes))
            }
            State::Sound { slices, slices_in_all, bytes, .. } => {
                let (some, all) = (grouped(*slices as u64), grouped(*slices_in_all as u64));
                format!("{name:width$} {some} of {all} slices, {}", size(*bytes))
            }
            State::Damaged { error } => format!("{name:width$} damaged: {error}"),
        }
    }
}

fn write_report(report: &Report, console: &mut Console) -> io::Result<()> {
    let folder = visible(&report.folder);
    if report.tables.is_empty() {
        return writeln!(console.out(), "no tables in {folder}");
    }
    let width = report.tables.iter().map(|row| row.title.to_string().len()).fold(8, usize::max);
    for row in &report.tables {
        writeln!(console.out(), "{}", row.text(width))?;
    }
    if console.is_quiet() {
        return Ok(());
    }
    let tables = plural(report.tables.len() as u64, "table");
    writeln!(console.out(), "{tables}, {} in {folder}", size(report.bytes))
}
