//! The un-moves of any FEN that can be played on.
#![no_main]

#[allow(dead_code, reason = "each target calls one of the laws")]
#[path = "../../crates/board/tests/properties/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(setup) = text.parse::<sole_board::Setup>() else { return };
    if let Ok(position) = sole_board::Position::new(setup, sole_board::Faults::WAIVABLE) {
        laws::unmoves(&position);
    }
});
