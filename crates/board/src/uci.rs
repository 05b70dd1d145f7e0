//! Moves as pairs of squares: UCI and long algebraic notation.
//!
//! `e2e4` and `e7e8q` are what chess engines write; `e2-e4`, `e7xd8=Q` what
//! people write when they want no doubt. Castling is written by the square where
//! the king lands, `e1g1`, or by the rook's square, `e1h1`; both are read.
//!
//! ```
//! use sole_board::{Position, UciStyle};
//! let start = Position::initial();
//! let m = start.parse_uci("g1f3")?;
//! assert_eq!(m.to_uci(UciStyle::Standard), "g1f3");
//! assert_eq!(start.long_algebraic(m), "g1-f3");
//! assert!(start.parse_uci("g1f4").is_err());
//! # Ok::<(), sole_board::UciError>(())
//! ```

use crate::{File, IllegalMoveReason, Move, Position, Role, Square};
use std::fmt;
use std::ops::Range;

/// How castling is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UciStyle {
    /// By the square where the king lands if it starts on the e-file with a
    /// rook in the corner, as `e1g1`; by the rook's square elsewhere.
    #[default]
    Standard,
    /// Always by the rook's square, as `e1h1`.
    Chess960,
}

/// What is wrong with a move that was given by its squares, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciError {
    /// The bytes of the text that are wrong; empty at the end if something is missing.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: UciProblem,
}

/// What can be wrong with a move that was given by its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciProblem {
    /// There is no square where one is needed.
    Square,
    /// There is no `-` or `x` between the squares of long algebraic notation.
    Separator,
    /// A promotion to something that is no piece.
    Promotion {
        /// The letter.
        letter: char,
    },
    /// There is text after the move.
    TrailingText,
    /// `0000`, which passes the turn.
    NullMove,
    /// The move is not legal.
    Illegal(IllegalMoveReason),
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            UciProblem::Square => f.write_str("expected a square from a1 to h8"),
            UciProblem::Separator => f.write_str("expected '-' or 'x' between the squares"),
            UciProblem::Promotion { letter } => {
                write!(f, "unknown promotion {letter:?}, expected q, r, b or n")
            }
            UciProblem::TrailingText => f.write_str("unexpected text after the move"),
            UciProblem::NullMove => f.write_str("0000 passes the turn, which is not a legal move"),
            UciProblem::Illegal(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for UciError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            UciProblem::Illegal(reason) => Some(reason),
            _ => None,
        }
    }
}

/// Which of the two notations is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Uci,
    Long,
}

/// The squares and the promotion as they were written.
struct Written {
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

impl Move {
    /// The move as engines write it.
    ///
    /// ```
    /// use sole_board::{Move, Square, UciStyle};
    /// let castling = Move::castling(Square::E1, Square::H1);
    /// assert_eq!(castling.to_uci(UciStyle::Standard), "e1g1");
    /// assert_eq!(castling.to_uci(UciStyle::Chess960), "e1h1");
    /// ```
    pub fn to_uci(self, style: UciStyle) -> String {
        let promotion = self.promoted().map(|role| role.char().to_ascii_lowercase());
        let to = self.shown_to(style);
        format!("{}{to}{}", self.from(), promotion.map_or(String::new(), String::from))
    }

    /// The target square as it is written.
    fn shown_to(self, style: UciStyle) -> Square {
        let corner = matches!(self.to().file(), File::A | File::H);
        match style {
            UciStyle::Standard if self.from().file() == File::E && corner => self.king_to(),
            _ => self.to(),
        }
    }
}

/// UCI in the standard style.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_uci(UciStyle::Standard))
    }
}

