//! What going through all games will cost, checked and told before it starts.

use super::survey::{refused, scratch_folder};
use super::text;
use crate::args::proof::ProofSurvey;
use crate::complain::{Complaint, Kind};
use crate::consent::{NOT_STARTED, is_large};
use crate::console::{Console, Stop};
use crate::dialogue::Manner;
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::prompt::confirm;
use crate::render::{columns, grouped, size, span};
use serde::Serialize;
use sole_board::Position;
use sole_proof::sweep::{self, Estimate, Finds, Plan, ScratchError, Writes};
use std::path::{Path, PathBuf};

/// What scripts see of an estimate.
#[derive(Debug, Serialize)]
struct Report<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    dry_run: bool,
    plies: &'a [Estimate],
}

/// What a sweep will cost, and whether there is room for it.
struct Cost {
    folder: Option<PathBuf>,
    plies: Vec<Estimate>,
    room: Result<(), ScratchError>,
}

/// The sweep that the flags ask for.
pub(super) fn plan(flags: &ProofSurvey, plies: usize, finds: Finds) -> Plan {
    let (threads, memory) = (flags.threads.get(), flags.memory.bytes());
    Plan { plies, threads, memory, writes: writes(flags), finds }
}

/// What a sweep writes down.
pub(super) fn writes(flags: &ProofSurvey) -> Writes {
    if flags.data_dir.is_some() { Writes::Everything } else { Writes::WhatIsTooMuch }
}

/// Checks that there is room for a sweep, and asks before a large one. It is over, with this exit
/// code, if only the cost was asked for or the answer was no.
pub(super) fn settle(
    flags: &ProofSurvey,
    start: &Position,
    plan: &Plan,
    console: &mut Console,
) -> Result<Option<Exit>, Stop> {
    let cost = Cost::new(flags, start, plan);
    if flags.dry_run {
        cost.show(console)?;
        cost.room.map_err(|error| refused(&error))?;
        return Ok(Some(Exit::Yes));
    }
    match &cost.room {
        Err(error) if !flags.yes => return Err(too_large(error).into()),
        Err(error) => console.notes().say(refused(error).message()),
        Ok(()) => {}
    }
    if flags.yes || !is_large(cost.bytes(), cost.seconds()) {
        return Ok(None);
    }
    if Manner::of(console) == Manner::Script {
        console.notes().say(&cost.sentence());
        return Ok(None);
    }
    if confirm(&format!("{}. Start?", cost.sentence()), console)? {
        return Ok(None);
    }
    console.notes().say(NOT_STARTED);
    Ok(Some(Exit::Open))
}

/// Says that the cost is known for sweeps alone.
pub(super) fn unknown_cost() -> Complaint {
    let message = "--dry-run is for --method sweep; the other methods write no files".to_owned();
    Complaint::new(Kind::Usage, message)
}

/// Why a sweep is not started.
fn too_large(error: &ScratchError) -> Complaint {
    refused(error).helped("--dry-run lists the cost of each ply; --yes starts all the same")
}

impl Cost {
    fn new(flags: &ProofSurvey, start: &Position, plan: &Plan) -> Cost {
        let folder = scratch_folder(flags, start);
        let plies = sweep::estimate(start, plan);
        let check = |folder: &Path| sweep::check_room(folder, plan.memory, &plies);
        let room = folder.as_deref().map_or(Ok(()), check);
        Cost { folder, plies, room }
    }

    fn bytes(&self) -> u64 {
        self.plies.iter().fold(0, |sum: u64, ply| sum.saturating_add(ply.bytes))
    }

    fn seconds(&self) -> f64 {
        self.plies.iter().map(|ply| ply.seconds).sum()
    }

    /// `7 plies: about 105 820 000 positions, 44 MB of files and 4 s`.
    fn sentence(&self) -> String {
        let plies = text::plies(self.plies.len());
        let positions =
            self.plies.iter().fold(0, |sum: u64, ply| sum.saturating_add(ply.positions));
        let files = match self.bytes() {
            0 => "no files".to_owned(),
            bytes => format!("{} of files", size(bytes)),
        };
        let (positions, time) = (grouped(positions), span(self.seconds()));
        format!("{plies}: about {positions} positions, {files} and {time}")
    }

    fn show(&self, console: &mut Console) -> Result<(), Stop> {
        if console.is_json() {
            let folder = self.folder.as_ref().map(|folder| folder.display().to_string());
            let report = Report { folder, dry_run: true, plies: &self.plies };
            let answer = Answer { status: Status::Ok, result: report, stats: None };
            return Ok(console.answer(&answer)?);
        }
        let line = |ply: &Estimate| {
            let Estimate { ply, positions, bytes, memory, seconds } = *ply;
            [ply.to_string(), grouped(positions), size(bytes), size(memory), span(seconds)]
        };
        let lines: Vec<[String; 5]> = self.plies.iter().map(line).collect();
        let table = columns(["ply", "positions", "files", "memory", "time"], &lines, 0);
        console.out().write_all(table.as_bytes())?;
        Ok(writeln!(console.out(), "{}", self.sentence())?)
    }
}
