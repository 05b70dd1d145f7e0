//! Pseudo-legal moves: those that follow the rules of the pieces, whether or not they leave the
//! own king in check.
//!
//! - Castling is among them only if it is legal: not out of check, not over an attacked square.
//! - A position has an en passant square only if a capture there is legal. Then every pawn that
//!   attacks the square may capture, a pinned one as well.
//! - The king of the other side may be captured, which ends a sequence of moves.
//!
//! ```
//! use sole_board::{Position, Setup};
//! // The knight is pinned: its six moves are pseudo-legal only.
//! let setup: Setup = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
//! let position = Position::try_from(setup)?;
//! assert_eq!(position.count_moves(), 4);
//! assert_eq!(position.pseudo_legal_moves().len(), 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{Move, MoveKind, Position, Rank, Role, Square, SquareSet, attacks};

impl Position {
    /// All pseudo-legal moves, in the order of the squares that the pieces leave.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.diagram().color(self.turn()) {
            match self.diagram().role_at(from) {
                Some(Role::Pawn) => self.push_pawn_moves(from, &mut moves),
                Some(role) => self.push_piece_moves(role, from, &mut moves),
                None => {}
            }
        }
        if self.castling().any() {
            let is_castling = |m: &Move| m.kind() == MoveKind::Castling;
            moves.extend(self.moves().into_iter().filter(is_castling));
        }
        moves
    }

    /// How many sequences of exactly `plies` pseudo-legal moves start here. The capture of a king
    /// ends a sequence: it is counted as a last move, and no move follows it.
    ///
    /// ```
    /// use sole_board::Position;
    /// assert_eq!(Position::initial().pseudo_perft(3), 8_902);
    /// ```
    pub fn pseudo_perft(&self, plies: u32) -> u64 {
        let moves = self.pseudo_legal_moves();
        match plies {
            0 => 1,
            1 => moves.len() as u64,
            _ => {
                let goes_on = |m: &&Move| self.captured(**m) != Some(Role::King);
                let after = |&m: &Move| self.after(m).pseudo_perft(plies - 1);
                moves.iter().filter(goes_on).map(after).sum()
            }
        }
    }

    fn push_piece_moves(&self, role: Role, from: Square, moves: &mut Vec<Move>) {
        let targets = attacks::of(role, self.turn(), from, self.diagram().occupied());
        let targets = targets - self.diagram().color(self.turn());
        moves.extend(targets.into_iter().map(|to| Move::ordinary(from, to)));
    }

    fn push_pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let (turn, occupied) = (self.turn(), self.diagram().occupied());
        let push = SquareSet::of(from).forward(turn) - occupied;
        let starts = from.rank() == Rank::Second.seen_by(turn);
        let double = if starts { push.forward(turn) - occupied } else { SquareSet::EMPTY };
        let attacked = attacks::pawn(turn, from);
        for to in push | double | attacked & self.diagram().color(!turn) {
            if to.rank() == (!turn).back_rank() {
                moves.extend(Role::PROMOTIONS.map(|role| Move::promoting(from, to, role)));
            } else {
                moves.push(Move::ordinary(from, to));
            }
        }
        let passed = self.en_passant().filter(|&square| attacked.contains(square));
        moves.extend(passed.map(|to| Move::en_passant(from, to)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    fn position(fen: &str) -> Position {
        Position::try_from(fen.parse::<Setup>().expect(fen)).expect(fen)
    }

    #[test]
    fn moves_that_leave_the_king_in_check_are_among_them() {
        let cases = [
            (
                "starting position",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                20,
                20,
            ),
            ("pinned knight", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", 4, 10),
            ("king beside a king", "8/8/8/8/8/2k5/8/K7 w - - 0 1", 2, 3),
            ("castling through check", "k4r2/8/8/8/8/8/8/4K2R w K - 0 1", 12, 14),
            ("castling", "k7/8/8/8/8/8/8/4K2R w K - 0 1", 15, 15),
            ("promotions", "7k/P7/8/8/8/8/8/4K3 w - - 0 1", 9, 9),
        ];
        for (name, fen, legal, pseudo) in cases {
            let position = position(fen);
            let counts = (position.count_moves(), position.pseudo_legal_moves().len());
            assert_eq!(counts, (legal, pseudo), "{name}");
        }
    }

    #[test]
    fn the_capture_of_a_king_ends_a_sequence() {
        // White's king may step beside Black's, which may then capture it.
        let position = position("8/8/8/8/8/2k5/8/K7 w - - 0 1");
        let second = |m: &Move| position.after(*m).pseudo_legal_moves().len() as u64;
        assert_eq!(
            position.pseudo_perft(2),
            position.pseudo_legal_moves().iter().map(second).sum::<u64>()
        );
        let captures = position.pseudo_legal_moves().into_iter().filter(|&m| {
            let after = position.after(m);
            after.pseudo_legal_moves().iter().any(|&m| after.captured(m) == Some(Role::King))
        });
        assert_eq!(captures.count(), 1);
    }
}
