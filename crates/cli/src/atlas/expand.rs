//! `sole atlas expand`: children for engines that sort by themselves, and the founding text's
//! files for people.
//!
//! Of children the answer is a stream of bytes, so that what passed through is told on
//! standard error, as one line of JSON: whoever runs this as a child process
//! must see that line, and the exit code, before it believes the stream.

use super::Large;
use crate::args::atlas::{Expand as Flags, ExpandFormat};
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use serde::Serialize;
use sole_atlas::ExpandSummary;
use sole_atlas::legacy_format::{Entry, Layout, LegacyMove};
use sole_board::UciStyle;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};

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
pub(crate) fn run(flags: &Flags, console: &mut Console) -> Result<Exit, Stop> {
    let source: Box<dyn Read> = match &flags.file {
        None => Box::new(io::stdin().lock()),
        Some(path) => {
            let unreadable = |error: io::Error| {
                let message = format!("cannot open {}: {error}", path.display());
                Complaint::new(Kind::Unreadable, message)
            };
            Box::new(BufReader::new(File::open(path).map_err(unreadable)?))
        }
    };
    match flags.format {
        ExpandFormat::Arrow => expand(source, console),
        ExpandFormat::Founding => list(source, Layout::Positions, console),
        ExpandFormat::FoundingMoves => list(source, Layout::WithMoves, console),
    }
}

/// What scripts see of a position in the founding text's format.
#[derive(Debug, Serialize)]
struct Resolved {
    fen: String,
    moves: Vec<String>,
    /// The moves in sixteen bits, in hexadecimal.
    codes: Vec<String>,
}

impl Resolved {
    fn new(entry: &Entry) -> Resolved {
        let Entry { position, moves } = entry;
        let code = |&m| format!("{:04x}", LegacyMove::new(position, m).to_bits());
        Resolved {
            fen: position.to_string(),
            moves: moves.iter().map(|m| m.to_uci(UciStyle::Standard)).collect(),
            codes: moves.iter().map(code).collect(),
        }
    }
}

/// Writes a file in the founding text's format as lines.
fn list(mut source: impl Read, layout: Layout, console: &mut Console) -> Result<Exit, Stop> {
    for number in 1.. {
        let entry = Entry::read(&mut source, layout).map_err(|error| {
            let message = format!("position {number}: {error}");
            let help =
                "files with moves are read with --format founding-moves, others with founding";
            Complaint::new(Kind::BadPosition, message).helped(help)
        })?;
        let Some(entry) = entry else { break };
        let resolved = Resolved::new(&entry);
        if console.is_json() {
            console.answer(&Answer { status: Status::Ok, result: &resolved, stats: None })?;
        } else {
            writeln!(console.out(), "{}\t{}", resolved.fen, resolved.moves.join(" "))?;
        }
    }
    Ok(Exit::Yes)
}

fn expand(source: impl Read, console: &mut Console) -> Result<Exit, Stop> {
    let passed = sole_atlas::expand_stream(source, console.out());
    let passed = passed.map_err(|error| Complaint::new(Kind::BadAtlas, error.to_string()))?;
    console.flush()?;
    let ExpandSummary { positions, games, edges, children, child_games } = passed;
    let (games, child_games) = (Large(games), Large(child_games));
    let ends = serde_json::to_string(&Ends { positions, games, edges, children, child_games });
    writeln!(io::stderr(), "{}", ends.map_err(io::Error::from)?)?;
    Ok(Exit::Yes)
}
