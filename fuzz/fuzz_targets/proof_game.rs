//! Any diagram with a length as a proof game, searched for a moment.
#![no_main]

#[allow(dead_code, reason = "each target calls one of the laws")]
#[path = "../../crates/proof/tests/properties/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| laws::proof_game(text));
