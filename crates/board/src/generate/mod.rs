//! All legal moves, handed out in sets.
//!
//! One generator, many sinks. The generator finds checks and pins once, then
//! hands each man's legal target squares to a [`Sink`] as a set; pawns come all
//! together, one set for each direction. Who only counts adds up the sizes of the
//! sets; who wants keys, children or moves unfolds them; nobody pays for a list
//! of moves who does not want one.
//!
//! The generator is compiled for each side apart, and twice: for any processor,
//! and for those with PEXT and its companions, chosen at run time.

mod filter;
mod kernel;
mod legal;
mod mates;
mod packed;
mod refuted;
mod sinks;

use crate::attacks::{Lookup, Magic};
use crate::piece::{Black, Side, White};
use crate::{Color, Move, Position, Role, Square, SquareSet};
use filter::{CapturesOnly, ChecksOnly};
use legal::{IsCheck, IsLegalStep};
use mates::ClosingOnly;
pub use packed::PositionFacts;
use sinks::{AnyLegal, ChildKeys, Children, Count, DiagramIdentity, Moves, PositionIdentity};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// Receives legal moves in sets, and may stop the generator.
pub(crate) trait Sink {
    /// What is brought back when the sink stops the generator.
    type Stop;

    /// Whether a queen's moves come together, as a queen's. If not, they may come
    /// in two parts, as a rook's and a bishop's, which is less work.
    const KNOWS_QUEENS: bool = true;

    /// These men give check; told before any move.
    #[inline(always)]
    fn checkers(&mut self, _: SquareSet) {}

    /// The officer or king on `from` may go to each of `to`.
    fn officer<C: Side>(
        &mut self,
        role: Role,
        from: Square,
        to: SquareSet,
    ) -> ControlFlow<Self::Stop>;

    /// Pawns reach each of `to` by this step and stay pawns.
    fn pawns<C: Side>(&mut self, step: PawnStep, to: SquareSet) -> ControlFlow<Self::Stop>;

    /// Pawns reach each of `to` by this step and become officers: one by one,
    /// unless the sink knows better.
    #[inline(always)]
    fn promotions<C: Side>(&mut self, step: PawnStep, to: SquareSet) -> ControlFlow<Self::Stop> {
        to.into_iter().try_for_each(|to| {
            let from = step.origin::<C>(to);
            Role::PROMOTIONS.into_iter().try_for_each(|role| self.promotion::<C>(from, to, role))
        })
    }

    /// The pawn on `from` goes to `to` and becomes this.
    fn promotion<C: Side>(
        &mut self,
        from: Square,
        to: Square,
        role: Role,
    ) -> ControlFlow<Self::Stop>;

    /// The pawn on `from` captures en passant on `to`.
    fn en_passant<C: Side>(&mut self, from: Square, to: Square) -> ControlFlow<Self::Stop>;

    /// The king castles with this rook.
    fn castling<C: Side>(&mut self, king: Square, rook: Square) -> ControlFlow<Self::Stop>;
}

/// How a pawn goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PawnStep {
    Push,
    DoublePush,
    /// A capture towards the a-file.
    West,
    /// A capture towards the h-file.
    East,
}

impl PawnStep {
    /// Where pawns on these squares get by this step.
    #[inline(always)]
    pub(crate) fn ahead<C: Side>(self, from: SquareSet) -> SquareSet {
        let forward = from.forward(C::COLOR);
        match self {
            PawnStep::Push => forward,
            PawnStep::DoublePush => forward.forward(C::COLOR),
            PawnStep::West => forward.west(),
            PawnStep::East => forward.east(),
        }
    }

    /// Where the pawn came from that got to `to` by this step.
    #[inline(always)]
    pub(crate) fn origin<C: Side>(self, to: Square) -> Square {
        let back = match self {
            PawnStep::Push => 8,
            PawnStep::DoublePush => 16,
            PawnStep::West => match C::COLOR {
                Color::White => 7,
                Color::Black => 9,
            },
            PawnStep::East => match C::COLOR {
                Color::White => 9,
                Color::Black => 7,
            },
        };
        let to = to.index() as u32;
        Square::wrapping(match C::COLOR {
            Color::White => to.wrapping_sub(back),
            Color::Black => to + back,
        })
    }

