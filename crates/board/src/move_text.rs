//! Moves as people type them: algebraic notation, UCI, or the two squares.
//!
//! Beyond what [`Position::parse_uci`] and lenient [`Position::parse_san`] read, the squares may be
//! in upper case (`E6-D7`), and the dash may be any of Unicode's (`e6–d7`).
//!
//! ```
//! use sole_board::{Position, Square};
//! let start = Position::initial();
//! for text in ["e4", "e2e4", "e2-e4", "E2–E4"] {
//!     assert_eq!(start.parse_move(text)?.played.to(), Square::E4);
//! }
//! # Ok::<(), sole_board::MoveTextError>(())
//! ```

use crate::{Move, Position, Repairs, SanError, SanMode, Square, UciError};
use std::fmt;
use std::ops::Range;

/// A move as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadMove {
    /// The legal move.
    pub played: Move,
    /// How the text differs from strict algebraic notation or UCI.
    pub repairs: Repairs,
}

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveTextError {
    /// A text in algebraic notation.
    San(SanError),
    /// A text in UCI.
    Uci(UciError),
    /// A square alone to which no piece can go, not even one that is not a pawn.
    Unreachable {
        /// The square.
        square: Square,
    },
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveTextError::San(error) => error.fmt(f),
            MoveTextError::Uci(error) => error.fmt(f),
            MoveTextError::Unreachable { square } => write!(f, "no piece can go to {square}"),
        }
    }
}

impl std::error::Error for MoveTextError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            MoveTextError::San(error) => error.source(),
            MoveTextError::Uci(error) => error.source(),
            MoveTextError::Unreachable { .. } => None,
        }
    }
}

impl MoveTextError {
    /// The bytes of the text that are wrong; empty at the end if something is missing.
    pub fn span(&self) -> Range<usize> {
        match self {
            MoveTextError::San(error) => error.span.clone(),
            MoveTextError::Uci(error) => error.span.clone(),
            MoveTextError::Unreachable { .. } => 0..2,
        }
    }

    /// The same about a text of this length that was rewritten before it was read.
    fn of_whole(self, length: usize) -> MoveTextError {
        let span = 0..length;
        match self {
            MoveTextError::San(error) => MoveTextError::San(SanError { span, ..error }),
            MoveTextError::Uci(error) => MoveTextError::Uci(UciError { span, ..error }),
            MoveTextError::Unreachable { .. } => self,
        }
    }
}

impl Position {
    /// Reads a move in UCI, or leniently in algebraic notation.
    ///
    /// # Errors
    /// The place and the reason, if it is not such a text or not a legal move.
    pub fn parse_move(&self, text: &str) -> Result<ReadMove, MoveTextError> {
        let plain = plain(text);
        let read =
            if looks_like_uci(&plain) { self.read_uci(&plain) } else { self.read_san(&plain) };
        if plain == text { read } else { read.map_err(|error| error.of_whole(text.len())) }
    }

    /// One move typed as two words, `e6 d7`: the first is the square of a piece of the side to
    /// move, the second the square where it goes, perhaps with a promotion.
    ///
    /// No square alone that holds a piece of the side to move is a move in algebraic notation, so
    /// that there is no doubt.
    ///
    /// ```
    /// use sole_board::Position;
    /// let start = Position::initial();
    /// assert_eq!(start.joined_squares("e2", "E4"), Some("e2e4".to_owned()));
    /// assert_eq!(start.joined_squares("e4", "e5"), None);
    /// ```
    pub fn joined_squares(&self, first: &str, second: &str) -> Option<String> {
        let from: Square = first.to_ascii_lowercase().parse().ok()?;
        let second = second.to_ascii_lowercase();
        let to: Square = second.get(..2)?.parse().ok()?;
        let promotion = second[2..].trim_start_matches('=');
        let is_promotion = matches!(promotion, "" | "q" | "r" | "b" | "n");
        let is_own = self.diagram().color(self.turn()).contains(from);
        (is_promotion && is_own).then(|| format!("{from}{to}{promotion}"))
    }

    fn read_uci(&self, text: &str) -> Result<ReadMove, MoveTextError> {
        let played = self.parse_uci(text).map_err(MoveTextError::Uci)?;
        Ok(ReadMove { played, repairs: Repairs::NONE })
    }

    fn read_san(&self, text: &str) -> Result<ReadMove, MoveTextError> {
        let read = self.parse_san(text, SanMode::Lenient).map_err(|error| {
            let square = text.parse().ok().filter(|&square| self.is_unreachable(square));
            square.map_or(MoveTextError::San(error), |square| MoveTextError::Unreachable { square })
        })?;
        Ok(ReadMove { played: read.played, repairs: read.repairs })
    }

