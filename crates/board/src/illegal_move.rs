//! From two squares to a legal move, or to the reason why a move is illegal.
//!
//! A notation names squares and perhaps a promotion; [`Position::resolve`] finds
//! the legal move that is meant. If there is none, the [`IllegalMoveReason`] explains it in
//! terms of the board, so that all notations report the same reason.
//!
//! ```
//! use sole_board::{Position, Square};
//! let start = Position::initial();
//! assert!(start.resolve(Square::G1, Square::F3, None).is_ok());
//! let reason = start.resolve(Square::F1, Square::C4, None).unwrap_err();
//! assert_eq!(reason.to_string(), "the way from f1 to c4 is blocked on e2");
//! ```

use crate::{CastlingSide, Color, File, Move, MoveKind, Piece, Position, Rank, Role, Square};
use crate::{SquareSet, attacks};
use std::fmt;

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMoveReason {
    /// The square it starts from is empty.
    NoMan {
        /// That square.
        square: Square,
    },
    /// The man belongs to the side that is not to move.
    NotYours {
        /// Its square.
        square: Square,
        /// The man.
        piece: Piece,
    },
    /// A man of this role does not go from there to there.
    Reach {
        /// The man.
        role: Role,
        /// Where it stands.
        from: Square,
        /// Where it does not go.
        to: Square,
    },
    /// A man of the same side stands on the target square.
    OwnMan {
        /// The target square.
        square: Square,
        /// What stands there.
        role: Role,
    },
    /// A man stands in the way.
    Blocked {
        /// Where the move starts.
        from: Square,
        /// Where it should end.
        to: Square,
        /// Where the man stands.
        at: Square,
    },
    /// A pawn goes there only by capturing, and there is nothing to capture.
    NothingToCapture {
        /// The target square.
        square: Square,
    },
    /// The own king would be in check.
    LeavesCheck {
        /// A man that would give it.
        by: Square,
    },
    /// A pawn reaches the last rank and the text does not say what it becomes.
    PromotionMissing {
        /// Where it does.
        square: Square,
    },
    /// A promotion that is no pawn's step to the last rank.
    PromotionElsewhere,
    /// A promotion to a king or a pawn.
    PromotionRole {
        /// What the pawn should become.
        role: Role,
    },
    /// The right to castle on this side is lost.
    CastlingRight {
        /// Which side.
        side: CastlingSide,
    },
    /// A man stands in the way of king or rook.
    CastlingBlocked {
        /// Where.
        at: Square,
    },
    /// The king is in check and cannot castle.
    CastlingInCheck {
        /// A man that gives it.
        by: Square,
    },
    /// The king would castle over or onto an attacked square.
    CastlingThrough {
        /// That square.
        square: Square,
    },
}

impl fmt::Display for IllegalMoveReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalMoveReason::NoMan { square } => write!(f, "there is no man on {square}"),
            IllegalMoveReason::NotYours { square, piece } => {
                let (owner, turn) = (piece.color.name(), (!piece.color).name());
                let role = piece.role.name();
                write!(f, "the {role} on {square} is {owner}'s, and {turn} is to move")
            }
            IllegalMoveReason::Reach { role, from, to } => {
                write!(f, "a {} does not go from {from} to {to}", role.name())
            }
            IllegalMoveReason::OwnMan { square, role } => {
                write!(f, "a {} of the same side stands on {square}", role.name())
            }
            IllegalMoveReason::Blocked { from, to, at } => {
                write!(f, "the way from {from} to {to} is blocked on {at}")
            }
            IllegalMoveReason::NothingToCapture { square } => {
                write!(f, "there is nothing for the pawn to capture on {square}")
            }
            IllegalMoveReason::LeavesCheck { by } => {
                write!(f, "the king would be in check from {by}")
            }
            IllegalMoveReason::PromotionMissing { square } => {
                write!(f, "the pawn on {square} must become a queen, rook, bishop or knight")
            }
            IllegalMoveReason::PromotionElsewhere => {
                f.write_str("only a pawn that reaches the last rank is promoted")
            }
            IllegalMoveReason::PromotionRole { role } => {
                write!(f, "a pawn cannot become a {}", role.name())
            }
            IllegalMoveReason::CastlingRight { side } => {
                let side = match side {
                    CastlingSide::King => "king",
                    CastlingSide::Queen => "queen",
                };
                write!(f, "there is no right to castle on the {side}'s side")
            }
            IllegalMoveReason::CastlingBlocked { at } => write!(f, "castling is blocked on {at}"),
            IllegalMoveReason::CastlingInCheck { by } => {
                write!(f, "the king cannot castle out of check from {by}")
            }
            IllegalMoveReason::CastlingThrough { square } => {
                write!(f, "the king cannot castle over or onto {square}, which is attacked")
            }
        }
    }
}

