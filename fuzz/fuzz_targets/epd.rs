//! Any text as EPD.
#![no_main]

#[allow(dead_code, reason = "each target calls one of the laws")]
#[path = "../../crates/board/tests/properties/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| laws::epd(text));
