//! Any text as problems of Olive, of Popeye and of Lichess.
#![no_main]

#[path = "../../crates/mate/tests/formats/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| {
    laws::olive(text);
    laws::popeye(text);
    laws::lichess(text);
});