impl std::error::Error for IllegalMoveReason {}

impl Position {
    /// The legal move between two squares, with what a pawn becomes.
    ///
    /// Castling is found by the square of the rook, and by the square where the
    /// king lands unless the king can simply step there.
    ///
    /// # Errors
    /// The reason why there is no such move.
    pub fn resolve(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, IllegalMoveReason> {
        let (mut exact, mut landing) = (None, None);
        self.for_each_move(|m| {
            if m.from() != from || m.promoted() != promotion {
            } else if m.to() == to {
                exact = Some(m);
            } else if m.kind() == MoveKind::Castling && m.king_to() == to && from != to {
                landing = Some(m);
            }
        });
        exact.or(landing).ok_or_else(|| self.reason(from, to, promotion))
    }

    /// The legal castling move on one side.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn resolve_castling(&self, side: CastlingSide) -> Result<Move, IllegalMoveReason> {
        let color = self.turn();
        let squares = self.diagram().king(color).zip(self.castling_rook(color, side));
        let (king, rook) = squares.ok_or(IllegalMoveReason::CastlingRight { side })?;
        let castling = Move::castling(king, rook);
        if self.is_legal(castling) { Ok(castling) } else { Err(self.castling_reason(side)) }
    }

    /// Why no legal move leads from one square to the other.
    fn reason(&self, from: Square, to: Square, promotion: Option<Role>) -> IllegalMoveReason {
        let Some(piece) = self.diagram().piece_at(from) else {
            return IllegalMoveReason::NoMan { square: from };
        };
        if piece.color != self.turn() {
            return IllegalMoveReason::NotYours { square: from, piece };
        }
        if let Some(side) = self.attempted_castling(piece, from, to) {
            return match promotion {
                Some(_) => IllegalMoveReason::PromotionElsewhere,
                None => self.castling_reason(side),
            };
        }
        self.geometry_reason(piece, from, to)
            .or_else(|| self.promotion_reason(piece, to, promotion))
            .or_else(|| self.check_reason(piece, from, to))
            .unwrap_or(IllegalMoveReason::Reach { role: piece.role, from, to })
    }

    /// The side on which a king's move was meant as castling: onto the rook that
    /// has the right, onto any rook further off if none has it, or two steps.
    fn attempted_castling(&self, piece: Piece, from: Square, to: Square) -> Option<CastlingSide> {
        let rank = piece.color.back_rank();
        if piece.role != Role::King || from.rank() != rank || to.rank() != rank || from == to {
            return None;
        }
        let side = CastlingSide::of(from, to);
        let two_steps = from.file() == File::E && matches!(to.file(), File::C | File::G);
        let onto_rook = self.diagram().men(piece.color, Role::Rook).contains(to);
        let beside = attacks::king(from).contains(to);
        let meant = match self.castling_rook(piece.color, side) {
            Some(rook) => rook == to || two_steps,
            None => two_steps || onto_rook && !beside,
        };
        meant.then_some(side)
    }

    fn castling_reason(&self, side: CastlingSide) -> IllegalMoveReason {
        let color = self.turn();
        let squares = self.diagram().king(color).zip(self.castling_rook(color, side));
        let Some((king, rook)) = squares else { return IllegalMoveReason::CastlingRight { side } };
        if let Some(by) = self.checkers().first() {
            return IllegalMoveReason::CastlingInCheck { by };
        }
        let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
        let castlers = SquareSet::of(king).with(rook);
        let way = path(king, king_to) | path(rook, rook_to);
        let others = self.diagram().occupied() - castlers;
        if let Some(at) = (way & others).first() {
            return IllegalMoveReason::CastlingBlocked { at };
        }
        let attacked = |&square: &Square| self.diagram().attackers(square, !color, others).any();
        let attacked = path(king, king_to).with(king_to).into_iter().find(attacked);
        match attacked {
            Some(square) => IllegalMoveReason::CastlingThrough { square },
            None => IllegalMoveReason::Reach { role: Role::King, from: king, to: rook },
        }
    }

