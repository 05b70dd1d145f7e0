//! The names that `sole sudoku gen` knows: techniques and symmetries, each with a line.

use crate::args::choice::Choice;
use crate::args::sudoku_make::Wishes;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Status};
use crate::exit::Exit;
use serde::Serialize;
use sole_sudoku::make::Symmetry;
use sole_sudoku::reason::{Technique, need};

/// What scripts see.
#[derive(Serialize)]
struct Lists {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    techniques: Vec<Entry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    symmetries: Vec<Entry>,
}

/// A name with what it means.
#[derive(Serialize)]
struct Entry {
    name: String,
    summary: String,
}

/// Whether names are asked for.
pub(super) fn are_wanted(wishes: &Wishes) -> bool {
    wishes.technique.contains(&Choice::List) || wishes.symmetry == Some(Choice::List)
}

/// Prints the names that are asked for, techniques from the simplest on.
pub(super) fn tell(wishes: &Wishes, console: &mut Console) -> Result<Exit, Stop> {
    let mut lists = Lists { techniques: Vec::new(), symmetries: Vec::new() };
    if wishes.technique.contains(&Choice::List) {
        let entry =
            |technique: Technique| Entry { name: technique.key(), summary: technique.summary() };
        lists.techniques = need::techniques().into_iter().map(entry).collect();
    }
    if wishes.symmetry == Some(Choice::List) {
        let entry = |symmetry: Symmetry| Entry {
            name: symmetry.name().to_owned(),
            summary: symmetry.summary().to_owned(),
        };
        lists.symmetries = Symmetry::ALL.map(entry).into();
    }
    if console.is_json() {
        console.answer(&Answer { status: Status::Ok, result: lists, stats: None })?;
        return Ok(Exit::Yes);
    }
    for entries in [lists.techniques, lists.symmetries] {
        let width = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
        for Entry { name, summary } in &entries {
            if console.is_quiet() {
                writeln!(console.out(), "{name}")?
            } else {
                writeln!(console.out(), "{name:width$}  {summary}")?
            }
        }
    }
    Ok(Exit::Yes)
}
