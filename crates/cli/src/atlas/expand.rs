//! `sole atlas expand`: children for engines that sort by themselves.
//!
//! The answer is a stream of bytes, so that what passed through is told on
//! standard error, as one line of JSON: whoever runs this as a child process
//! must see that line, and the exit code, before it believes the stream.

use super::Large;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::exit::Exit;
use serde::Serialize;
use sole_atlas::Passed;
use std::io::{self, Write};

/// The line at the end.
#[derive(Debug, Serialize)]
struct Ends {
    positions: u64,
    games: Large,
    edges: u64,
    children: u64,
    child_games: Large,
}

/// Runs the command.
pub(crate) fn run(console: &mut Console) -> Result<Exit, Stop> {
    let passed = sole_atlas::expand_stream(io::stdin().lock(), console.out());
    let passed = passed.map_err(|error| Complaint::new(Kind::BadAtlas, error.to_string()))?;
    console.flush()?;
    let Passed { positions, games, edges, children, child_games } = passed;
    let (games, child_games) = (Large(games), Large(child_games));
    let ends = serde_json::to_string(&Ends { positions, games, edges, children, child_games });
    writeln!(io::stderr(), "{}", ends.map_err(io::Error::from)?)?;
    Ok(Exit::Yes)
}
