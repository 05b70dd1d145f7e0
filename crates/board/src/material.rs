//! Material: how many men of which kind each side has.

use crate::{Color, Diagram, Piece, Role};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The men of both sides without their squares, written as in `KRPvKR`.
///
/// Other ways to write it are read, too: `vs` or `-` between the sides, blanks, lower-case
/// letters, and as older tables are named, with nothing between the sides, each of which begins
/// with its king.
///
/// ```
/// use sole_board::{Material, Position};
/// let material: Material = "KPRvRK".parse().unwrap();
/// assert_eq!(material.to_string(), "KRPvKR");
/// assert_eq!(material.men(), 5);
/// for text in ["KRPvsKR", "KRP-KR", "krp v kr", "KRPKR"] {
///     assert_eq!(text.parse(), Ok(material));
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    counts: [[u8; 6]; 2],
}

/// What is wrong with the name of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MaterialError {
    /// There are not two sides with one `v`, `vs` or `-` between them.
    TwoSides,
    /// Nothing stands between the sides, and they do not begin with their kings, so that it is
    /// not clear where the second begins.
    Unseparated,
    /// A letter that is not one of `KQRBNP`.
    Letter {
        /// The letter.
        letter: char,
        /// Its place, counted in characters from 1.
        column: usize,
    },
    /// A side with no king, or with more than one.
    Kings {
        /// Which side: White is the one before the `v`.
        color: Color,
        /// How many kings it has.
        kings: u8,
    },
    /// More men than the board has squares.
    TooMany,
}

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MaterialError::TwoSides => f.write_str("expected two sides, as in KRvK"),
            MaterialError::Unseparated => f.write_str(
                "it is not clear where the second side begins: write v between the sides, as in \
                 KRvK, or begin each with its king, as in KRK",
            ),
            MaterialError::Letter { letter, column } => {
                write!(f, "unknown piece {letter:?} in column {column}, expected one of KQRBNP")
            }
            MaterialError::Kings { color, kings } => {
                write!(f, "{} has {kings} kings, needs exactly one", color.name())
            }
            MaterialError::TooMany => f.write_str("more men than squares"),
        }
    }
}

impl std::error::Error for MaterialError {}

impl Material {
    /// The material on a board.
    #[inline]
    pub fn of(diagram: &Diagram) -> Material {
        let count = |color, role| diagram.men(color, role).len() as u8;
        Material { counts: Color::ALL.map(|color| Role::ALL.map(|role| count(color, role))) }
    }

    /// How many men of one kind.
    pub fn count(&self, piece: Piece) -> usize {
        usize::from(self.counts[piece.color.index()][piece.role.index()])
    }

    /// How many men in all.
    pub fn men(&self) -> usize {
        self.counts.iter().flatten().map(|&count| usize::from(count)).sum()
    }

    /// Whether any pawn is there.
    pub fn has_pawns(&self) -> bool {
        self.counts.iter().any(|side| side[Role::Pawn.index()] > 0)
    }

    /// The same with the colours exchanged.
    pub fn flipped(&self) -> Material {
        let [white, black] = self.counts;
        Material { counts: [black, white] }
    }

    /// With one man more.
    #[must_use]
    pub fn with(mut self, piece: Piece) -> Material {
        self.counts[piece.color.index()][piece.role.index()] += 1;
        self
    }

    /// With one man less; the same if there is none.
    #[must_use]
    pub fn without(mut self, piece: Piece) -> Material {
        let count = &mut self.counts[piece.color.index()][piece.role.index()];
        *count = count.saturating_sub(1);
        self
    }

    fn parse_side(&mut self, color: Color, text: &str, before: usize) -> Result<(), MaterialError> {
        let letters = text.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace());
        for (index, letter) in letters {
            let column = before + index + 1;
            let role = Role::from_char(letter.to_ascii_uppercase());
            let role = role.ok_or(MaterialError::Letter { letter, column })?;
            let count = &mut self.counts[color.index()][role.index()];
            *count = count.checked_add(1).ok_or(MaterialError::TooMany)?;
        }
        match self.counts[color.index()][Role::King.index()] {
            1 => Ok(()),
            kings => Err(MaterialError::Kings { color, kings }),
        }
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let gap = gap(text)?;
        let before = text[..gap.end].chars().count();
        let mut material = Material::default();
        material.parse_side(Color::White, &text[..gap.start], 0)?;
        material.parse_side(Color::Black, &text[gap.end..], before)?;
        if material.men() > 64 {
            return Err(MaterialError::TooMany);
        }
        Ok(material)
    }
}

