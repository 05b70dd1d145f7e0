//! Piece lists: a position typed piece by piece, as `Ke1, Ra1 / Ke8 w`.
//!
//! White's pieces stand before the slash and Black's behind it; without a slash upper-case letters
//! are White's and lower-case letters Black's. A square alone is a pawn. The words `w`, `white`,
//! `b` and `black` name the side to move.
//!
//! ```
//! use sole_board::PieceList;
//! let list: PieceList = "Ke1, Ra1, e4 / Ke8 b".parse()?;
//! assert_eq!(list.setup().to_string(), "4k3/8/8/8/4P3/8/8/R3K3 b - - 0 1");
//! # Ok::<(), sole_board::PieceListError>(())
//! ```

use crate::{Color, Diagram, Piece, Setup, Square};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Pieces on a board, and the side to move if it was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceList {
    /// The pieces.
    pub diagram: Diagram,
    /// The side to move.
    pub turn: Option<Color>,
}

/// What is wrong with a piece list, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceListError {
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: PieceListProblem,
}

/// What can be wrong with a piece list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceListProblem {
    /// A word that is not a piece on a square.
    Word {
        /// The word.
        word: String,
    },
    /// A second piece on a square.
    Occupied {
        /// The square.
        square: Square,
        /// The piece that was placed first.
        first: Piece,
        /// The piece that was placed second.
        second: Piece,
    },
    /// The side to move is named twice, differently.
    Turns,
    /// There is more than one slash.
    Slashes,
}

impl fmt::Display for PieceListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            PieceListProblem::Word { word } => {
                write!(f, "expected a piece on a square, such as Ke1, Ra1 or e4, not {word:?}")
            }
            PieceListProblem::Occupied { square, first, second } => {
                let [first, second] = [first, second].map(|piece| described(*piece));
                write!(f, "two pieces on {square}: {first} and {second}")
            }
            PieceListProblem::Turns => f.write_str("the side to move is given twice"),
            PieceListProblem::Slashes => {
                f.write_str("expected one slash, between White's pieces and Black's")
            }
        }
    }
}

impl std::error::Error for PieceListError {}

/// `White's king`.
fn described(piece: Piece) -> String {
    format!("{}'s {}", piece.color.name(), piece.role.name())
}

impl FromStr for PieceList {
    type Err = PieceListError;

    fn from_str(text: &str) -> Result<PieceList, PieceListError> {
        let mut list = PieceList { diagram: Diagram::EMPTY, turn: None };
        let slash = text.find('/');
        for (start, word) in words(text) {
            let span = start..start + word.len();
            let owner = slash.map(|at| if start < at { Color::White } else { Color::Black });
            list.add(word, owner).map_err(|problem| PieceListError { span, problem })?;
        }
        match slash.and_then(|at| Some(at + 1 + text[at + 1..].find('/')?)) {
            Some(at) => {
                Err(PieceListError { span: at..at + 1, problem: PieceListProblem::Slashes })
            }
            None => Ok(list),
        }
    }
}

impl PieceList {
    /// The position without castling and en passant rights; White moves unless Black is named.
    pub fn setup(&self) -> Setup {
        let turn = self.turn.unwrap_or(Color::White);
        Setup { diagram: self.diagram, turn, ..Setup::EMPTY }
    }

    /// Whether a text is meant as a piece list: it has at most one slash and names a piece on a
    /// square, and it is not a list of moves, which never has a slash, a lower-case king, or a
    /// side to move at its end.
    pub(crate) fn is_meant_by(text: &str) -> bool {
        let words: Vec<&str> = words(text).map(|(_, word)| word).collect();
        let is_black_king = |word: &&str| word.starts_with('k') && read_piece(word).is_some();
        let begins_with_king =
            words.first().is_some_and(|word| word.starts_with('K') && read_piece(word).is_some());
        text.matches('/').count() <= 1
            && words.iter().any(|word| read_piece(word).is_some())
            && (text.contains('/')
                || text.contains(',') && begins_with_king
                || words.iter().any(is_black_king)
                || words.last().is_some_and(|word| read_color(word).is_some()))
    }

