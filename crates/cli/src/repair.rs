//! Repaired FENs: what someone who typed this probably meant.
//!
//! A repair is only ever offered, never made silently. Slips in the text are the
//! board's affair; here the turn also goes to the side that is in check.

use sole_board::{Fault, Faults, Position, Role, Setup, Square, fen};
use std::ops::Range;

/// The setup that a text with errors probably means.
pub(crate) fn text(text: &str) -> Option<Setup> {
    let meant = fen::repair(text)?.setup;
    Some(setup(&meant, Faults::NONE).unwrap_or(meant))
}

/// The playable setup that an unplayable one probably means.
pub(crate) fn setup(setup: &Setup, waived: Faults) -> Option<Setup> {
    let mut repaired = setup.without_unusable_rights();
    if repaired.faults().contains(Fault::OppositeCheck) {
        repaired.turn = !repaired.turn;
        repaired.en_passant = None;
    }
    Position::new(repaired, waived).ok().filter(|_| repaired != *setup)?;
    Some(repaired)
}

/// What a fault means in this setup.
pub(crate) fn explain(setup: &Setup, fault: Fault) -> String {
    let kings = setup.diagram.role(Role::King);
    let touches = |king: Square| {
        (setup.diagram.attackers(king, setup.turn, setup.diagram.occupied()) & kings).any()
    };
    match setup.diagram.king(!setup.turn) {
        Some(king) if fault == Fault::OppositeCheck && touches(king) => {
            "the kings touch".to_owned()
        }
        _ => fault.to_string(),
    }
}

/// The field of a FEN in which a fault shows.
pub(crate) fn field_of(text: &str, fault: Fault) -> Range<usize> {
    let index = match fault {
        Fault::OppositeCheck => 1,
        Fault::CastlingRight => 2,
        Fault::EnPassantSquare => 3,
        _ => 0,
    };
    let separator = |c: char| c.is_whitespace() || c == '_';
    let field = text.split(separator).filter(|field| !field.is_empty()).nth(index);
    field.map_or(0..text.len(), |field| {
        let start = field.as_ptr() as usize - text.as_ptr() as usize;
        start..start + field.len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_repaired() {
        let cases = [
            ("8/2p5/3p4/KP5r/1R3p1k1/8/4P1P1/8 w - -", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
            ("4k3/4R3/8/8/8/8/8/4K3", "4k3/4R3/8/8/8/8/8/4K3 b - - 0 1"),
            ("k7/8/8/8/8/8/K7 w - - 0 1", "no"),
            ("", "no"),
            ("hello", "no"),
        ];
        for (given, expected) in cases {
            let actual = text(given).map_or("no".to_owned(), |setup| setup.to_string());
            assert_eq!(actual, expected, "{given}");
        }
    }

    #[test]
    fn kings_that_touch_are_named() {
        let cases = [
            ("8/8/8/8/8/8/8/Kk6 w - - 0 1", "the kings touch"),
            ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "the side that has just moved is in check"),
        ];
        for (given, expected) in cases {
            assert_eq!(explain(&given.parse().unwrap(), Fault::OppositeCheck), expected, "{given}");
        }
    }

    #[test]
    fn setups_are_repaired() {
        let cases = [
            ("4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "4k3/4R3/8/8/8/8/8/4K3 b - - 0 1"),
            ("4k3/4R3/4r3/8/8/8/8/4K3 w - - 0 1", "no"),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", "no"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "no"),
        ];
        for (given, expected) in cases {
            let repaired = setup(&given.parse().unwrap(), Faults::NONE);
            let actual = repaired.map_or("no".to_owned(), |setup| setup.to_string());
            assert_eq!(actual, expected, "{given}");
        }
    }

    #[test]
    fn no_text_makes_it_panic_or_hang() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq e3 0 1";
        for at in 0..fen.len() {
            for wrong in ["", " ", "/", "9", "0", "♔", "-", "x", "_"] {
                let broken = format!("{}{wrong}{}", &fen[..at], &fen[at + 1..]);
                if let Some(setup) = text(&broken) {
                    assert_eq!(setup.to_string().parse(), Ok(setup), "{broken}");
                }
            }
        }
    }
}