/// What stands between the sides; nothing, before the second king, if no sign does.
fn gap(text: &str) -> Result<Range<usize>, MaterialError> {
    const SIGNS: [char; 4] = ['v', 'V', '-', '–'];
    let mut signs = text.match_indices(SIGNS);
    match (signs.next(), signs.next()) {
        (None, _) => second_king(text).map(|at| at..at),
        (Some((at, sign)), None) => {
            let end = at + sign.len();
            let is_versus = sign.eq_ignore_ascii_case("v") && text[end..].starts_with(['s', 'S']);
            Ok(at..end + usize::from(is_versus))
        }
        _ => Err(MaterialError::TwoSides),
    }
}

/// Where the second of two kings stands if the text begins with the first.
fn second_king(text: &str) -> Result<usize, MaterialError> {
    let kings: Vec<usize> = text.match_indices(['K', 'k']).map(|(at, _)| at).collect();
    match kings[..] {
        [first, second] if text[..first].trim().is_empty() => Ok(second),
        [_, _] => Err(MaterialError::Unseparated),
        _ => Err(MaterialError::TwoSides),
    }
}

impl FromIterator<Piece> for Material {
    fn from_iter<I: IntoIterator<Item = Piece>>(men: I) -> Material {
        men.into_iter().fold(Material::default(), Material::with)
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            for role in Role::ALL.into_iter().rev() {
                for _ in 0..self.count(Piece { color, role }) {
                    write!(f, "{}", role.char())?;
                }
            }
            if color == Color::White {
                f.write_str("v")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_says_what_is_wrong() {
        let cases = [
            ("KRvK", "KRvK"),
            ("NBKvPK", "KBNvKP"),
            ("KBNvsK", "KBNvK"),
            ("KBNK", "KBNvK"),
            ("kbnvk", "KBNvK"),
            ("KRPKR", "KRPvKR"),
            ("KBN-K", "KBNvK"),
            ("KBN–K", "KBNvK"),
            ("KBN v K", "KBNvK"),
            (" Kbn VS kr ", "KBNvKR"),
            ("KKR", "KvKR"),
            ("KvKvK", "expected two sides, as in KRvK"),
            ("quit", "expected two sides, as in KRvK"),
            ("KRKQK", "expected two sides, as in KRvK"),
            ("", "expected two sides, as in KRvK"),
            (
                "RKK",
                "it is not clear where the second side begins: write v between the sides, as in \
                 KRvK, or begin each with its king, as in KRK",
            ),
            ("KBNsK", "unknown piece 's' in column 4, expected one of KQRBNP"),
            ("KR vs Kx", "unknown piece 'x' in column 8, expected one of KQRBNP"),
            ("KRvQ", "Black has 0 kings, needs exactly one"),
            ("KKvK", "White has 2 kings, needs exactly one"),
            ("KXvK", "unknown piece 'X' in column 2, expected one of KQRBNP"),
            ("KRvKx", "unknown piece 'x' in column 5, expected one of KQRBNP"),
        ];
        for (text, expected) in cases {
            let actual = text.parse::<Material>().map_or_else(|e| e.to_string(), |m| m.to_string());
            assert_eq!(actual, expected, "{text}");
        }
        let crowd = "K".to_owned() + &"Q".repeat(300) + "vK";
        assert_eq!(crowd.parse::<Material>(), Err(MaterialError::TooMany));
    }

    #[test]
    fn material_of_a_board_reads_back() {
        let diagram: Diagram = "4k3/8/3r4/8/8/2PP4/8/4K2R".parse().expect("a diagram");
        let material = Material::of(&diagram);
        assert_eq!(material.to_string(), "KRPPvKR");
        assert_eq!(material.to_string().parse(), Ok(material));
        assert_eq!(material.flipped().to_string(), "KRvKRPP");
        assert!(material.has_pawns());
    }
}
