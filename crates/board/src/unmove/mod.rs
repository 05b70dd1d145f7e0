//! Un-moves: every legal last move, with the exact position before it.
//!
//! A retraction is a pair of a playable position and a legal move that leads
//! from it to the given position. The men's way back is found in sets, as moves
//! are; then each diagram before is given every castling right and every legal
//! en passant capture it can have had, for these belong to a position's
//! identity. What may have been captured is bounded by what a side can have
//! owned, and by the [`Retraction`]'s own choice.
//!
//! ```
//! use sole_board::{Position, Retraction, Setup};
//! let setup: Setup = "8/8/8/8/8/8/7k/K6R b - - 0 1".parse()?;
//! let position = Position::try_from(setup)?;
//! for unmove in position.unmoves(&Retraction::default()) {
//!     let before = position.before(&unmove);
//!     assert_eq!(before.play(unmove.forward), Some(position));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod kernel;
mod notation;
mod state;

use crate::attacks::Magic;
use crate::piece::{Black, RoleSet, White};
use crate::{
    CastlingSide, Color, Diagram, Faults, File, Move, MoveKind, Position, Role, Square, SquareSet,
};
use kernel::Sink;

/// A last move, and what it has changed for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unmove {
    /// The move as it was played on the position before.
    pub forward: Move,
    /// What it captured.
    pub captured: Option<Role>,
    /// The rooks that could castle before it.
    pub castling: SquareSet,
    /// The square on which a pawn could have captured en passant before it.
    pub en_passant: Option<Square>,
}

/// What may be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retraction {
    /// What may be put back on the board, whichever side it belongs to.
    pub uncaptures: RoleSet,
    /// Where castling rights may reappear.
    pub castling: CastlingLaw,
    /// Faults that the positions before may have, out of [`Faults::WAIVABLE`].
    pub waived: Faults,
}

impl Default for Retraction {
    fn default() -> Retraction {
        Retraction {
            uncaptures: RoleSet::ALL_BUT_KING,
            castling: CastlingLaw::Standard,
            waived: Faults::NONE,
        }
    }
}

/// Where kings and rooks can have started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingLaw {
    /// Kings on the e-file, rooks in the corners.
    #[default]
    Standard,
    /// Anywhere on the back rank.
    Chess960,
}

impl CastlingLaw {
    /// From where the side's king can have had the right to castle with any of
    /// its rooks.
    fn king_homes(self, diagram: &Diagram, color: Color) -> SquareSet {
        let rooks = diagram.men(color, Role::Rook) & SquareSet::rank(color.back_rank());
        if rooks.is_empty() {
            return rooks;
        }
        match self {
            CastlingLaw::Standard => SquareSet::of(Square::at(File::E, color.back_rank())),
            CastlingLaw::Chess960 => SquareSet::rank(color.back_rank()),
        }
    }

    /// Where on the back rank a rook can have the right to castle with this king.
    fn rook_homes(self, color: Color, king: Square) -> SquareSet {
        let rank = color.back_rank();
        match self {
            _ if king.rank() != rank => SquareSet::EMPTY,
            CastlingLaw::Chess960 => SquareSet::rank(rank).without(king),
            CastlingLaw::Standard if king.file() == File::E => {
                SquareSet::of(Square::at(File::A, rank)).with(Square::at(File::H, rank))
            }
            CastlingLaw::Standard => SquareSet::EMPTY,
        }
    }
}

impl Position {
    /// Calls `visit` with each un-move.
    pub fn for_each_unmove(&self, law: &Retraction, mut visit: impl FnMut(&Unmove)) {
        self.retract(law, &mut state::EachUnmove::new(self, law, &mut visit));
    }

    /// All un-moves in a list.
    pub fn unmoves(&self, law: &Retraction) -> Vec<Unmove> {
        let mut unmoves = Vec::with_capacity(64);
        self.for_each_unmove(law, |unmove| unmoves.push(*unmove));
        unmoves
    }

    /// How many un-moves there are.
    pub fn count_unmoves(&self, law: &Retraction) -> u64 {
        let mut count = state::Count::new(self, law);
        self.retract(law, &mut count);
        count.total()
    }

    /// The position before an un-move of this position.
    ///
    /// # Panics
    /// May panic or return nonsense, but nothing worse, for any other un-move.
    pub fn before(&self, unmove: &Unmove) -> Position {
        let mover = !self.turn();
        let (from, to) = (unmove.forward.from(), unmove.forward.to());
        let mut before = *self;
        match unmove.forward.kind() {
            MoveKind::Castling => before.uncastle(mover, from, to),
            kind => {
                let stands = self.diagram().known_role_at(to);
                let was = if kind == MoveKind::Ordinary { stands } else { Role::Pawn };
                before.toggle(mover, stands, to);
                before.toggle(mover, was, from);
            }
        }
        if let Some(role) = unmove.captured {
            let fell = match unmove.forward.kind() {
                MoveKind::EnPassant => Square::at(to.file(), from.rank()),
                _ => to,
            };
            before.toggle(self.turn(), role, fell);
        }
        before.pass();
        before.set_castling(unmove.castling);
        before.set_en_passant(unmove.en_passant);
        before
    }

    fn uncastle(&mut self, mover: Color, king: Square, rook: Square) {
        let side = CastlingSide::of(king, rook);
        self.toggle(mover, Role::King, side.king_to(mover));
        self.toggle(mover, Role::Rook, side.rook_to(mover));
        self.toggle(mover, Role::King, king);
        self.toggle(mover, Role::Rook, rook);
    }

    /// Runs the generator of un-moves, in its fastest form for this processor.
    fn retract<S: Sink>(&self, law: &Retraction, sink: &mut S) {
        #[cfg(target_arch = "x86_64")]
        if let Some(pext) = crate::attacks::Pext::detect() {
            #[expect(unsafe_code, reason = "the features are checked at run time")]
            // SAFETY: a `Pext` exists only where these features were detected.
            return unsafe { retract_fast(self, law, pext, sink) };
        }
        retract_with(self, law, Magic::get(), sink);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
fn retract_fast<S: Sink>(
    position: &Position,
    law: &Retraction,
    pext: crate::attacks::Pext,
    sink: &mut S,
) {
    retract_with(position, law, pext, sink);
}

#[inline(always)]
fn retract_with<S: Sink>(
    position: &Position,
    law: &Retraction,
    lookup: impl crate::attacks::Lookup,
    sink: &mut S,
) {
    match position.turn() {
        Color::White => kernel::retract::<Black, _, _>(position, law, lookup, sink),
        Color::Black => kernel::retract::<White, _, _>(position, law, lookup, sink),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_same(position: &Position, law: &Retraction, plies: u32) {
        let mut count = state::Count::new(position, law);
        retract_with(position, law, Magic::get(), &mut count);
        assert_eq!(count.total(), position.count_unmoves(law), "{position}");
        if plies > 0 {
            position.for_each_unmove(law, |unmove| {
                assert_same(&position.before(unmove), law, plies - 1);
            });
        }
    }

    /// A processor with PEXT never runs the portable generator otherwise.
    #[test]
    fn the_portable_generator_finds_the_same_unmoves() {
        for fen in [
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "q4N2/1p5k/8/8/6P1/8/1K6/8 b - - 0 1",
        ] {
            let setup: crate::Setup = fen.parse().expect("a FEN");
            let position = Position::try_from(setup).expect("playable");
            assert_same(&position, &Retraction::default(), 1);
        }
    }
}