    /// Where the pawns came from that got to these squares by this step.
    #[inline(always)]
    pub(crate) fn origins<C: Side>(self, to: SquareSet) -> SquareSet {
        match self {
            PawnStep::West => PawnStep::East.ahead::<C::Other>(to),
            PawnStep::East => PawnStep::West.ahead::<C::Other>(to),
            step => step.ahead::<C::Other>(to),
        }
    }
}

impl Position {
    /// How many legal moves there are.
    #[inline]
    pub fn count_moves(&self) -> u64 {
        let mut count = Count::default();
        finish(self.generate(&mut count));
        count.total()
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.run(IsCheck)
    }

    /// Whether the man on the first square of an ordinary move, which is of this
    /// role, may make it.
    pub(crate) fn is_legal_step(&self, role: Role, m: Move) -> bool {
        self.run(IsLegalStep { role, from: m.from(), to: m.to() })
    }

    /// Whether there is any legal move.
    pub fn has_moves(&self) -> bool {
        self.generate(&mut AnyLegal).is_break()
    }

    /// Calls `visit` with each legal move, until it breaks.
    ///
    /// # Errors
    /// Not an error: the break of `visit` is handed through.
    #[inline]
    pub fn try_for_each_move<B>(
        &self,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.generate(&mut Moves::new(visit))
    }

    /// Calls `visit` with each legal move.
    #[inline]
    pub fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        finish(self.try_for_each_move(|m| {
            visit(m);
            ControlFlow::Continue(())
        }));
    }

    /// All legal moves in a list.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(48);
        self.for_each_move(|m| moves.push(m));
        moves
    }

    /// Calls `visit` with each legal move and the position after it, until it breaks.
    #[inline]
    pub fn try_for_each_child<B>(
        &self,
        visit: impl FnMut(Move, &Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.generate(&mut Children::new(self, visit))
    }

    /// Calls `visit` with each legal move and the position after it.
    #[inline]
    pub fn for_each_child(&self, mut visit: impl FnMut(Move, &Position)) {
        finish(self.try_for_each_child(|m, child| {
            visit(m, child);
            ControlFlow::Continue(())
        }));
    }

    /// Calls `visit` with each legal move and the [`key`](Position::key) of the
    /// position after it, without making that position where it can be helped.
    #[inline]
    pub fn for_each_child_key(&self, mut visit: impl FnMut(Move, u64)) {
        finish(self.generate(&mut ChildKeys::<PositionIdentity, _>::new(self, &mut visit)));
    }

    /// The same with [`diagram_key`](Position::diagram_key)s.
    #[inline]
    pub fn for_each_child_diagram_key(&self, mut visit: impl FnMut(Move, u64)) {
        finish(self.generate(&mut ChildKeys::<DiagramIdentity, _>::new(self, &mut visit)));
    }

    /// Calls `visit` with each legal move that gives check, until it breaks.
    #[inline]
    pub fn try_for_each_check<B>(
        &self,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.run(GenerateChecks(&mut Moves::new(visit)))
    }

    /// Calls `visit` with each legal move that gives check and the position
    /// after it, until it breaks.
    #[inline]
    pub fn try_for_each_checking_child<B>(
        &self,
        visit: impl FnMut(Move, &Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.run(GenerateChecks(&mut Children::new(self, visit)))
    }

    /// How many legal moves give check.
    pub fn count_checks(&self) -> u64 {
        let mut count = Count::default();
        finish(self.run(GenerateChecks(&mut count)));
        count.total()
    }

    /// Calls `visit` with each legal move that mates, until it breaks.
    ///
    /// ```
    /// use sole_board::{Move, Position, Setup, Square};
    /// use std::ops::ControlFlow;
    /// let setup: Setup = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse().unwrap();
    /// let mate = Position::try_from(setup).unwrap().try_for_each_mate(ControlFlow::Break);
    /// assert_eq!(mate, ControlFlow::Break(Move::ordinary(Square::A1, Square::A8)));
    /// ```
    #[inline]
    pub fn try_for_each_mate<B>(
        &self,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mates = Children::new(self, |m, child: &Position| {
            if child.has_moves() { ControlFlow::Continue(()) } else { visit(m) }
        });
        self.run(GenerateMates(mates))
    }

    /// Calls `visit` with each legal move, but leaves out moves that the other
    /// side answers by one of `replies` without being mated at once thereafter.
    ///
    /// Which of these are left out is a matter of speed: those that are seen
    /// without being played.
    #[inline]
    pub fn for_each_unrefuted_move(
        &self,
        replies: impl IntoIterator<Item = Move>,
        mut visit: impl FnMut(Move),
    ) {
        let mut sink = Moves::new(|m| {
            visit(m);
            ControlFlow::Continue(())
        });
        finish(self.run(GenerateUnrefuted { replies, sink: &mut sink }));
    }

    /// Calls `visit` with each legal capture, en passant included, until it breaks.
    #[inline]
    pub fn try_for_each_capture<B>(
        &self,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.generate(&mut CapturesOnly::new(self, Moves::new(visit)))
    }

    /// How many legal moves capture.
    pub fn count_captures(&self) -> u64 {
        let mut captures = CapturesOnly::new(self, Count::default());
        finish(self.generate(&mut captures));
        captures.into_inner().total()
    }

    /// Runs the generator.
    #[inline(always)]
    pub(crate) fn generate<S: Sink>(&self, sink: &mut S) -> ControlFlow<S::Stop> {
        self.run(Generate(sink))
    }

    /// Runs a kernel, in its fastest form for this processor.
    #[inline(always)]
    fn run<K: Kernel>(&self, kernel: K) -> K::Output {
        #[cfg(target_arch = "x86_64")]
        if let Some(pext) = crate::attacks::Pext::detect() {
            #[expect(unsafe_code, reason = "the features are checked at run time")]
            // SAFETY: a `Pext` exists only where these features were detected.
            return unsafe { run_fast(self, pext, kernel) };
        }
        run_with(self, Magic::get(), kernel)
    }
}

/// A computation on a position that is compiled for each side and each way to
/// look up sliders.
trait Kernel {
    type Output;

    fn run<C: Side, L: Lookup>(self, position: &Position, lookup: L) -> Self::Output;
}

/// The generator, for a sink.
struct Generate<'a, S>(&'a mut S);

