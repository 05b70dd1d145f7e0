//! Any bytes as a conversation with the engine.
#![no_main]

#[path = "../../crates/cli/tests/uci/laws.rs"]
mod laws;

use std::path::Path;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    laws::conversation(bytes, Path::new("no such folder"));
});
