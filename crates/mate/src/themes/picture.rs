//! What a mated king looks like.

use super::Theme;
use sole_board::{Color, Position, Role, Square, SquareSet, attacks};

/// The mate in a position whose side to move is mated.
pub(super) struct Picture<'a> {
    position: &'a Position,
    king: Square,
}

impl<'a> Picture<'a> {
    /// `None` unless there is a king.
    pub(super) fn of(position: &'a Position) -> Option<Picture<'a>> {
        let king = position.diagram().king(position.turn())?;
        Some(Picture { position, king })
    }

    /// The themes of the final position.
    pub(super) fn themes(&self) -> impl Iterator<Item = Theme> {
        let found = [
            (Theme::BackRank, self.is_back_rank()),
            (Theme::DoubleCheck, self.position.checkers().more_than_one()),
            (Theme::Model, self.is_pure() && self.idle().is_empty()),
            (Theme::Pure, self.is_pure()),
            (Theme::Smothered, self.is_smothered()),
        ];
        found.into_iter().filter(|&(_, present)| present).map(|(theme, _)| theme)
    }

    fn attacker(&self) -> Color {
        !self.position.turn()
    }

    fn flights(&self) -> SquareSet {
        attacks::king(self.king)
    }

    /// The squares next to the king where its own men stand.
    fn blocked(&self) -> SquareSet {
        self.flights() & self.position.diagram().color(self.position.turn())
    }

    /// Who guards a square, also through the king.
    fn guards(&self, square: Square) -> SquareSet {
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

    /// The attacker's men, king and pawns aside, that have no part in the mate.
    fn idle(&self) -> SquareSet {
        let diagram = self.position.diagram();
        let exempt = diagram.role(Role::King) | diagram.role(Role::Pawn);
        let squares = self.flights().with(self.king);
        let at_work = squares.into_iter().fold(SquareSet::EMPTY, |all, at| all | self.guards(at));
        diagram.color(self.attacker()) - exempt - at_work
    }

    /// A knight checks, and the king's own men take all its squares.
    fn is_smothered(&self) -> bool {
        let knights = self.position.diagram().role(Role::Knight);
        let checker = self.position.checkers().single();
        checker.is_some_and(|at| knights.contains(at)) && self.blocked() == self.flights()
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
