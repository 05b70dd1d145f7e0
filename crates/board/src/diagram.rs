//! A diagram: which man stands on which square, and nothing else.

use crate::{Color, Piece, Role, Square, SquareSet, attacks};
use std::fmt;

/// The 64 squares alone: no side to move, no rights, no history.
///
/// ```
/// use sole_board::{Color, Diagram, Piece, Role, Square};
/// let mut diagram = Diagram::EMPTY;
/// diagram.put(Square::E1, Piece { color: Color::White, role: Role::King });
/// assert_eq!(diagram.to_string(), "8/8/8/8/8/8/8/4K3");
/// assert_eq!("8/8/8/8/8/8/8/4K3".parse(), Ok(diagram));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Diagram {
    roles: [SquareSet; 6],
    colors: [SquareSet; 2],
}

impl Diagram {
    /// No man at all.
    pub const EMPTY: Diagram =
        Diagram { roles: [SquareSet::EMPTY; 6], colors: [SquareSet::EMPTY; 2] };

    /// The men of each role and of each colour, which must be the same men.
    #[inline(always)]
    pub(crate) fn of_sets(roles: [SquareSet; 6], colors: [SquareSet; 2]) -> Diagram {
        Diagram { roles, colors }
    }

    /// All occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> SquareSet {
        self.colors[0] | self.colors[1]
    }

    /// The squares of one side's men.
    #[inline(always)]
    pub fn color(&self, color: Color) -> SquareSet {
        self.colors[color.index()]
    }

    /// The squares of one role's men, of both colours.
    #[inline(always)]
    pub fn role(&self, role: Role) -> SquareSet {
        self.roles[role.index()]
    }

    /// The squares of one side's men of one role.
    #[inline(always)]
    pub fn men(&self, color: Color, role: Role) -> SquareSet {
        self.color(color) & self.role(role)
    }

    /// The squares of all pawns and knights, whose checks nothing can uncover.
    #[inline(always)]
    pub(crate) fn leapers(&self) -> SquareSet {
        self.role(Role::Pawn) | self.role(Role::Knight)
    }

    /// The square of a side's king; the lowest one if there are several.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.men(color, Role::King).first()
    }

    /// A side's rooks on its back rank, west and east of its king there.
    pub(crate) fn rooks_beside_king(&self, color: Color) -> [SquareSet; 2] {
        let rank = SquareSet::rank(color.back_rank());
        let Some(king) = (self.men(color, Role::King) & rank).first() else {
            return [SquareSet::EMPTY; 2];
        };
        let rooks = self.men(color, Role::Rook) & rank;
        let west = rooks & SquareSet(SquareSet::of(king).0 - 1);
        [west, rooks - west]
    }

    /// The role of the man on a square.
    #[inline(always)]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.role(role).contains(square))
    }

    /// The man on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color =
            if self.color(Color::White).contains(square) { Color::White } else { Color::Black };
        self.role_at(square).map(|role| Piece { color, role })
    }

    /// Puts a man on a square, in place of what stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.take(square);
        self.toggle(piece.color, piece.role, SquareSet::of(square));
    }

    /// Takes the man off a square.
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.toggle(piece.color, piece.role, SquareSet::of(square));
        Some(piece)
    }

    /// Takes away or adds men of one kind: exactly those of `squares`.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, color: Color, role: Role, squares: SquareSet) {
        self.roles[role.index()] ^= squares;
        self.colors[color.index()] ^= squares;
    }

    /// Every man with its square, a1 first.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The men of `by` that attack `target` when `occupied` squares stop sliders.
    #[inline]
    pub fn attackers(&self, target: Square, by: Color, occupied: SquareSet) -> SquareSet {
        let orthogonal = self.role(Role::Rook) | self.role(Role::Queen);
        let diagonal = self.role(Role::Bishop) | self.role(Role::Queen);
        let found = attacks::pawn(!by, target) & self.role(Role::Pawn)
            | attacks::knight(target) & self.role(Role::Knight)
            | attacks::king(target) & self.role(Role::King)
            | attacks::rook(target, occupied) & orthogonal
            | attacks::bishop(target, occupied) & diagonal;
        found & self.color(by)
    }

    /// The squares that the man on `square` attacks; none if nobody stands there.
    ///
    /// ```
    /// use sole_board::{Position, Square};
    /// assert_eq!(Position::initial().diagram().attacks_from(Square::G1).len(), 3);
    /// ```
    pub fn attacks_from(&self, square: Square) -> SquareSet {
        let piece = self.piece_at(square);
        piece.map_or(SquareSet::EMPTY, |Piece { color, role }| {
            attacks::of(role, color, square, self.occupied())
        })
    }

    /// The same diagram with the colours exchanged and the board turned over.
    pub fn flipped(&self) -> Diagram {
        let [white, black] = self.colors.map(SquareSet::flip_vertical);
        Diagram { roles: self.roles.map(SquareSet::flip_vertical), colors: [black, white] }
    }
}

impl fmt::Debug for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Diagram({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_there_and_can_be_taken() {
        for square in Square::all() {
            for piece in Piece::all() {
                let mut diagram = Diagram::EMPTY;
                diagram.put(square, Piece { color: Color::White, role: Role::Queen });
                diagram.put(square, piece);
                assert_eq!(diagram.piece_at(square), Some(piece));
                assert_eq!(diagram.iter().collect::<Vec<_>>(), [(square, piece)]);
                assert_eq!(diagram.flipped().flipped(), diagram);
                assert_eq!(diagram.take(square), Some(piece));
                assert_eq!(diagram, Diagram::EMPTY);
            }
        }
    }
}
