//! Any text as a length of games.
#![no_main]

#[allow(dead_code, reason = "each target calls one of the laws")]
#[path = "../../crates/proof/tests/properties/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| laws::length(text));
