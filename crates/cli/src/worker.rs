//! `sole worker`: answers one request in JSON from standard input, for programs that run this one.
//!
//! The request is one line: `{"command": "board moves", "request": {"fen": "…"}}`. Each answer is a
//! line on standard output, and the exit code is that of the command. The work is cancelled when
//! standard input ends.

use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::exit::Exit;
use crate::{ask, interrupt};
use serde::Deserialize;
use serde_json::Value;
use sole_api::catalogue;
use std::io;

/// What is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    command: String,
    request: Value,
}

/// Runs the command.
pub(crate) fn run(console: &mut Console) -> Result<Exit, Stop> {
    let mut line = String::new();
    let unreadable = |error: String| {
        Complaint::new(
            Kind::Unreadable,
            format!("cannot read a request from standard input: {error}"),
        )
    };
    io::stdin().read_line(&mut line).map_err(|error| unreadable(error.to_string()))?;
    let asked: Asked =
        serde_json::from_str(&line).map_err(|error| unreadable(error.to_string()))?;
    let entry = catalogue::find(&asked.command).ok_or_else(|| {
        Complaint::new(Kind::Usage, format!("there is no command '{}'", asked.command))
    })?;
    interrupt::end_with_input();
    let exit = ask::with_context(console, |context, console| {
        entry.answer(asked.request, context, &mut |line| {
            console.out().write_all(&line)?;
            console.out().write_all(b"\n")?;
            Ok(console.flush()?)
        })
    });
    Ok(exit)
}
