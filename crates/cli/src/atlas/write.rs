//! `sole atlas write`: a file of a planned layer from rows that another engine has sorted.

use super::{atlas, stop};
use crate::args::atlas as args;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use crate::render::{plural, size};
use serde::Serialize;
use sole_atlas::{Content, ImportedFile};
use std::io;

/// What scripts see.
#[derive(Debug, Serialize)]
struct Report {
    file: usize,
    /// Rows that came in, of which equal ones became one.
    rows: u64,
    content: Content,
}

/// Runs the command.
pub(crate) fn run(flags: &args::Write, console: &mut Console) -> Result<Exit, Stop> {
    let atlas = atlas(&flags.start, &flags.data, console)?;
    let input = io::stdin().lock();
    let written = sole_atlas::write_stream(&atlas, flags.ply, flags.file, &flags.output, input);
    let ImportedFile { rows, content } = written.map_err(stop(&atlas))?;
    if console.is_json() {
        let result = Report { file: flags.file, rows, content };
        console.answer(&Answer { status: Status::Ok, result, stats: None })?;
        return Ok(Exit::Yes);
    }
    let positions = plural(content.rows, "position");
    writeln!(console.out(), "{} in, {positions}, {}", plural(rows, "row"), size(content.bytes))?;
    Ok(Exit::Yes)
}
