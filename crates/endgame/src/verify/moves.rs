//! All legal moves of a few men, found the plain way.
//!
//! Each man walks square by square, each move is made on a copy, and it is legal
//! if the own king is not attacked then. There are no sets of squares, no pins
//! and no lookup, so that no mistake can be shared with a generator that has them.

use super::men::Men;
use super::placement::{Man, ahead};
use sole_board::{Piece, Rank, Role, Square};
use std::ops::ControlFlow;

/// Files east and ranks north.
type Step = (i8, i8);

const STRAIGHT: [Step; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [Step; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const LEAPS: [Step; 8] = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

impl Men {
    /// Calls `visit` with the position after each legal move, until it breaks.
    ///
    /// Different moves lead to different positions.
    pub fn try_for_each_child<B>(
        &self,
        mut visit: impl FnMut(&Men) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for man in self.iter().filter(|man| man.piece.color == self.turn) {
            self.moves_of(man, &mut |child| {
                if child.placement.is_check(self.turn) {
                    return ControlFlow::Continue(());
                }
                visit(child)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with the position after each move of one man, be its king
    /// attacked then or not.
    fn moves_of<B>(
        &self,
        man: Man,
        visit: &mut impl FnMut(&Men) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match man.piece.role {
            Role::Pawn => {
                self.pushes(man, visit)?;
                self.pawn_captures(man, visit)
            }
            Role::Knight => self.walks(man, &LEAPS, 1, visit),
            Role::Bishop => self.walks(man, &DIAGONAL, 7, visit),
            Role::Rook => self.walks(man, &STRAIGHT, 7, visit),
            Role::Queen => {
                self.walks(man, &STRAIGHT, 7, visit)?;
                self.walks(man, &DIAGONAL, 7, visit)
            }
            Role::King => {
                self.walks(man, &STRAIGHT, 1, visit)?;
                self.walks(man, &DIAGONAL, 1, visit)?;
                self.castlings(visit)
            }
        }
    }

    /// An officer or king goes up to `reach` steps in each direction.
    fn walks<B>(
        &self,
        man: Man,
        directions: &[Step],
        reach: usize,
        visit: &mut impl FnMut(&Men) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for &(east, north) in directions {
            let step = |square: &Square| square.offset(east, north);
            for to in std::iter::successors(step(&man.square), step).take(reach) {
                let there = self.at(to);
                if there.is_some_and(|piece| piece.color == self.turn) {
                    break;
                }
                visit(&self.after(man, to, man.piece.role))?;
                if there.is_some() {
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A pawn goes straight ahead, one step or two.
    fn pushes<B>(
        &self,
        pawn: Man,
        visit: &mut impl FnMut(&Men) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let step =
            |square: Square| square.offset(0, ahead(self.turn)).filter(|&to| self.at(to).is_none());
        let Some(over) = step(pawn.square) else { return ControlFlow::Continue(()) };
        self.pawn_to(pawn, over, visit)?;
        match step(over) {
            Some(to) if pawn.square.rank() == Rank::Second.seen_by(self.turn) => {
                let child = self.after(pawn, to, Role::Pawn);
                visit(&child.after_double_step(over).unwrap_or(child))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// A pawn captures to either side, en passant too.
    fn pawn_captures<B>(
        &self,
        pawn: Man,
        visit: &mut impl FnMut(&Men) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for east in [-1, 1] {
            let Some(to) = pawn.square.offset(east, ahead(self.turn)) else { continue };
            if self.at(to).is_some_and(|piece| piece.color != self.turn) {
                self.pawn_to(pawn, to, visit)?;
            }
            if self.en_passant == Some(to) {
                visit(&self.after_capture_passing(pawn, to))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A pawn reaches a square, and becomes each officer if it is on the last rank.
    fn pawn_to<B>(
        &self,
        pawn: Man,
        to: Square,
        visit: &mut impl FnMut(&Men) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if to.rank() != Rank::Eighth.seen_by(self.turn) {
            return visit(&self.after(pawn, to, Role::Pawn));
        }
        Role::PROMOTIONS.into_iter().try_for_each(|role| visit(&self.after(pawn, to, role)))
    }

    /// The king castles: nothing between it and the rook, no check where it
    /// stands, on its way, or at its end.
    fn castlings<B>(&self, visit: &mut impl FnMut(&Men) -> ControlFlow<B>) -> ControlFlow<B> {
        for right in self.rights.iter().filter(|right| right.color == self.turn) {
            let (king, rook) = (right.king(), right.rook());
            let rook_to = right.side.rook_to(self.turn);
            let is_attacked = |square| self.placement.is_attacked(square, !self.turn);
            if self.placement.is_clear(king.square, rook.square)
                && !is_attacked(king.square)
                && !is_attacked(rook_to)
            {
                let mut child = self.after(king, right.side.king_to(self.turn), Role::King);
                child.placement.take(rook.square);
                child.placement.put(Man { square: rook_to, ..rook });
                visit(&child)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a pawn can capture on `over` and not leave its king attacked.
    pub(super) fn can_capture_passing(&self, over: Square) -> bool {
        let pawn = Piece { color: self.turn, role: Role::Pawn };
        [-1, 1].into_iter().filter_map(|east| over.offset(east, -ahead(self.turn))).any(|square| {
            let child = || self.after_capture_passing(Man { piece: pawn, square }, over);
            self.at(square) == Some(pawn) && !child().placement.is_check(self.turn)
        })
    }

    /// The position after a capture of the pawn that has just passed `over`.
    fn after_capture_passing(&self, pawn: Man, over: Square) -> Men {
        let mut child = self.after(pawn, over, Role::Pawn);
        if let Some(passed) = over.offset(0, -ahead(self.turn)) {
            child.placement.take(passed);
        }
        child
    }

    /// The position after a man went to a square and became `role` there.
    fn after(&self, man: Man, to: Square, role: Role) -> Men {
        let mut placement = self.placement;
        placement.take(man.square);
        placement.take(to);
        placement.put(Man { piece: Piece { role, ..man.piece }, square: to });
        let rights = self.rights.kept_by(&placement);
        Men { placement, turn: !self.turn, rights, en_passant: None }
    }
}
