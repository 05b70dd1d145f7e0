//! Any text as sudokus in every format.
#![no_main]

#[allow(dead_code, reason = "the target calls one of the laws")]
#[path = "../../crates/sudoku/tests/formats/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| laws::text(text));