impl<S: Sink> Kernel for Generate<'_, S> {
    type Output = ControlFlow<S::Stop>;

    #[inline(always)]
    fn run<C: Side, L: Lookup>(self, position: &Position, lookup: L) -> ControlFlow<S::Stop> {
        kernel::generate::<C, _, _>(position, lookup, self.0)
    }
}

/// The generator of checks.
struct GenerateChecks<'a, S>(&'a mut S);

impl<S: Sink> Kernel for GenerateChecks<'_, S> {
    type Output = ControlFlow<S::Stop>;

    #[inline(always)]
    fn run<C: Side, L: Lookup>(self, position: &Position, lookup: L) -> ControlFlow<S::Stop> {
        let mut checks = ChecksOnly::new(position, lookup, self.0);
        kernel::generate::<C, _, _>(position, lookup, &mut checks)
    }
}

/// The generator of checks that may mate.
struct GenerateMates<S>(S);

impl<S: Sink> Kernel for GenerateMates<S> {
    type Output = ControlFlow<S::Stop>;

    #[inline(always)]
    fn run<C: Side, L: Lookup>(self, position: &Position, lookup: L) -> ControlFlow<S::Stop> {
        let Some(mut closing) = ClosingOnly::<C, L, S>::new(position, lookup, self.0) else {
            return ControlFlow::Continue(());
        };
        let mut checks = ChecksOnly::new(position, lookup, &mut closing);
        kernel::generate::<C, _, _>(position, lookup, &mut checks)
    }
}

/// The generator without moves that one of some replies refutes.
struct GenerateUnrefuted<'a, R, S> {
    replies: R,
    sink: &'a mut S,
}

