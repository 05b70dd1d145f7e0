//! `sole schema`: the JSON Schemas of requests and answers.

use crate::args::Schema;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use serde::Serialize;
use sole_api::catalogue::{self, Entry};
use sole_puzzle::nearest;

/// What scripts see of a command.
#[derive(Serialize)]
struct Described {
    command: &'static str,
    summary: String,
    /// The schema of a request, an object.
    request: serde_json::Value,
    /// The schema of the `result` of an answer.
    result: serde_json::Value,
}

impl From<&Entry> for Described {
    fn from(entry: &Entry) -> Described {
        Described {
            command: entry.name,
            summary: entry.summary(),
            request: entry.request_schema().to_value(),
            result: entry.result_schema().to_value(),
        }
    }
}

/// Runs the command.
pub(crate) fn run(flags: &Schema, console: &mut Console) -> Result<Exit, Stop> {
    let name = flags.command.join(" ");
    if name.is_empty() {
        let all: Vec<Described> = catalogue::ALL.iter().map(Described::from).collect();
        return write(all, console);
    }
    let Some(entry) = catalogue::find(&name) else { return Err(unknown(&name).into()) };
    write(Described::from(entry), console)
}

fn write(described: impl Serialize, console: &mut Console) -> Result<Exit, Stop> {
    if console.is_json() {
        console.answer(&Answer { status: Status::Ok, result: described, stats: None })?;
    } else {
        let text = serde_json::to_string_pretty(&described).expect("schemas are JSON");
        writeln!(console.out(), "{text}")?;
    }
    Ok(Exit::Yes)
}

fn unknown(name: &str) -> Complaint {
    let complaint = Complaint::new(Kind::Usage, format!("no schema for '{name}'"));
    let near = nearest(name, catalogue::ALL.iter().map(|entry| entry.name));
    match near.first() {
        Some(near) => complaint.helped(format!("did you mean '{near}'?")),
        None => complaint.helped("`sole schema` prints all"),
    }
}