    fn is_unreachable(&self, square: Square) -> bool {
        self.moves().into_iter().all(|m| m.to() != square)
    }
}

/// The text with plain dashes and signs, and its squares in lower case if it is two squares in
/// upper case.
fn plain(text: &str) -> String {
    let signs = |letter| match letter {
        // Hyphens, figure, en and em dash, horizontal bar, minus sign.
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '×' => 'x',
        other => other,
    };
    let text: String = text.chars().map(signs).collect();
    if is_two_squares_in_upper_case(&text) { text.to_ascii_lowercase() } else { text }
}

/// `E6-D7`, `E7XD8=Q` or `E6D7`.
fn is_two_squares_in_upper_case(text: &str) -> bool {
    let square = |text: &str| matches!(text.as_bytes(), [b'A'..=b'H', b'1'..=b'8', ..]);
    let Some(rest) = square(text).then(|| &text[2..]) else { return false };
    let rest = rest.strip_prefix(['-', 'x', 'X', ':']).unwrap_or(rest);
    square(rest)
        && matches!(rest[2..].trim_start_matches('='), "" | "Q" | "R" | "B" | "N" | "+" | "#")
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
    use crate::Setup;

    #[test]
    fn moves_are_read_in_every_spelling() {
        let pawns = "3r4/3nP1k1/4P3/8/8/8/8/K7 w - - 0 1";
        let start = crate::fen::INITIAL;
        let cases = [
            (start, "e2e4", "e2e4"),
            (start, "Nf3", "g1f3"),
            (start, "e2-e4", "e2e4"),
            (start, "E2-E4", "e2e4"),
            (start, "E2E4", "e2e4"),
            (start, "e2–e4", "e2e4"),
            (start, "e2—e4", "e2e4"),
            (start, "e2−e4", "e2e4"),
            (start, "G1–F3", "g1f3"),
            (start, "Ng1–f3", "g1f3"),
            (pawns, "e6xd7", "e6d7"),
            (pawns, "e6:d7", "e6d7"),
            (pawns, "e6×d7", "e6d7"),
            (pawns, "E6XD7", "e6d7"),
            (pawns, "E7-E8=N", "e7e8n"),
            (pawns, "E7D8Q", "e7d8q"),
            (pawns, "e7–d8=Q", "e7d8q"),
            (pawns, "e7xd8Q", "e7d8q"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O–O–O", "e1c1"),
            ("4k3/8/1B6/8/8/8/8/K2B4 w - - 0 1", "B6c7", "b6c7"),
            (start, "e2e5", "0..4: a pawn does not go from e2 to e5"),
            (start, "E2–E5", "0..7: a pawn does not go from e2 to e5"),
            (start, "e5", "0..2: no piece can go to e5"),
            (start, "hello", "3..5: expected a move such as Nf3, exd5, e8=Q or O-O"),
            (start, "é", "0..2: expected a move such as Nf3, exd5, e8=Q or O-O"),
            (start, "", "0..0: expected a move such as Nf3, exd5, e8=Q or O-O"),
        ];
        for (fen, text, expected) in cases {
            let position = Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen);
            let actual = match position.parse_move(text) {
                Ok(read) => read.played.to_string(),
                Err(error) => format!("{:?}: {error}", error.span()),
            };
            assert_eq!(actual, expected, "{text}");
        }
    }

    #[test]
    fn two_words_are_one_move_if_the_first_is_the_square_of_a_piece() {
        let fen = "3r4/3nP1k1/4P3/8/8/8/8/K7 w - - 0 1";
        let position = Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen);
        let cases = [
            ("e6", "d7", Some("e6d7")),
            ("E6", "D7", Some("e6d7")),
            ("e7", "e8q", Some("e7e8q")),
            ("e7", "e8=N", Some("e7e8n")),
            ("d8", "d7", None),
            ("e5", "e6", None),
            ("e6", "undo", None),
            ("e6", "é", None),
            ("Kb1", "d7", None),
        ];
        for (first, second, expected) in cases {
            let actual = position.joined_squares(first, second);
            assert_eq!(actual.as_deref(), expected, "{first} {second}");
        }
    }

    #[test]
    fn no_square_of_an_own_piece_is_a_move() {
        let position = Position::initial();
        for square in position.diagram().color(position.turn()) {
            assert!(position.parse_move(&square.to_string()).is_err(), "{square}");
        }
    }
}
