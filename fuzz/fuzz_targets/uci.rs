//! Any text as a move in UCI, in the position of its first line.
#![no_main]

#[allow(dead_code, reason = "each target calls one of the laws")]
#[path = "../../crates/board/tests/properties/laws.rs"]
mod laws;

use sole_board::{Faults, Position, Setup};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (fen, text) = text.split_once('\n').unwrap_or(("", text));
    let setup = fen.parse::<Setup>().ok();
    let position = setup.and_then(|setup| Position::new(setup, Faults::WAIVABLE).ok());
    laws::uci(&position.unwrap_or_default(), text);
});
