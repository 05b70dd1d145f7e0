//! Positions typed man by man: `Ke1, Ra1 / ke8 w`.
//!
//! White's men stand before the slash and Black's behind it; without a slash
//! capitals are White's. A square alone is a pawn. A last word says who moves.

use sole_board::{Color, Piece, Role, Setup, Square};
use std::fmt;

/// Men on a board, and who moves if that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Men {
    /// The board; White moves unless [`Men::turn`] says otherwise.
    pub(crate) setup: Setup,
    /// Who moves.
    pub(crate) turn: Option<Color>,
    /// The squares with more than one man.
    pub(crate) crowded: Vec<Square>,
}

/// A word that is no man on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MenError {
    pub(crate) word: String,
}

impl fmt::Display for MenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a man on a square, as Ke1, Ra1 or e4, not {:?}", self.word)
    }
}

impl Men {
    /// Reads men.
    pub(crate) fn parse(text: &str) -> Result<Men, MenError> {
        let mut men = Men { setup: Setup::EMPTY, turn: None, crowded: Vec::new() };
        let (white, black) = match text.split_once('/') {
            Some((white, black)) => (white, Some(black)),
            None => (text, None),
        };
        men.add_all(white, black.map(|_| Color::White))?;
        men.add_all(black.unwrap_or_default(), Some(Color::Black))?;
        Ok(men)
    }

    /// Adds the men of a list; without an owner, capitals are White's.
    fn add_all(&mut self, text: &str, owner: Option<Color>) -> Result<(), MenError> {
        let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
        for word in words.filter(|word| !word.is_empty()) {
            match read_color(word) {
                Some(color) => self.turn = Some(color),
                None => self.add(word, owner)?,
            }
        }
        Ok(())
    }

    fn add(&mut self, word: &str, owner: Option<Color>) -> Result<(), MenError> {
        let error = || MenError { word: word.to_owned() };
        let (letter, square) = match word.len() {
            2 => ('P', word),
            _ => (word.chars().next().ok_or_else(error)?, word.get(1..).ok_or_else(error)?),
        };
        let square: Square = square.to_ascii_lowercase().parse().map_err(|_| error())?;
        let piece = Piece::from_char(letter).ok_or_else(error)?;
        let piece = Piece { color: owner.unwrap_or(piece.color), ..piece };
        if self.setup.diagram.role_at(square).is_some() {
            self.crowded.push(square);
        } else {
            self.setup.diagram.put(square, piece);
        }
        Ok(())
    }

    /// The rooks that may castle if nothing has moved yet.
    pub(crate) fn castling_rooks(setup: &Setup) -> Vec<Square> {
        let corners = [
            (Color::White, Square::E1, Square::H1),
            (Color::White, Square::E1, Square::A1),
            (Color::Black, Square::E8, Square::H8),
            (Color::Black, Square::E8, Square::A8),
        ];
        let at_home = |&(color, king, rook): &(Color, Square, Square)| {
            setup.diagram.men(color, Role::King).contains(king)
                && setup.diagram.men(color, Role::Rook).contains(rook)
        };
        corners.into_iter().filter(at_home).map(|(_, _, rook)| rook).collect()
    }
}

/// `w`, `white`, `b` or `black`.
pub(crate) fn read_color(word: &str) -> Option<Color> {
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
    fn men_are_read() {
        let cases = [
            ("Ke1, Ra1 / ke8", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
            ("Ke1 Ra1 / Ke8 b", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
            ("Ke1 e4 ke8 pd5", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"),
            ("ke1;pe4/KE8 black", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"),
            ("Ke1 Xe4", "expected a man on a square, as Ke1, Ra1 or e4, not \"Xe4\""),
            ("Ke9", "expected a man on a square, as Ke1, Ra1 or e4, not \"Ke9\""),
            ("é", "expected a man on a square, as Ke1, Ra1 or e4, not \"é\""),
        ];
        for (text, expected) in cases {
            let read = Men::parse(text);
            let actual = read.map_or_else(|e| e.to_string(), |men| men.setup.to_string());
            assert_eq!(actual, expected, "{text}");
        }
    }

    #[test]
    fn turns_and_crowds_are_noticed() {
        let men = Men::parse("Ke1, Qe1, Rd1, Bd1 / ke8 b").expect("men");
        assert_eq!(men.turn, Some(Color::Black));
        assert_eq!(men.crowded, [Square::E1, Square::D1]);
    }
}
