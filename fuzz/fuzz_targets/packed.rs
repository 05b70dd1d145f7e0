//! Any 24 bytes as a packed position.
#![no_main]

#[allow(dead_code, reason = "each target calls one of the laws")]
#[path = "../../crates/board/tests/properties/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: [u8; 24]| laws::packed(bytes));
