//! The playable setup that a faulty text or setup probably means, and where its faults are.
//!
//! A suggestion is only ever offered, never applied silently. [`repair`](super::repair) corrects slips
//! in the text; here unusable rights are dropped and the turn goes to the side that is in check.

use super::repair;
use crate::{Fault, Faults, Position, Role, Setup, Square};
use std::ops::Range;

/// The setup that a text with errors probably means.
pub fn suggestion(text: &str) -> Option<Setup> {
    let meant = repair(text)?.setup;
    Some(meant.suggestion(Faults::NONE).unwrap_or(meant))
}

impl Setup {
    /// The playable setup that this unplayable one probably means.
    pub fn suggestion(&self, waived: Faults) -> Option<Setup> {
        let mut suggested = self.without_unusable_rights();
        if suggested.faults().contains(Fault::OppositeCheck) {
            suggested.turn = !suggested.turn;
            suggested.en_passant = None;
        }
        Position::new(suggested, waived).ok().filter(|_| suggested != *self)?;
        Some(suggested)
    }

    /// A fault of this setup in words.
    pub fn explain(&self, fault: Fault) -> String {
        let kings = self.diagram.role(Role::King);
        let touches = |king: Square| {
            (self.diagram.attackers(king, self.turn, self.diagram.occupied()) & kings).any()
        };
        match self.diagram.king(!self.turn) {
            Some(king) if fault == Fault::OppositeCheck && touches(king) => {
                "the kings touch".to_owned()
            }
            _ => fault.to_string(),
        }
    }
}

/// The part of a FEN, in bytes, in which a fault shows.
pub fn field_of(text: &str, fault: Fault) -> Range<usize> {
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
    fn texts_get_a_suggestion() {
        let cases = [
            ("8/2p5/3p4/KP5r/1R3p1k1/8/4P1P1/8 w - -", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
            ("4k3/4R3/8/8/8/8/8/4K3", "4k3/4R3/8/8/8/8/8/4K3 b - - 0 1"),
            ("k7/8/8/8/8/8/K7 w - - 0 1", "no"),
            ("", "no"),
            ("hello", "no"),
        ];
        for (given, expected) in cases {
            let actual = suggestion(given).map_or("no".to_owned(), |setup| setup.to_string());
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
            let setup: Setup = given.parse().unwrap();
            assert_eq!(setup.explain(Fault::OppositeCheck), expected, "{given}");
        }
    }

    #[test]
    fn setups_get_a_suggestion() {
        let cases = [
            ("4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "4k3/4R3/8/8/8/8/8/4K3 b - - 0 1"),
            ("4k3/4R3/4r3/8/8/8/8/4K3 w - - 0 1", "no"),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", "no"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "no"),
        ];
        for (given, expected) in cases {
            let suggested = given.parse::<Setup>().unwrap().suggestion(Faults::NONE);
            let actual = suggested.map_or("no".to_owned(), |setup| setup.to_string());
            assert_eq!(actual, expected, "{given}");
        }
    }

    #[test]
    fn no_text_makes_it_panic_or_hang() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq e3 0 1";
        for at in 0..fen.len() {
            for wrong in ["", " ", "/", "9", "0", "♔", "-", "x", "_"] {
                let broken = format!("{}{wrong}{}", &fen[..at], &fen[at + 1..]);
                if let Some(setup) = suggestion(&broken) {
                    assert_eq!(setup.to_string().parse(), Ok(setup), "{broken}");
                }
            }
        }
    }
}
