//! Any text as records of puzzles.
#![no_main]

#[path = "../../crates/puzzle/tests/format/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| laws::records(text));