    /// Men in the way, men of the same side, and squares out of reach.
    fn geometry_reason(&self, piece: Piece, from: Square, to: Square) -> Option<IllegalMoveReason> {
        let Piece { color, role } = piece;
        if role == Role::Pawn {
            return self.pawn_reason(color, from, to);
        }
        // A king onto a rook would be castling, however far off, but not with this rook.
        let rooks = self.diagram().men(color, Role::Rook) & SquareSet::rank(color.back_rank());
        if role == Role::King && from.rank() == color.back_rank() && rooks.contains(to) {
            return self.own_man(to);
        }
        if !attacks::of(role, color, from, SquareSet::EMPTY).contains(to) {
            return Some(IllegalMoveReason::Reach { role, from, to });
        }
        let blocker = (attacks::between(from, to) & self.diagram().occupied()).first();
        blocker.map(|at| IllegalMoveReason::Blocked { from, to, at }).or_else(|| self.own_man(to))
    }

    fn own_man(&self, square: Square) -> Option<IllegalMoveReason> {
        let man = self.diagram().piece_at(square)?;
        (man.color == self.turn()).then_some(IllegalMoveReason::OwnMan { square, role: man.role })
    }

    fn pawn_reason(&self, color: Color, from: Square, to: Square) -> Option<IllegalMoveReason> {
        if attacks::pawn(color, from).contains(to) {
            let prey = self.diagram().color(!color).contains(to) || self.en_passant() == Some(to);
            let nothing = (!prey).then_some(IllegalMoveReason::NothingToCapture { square: to });
            return self.own_man(to).or(nothing);
        }
        let one = SquareSet::of(from).forward(color);
        let at_home = from.rank() == Rank::Second.seen_by(color);
        let two = if at_home { one.forward(color) } else { SquareSet::EMPTY };
        if !(one | two).contains(to) {
            return Some(IllegalMoveReason::Reach { role: Role::Pawn, from, to });
        }
        let way = if one.contains(to) { one } else { one | two };
        let blocker = (way & self.diagram().occupied()).first();
        blocker.map(|at| IllegalMoveReason::Blocked { from, to, at })
    }

    fn promotion_reason(
        &self,
        piece: Piece,
        to: Square,
        promotion: Option<Role>,
    ) -> Option<IllegalMoveReason> {
        let arrives = piece.role == Role::Pawn && to.rank() == Rank::Eighth.seen_by(piece.color);
        match promotion {
            None => arrives.then_some(IllegalMoveReason::PromotionMissing { square: to }),
            Some(_) if !arrives => Some(IllegalMoveReason::PromotionElsewhere),
            Some(role @ (Role::King | Role::Pawn)) => {
                Some(IllegalMoveReason::PromotionRole { role })
            }
            Some(_) => None,
        }
    }

    /// The man that would give check to the mover's king.
    fn check_reason(&self, piece: Piece, from: Square, to: Square) -> Option<IllegalMoveReason> {
        let passing = piece.role == Role::Pawn && self.en_passant() == Some(to);
        let captured = if passing { Square::at(to.file(), from.rank()) } else { to };
        let occupied = self.diagram().occupied().without(from).without(captured).with(to);
        let king = match piece.role {
            Role::King => to,
            _ => self.diagram().king(piece.color)?,
        };
        let checkers = self.diagram().attackers(king, !piece.color, occupied);
        checkers.without(captured).first().map(|by| IllegalMoveReason::LeavesCheck { by })
    }
}

impl Move {
    /// Where the king lands, if this is castling; else the target square.
    pub(crate) fn king_to(self) -> Square {
        match self.kind() {
            MoveKind::Castling => {
                let side = CastlingSide::of(self.from(), self.to());
                Square::at(side.king_to(Color::White).file(), self.from().rank())
            }
            _ => self.to(),
        }
    }
}

