//! `sole atlas conduct`: a layer that another engine writes, from the plan to the publication.
//!
//! The process holds the lock of the atlas. It answers twice, with the plan and
//! with the layer, or with the layer alone if nothing is missing; in between it reads what was written, a line for each file,
//! to the end of its input. An engine that is killed closes that input, so that
//! files are missing, and nothing is published.

use super::{Large, atlas, complaint, plies, stop};
use crate::args::atlas as args;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::render::plural;
use serde::{Deserialize, Serialize};
use sole_atlas::{Atlas, AtlasError, BuiltFile, Content, ExternalBuild, Manifest};
use std::io::{self, BufRead};
use std::path::PathBuf;

/// What is to be done.
#[derive(Debug, Serialize)]
struct Plan {
    ply: u32,
    /// Where files are to be written.
    folder: PathBuf,
    /// The places of the files to write.
    files: Vec<usize>,
    /// The first occupied-squares number of each file but the first, in hexadecimal.
    cuts: Vec<String>,
    /// Row groups of each file of the layer before.
    groups: Vec<usize>,
}

/// A file that was written.
#[derive(Debug, Deserialize)]
struct Told {
    file: usize,
    name: String,
    content: Content,
}

/// What became of it.
#[derive(Debug, Serialize)]
struct Report {
    ply: u32,
    complete: bool,
    /// Files that are still missing.
    missing: usize,
    positions: u64,
    games: Large,
    bytes: u64,
}

/// Runs the command.
pub(crate) fn run(flags: &args::Conduct, console: &mut Console) -> Result<Exit, Stop> {
    let atlas = atlas(&flags.start, &flags.data, console)?;
    let at_most = flags.at_most.map_or(usize::MAX, usize::from);
    let commission = ExternalBuild::open(&atlas, flags.ply, at_most, flags.threads.get());
    let commission = commission.map_err(stop(&atlas))?;
    let layer = match commission {
        None => atlas.layer(flags.ply).map_err(stop(&atlas))?,
        Some(commission) => {
            let plan = Plan::new(&atlas, &commission).map_err(stop(&atlas))?;
            show_plan(&plan, console)?;
            let deliveries = deliveries(io::stdin().lock())?;
            commission.publish(&deliveries).map_err(|error| refused(&error, &atlas))?
        }
    };
    answer(&Report::new(&layer), console)?;
    Ok(Exit::Yes)
}

impl Plan {
    fn new(atlas: &Atlas, commission: &ExternalBuild<'_>) -> Result<Plan, AtlasError> {
        let source = commission.source();
        let groups = source.files.iter().map(|file| atlas.groups(source.ply, file));
        Ok(Plan {
            ply: source.ply + 1,
            folder: commission.folder().to_owned(),
            files: commission.wanted().to_vec(),
            cuts: commission.cuts().iter().map(|cut| format!("{cut:016x}")).collect(),
            groups: groups.collect::<Result<_, _>>()?,
        })
    }
}

impl Report {
    fn new(layer: &Manifest) -> Report {
        let all = layer.tallies().all;
        Report {
            ply: layer.ply,
            complete: layer.complete,
            missing: layer.files.len() - layer.contents().count(),
            positions: all.positions,
            games: Large(all.games),
            bytes: layer.bytes(),
        }
    }
}

/// The engine waits for the plan, so that it is seen at once.
fn show_plan(plan: &Plan, console: &mut Console) -> io::Result<()> {
    if console.is_json() {
        console.answer(&Answer { status: Status::Ok, result: plan, stats: None })?;
    } else {
        let (files, groups) = (plan.files.len() as u64, plan.groups.iter().sum::<usize>() as u64);
        let (files, groups) = (plural(files, "file"), plural(groups, "row group"));
        writeln!(console.out(), "{files} to write into {} from {groups}", plan.folder.display())?;
    }
    console.flush()
}

/// What was written, to the end of the input.
fn deliveries(input: impl BufRead) -> Result<Vec<BuiltFile>, Complaint> {
    let line = |(index, line): (usize, io::Result<String>)| {
        let line = line.map_err(|error| {
            let message = format!("cannot read standard input: {error}");
            Complaint::new(Kind::Unreadable, message)
        })?;
        let Told { file, name, content } = serde_json::from_str(&line).map_err(|_| {
            let message = format!("line {} of standard input does not name a file", index + 1);
            let help = r#"expected {"file":PLACE,"name":NAME,"content":{...}} for each file"#;
            Complaint::new(Kind::Unreadable, message).helped(help)
        })?;
        Ok(BuiltFile { file, name, content })
    };
    input.lines().enumerate().map(line).collect()
}

/// Why nothing was published.
fn refused(error: &AtlasError, atlas: &Atlas) -> Complaint {
    match error {
        AtlasError::Undelivered { .. } => {
            complaint(error, atlas).helped("run the whole command again")
        }
        error => complaint(error, atlas),
    }
}

fn answer(report: &Report, console: &mut Console) -> io::Result<()> {
    if console.is_json() {
        return console.answer(&Answer { status: Status::Ok, result: report, stats: None });
    }
    let (ply, positions) = (plies(report.ply), plural(report.positions, "position"));
    let missing = match report.missing {
        0 => String::new(),
        missing => format!(", {} missing", plural(missing as u64, "file")),
    };
    writeln!(console.out(), "{ply}: {positions}, {}{missing}", report.games.games())
}