impl Position {
    /// Reads a move as engines write it.
    ///
    /// # Errors
    /// The place and the reason, if it is no such text or no legal move.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        self.parse_squares(text, Form::Uci)
    }

    /// Reads moves of both sides in turn, separated by white space. Each comes with the position
    /// before it.
    ///
    /// # Errors
    /// As [`Position::parse_uci`], for the first move that cannot be read.
    pub fn parse_uci_line(&self, text: &str) -> Result<Vec<(Position, Move)>, UciError> {
        let mut position = *self;
        let step = |word: &str| {
            let before = position;
            let m = before.parse_uci(word)?;
            position = before.after(m);
            Ok((before, m))
        };
        text.split_whitespace().map(step).collect()
    }

    /// A legal move with both squares and a sign between them: `e6-d7`, `e7xd8=Q`.
    pub fn long_algebraic(&self, m: Move) -> String {
        let sign = if self.is_capture(m) { 'x' } else { '-' };
        let promotion = m.promoted().map_or(String::new(), |role| format!("={}", role.char()));
        format!("{}{sign}{}{promotion}", m.from(), m.shown_to(UciStyle::Standard))
    }

    /// Reads what [`Position::long_algebraic`] writes. The sign between the
    /// squares may be wrong, the `=` may be missing.
    ///
    /// # Errors
    /// The place and the reason, if it is no such text or no legal move.
    pub fn parse_long_algebraic(&self, text: &str) -> Result<Move, UciError> {
        self.parse_squares(text, Form::Long)
    }

    fn parse_squares(&self, text: &str, form: Form) -> Result<Move, UciError> {
        let Written { from, to, promotion } = read(text, form)?;
        self.resolve(from, to, promotion).map_err(|reason| UciError {
            span: refused_span(text, reason),
            problem: UciProblem::Illegal(reason),
        })
    }
}

/// The part of the text that a refusal is about.
fn refused_span(text: &str, reason: IllegalMoveReason) -> Range<usize> {
    match reason {
        IllegalMoveReason::NoMan { .. } | IllegalMoveReason::NotYours { .. } => 0..2,
        IllegalMoveReason::PromotionMissing { .. } => text.len()..text.len(),
        IllegalMoveReason::PromotionElsewhere | IllegalMoveReason::PromotionRole { .. } => {
            text.len() - 1..text.len()
        }
        _ => 0..text.len(),
    }
}

fn read(text: &str, form: Form) -> Result<Written, UciError> {
    if text == "0000" {
        return Err(UciError { span: 0..4, problem: UciProblem::NullMove });
    }
    let from = read_square(text, 0)?;
    let mut at = 2;
    if form == Form::Long {
        if !text[at..].starts_with(['-', 'x']) {
            return Err(error(text, at, 1, UciProblem::Separator));
        }
        at += 1;
    }
    let to = read_square(text, at)?;
    at += 2;
    if form == Form::Long && text[at..].starts_with('=') {
        at += 1;
    }
    Ok(Written { from, to, promotion: read_promotion(text, at, form)? })
}

fn read_square(text: &str, at: usize) -> Result<Square, UciError> {
    let square = text.get(at..at + 2).and_then(|word| word.parse().ok());
    square.ok_or_else(|| error(text, at, 2, UciProblem::Square))
}

fn read_promotion(text: &str, at: usize, form: Form) -> Result<Option<Role>, UciError> {
    let mut letters = text[at..].chars();
    let Some(letter) = letters.next() else {
        let dangling = form == Form::Long && text.ends_with('=');
        let missing = UciProblem::Promotion { letter: '=' };
        return if dangling { Err(error(text, at - 1, 1, missing)) } else { Ok(None) };
    };
    let role = Role::from_char(letter.to_ascii_uppercase());
    match (role, letters.next()) {
        (None, _) => Err(error(text, at, 1, UciProblem::Promotion { letter })),
        (_, Some(_)) => Err(error(text, at + 1, usize::MAX, UciProblem::TrailingText)),
        (role, None) => Ok(role),
    }
}

