//! Any bytes as a conversation with the engine.
#![no_main]

#[path = "../../crates/cli/tests/uci/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::conversation(bytes));
