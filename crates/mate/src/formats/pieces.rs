//! Pieces in the notation of problemists: `Sb4a1` is two knights. Popeye and Olive share it.

use super::options::{Language, squares};
use sole_board::{Color, Diagram, Piece, Role, Square};
use std::fmt;

/// Why a piece cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceError {
    /// `N`, which is not a knight.
    Nightrider {
        /// As written.
        word: String,
    },
    /// A letter that is not a chess piece.
    Fairy {
        /// The letter or letters.
        name: String,
    },
    /// Two pieces on one square.
    Occupied {
        /// The square.
        square: Square,
    },
}

impl fmt::Display for PieceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PieceError::Nightrider { word } => {
                write!(f, "N is the nightrider, the knight is S: '{word}'")
            }
            PieceError::Fairy { name } => write!(f, "'{name}' is no man of chess"),
            PieceError::Occupied { square } => write!(f, "two men stand on {square}"),
        }
    }
}

impl std::error::Error for PieceError {}

/// The order in which pieces are listed.
const ROLES: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The letters of [`ROLES`].
fn letters(language: Language) -> &'static str {
    match language {
        Language::English => "KQRBSP",
        Language::German => "KDTLSB",
    }
}

/// The letter of a piece in English.
pub(super) fn letter(role: Role) -> char {
    if role == Role::Knight { 'S' } else { role.char() }
}

/// Splits a word into the name of a piece and its squares. The name is one letter if the word has
/// an odd length, else two. `None` if the rest is not a list of squares.
pub(super) fn split_piece(word: &str) -> Option<(&str, Vec<Square>)> {
    let letters = if word.len() % 2 == 1 { 1 } else { 2 };
    let (name, rest) = (word.get(..letters)?, word.get(letters..)?);
    Some((name, squares(rest)?))
}

/// The role with this name; `word` is the word that contains it.
pub(super) fn role(name: &str, word: &str, language: Language) -> Result<Role, PieceError> {
    let upper = name.to_ascii_uppercase();
    let mut named = letters(language).chars().zip(ROLES);
    match named.find(|(letter, _)| upper == letter.to_string()) {
        Some((_, role)) => Ok(role),
        None if upper == "N" => Err(PieceError::Nightrider { word: word.to_owned() }),
        None => Err(PieceError::Fairy { name: name.to_owned() }),
    }
}

/// Puts a piece on a square that must be empty.
pub(super) fn put(diagram: &mut Diagram, square: Square, piece: Piece) -> Result<(), PieceError> {
    if diagram.occupied().contains(square) {
        return Err(PieceError::Occupied { square });
    }
    diagram.put(square, piece);
    Ok(())
}

/// The pieces of one side by role, the king first.
pub(super) fn by_role(diagram: &Diagram, color: Color) -> Vec<(char, Vec<Square>)> {
    let kind = |role: Role| (letter(role), diagram.men(color, role).into_iter().collect());
    ROLES.into_iter().map(kind).filter(|(_, squares): &(_, Vec<_>)| !squares.is_empty()).collect()
}