    fn add(&mut self, word: &str, owner: Option<Color>) -> Result<(), PieceListProblem> {
        if let Some(color) = read_color(word) {
            return match self.turn.replace(color) {
                Some(other) if other != color => Err(PieceListProblem::Turns),
                _ => Ok(()),
            };
        }
        let (piece, square) =
            read_piece(word).ok_or_else(|| PieceListProblem::Word { word: word.to_owned() })?;
        let second = Piece { color: owner.unwrap_or(piece.color), ..piece };
        match self.diagram.piece_at(square) {
            Some(first) => Err(PieceListProblem::Occupied { square, first, second }),
            None => {
                self.diagram.put(square, second);
                Ok(())
            }
        }
    }
}

/// The words of a piece list with the places where they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '/');
    let start = move |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let words = text.split(separator).filter(|word| !word.is_empty());
    words.map(move |word| (start(word), word))
}

/// `Ke1`, or `e4` for a pawn.
fn read_piece(word: &str) -> Option<(Piece, Square)> {
    let (letter, square) = match word.len() {
        2 => ('P', word),
        _ => (word.chars().next()?, word.get(1..)?),
    };
    Some((Piece::from_char(letter)?, square.to_ascii_lowercase().parse().ok()?))
}

/// The side that `w`, `white`, `b` or `black` names, in either case.
///
/// ```
/// use sole_board::{Color, piece_list};
/// assert_eq!(piece_list::read_color("White"), Some(Color::White));
/// ```
pub fn read_color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "w" | "white" => Some(Color::White),
        "b" | "black" => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_placed() {
        let cases = [
            ("Ke1, Ra1 / ke8", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
            ("Ke1 Ra1 / Ke8 b", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"),
            ("Ke1 e4 ke8 pd5", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"),
            ("ke1;pe4/KE8 black", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
            ("Ke1/Ke8 White white", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("Ke1 Xe4", "4..7: expected a piece on a square, such as Ke1, Ra1 or e4, not \"Xe4\""),
            ("Ke9", "0..3: expected a piece on a square, such as Ke1, Ra1 or e4, not \"Ke9\""),
            ("é", "0..2: expected a piece on a square, such as Ke1, Ra1 or e4, not \"é\""),
            ("Ke1, Ra1 / Ke1 w", "11..14: two pieces on e1: White's king and Black's king"),
            ("Ke1, Qe1 / Ke8", "5..8: two pieces on e1: White's king and White's queen"),
            ("Ke1 / Ke8 w b", "12..13: the side to move is given twice"),
            ("Ke1 / Ke8 / Ka1", "10..11: expected one slash, between White's pieces and Black's"),
        ];
        for (text, expected) in cases {
            let actual = match text.parse::<PieceList>() {
                Ok(list) => list.setup().to_string(),
                Err(error) => format!("{:?}: {error}", error.span),
            };
            assert_eq!(actual, expected, "{text}");
        }
    }

    #[test]
    fn the_side_to_move_may_be_left_out() {
        let cases = [("Ke1 / ke8", None), ("Ke1 / ke8 b", Some(Color::Black))];
        for (text, expected) in cases {
            assert_eq!(text.parse::<PieceList>().map(|list| list.turn), Ok(expected), "{text}");
        }
    }

    #[test]
    fn piece_lists_are_told_from_moves_and_fens() {
        let cases = [
            ("Ke1, Ra1 / ke8", true),
            ("Kb1/kb8 w", true),
            ("Ke1 Ra1 ke8", true),
            ("Ke1, Ra1", true),
            ("Ke1, Xa1 / ke8", true),
            ("Ka1 Qh8 Kc3 w", true),
            ("e4 e5 Ke2 Ke7", false),
            ("e4, e5, Nf3", false),
            ("e2e4 e7e5", false),
            ("8/8 w - -", false),
            ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", false),
            ("hello", false),
            ("", false),
        ];
        for (text, expected) in cases {
            assert_eq!(PieceList::is_meant_by(text), expected, "{text}");
        }
    }
}
