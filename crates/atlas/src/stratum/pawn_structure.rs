//! The pawn structure of a stratum, and how armies move around it.
//!
//! Moves are those of one side alone: where the other side's pieces must not
//! stand is part of the move ([`QuietMove::clear`]), and whether the king is safe
//! is tested against all armies of the other side at once ([`PawnStructure::attackers`]).

use super::army::{Army, Roster};
use super::table::{subtract, union_with};
use sole_board::{CastlingSide, Color, Role, Square, SquareSet, attacks};

/// The pawns of both sides, White's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PawnStructure {
    pub(super) pawns: [SquareSet; 2],
}

/// A move of one army that captures nothing and moves no pawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietMove {
    /// The army after it.
    pub(super) army: Army,
    /// Where no piece of the other side may stand.
    pub(super) clear: SquareSet,
    /// Where the other side must not attack before the move: where the king castles along.
    pub(super) guarded: SquareSet,
}

/// The directions of rooks, then those of bishops: steps east and north.
const LINES: [(i8, i8); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

impl PawnStructure {
    /// All pawns.
    pub(super) fn all(&self) -> SquareSet {
        self.pawns[0] | self.pawns[1]
    }

    /// Every move of an army that the rules allow for some army of the other side.
    pub(super) fn quiet_moves(&self, color: Color, army: &Army) -> Vec<QuietMove> {
        let fixed = army.occupied() | self.all();
        let mut quiet_moves = Vec::new();
        for (role, from) in army.iter() {
            for to in attacks::of(role, color, from, fixed) - fixed {
                let army = army.moved(role, from, to);
                let clear = attacks::between(from, to).with(to);
                quiet_moves.push(QuietMove { army, clear, guarded: SquareSet::EMPTY });
            }
        }
        let castling = army.castling().into_iter().filter_map(|rook| {
            let king = army.king()?;
            let side = CastlingSide::of(king, rook);
            let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
            let way = attacks::between(king, king_to).with(king_to);
            let clear = way | attacks::between(rook, rook_to).with(rook_to);
            let clear = clear.without(king).without(rook);
            let army = army.castled(color, king, rook);
            (clear & fixed).is_empty().then_some(QuietMove { army, clear, guarded: way.with(king) })
        });
        quiet_moves.extend(castling);
        quiet_moves
    }

    /// The armies of the other side that attack `square`, where `color`'s men are `own`.
    ///
    /// Men of the other side on squares of `own` or of pawns do not count: those were captured.
    pub(super) fn attackers(
        &self,
        color: Color,
        square: Square,
        own: SquareSet,
        others: &Roster,
    ) -> Vec<u64> {
        let pawns = self.pawns[(!color).index()];
        if (attacks::pawn(color, square) & pawns).any() {
            return vec![!0; others.words()];
        }
        let mut found = vec![0; others.words()];
        let fixed = own | self.all();
        for from in attacks::knight(square) - fixed {
            union_with(&mut found, others.standing(Role::Knight, from));
        }
        for from in attacks::king(square) - fixed {
            union_with(&mut found, others.standing(Role::King, from));
        }
        for (line, (east, north)) in LINES.into_iter().enumerate() {
            let role = if line < 4 { Role::Rook } else { Role::Bishop };
            let next = |square: &Square| square.offset(east, north);
            let line = std::iter::successors(next(&square), next);
            add_sliders(line.take_while(|&s| !fixed.contains(s)), role, others, &mut found);
        }
        found
    }

    /// The armies of the other side that leave `army`'s king in peace.
    pub(super) fn not_attacking(&self, color: Color, army: &Army, others: &Roster) -> Vec<u64> {
        let Some(king) = army.king() else { return vec![!0; others.words()] };
        let mut attackers = self.attackers(color, king, army.occupied(), others);
        attackers.iter_mut().for_each(|word| *word = !*word);
        attackers
    }
}

/// Adds the armies with a queen or a man of `role` that looks along a line to where it begins.
fn add_sliders(line: impl Iterator<Item = Square>, role: Role, others: &Roster, found: &mut [u64]) {
    let mut open = vec![!0; found.len()];
    for from in line {
        for role in [role, Role::Queen] {
            let seen = found.iter_mut().zip(others.standing(role, from).iter().zip(&open));
            seen.for_each(|(word, (&standing, &open))| *word |= standing & open);
        }
        subtract(&mut open, others.occupying(from));
    }
}
