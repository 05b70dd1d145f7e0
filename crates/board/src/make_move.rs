//! Making a move: the position after it.

use crate::piece::{Black, Side, White};
use crate::{CastlingSide, Color, Diagram, Move, MoveKind, Position, Role, Square, SquareSet};
use std::ops::ControlFlow;

impl Position {
    /// Whether `m` is a legal move here.
    pub fn is_legal(&self, m: Move) -> bool {
        match (m.kind(), self.diagram().role_at(m.from())) {
            (_, None) => false,
            (MoveKind::Ordinary, Some(role)) => self.is_legal_step(role, m),
            _ => self.is_listed(m),
        }
    }

    /// Whether the generator finds this move.
    fn is_listed(&self, m: Move) -> bool {
        let found = self.try_for_each_move(|legal| {
            if legal == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found.is_break()
    }

    /// The position after `m`, if it is legal.
    ///
    /// ```
    /// use sole_board::{Move, Position, Square};
    /// let start = Position::initial();
    /// assert!(start.play(Move::ordinary(Square::E2, Square::E4)).is_some());
    /// assert!(start.play(Move::ordinary(Square::E2, Square::E5)).is_none());
    /// ```
    pub fn play(&self, m: Move) -> Option<Position> {
        self.is_legal(m).then(|| self.after(m))
    }

    /// The position after a legal move.
    ///
    /// # Panics
    /// May panic or return nonsense, but nothing worse, for a move that is not legal.
    #[inline]
    pub fn after(&self, m: Move) -> Position {
        match self.turn() {
            Color::White => self.after_move::<White>(m),
            Color::Black => self.after_move::<Black>(m),
        }
    }

    /// What a legal move captures.
    pub fn captured(&self, m: Move) -> Option<Role> {
        match m.kind() {
            MoveKind::Castling => None,
            MoveKind::EnPassant => Some(Role::Pawn),
            _ => self.diagram().role_at(m.to()),
        }
    }

    /// Whether a legal move captures.
    pub fn is_capture(&self, m: Move) -> bool {
        self.captured(m).is_some()
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, m: Move) -> bool {
        self.after(m).is_check()
    }

    /// The position if the side to move could pass; `None` if it is in check.
    ///
    /// The right to capture en passant is gone.
    ///
    /// ```
    /// use sole_board::{Color, Position};
    /// assert_eq!(Position::initial().passed().map(|p| p.turn()), Some(Color::Black));
    /// ```
    pub fn passed(&self) -> Option<Position> {
        let mut passed = *self;
        passed.pass();
        (!self.is_check()).then_some(passed)
    }

    fn after_move<C: Side>(&self, m: Move) -> Position {
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            MoveKind::Castling => self.after_castling::<C>(from, to),
            MoveKind::EnPassant => self.after_en_passant::<C>(from, to),
            MoveKind::Promotion(role) => self.after_step::<C>(Role::Pawn, from, to, role),
            MoveKind::Ordinary => {
                let role = self.diagram().known_role_at(from);
                if role == Role::Pawn && from.index().abs_diff(to.index()) == 16 {
                    self.after_double_push::<C>(from, to)
                } else {
                    self.after_step::<C>(role, from, to, role)
                }
            }
        }
    }

    /// A man of `role` goes from one square to another, captures what is there
    /// and stands there as `becomes`.
    #[inline(always)]
    pub(crate) fn after_step<C: Side>(
        &self,
        role: Role,
        from: Square,
        to: Square,
        becomes: Role,
    ) -> Position {
        let mut child = *self;
        child.pass();
        if self.diagram().color(<C::Other as Side>::COLOR).contains(to) {
            let captured = self.diagram().known_role_at(to);
            child.toggle(<C::Other as Side>::COLOR, captured, to);
        }
        child.toggle(C::COLOR, role, from);
        child.toggle(C::COLOR, becomes, to);
        if self.castling().any() {
            child.remove_castling_rights::<C>(role, from, to);
        }
        child
    }

    /// A pawn goes two squares ahead.
    #[inline(always)]
    pub(crate) fn after_double_push<C: Side>(&self, from: Square, to: Square) -> Position {
        let mut child = *self;
        child.pass();
        child.toggle(C::COLOR, Role::Pawn, from);
        child.toggle(C::COLOR, Role::Pawn, to);
        let beside = SquareSet::of(to).west() | SquareSet::of(to).east();
        if (beside & child.diagram().men(<C::Other as Side>::COLOR, Role::Pawn)).any() {
            child.offer_en_passant(Square::wrapping((from.index() + to.index()) as u32 / 2));
        }
        child
    }

    /// A pawn captures the pawn that has just passed `to`.
    #[inline]
    pub(crate) fn after_en_passant<C: Side>(&self, from: Square, to: Square) -> Position {
        let captured = Square::at(to.file(), from.rank());
        let mut child = *self;
        child.pass();
        child.toggle(<C::Other as Side>::COLOR, Role::Pawn, captured);
        child.toggle(C::COLOR, Role::Pawn, from);
        child.toggle(C::COLOR, Role::Pawn, to);
        child
    }

    /// The king castles with the rook.
    #[inline]
    pub(crate) fn after_castling<C: Side>(&self, king: Square, rook: Square) -> Position {
        let side = CastlingSide::of(king, rook);
        let mut child = *self;
        child.pass();
        child.toggle(C::COLOR, Role::King, king);
        child.toggle(C::COLOR, Role::Rook, rook);
        child.toggle(C::COLOR, Role::King, side.king_to(C::COLOR));
        child.toggle(C::COLOR, Role::Rook, side.rook_to(C::COLOR));
        child.remove_castling_rights::<C>(Role::King, king, king);
        child
    }

    /// Removes the castling rights that a move ends.
    #[inline(always)]
    fn remove_castling_rights<C: Side>(&mut self, role: Role, from: Square, to: Square) {
        let mut lost = SquareSet::of(from).with(to);
        if role == Role::King {
            lost |= SquareSet::rank(C::COLOR.back_rank());
        }
        self.set_castling(self.castling() - lost);
    }
}

impl Diagram {
    /// The role of the man that is known to stand on `square`.
    #[inline(always)]
    pub(crate) fn known_role_at(&self, square: Square) -> Role {
        self.role_at(square).expect("a man stands there")
    }
}
