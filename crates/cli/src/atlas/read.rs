//! `sole atlas read`: rows of a layer as an Arrow stream.
//!
//! As with `sole atlas expand`, the line on standard error and the exit code
//! must be seen before the stream is believed.

use super::{Large, atlas, stop};
use crate::args::atlas as args;
use crate::console::{Console, Stop};
use crate::exit::Exit;
use serde::Serialize;
use sole_atlas::{Part, StreamSummary};
use std::io::{self, Write};

/// The line at the end.
#[derive(Debug, Serialize)]
struct Ends {
    rows: u64,
    games: Large,
}

/// Runs the command.
pub(crate) fn run(flags: &args::Read, console: &mut Console) -> Result<Exit, Stop> {
    let atlas = atlas(&flags.start, &flags.data, console)?;
    let part = match (flags.file, flags.group) {
        (None, _) => Part::Layer,
        (Some(file), None) => Part::File { file },
        (Some(file), Some(group)) => Part::Group { file, group },
    };
    let sent = sole_atlas::read_stream(&atlas, flags.ply, part, console.out());
    let StreamSummary { rows, games } = sent.map_err(stop(&atlas))?;
    console.flush()?;
    let ends = serde_json::to_string(&Ends { rows, games: Large(games) });
    writeln!(io::stderr(), "{}", ends.map_err(io::Error::from)?)?;
    Ok(Exit::Yes)
}