impl<R: IntoIterator<Item = Move>, S: Sink> Kernel for GenerateUnrefuted<'_, R, S> {
    type Output = ControlFlow<S::Stop>;

    #[inline(always)]
    fn run<C: Side, L: Lookup>(self, position: &Position, lookup: L) -> ControlFlow<S::Stop> {
        refuted::generate::<C, _, _, _>(position, lookup, self.replies, self.sink)
    }
}

/// A kernel compiled with the instructions that go with PEXT.
///
/// `docs/speed.md` has what the choice is worth.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
fn run_fast<K: Kernel>(position: &Position, pext: crate::attacks::Pext, kernel: K) -> K::Output {
    run_with(position, pext, kernel)
}

#[inline(always)]
fn run_with<K: Kernel>(position: &Position, lookup: impl Lookup, kernel: K) -> K::Output {
    match position.turn() {
        Color::White => kernel.run::<White, _>(position, lookup),
        Color::Black => kernel.run::<Black, _>(position, lookup),
    }
}

/// Unwraps a flow that cannot break.
#[inline(always)]
fn finish(flow: ControlFlow<Infallible>) {
    match flow {
        ControlFlow::Continue(()) => {}
        ControlFlow::Break(never) => match never {},
    }
}

#[cfg(test)]
mod tests {
    use super::packed::{ComputeFacts, PackChildren, run_packed_with};
    use super::*;
    use crate::PackedPosition;

    /// The moves by the portable generator, which a processor with PEXT never runs.
    fn portable_moves(position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut sink = Moves::new(|m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        finish(run_with(position, Magic::get(), Generate(&mut sink)));
        moves
    }

    fn listed(run: impl FnOnce(&mut dyn FnMut(Move) -> ControlFlow<Infallible>)) -> Vec<Move> {
        let mut moves = Vec::new();
        run(&mut |m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        moves
    }

    /// The same for what is asked of single moves.
    fn assert_same_mates(position: &Position) {
        let portable = Magic::get();
        assert_eq!(run_with(position, portable, IsCheck), position.is_check(), "{position}");
        let fast = listed(|visit| finish(position.try_for_each_mate(visit)));
        let slow = listed(|visit| {
            let mates = Children::new(position, |m, child: &Position| {
                if child.has_moves() { ControlFlow::Continue(()) } else { visit(m) }
            });
            finish(run_with(position, portable, GenerateMates(mates)));
        });
        assert_eq!(slow, fast, "{position}");
        for reply in position.passed().map_or(Vec::new(), |passed| passed.moves()) {
            let fast = listed(|visit| {
                position.for_each_unrefuted_move([reply], |m| finish(visit(m)));
            });
            let slow = listed(|visit| {
                let sink = &mut Moves::new(visit);
                let kernel = GenerateUnrefuted { replies: [reply], sink };
                finish(run_with(position, portable, kernel));
            });
            assert_eq!(slow, fast, "{position} {reply:?}");
        }
    }

    /// The same for packed positions.
    fn assert_same_packed(position: &Position) {
        let packed = PackedPosition::new(position).expect("packs");
        let (mut fast, mut slow) = (Vec::new(), Vec::new());
        packed.for_each_child(|child| fast.push(child));
        let visit = &mut |child| slow.push(child);
        run_packed_with(&packed, Magic::get(), PackChildren { packed: &packed, visit });
        assert_eq!(slow, fast, "{position}");
        let facts = run_packed_with(&packed, Magic::get(), ComputeFacts);
        assert_eq!(facts, packed.facts(), "{position}");
    }

    fn assert_same(position: &Position, plies: u32) {
        assert_same_mates(position);
        assert_same_packed(position);
        let mut count = Count::default();
        finish(run_with(position, Magic::get(), Generate(&mut count)));
        assert_eq!(portable_moves(position), position.moves(), "{position}");
        assert_eq!(count.total(), position.count_moves(), "{position}");
        if plies > 0 {
            position.for_each_child(|_, child| assert_same(child, plies - 1));
        }
    }

    #[test]
    fn the_portable_generator_finds_the_same_moves() {
        for fen in [
            crate::fen::INITIAL,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1",
        ] {
            let setup: crate::Setup = fen.parse().expect("a FEN");
            assert_same(&Position::try_from(setup).expect("playable"), 2);
        }
    }
}
