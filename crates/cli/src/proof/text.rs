//! Games and the numbers of their moves, as they are written.

use crate::console::Console;
use sole_board::{Color, MoveNumber, Position};
use sole_proof::record;
use sole_puzzle::Rating;
use std::io;

/// What stands before the move of this ply: `3.` or `3...`.
pub(super) fn number(start: &Position, ply: usize) -> String {
    MoveNumber::first(start.turn()).after(ply - 1).to_string()
}

/// Writes how hard a game is to find, if that is known:
/// `difficulty: 1 free ply, search 3.81 (2^3.81 nodes)`.
pub(super) fn write_ratings(ratings: &[Rating], console: &mut Console) -> io::Result<()> {
    let value = |scale: &str| ratings.iter().find(|rating| rating.scale().as_str() == scale);
    let (Some(free), Some(search)) = (value(record::FREE), value(record::SEARCH)) else {
        return Ok(());
    };
    let (free, search) = (free.value(), search.value());
    let plies = if free == 1.0 { "ply" } else { "plies" };
    let text = format!("difficulty: {free} free {plies}, search {search} (2^{search} nodes)");
    let text = console.paint().dim(&text);
    writeln!(console.out(), "{text}")
}

/// `1 ply`, `6 plies`.
pub(super) fn plies(number: usize) -> String {
    let noun = if number == 1 { "ply" } else { "plies" };
    format!("{number} {noun}")
}

/// The ply of a move with its number before it: 9 for `5.Qxe4#` from the initial array.
pub(super) fn ply_of(start: &Position, text: &str) -> Option<usize> {
    let (number, rest) = text.trim().split_once('.')?;
    let moves: usize = number.parse().ok().filter(|&moves| moves > 0)?;
    let skipped = match (start.turn(), rest.starts_with("..")) {
        (Color::White, true) => 0,
        (Color::White, false) | (Color::Black, true) => 1,
        (Color::Black, false) => 2,
    };
    moves.checked_mul(2)?.checked_sub(skipped).filter(|&ply| ply > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_read_from_numbers() {
        let cases = [
            ("5.Qxe4#", Some(9), Some(8)),
            ("4...b5#", Some(8), Some(7)),
            ("1.e4", Some(1), None),
            ("1...e5", Some(2), Some(1)),
            ("0.e4", None, None),
            ("Qxe4#", None, None),
            ("18446744073709551615.e4", None, None),
        ];
        let white = Position::initial();
        let black = white.passed().expect("nobody is in check");
        for (text, of_white, of_black) in cases {
            assert_eq!(ply_of(&white, text), of_white, "{text}");
            assert_eq!(ply_of(&black, text), of_black, "{text}");
            let numbered = of_white.map(|ply| number(&white, ply));
            assert!(numbered.is_none_or(|number| text.starts_with(&number)), "{text}");
        }
    }
}
