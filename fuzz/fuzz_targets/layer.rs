//! Any bytes as the file of a layer, its hash put right.
#![no_main]

#[allow(dead_code, reason = "each target calls one of the laws")]
#[path = "../../crates/atlas/tests/forged/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(
    // The hook of libFuzzer would end the run at panics that are caught.
    init: laws::hush_decoder(),
    |bytes: &[u8]| laws::any_layer(bytes)
);
