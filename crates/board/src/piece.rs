//! Colours, roles and pieces.

use crate::Rank;
use std::ops::Not;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side whose pawns go up the board.
    White,
    /// The side whose pawns go down the board.
    Black,
}

impl Color {
    /// White, then Black.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// White = 0, Black = 1.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank where the side's king starts.
    #[inline(always)]
    pub const fn back_rank(self) -> Rank {
        Rank::First.seen_by(self)
    }

    /// `w` or `b`, as in a FEN.
    pub const fn char(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "White",
            Color::Black => "Black",
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// What kind of man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the six names explain themselves")]
#[repr(u8)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// All roles, pawn first, king last.
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// What a pawn may become, the strongest first.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// Pawn = 0 … king = 5.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English letter, upper case: `P N B R Q K`.
    pub const fn char(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Knight => 'N',
            Role::Bishop => 'B',
            Role::Rook => 'R',
            Role::Queen => 'Q',
            Role::King => 'K',
        }
    }

    /// The role of an upper-case English letter.
    pub fn from_char(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.char() == letter)
    }

    /// `pawn`, `knight`, ….
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }
}

/// A set of roles.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct RoleSet(u8);

impl RoleSet {
    /// No role.
    pub const EMPTY: RoleSet = RoleSet(0);
    /// Every role but the king.
    pub const ALL_BUT_KING: RoleSet = RoleSet(0b01_1111);

    /// The set with `role` in it.
    #[inline(always)]
    pub const fn with(self, role: Role) -> RoleSet {
        RoleSet(self.0 | 1 << role as u8)
    }

    /// The set with `role` not in it.
    #[inline(always)]
    pub const fn without(self, role: Role) -> RoleSet {
        RoleSet(self.0 & !(1 << role as u8))
    }

    /// Whether `role` is in it.
    #[inline(always)]
    pub const fn contains(self, role: Role) -> bool {
        self.0 >> role as u8 & 1 != 0
    }

    /// The roles that are in both sets.
    #[inline(always)]
    pub const fn and(self, other: RoleSet) -> RoleSet {
        RoleSet(self.0 & other.0)
    }

    /// Whether there is none in it.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Each of them, pawn first.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Role> {
        Role::ALL.into_iter().filter(move |&role| self.contains(role))
    }
}

impl FromIterator<Role> for RoleSet {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> RoleSet {
        roles.into_iter().fold(RoleSet::EMPTY, RoleSet::with)
    }
}

impl std::fmt::Debug for RoleSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A man of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// All twelve, White's first, pawn to king.
    pub fn all() -> impl Iterator<Item = Piece> {
        Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.into_iter().map(move |role| Piece { color, role }))
    }

    /// White's pawn = 0 … Black's king = 11.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.color as usize * 6 + self.role as usize
    }

    /// The letter in a FEN: upper case for White.
    pub const fn char(self) -> char {
        match self.color {
            Color::White => self.role.char(),
            Color::Black => self.role.char().to_ascii_lowercase(),
        }
    }

    /// The piece of a letter in a FEN.
    pub fn from_char(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Role::from_char(letter.to_ascii_uppercase()).map(|role| Piece { color, role })
    }

    /// The figurine, outlined for White and filled for Black.
    pub const fn figurine(self) -> char {
        const WHITE: [char; 6] = ['♙', '♘', '♗', '♖', '♕', '♔'];
        const BLACK: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];
        match self.color {
            Color::White => WHITE[self.role as usize],
            Color::Black => BLACK[self.role as usize],
        }
    }
}

/// A colour known at compile time, so that each side's generator is compiled apart.
pub(crate) trait Side {
    /// The side to move.
    const COLOR: Color;
    /// The other side.
    type Other: Side;
}

/// [`Color::White`] as a type.
pub(crate) struct White;
/// [`Color::Black`] as a type.
pub(crate) struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Other = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Other = White;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_name_the_pieces() {
        for (index, piece) in Piece::all().enumerate() {
            assert_eq!(piece.index(), index);
            assert_eq!(Piece::from_char(piece.char()), Some(piece));
        }
        for letter in ['x', 'é', ' ', '1', 'ſ'] {
            assert_eq!(Piece::from_char(letter), None, "{letter}");
        }
    }
}
