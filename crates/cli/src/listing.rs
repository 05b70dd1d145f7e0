//! Lists of tags with their meanings, for flags whose values cannot be guessed.

use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use serde::Serialize;

/// A tag, and what it means.
#[derive(Debug, Serialize)]
struct Explained {
    tag: &'static str,
    meaning: &'static str,
}

/// Prints tags with their meanings, or, if it is to be quiet, the tags alone.
pub(crate) fn tags(
    explained: impl Iterator<Item = (&'static str, &'static str)>,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let rows: Vec<Explained> = explained.map(|(tag, meaning)| Explained { tag, meaning }).collect();
    if console.is_json() {
        console.answer(&Answer { status: Status::Ok, result: rows, stats: None })?;
        return Ok(Exit::Yes);
    }
    let width = rows.iter().map(|row| row.tag.len()).max().unwrap_or(0);
    for Explained { tag, meaning } in rows {
        match console.is_quiet() {
            true => writeln!(console.out(), "{tag}")?,
            false => writeln!(console.out(), "{tag:width$}  {meaning}")?,
        }
    }
    Ok(Exit::Yes)
}
