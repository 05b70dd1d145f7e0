//! The verifier against the rules of the board, against itself, and against
//! known facts.

#[path = "../plain/mod.rs"]
mod plain;
#[path = "../support/mod.rs"]
mod support;

mod moves;
mod positions;
mod values;
