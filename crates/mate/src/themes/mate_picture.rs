//! The mate picture: checkers, guards and blocks around a mated king.

use super::Theme;
use sole_board::{Color, Position, Role, Square, SquareSet, attacks};

/// The mate in a position whose side to move is mated.
pub(crate) struct MatePicture<'a> {
    position: &'a Position,
    king: Square,
}

impl<'a> MatePicture<'a> {
    /// `None` unless there is a king, and it is attacked.
    pub(crate) fn of(position: &'a Position) -> Option<MatePicture<'a>> {
        let king = position.diagram().king(position.turn()).filter(|_| position.is_check())?;
        Some(MatePicture { position, king })
    }

    /// The themes of the final position, named mates aside.
    pub(super) fn themes(&self) -> impl Iterator<Item = Theme> {
        let found = [
            (Theme::Pure, self.is_pure()),
            (Theme::Model, self.is_model()),
            (Theme::Smothered, self.is_smothered()),
            (Theme::BackRank, self.is_back_rank()),
        ];
        found.into_iter().filter(|&(_, present)| present).map(|(theme, _)| theme)
    }

    /// Where the mated king is.
    pub(super) fn king(&self) -> Square {
        self.king
    }

    /// The man that checks alone, with its role.
    pub(super) fn checker(&self) -> Option<(Square, Role)> {
        let at = self.position.checkers().single()?;
        Some((at, self.position.diagram().role_at(at)?))
    }

    /// The attacker's men of this role.
    pub(super) fn men(&self, role: Role) -> SquareSet {
        self.position.diagram().men(self.attacker(), role)
    }

    /// The mated side's pawns.
    pub(super) fn own_pawns(&self) -> SquareSet {
        self.position.diagram().men(self.position.turn(), Role::Pawn)
    }

    fn attacker(&self) -> Color {
        !self.position.turn()
    }

    /// The squares next to the king.
    pub(super) fn flights(&self) -> SquareSet {
        attacks::king(self.king)
    }

    /// The squares next to the king where its own men stand.
    pub(super) fn blocked(&self) -> SquareSet {
        self.flights() & self.position.diagram().color(self.position.turn())
    }

    /// Who guards a square, also through the king.
    pub(super) fn guards(&self, square: Square) -> SquareSet {
        let diagram = self.position.diagram();
        diagram.attackers(square, self.attacker(), diagram.occupied().without(self.king))
    }

    /// Each square next to the king is denied for one reason, and one man checks.
    fn is_pure(&self) -> bool {
        let blocked = self.blocked();
        self.position.checkers().single().is_some()
            && self
                .flights()
                .into_iter()
                .all(|square| self.guards(square).len() == usize::from(!blocked.contains(square)))
    }

    /// The mate is pure, and no man of the attacker, king and pawns aside, is unused.
    pub(crate) fn is_model(&self) -> bool {
        self.is_pure() && self.unused().is_empty()
    }

    /// The attacker's pieces, king and pawns aside, that have no part in the mate.
    fn unused(&self) -> SquareSet {
        let diagram = self.position.diagram();
        let exempt = diagram.role(Role::King) | diagram.role(Role::Pawn);
        let squares = self.flights().with(self.king);
        let at_work = squares.into_iter().fold(SquareSet::EMPTY, |all, at| all | self.guards(at));
        diagram.color(self.attacker()) - exempt - at_work
    }

    /// A knight checks, and the king's own men take all its squares.
    fn is_smothered(&self) -> bool {
        let is_knight = self.checker().is_some_and(|(_, role)| role == Role::Knight);
        is_knight && self.blocked() == self.flights()
    }

    /// A man on the king's first rank checks it there, and its own men stand before it.
    fn is_back_rank(&self) -> bool {
        let side = self.position.turn();
        let rank = SquareSet::rank(side.back_rank());
        let ahead = self.flights() - rank;
        let checks_along = (self.position.checkers() & rank).any();
        rank.contains(self.king) && checks_along && (ahead - self.blocked()).is_empty()
    }
}
