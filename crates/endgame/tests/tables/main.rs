//! Tables that were built, written and read again, held to independent answers.

#[path = "../built/mod.rs"]
mod built;
mod bytes;
mod castling;
mod hashes;
#[path = "../plain/mod.rs"]
mod plain;
#[path = "../support/mod.rs"]
mod support;
mod verified;
mod zeroing;

use built::{Built, material};
use sole_board::{Material, Position};
use sole_endgame::verify::Men;
use sole_endgame::{ProbeError, Value};

/// What tables that are there say of some men.
pub(crate) fn value(built: &Built, men: &Men) -> Result<Value, ProbeError> {
    built.tables.probe(&Position::from(men))
}

pub(crate) fn materials(names: &[&str]) -> Vec<Material> {
    names.iter().map(|name| material(name)).collect()
}