/// The squares from one to another on the same rank, with the target.
fn path(from: Square, to: Square) -> SquareSet {
    if from == to { SquareSet::EMPTY } else { attacks::between(from, to).with(to) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    fn position(fen: &str) -> Position {
        let setup: Setup = fen.parse().expect(fen);
        Position::try_from(setup).expect(fen)
    }

    #[test]
    fn the_reason_is_given() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let cases = [
            (start, "e4e5", "there is no man on e4"),
            (start, "e7e5", "the pawn on e7 is Black's, and White is to move"),
            (start, "e2e5", "a pawn does not go from e2 to e5"),
            (start, "g1g3", "a knight does not go from g1 to g3"),
            (start, "g1e2", "a pawn of the same side stands on e2"),
            (start, "e2d3", "there is nothing for the pawn to capture on d3"),
            (start, "a1a4", "the way from a1 to a4 is blocked on a2"),
            (start, "e1g1", "castling is blocked on f1"),
            (start, "e2e2", "a pawn does not go from e2 to e2"),
            ("4k3/8/8/8/4n3/8/4P3/4K3 w - -", "e2e4", "the way from e2 to e4 is blocked on e4"),
            ("4r2k/8/8/8/8/8/4B3/4K3 w - -", "e2d3", "the king would be in check from e8"),
            ("5r1k/8/8/8/8/8/8/4K3 w - -", "e1f1", "the king would be in check from f8"),
            (
                "8/1k6/8/8/8/8/8/R3K2R w Q -",
                "e1g1",
                "there is no right to castle on the king's side",
            ),
            (
                "8/1k6/8/8/8/8/8/R3K2R w K -",
                "e1a1",
                "there is no right to castle on the queen's side",
            ),
            ("1k2r3/8/8/8/8/8/8/4K2R w K -", "e1g1", "the king cannot castle out of check from e8"),
            (
                "1k3r2/8/8/8/8/8/8/4K2R w K -",
                "e1g1",
                "the king cannot castle over or onto f1, which is attacked",
            ),
            (
                "1k4r1/8/8/8/8/8/8/4K2R w K -",
                "e1h1",
                "the king cannot castle over or onto g1, which is attacked",
            ),
            (
                "1k6/8/8/8/8/8/8/4K2R w K -",
                "e1g1q",
                "only a pawn that reaches the last rank is promoted",
            ),
            (
                "1k6/8/8/8/8/8/8/4K2R w K -",
                "e1h1q",
                "only a pawn that reaches the last rank is promoted",
            ),
            ("1k6/8/8/8/8/8/8/4KR1R w F -", "e1h1", "a rook of the same side stands on h1"),
            ("1k6/8/8/8/8/8/8/4KR1R w K -", "e1f1", "a rook of the same side stands on f1"),
            ("1k6/8/8/8/8/8/8/4KR2 w - -", "e1f1", "a rook of the same side stands on f1"),
            (
                "7k/8/8/8/8/8/8/rRK5 w B -",
                "c1b1",
                "the king cannot castle over or onto c1, which is attacked",
            ),
            (
                "7k/4P3/8/8/8/8/8/4K3 w - -",
                "e7e8",
                "the pawn on e8 must become a queen, rook, bishop or knight",
            ),
            ("7k/4P3/8/8/8/8/8/4K3 w - -", "e7e8k", "a pawn cannot become a king"),
            (start, "e2e4q", "only a pawn that reaches the last rank is promoted"),
            (
                "8/8/8/K2pP2r/8/8/8/7k w - d6",
                "e5d6",
                "there is nothing for the pawn to capture on d6",
            ),
            ("8/8/8/2PpP3/1K6/8/8/b6k w - d6", "e5d6", "ok"),
            ("2r4k/8/8/2PpP3/8/8/8/2K5 w - d6", "c5d6", "the king would be in check from c8"),
        ];
        for (fen, text, expected) in cases {
            let square = |at: usize| text[at..at + 2].parse().expect("a square");
            let role = text[4..].to_uppercase().chars().next().and_then(Role::from_char);
            let actual = position(fen).resolve(square(0), square(2), role);
            let actual = actual.map_or_else(|reason| reason.to_string(), |_| "ok".to_owned());
            assert_eq!(actual, expected, "{fen} {text}");
        }
    }

    #[test]
    fn castling_is_found_by_rook_and_by_landing() {
        let standard = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -");
        let short = Move::castling(Square::E1, Square::H1);
        assert_eq!(standard.resolve(Square::E1, Square::G1, None), Ok(short));
        assert_eq!(standard.resolve(Square::E1, Square::H1, None), Ok(short));
        assert_eq!(standard.resolve_castling(CastlingSide::King), Ok(short));
        let shuffled = position("4k3/8/8/8/8/8/8/5K1R w H -");
        let step = Move::ordinary(Square::F1, Square::G1);
        assert_eq!(shuffled.resolve(Square::F1, Square::G1, None), Ok(step));
        let castling = Move::castling(Square::F1, Square::H1);
        assert_eq!(shuffled.resolve(Square::F1, Square::H1, None), Ok(castling));
    }
}