/// An error about up to `chars` characters from `at` on.
fn error(text: &str, at: usize, chars: usize, problem: UciProblem) -> UciError {
    let length = text[at..].chars().take(chars).map(char::len_utf8).sum::<usize>();
    UciError { span: at..at + length, problem }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveKind, Setup};

    fn position(fen: &str) -> Position {
        let setup: Setup = fen.parse().expect(fen);
        Position::try_from(setup).expect(fen)
    }

    const PROMOTING: &str = "3r4/4P1k1/8/2pP4/8/8/8/R3K2R w KQ c6";

    #[test]
    fn squares_are_written_in_three_ways() {
        let cases = [
            ("e7e8q", "e7e8q", "e7-e8=Q"),
            ("e7d8n", "e7d8n", "e7xd8=N"),
            ("d5c6", "d5c6", "d5xc6"),
            ("e1g1", "e1h1", "e1-g1"),
            ("e1c1", "e1a1", "e1-c1"),
            ("e1d1", "e1d1", "e1-d1"),
            ("a1a8", "a1a8", "a1-a8"),
        ];
        let position = position(PROMOTING);
        for (standard, chess960, long) in cases {
            let m = position.parse_uci(standard).expect(standard);
            assert_eq!(m.to_string(), standard);
            assert_eq!(m.to_uci(UciStyle::Chess960), chess960, "{standard}");
            assert_eq!(position.long_algebraic(m), long, "{standard}");
            assert_eq!(position.parse_uci(chess960), Ok(m), "{standard}");
            assert_eq!(position.parse_long_algebraic(long), Ok(m), "{standard}");
        }
    }

    #[test]
    fn shuffled_castling_is_written_by_the_rook() {
        let position = position("4k3/8/8/8/8/8/8/1R3KR1 w GB -");
        for text in ["f1g1", "f1b1"] {
            let m = position.parse_uci(text).expect(text);
            assert_eq!((m.kind(), m.to_string().as_str()), (MoveKind::Castling, text));
        }
    }

    #[test]
    fn a_line_is_read_move_by_move() {
        let line = Position::initial().parse_uci_line("e2e4 e7e5\tg1f3").expect("legal moves");
        assert_eq!(crate::Notation::San.names(&line), ["e4", "e5", "Nf3"]);
        assert_eq!(Position::initial().parse_uci_line(""), Ok(Vec::new()));
        let error = Position::initial().parse_uci_line("e2e4 e2e4").expect_err("no pawn on e2");
        assert_eq!(error.to_string(), "there is no man on e2");
    }

    #[test]
    fn a_bad_move_says_what_and_where() {
        let cases = [
            ("", 0..0, "expected a square from a1 to h8"),
            ("e", 0..1, "expected a square from a1 to h8"),
            ("x2e4", 0..2, "expected a square from a1 to h8"),
            ("éé", 0..4, "expected a square from a1 to h8"),
            ("e1", 2..2, "expected a square from a1 to h8"),
            ("e1j9q", 2..4, "expected a square from a1 to h8"),
            ("0000", 0..4, "0000 passes the turn, which is not a legal move"),
            ("e7e8x", 4..5, "unknown promotion 'x', expected q, r, b or n"),
            ("e7e8é", 4..6, "unknown promotion 'é', expected q, r, b or n"),
            ("e7e8qé!", 5..8, "unexpected text after the move"),
            ("e7e8", 4..4, "the pawn on e8 must become a queen, rook, bishop or knight"),
            ("e7e8k", 4..5, "a pawn cannot become a king"),
            ("b2b4", 0..2, "there is no man on b2"),
            ("d8d7", 0..2, "the rook on d8 is Black's, and White is to move"),
            ("a1b2", 0..4, "a rook does not go from a1 to b2"),
        ];
        let position = position(PROMOTING);
        for (text, span, message) in cases {
            let error = position.parse_uci(text).expect_err(text);
            assert_eq!((error.to_string().as_str(), error.span), (message, span), "{text:?}");
        }
    }

    #[test]
    fn bad_long_algebraic_says_what_and_where() {
        let cases = [
            ("e1g1", 2..3, "expected '-' or 'x' between the squares"),
            ("e1-", 3..3, "expected a square from a1 to h8"),
            ("e7-e8=", 5..6, "unknown promotion '=', expected q, r, b or n"),
            ("e7-e8=Qx", 7..8, "unexpected text after the move"),
        ];
        let position = position(PROMOTING);
        for (text, span, message) in cases {
            let error = position.parse_long_algebraic(text).expect_err(text);
            assert_eq!((error.to_string().as_str(), error.span), (message, span), "{text:?}");
        }
    }
}
