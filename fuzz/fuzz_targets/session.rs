//! Any bytes as a conversation with the engine.
#![no_main]

#[path = "../../crates/uci/tests/support/laws.rs"]
mod laws;

use std::path::Path;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    laws::conversation(bytes, Path::new("no such folder"));
});
