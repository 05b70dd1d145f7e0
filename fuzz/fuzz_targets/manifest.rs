//! Any bytes as edits of the manifest of a layer, its hash put right.
#![no_main]

#[allow(dead_code, reason = "each target calls one of the laws")]
#[path = "../../crates/atlas/tests/forged/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(
    // The hook of libFuzzer would end the run at panics that are caught.
    init: laws::hush_decoder(),
    |bytes: &[u8]| laws::manifest_edited(bytes, laws::SELDOM)
);
