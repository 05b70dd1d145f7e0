//! Moves with their names, and names back to moves.

use crate::complain::{Complaint, Kind};
use crate::input::Input;
use serde::Serialize;
use sole_board::{Move, Position, Repairs, SanMode, UciStyle};
use std::fmt;

/// The names of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Names {
    /// As engines write it.
    pub(crate) uci: String,
    /// As people write it.
    pub(crate) san: String,
}

impl Names {
    /// The names of a legal move of `position`.
    pub(crate) fn of(position: &Position, m: Move) -> Names {
        Names { uci: m.to_uci(UciStyle::Standard), san: position.san(m).to_string() }
    }
}

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:7} {}", self.san, self.uci)
    }
}

/// A move as it was read.
pub(crate) struct ReadMove {
    /// The move.
    pub(crate) played: Move,
    /// What had to be overlooked to read it.
    pub(crate) repairs: Repairs,
}

/// Reads a move in UCI, or leniently in algebraic notation.
pub(crate) fn read_move(position: &Position, text: &str) -> Result<ReadMove, Complaint> {
    let (span, message) = if looks_like_uci(text) {
        match position.parse_uci(text) {
            Ok(played) => return Ok(ReadMove { played, repairs: Repairs::default() }),
            Err(error) => (error.span.clone(), error.to_string()),
        }
    } else {
        match position.parse_san(text, SanMode::Lenient) {
            Ok(read) => return Ok(ReadMove { played: read.played, repairs: read.repairs }),
            Err(error) => (error.span.clone(), error.to_string()),
        }
    };
    let complaint = Complaint::new(Kind::BadMove, message).about(&Input::argument(text));
    Err(complaint.at(span))
}

/// Two squares and perhaps a letter.
fn looks_like_uci(text: &str) -> bool {
    let bytes = text.as_bytes();
    let squares = bytes.len() >= 4
        && bytes[..4].iter().enumerate().all(|(at, byte)| match at % 2 {
            0 => matches!(byte, b'a'..=b'h'),
            _ => matches!(byte, b'1'..=b'8'),
        });
    squares && bytes.len() <= 5 && bytes[4..].iter().all(u8::is_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Paint;

    #[test]
    fn moves_are_read_in_both_notations() {
        let start = Position::initial();
        for (text, uci, repaired) in
            [("e2e4", "e2e4", false), ("Nf3", "g1f3", false), ("e2-e4", "e2e4", true)]
        {
            let read = read_move(&start, text).map_err(|c| c.render(Paint::PLAIN)).expect("legal");
            assert_eq!(Names::of(&start, read.played).uci, uci, "{text}");
            assert_eq!(!read.repairs.is_empty(), repaired, "{text}");
        }
    }

    #[test]
    fn bad_moves_say_why() {
        let start = Position::initial();
        let cases = [
            ("e2e5", "a pawn does not go from e2 to e5"),
            ("Nd2", "the"),
            ("hello", "expected a move such as Nf3, exd5, e8=Q or O-O"),
            ("", "expected a move such as Nf3, exd5, e8=Q or O-O"),
            ("é", "expected a move such as Nf3, exd5, e8=Q or O-O"),
        ];
        for (text, expected) in cases {
            let complaint = read_move(&start, text).err().expect(text).render(Paint::PLAIN);
            let message = complaint.lines().next().unwrap_or_default();
            if text != "Nd2" {
                assert_eq!(message, format!("error: {expected}"), "{text}");
            }
        }
    }
}
