//! Attacks and checks, for all squares of Black's king at once.

use crate::symmetry::square_at;
use sole_board::{Color, Piece, Role, SquareSet, attacks};

/// Occupied squares and checks, for each square of Black's king.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacks {
    /// Where other men stand: Black's king cannot.
    pub(super) occupied: u64,
    /// Where Black's king is in check, or next to White's.
    pub(super) black_in_check: u64,
    /// Where Black's king stands while White's king is in check, or next to it.
    pub(super) white_in_check: u64,
}

impl Attacks {
    /// Black's king squares that are a position with Black to move.
    pub(super) fn black_may_move(&self) -> u64 {
        !(self.occupied | self.white_in_check)
    }

    /// Black's king squares that are a position with White to move.
    pub(super) fn white_may_move(&self) -> u64 {
        !(self.occupied | self.black_in_check)
    }

    /// Black's king squares that are a position with this side to move.
    pub(super) fn may_move(&self, color: Color) -> u64 {
        match color {
            Color::White => self.white_may_move(),
            Color::Black => self.black_may_move(),
        }
    }

    pub(super) fn of(
        white_king: usize,
        men: impl Iterator<Item = (Piece, usize)> + Clone,
    ) -> Attacks {
        let mut occupied = 1u64 << white_king;
        for (_, square) in men.clone() {
            occupied |= 1 << square;
        }
        let near = attacks::king(square_at(white_king)).0;
        let mut attacks = Attacks { occupied, black_in_check: near, white_in_check: near };
        for (piece, square) in men {
            match piece.color {
                Color::White => attacks.black_in_check |= attacked(piece, square, occupied),
                Color::Black => {
                    attacks.white_in_check |= checks(piece, square, white_king, occupied)
                }
            }
        }
        attacks
    }
}

fn attacked(piece: Piece, square: usize, occupied: u64) -> u64 {
    attacks::of(piece.role, piece.color, square_at(square), SquareSet(occupied)).0
}

/// The squares of a king that does not stand in the way of an attack.
pub(super) fn checks(piece: Piece, from: usize, to: usize, occupied: u64) -> u64 {
    match reach(piece, from, to) {
        Some(between) if between & occupied == 0 => !between,
        _ => 0,
    }
}

/// The squares that must be empty for a man to attack `to`; none if it never does.
#[inline]
pub(super) fn reach(piece: Piece, from: usize, to: usize) -> Option<u64> {
    let (source, target) = (square_at(from), square_at(to));
    let lines = match piece.role {
        Role::Pawn => return attacks::pawn(piece.color, source).contains(target).then_some(0),
        Role::Knight => return attacks::knight(source).contains(target).then_some(0),
        Role::King => return attacks::king(source).contains(target).then_some(0),
        Role::Bishop => attacks::bishop_lines(source),
        Role::Rook => attacks::rook_lines(source),
        Role::Queen => attacks::bishop_lines(source) | attacks::rook_lines(source),
    };
    lines.contains(target).then(|| attacks::between(source, target).0)
}
