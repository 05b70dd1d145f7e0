//! Any bytes as the log of a ply, its checksums put right.
#![no_main]

#[allow(dead_code, reason = "the tests call more of it")]
#[path = "../../crates/proof/tests/log/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::any_log(bytes));
