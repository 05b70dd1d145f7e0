//! Men as problemists write them: `Sb4a1` is two knights. Popeye and Olive write them alike.

use super::orders::{Language, squares};
use sole_board::{Color, Diagram, Piece, Role, Square};
use std::fmt;

/// What is wrong with a man.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ManError {
    /// N, which is no knight.
    Nightrider {
        /// As written.
        word: String,
    },
    /// A letter that is no man of chess.
    Fairy {
        /// The letter or letters.
        name: String,
    },
    /// Two men on one square.
    Occupied {
        /// The square.
        square: Square,
    },
}

impl fmt::Display for ManError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ManError::Nightrider { word } => {
                write!(f, "N is the nightrider, the knight is S: '{word}'")
            }
            ManError::Fairy { name } => write!(f, "'{name}' is no man of chess"),
            ManError::Occupied { square } => write!(f, "two men stand on {square}"),
        }
    }
}

impl std::error::Error for ManError {}

/// The order in which men are listed.
const ROLES: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The letters of [`ROLES`].
fn letters(language: Language) -> &'static str {
    match language {
        Language::English => "KQRBSP",
        Language::German => "KDTLSB",
    }
}

/// The letter of a man in English.
pub(super) fn letter(role: Role) -> char {
    if role == Role::Knight { 'S' } else { role.char() }
}

/// The name of a man and its squares, if a word is that: one letter if the word has an odd number
/// of them, else two.
pub(super) fn man(word: &str) -> Option<(&str, Vec<Square>)> {
    let letters = if word.len() % 2 == 1 { 1 } else { 2 };
    let (name, rest) = (word.get(..letters)?, word.get(letters..)?);
    Some((name, squares(rest)?))
}

/// The role that a name stands for; `word` is where it was found.
pub(super) fn role(name: &str, word: &str, language: Language) -> Result<Role, ManError> {
    let upper = name.to_ascii_uppercase();
    let mut named = letters(language).chars().zip(ROLES);
    match named.find(|(letter, _)| upper == letter.to_string()) {
        Some((_, role)) => Ok(role),
        None if upper == "N" => Err(ManError::Nightrider { word: word.to_owned() }),
        None => Err(ManError::Fairy { name: name.to_owned() }),
    }
}

/// Puts a man on a square that must be empty.
pub(super) fn put(diagram: &mut Diagram, square: Square, piece: Piece) -> Result<(), ManError> {
    if diagram.occupied().contains(square) {
        return Err(ManError::Occupied { square });
    }
    diagram.put(square, piece);
    Ok(())
}

/// The men of one side by role, the king first.
pub(super) fn men(diagram: &Diagram, color: Color) -> Vec<(char, Vec<Square>)> {
    let kind = |role: Role| (letter(role), diagram.men(color, role).into_iter().collect());
    ROLES.into_iter().map(kind).filter(|(_, squares): &(_, Vec<_>)| !squares.is_empty()).collect()
}
