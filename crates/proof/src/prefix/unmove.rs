//! Moves taken back, as far as the moves of both sides allow.
//!
//! A diagram does not say which rights there are. What must be known of them is kept as
//! [`Conditions`]: which rooks must still have their right, which must have lost it, and which
//! double step must have been the last move.

use std::ops::ControlFlow;

use sole_board::{
    CastlingSide, Color, Move, MoveKind, Piece, Position, Rank, Role, Square, SquareSet, attacks,
};

use super::men::{Men, man_number};
use super::min_moves::{MinMoves, StartMaterial};

/// Where all games begin, and what follows from it for both sides.
pub(super) struct Start {
    pub(super) position: Position,
    pub(super) min_moves: MinMoves,
    material: [StartMaterial; 2],
    kings: [Option<Square>; 2],
}

/// Men, and the least moves of either side that put them there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) men: Men,
    min_moves: [i32; 2],
}

/// Conditions on the games that lead to a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conditions {
    /// Rooks that have their right to castle.
    pub(super) held: SquareSet,
    /// Rooks that have lost it though they and their king are at home.
    pub(super) lost: SquareSet,
    /// The square that the last move, a double step, has passed.
    pub(super) passed: Option<Square>,
}

/// A last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unmove {
    pub(super) forward: Move,
    was: Role,
    is: Role,
    /// What was captured, and where.
    captured: Option<(Role, Square)>,
}

impl Conditions {
    /// Any game will do.
    pub(super) const NONE: Conditions =
        Conditions { held: SquareSet::EMPTY, lost: SquareSet::EMPTY, passed: None };

    /// The game ends in this position, not only in its diagram.
    pub(super) fn of(start: &Start, position: &Position) -> Conditions {
        let held = position.castling();
        let lost = start.possible_rights(&Men::of(position)) - held;
        Conditions { held, lost, passed: position.en_passant() }
    }
}

impl Unmove {
    /// A legal move of a position, seen from behind.
    pub(super) fn of(position: &Position, forward: Move) -> Unmove {
        let diagram = position.diagram();
        let role = |square| diagram.role_at(square);
        let was = role(forward.from()).unwrap_or(Role::King);
        let captured = match forward.kind() {
            MoveKind::Castling => None,
            MoveKind::EnPassant => Some((Role::Pawn, captured_pawn_square(forward))),
            _ => role(forward.to()).map(|role| (role, forward.to())),
        };
        Unmove { forward, was, is: forward.promoted().unwrap_or(was), captured }
    }

    /// Whether it is a double step of a pawn.
    pub(super) fn is_double_step(&self) -> bool {
        let (from, to) = (self.forward.from(), self.forward.to());
        self.was == Role::Pawn && (from.rank() as i8 - to.rank() as i8).abs() == 2
    }
}

/// The square of the pawn that was captured en passant.
fn captured_pawn_square(forward: Move) -> Square {
    Square::at(forward.to().file(), forward.from().rank())
}

impl Start {
    pub(super) fn new(position: &Position) -> Start {
        let men = Men::of(position);
        Start {
            position: *position,
            min_moves: MinMoves::new(position),
            material: Color::ALL.map(|color| StartMaterial::new(&men, color)),
            kings: Color::ALL.map(|color| men.king(color)),
        }
    }

    /// Who makes the move of this ply.
    #[inline(always)]
    pub(super) fn mover(&self, ply: usize) -> Color {
        let first = self.position.turn();
        if ply % 2 == 1 { first } else { !first }
    }

    /// How many moves a side makes in a given number of plies.
    #[inline(always)]
    fn moves(&self, color: Color, ply: usize) -> i32 {
        let is_first = color == self.position.turn();
        (ply as i32 + i32::from(is_first)) / 2
    }

    /// The men of a position.
    pub(super) fn node(&self, position: &Position) -> Node {
        let men = Men::of(position);
        Node { men, min_moves: Color::ALL.map(|color| self.min_moves.sum(&men, color)) }
    }

    /// The men after a move that was made on a node.
    pub(super) fn node_after(&self, before: &Node, unmove: &Unmove, child: &Position) -> Node {
        let us = !child.turn();
        let mut min_moves = before.min_moves;
        self.shift_least(&mut min_moves, us, unmove, -1);
        Node { men: Men::of(child), min_moves }
    }

    /// Whether a given number of plies are enough for the men to stand as they do.
    pub(super) fn fits(&self, node: &Node, ply: usize) -> bool {
        Color::ALL.into_iter().all(|color| {
            self.slack(node, ply, color) >= 0
                && self.missing(node, color) <= self.moves(!color, ply)
        })
    }

    /// The rooks that could have a right to castle, as far as the diagram tells.
    pub(super) fn possible_rights(&self, men: &Men) -> SquareSet {
        let of_color = |color: Color| {
            let at_home = men.king(color).is_some() && men.king(color) == self.kings[color.index()];
            let rooks = self.rooks(color) & men.men(color, Role::Rook);
            if at_home { rooks } else { SquareSet::EMPTY }
        };
        of_color(Color::White) | of_color(Color::Black)
    }

    /// The rooks with which a side may castle at the start.
    #[inline(always)]
    fn rooks(&self, color: Color) -> SquareSet {
        self.position.castling() & SquareSet::rank(color.back_rank())
    }

    /// These rooks of the start as bits, four at most.
    #[inline]
    pub(super) fn rook_bits(&self, rooks: SquareSet) -> u8 {
        let all = self.position.castling().into_iter().enumerate();
        all.fold(0, |bits, (index, rook)| bits | u8::from(rooks.contains(rook)) << index)
    }

    /// The moves of a side that its men do not account for.
    #[inline(always)]
    fn slack(&self, node: &Node, ply: usize, color: Color) -> i32 {
        self.moves(color, ply) - node.min_moves[color.index()]
    }

    #[inline(always)]
    fn missing(&self, node: &Node, color: Color) -> i32 {
        self.material[color.index()].missing(&node.men, color)
    }

    /// The men before a move.
    pub(super) fn before(&self, node: &Node, us: Color, unmove: &Unmove) -> Node {
        let mut before = *node;
        let forward = unmove.forward;
        if forward.kind() == MoveKind::Castling {
            let side = CastlingSide::of(forward.from(), forward.to());
            before.men.toggle(us, Role::King, side.king_to(us));
            before.men.toggle(us, Role::Rook, side.rook_to(us));
            before.men.toggle(us, Role::King, forward.from());
            before.men.toggle(us, Role::Rook, forward.to());
        } else {
            before.men.toggle(us, unmove.is, forward.to());
            before.men.toggle(us, unmove.was, forward.from());
        }
        if let Some((role, square)) = unmove.captured {
            before.men.toggle(!us, role, square);
        }
        self.shift_least(&mut before.min_moves, us, unmove, 1);
        before
    }

    /// Adds, with `sign` 1, what a move that is taken back changes in the least moves.
    fn shift_least(&self, min_moves: &mut [i32; 2], us: Color, unmove: &Unmove, sign: i32) {
        let of = |color, role, square| sign * i32::from(self.min_moves.of(color, role, square));
        let (from, to) = (unmove.forward.from(), unmove.forward.to());
        min_moves[us.index()] += if unmove.forward.kind() == MoveKind::Castling {
            let side = CastlingSide::of(from, to);
            of(us, Role::King, from) + of(us, Role::Rook, to)
                - of(us, Role::King, side.king_to(us))
                - of(us, Role::Rook, side.rook_to(us))
        } else {
            of(us, unmove.was, from) - of(us, unmove.is, to)
        };
        if let Some((role, square)) = unmove.captured {
            min_moves[(!us).index()] += of(!us, role, square);
        }
    }

    /// The 64-bit key of the men before a move.
    #[inline(always)]
    pub(super) fn key_before(&self, node: &Node, us: Color, unmove: &Unmove) -> u64 {
        if unmove.forward.kind() == MoveKind::Castling {
            return self.before(node, us, unmove).men.key();
        }
        let captured = unmove.captured.map_or(0, |(role, square)| man_number(!us, role, square));
        node.men.key()
            ^ man_number(us, unmove.is, unmove.forward.to())
            ^ man_number(us, unmove.was, unmove.forward.from())
            ^ captured
    }

    /// The conditions before a move, if these hold after it.
    #[inline]
    pub(super) fn conditions_before(
        &self,
        conditions: &Conditions,
        us: Color,
        unmove: &Unmove,
    ) -> Conditions {
        let (from, to) = (unmove.forward.from(), unmove.forward.to());
        let mut before = Conditions { passed: None, ..*conditions };
        if conditions.lost.any() {
            // A man that has just come or gone leaves open whether there was a right.
            before.lost = conditions.lost - self.touching(from) - self.touching(to);
        }
        match unmove.forward.kind() {
            MoveKind::Castling => {
                before.held = before.held.with(to);
                before.lost = before.lost - self.rooks(us);
            }
            MoveKind::EnPassant => before.passed = Some(to),
            _ => {}
        }
        before
    }

    /// Whether a last move satisfies the conditions.
    pub(super) fn satisfies(
        &self,
        node: &Node,
        us: Color,
        unmove: &Unmove,
        conditions: &Conditions,
    ) -> bool {
        if let Some(over) = conditions.passed {
            let way = attacks::between(unmove.forward.from(), unmove.forward.to());
            return unmove.is_double_step() && way.contains(over);
        }
        let held = conditions.held & SquareSet::rank(us.back_rank());
        let unmoved = if held.any() { held | node.men.men(us, Role::King) } else { held };
        let is_castling = unmove.forward.kind() == MoveKind::Castling;
        !(unmoved.contains(unmove.forward.to()) || is_castling && held.any())
    }

    /// The rooks whose right is about this square.
    fn touching(&self, square: Square) -> SquareSet {
        let of_king = |color: Color| match self.kings[color.index()] == Some(square) {
            true => self.rooks(color),
            false => SquareSet::EMPTY,
        };
        (self.position.castling() & SquareSet::of(square))
            | of_king(Color::White)
            | of_king(Color::Black)
    }

    /// Whether the start satisfies the conditions.
    pub(super) fn holds_at_start(&self, conditions: &Conditions) -> bool {
        let castling = self.position.castling();
        (conditions.held - castling).is_empty()
            && (conditions.lost & castling).is_empty()
            && (conditions.passed.is_none() || conditions.passed == self.position.en_passant())
    }

    /// Calls `visit` with every last move that leaves both sides enough moves.
    ///
    /// Whether the men before can be reached at all is not asked.
    #[inline]
    pub(super) fn try_for_each_unmove(
        &self,
        node: &Node,
        ply: usize,
        conditions: &Conditions,
        visit: impl FnMut(&Unmove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let us = self.mover(ply);
        let mut back = UnmoveGenerator {
            start: self,
            men: &node.men,
            us,
            free: !node.men.occupied(),
            slack: self.slack(node, ply, us),
            their_slack: self.slack(node, ply, !us),
            capturable: self.capturable(node, !us),
            must_capture: self.missing(node, !us) >= self.moves(us, ply),
            visit,
        };
        if let Some(over) = conditions.passed {
            return back.double_step_over(over);
        }
        let held = conditions.held & SquareSet::rank(us.back_rank());
        let unmoved = if held.any() { held | node.men.men(us, Role::King) } else { held };
        back.pawns()?;
        back.officers(unmoved)?;
        back.promoted(unmoved)?;
        if held.is_empty() { back.castling() } else { ControlFlow::Continue(()) }
    }

    /// The roles of a side's men that can have been captured.
    fn capturable(&self, node: &Node, color: Color) -> Capturable {
        let mut capturable = Capturable { roles: [Role::Pawn; 5], len: 0 };
        if self.missing(node, color) > 0 {
            let material = &self.material[color.index()];
            for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                if material.has_had(&node.men, Piece { color, role }) {
                    capturable.roles[capturable.len] = role;
                    capturable.len += 1;
                }
            }
        }
        capturable
    }
}

/// The roles of pieces that can have been captured.
struct Capturable {
    roles: [Role; 5],
    len: usize,
}

/// Generates the last moves of the side that has just moved.
struct UnmoveGenerator<'a, F> {
    start: &'a Start,
    men: &'a Men,
    us: Color,
    free: SquareSet,
    slack: i32,
    their_slack: i32,
    capturable: Capturable,
    must_capture: bool,
    visit: F,
}

/// The squares that one piece can have come from.
struct Origins {
    was: Role,
    is: Role,
    now: Square,
    origins: SquareSet,
}

impl<F: FnMut(&Unmove) -> ControlFlow<()>> UnmoveGenerator<'_, F> {
    /// The squares that a man can have come from as far as our moves allow.
    #[inline(always)]
    fn allowed(&self, was: Role, is: Role, now: Square) -> SquareSet {
        let limit = i32::from(self.start.min_moves.of(self.us, is, now)) + self.slack - 1;
        self.start.min_moves.within(self.us, was, limit) & self.free
    }

    /// The men of a role that may go back at all.
    #[inline(always)]
    fn movers(&self, role: Role) -> SquareSet {
        let at_home = self.start.min_moves.within(self.us, role, -self.slack);
        self.men.men(self.us, role) - at_home
    }

    fn officers(&mut self, unmoved: SquareSet) -> ControlFlow<()> {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            for now in self.movers(role) - unmoved {
                let allowed = self.allowed(role, role, now);
                let lines = attacks::of(role, self.us, now, SquareSet::EMPTY);
                if (allowed & lines).any() {
                    let origins = allowed & attacks::of(role, self.us, now, !self.free);
                    let way = Origins { was: role, is: role, now, origins };
                    self.quiet(&way)?;
                    self.capturing(&way)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn pawns(&mut self) -> ControlFlow<()> {
        for now in self.movers(Role::Pawn) {
            self.pawn(Role::Pawn, now)?;
            if now.rank() == Rank::Fourth.seen_by(self.us) {
                let over = SquareSet::of(now).forward(!self.us);
                self.double_step(over, now)?;
            }
            if now.rank() == Rank::Sixth.seen_by(self.us) {
                self.en_passant(now)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn promoted(&mut self, unmoved: SquareSet) -> ControlFlow<()> {
        let last = SquareSet::rank(Rank::Eighth.seen_by(self.us));
        let there = (self.men.color(self.us) & last) - unmoved;
        if there.any() {
            for is in Role::PROMOTIONS {
                for now in there & self.men.men(self.us, is) {
                    self.pawn(is, now)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A pawn goes back one step or from a capture, or a piece that it has become.
    fn pawn(&mut self, is: Role, now: Square) -> ControlFlow<()> {
        let allowed = self.allowed(Role::Pawn, is, now) - SquareSet::BACK_RANKS;
        let behind = SquareSet::of(now).forward(!self.us) & allowed;
        self.quiet(&Origins { was: Role::Pawn, is, now, origins: behind })?;
        let beside = attacks::pawn(!self.us, now) & allowed;
        self.capturing(&Origins { was: Role::Pawn, is, now, origins: beside })
    }

    fn double_step_over(&mut self, over: Square) -> ControlFlow<()> {
        let now = SquareSet::of(over).forward(self.us) & self.men.men(self.us, Role::Pawn);
        match now.first() {
            Some(now) => self.double_step(SquareSet::of(over), now),
            None => ControlFlow::Continue(()),
        }
    }

    fn double_step(&mut self, over: SquareSet, now: Square) -> ControlFlow<()> {
        let from = (over & self.free).forward(!self.us);
        let second = SquareSet::rank(Rank::Second.seen_by(self.us));
        let origins = from & second & self.allowed(Role::Pawn, Role::Pawn, now);
        self.quiet(&Origins { was: Role::Pawn, is: Role::Pawn, now, origins })
    }

    /// A pawn goes back from a capture en passant, if the pawn that it took can have come
    /// by a double step.
    fn en_passant(&mut self, now: Square) -> ControlFlow<()> {
        let here = SquareSet::of(now);
        let (captured_pawn_square, home) = (here.forward(!self.us), here.forward(self.us));
        let has_room = ((captured_pawn_square | home) - self.free).is_empty();
        let (Some(square), true) = (captured_pawn_square.first(), has_room) else {
            return ControlFlow::Continue(());
        };
        if !self.can_capture(Role::Pawn, square) {
            return ControlFlow::Continue(());
        }
        for from in attacks::pawn(!self.us, now) & self.allowed(Role::Pawn, Role::Pawn, now) {
            let forward = Move::en_passant(from, now);
            let captured = Some((Role::Pawn, square));
            (self.visit)(&Unmove { forward, was: Role::Pawn, is: Role::Pawn, captured })?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn quiet(&mut self, way: &Origins) -> ControlFlow<()> {
        if self.must_capture {
            return ControlFlow::Continue(());
        }
        self.each(way, None)
    }

    #[inline(always)]
    fn capturing(&mut self, way: &Origins) -> ControlFlow<()> {
        if way.origins.is_empty() {
            return ControlFlow::Continue(());
        }
        for index in 0..self.capturable.len {
            let role = self.capturable.roles[index];
            if self.can_capture(role, way.now) {
                self.each(way, Some((role, way.now)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a man of theirs can have stood on a square and been captured.
    fn can_capture(&self, role: Role, square: Square) -> bool {
        i32::from(self.start.min_moves.of(!self.us, role, square)) <= self.their_slack
            && self.capturable.roles[..self.capturable.len].contains(&role)
    }

    #[inline(always)]
    fn each(&mut self, way: &Origins, captured: Option<(Role, Square)>) -> ControlFlow<()> {
        for from in way.origins {
            let forward = match way.was == way.is {
                true => Some(Move::ordinary(from, way.now)),
                false => Move::promotion(from, way.now, way.is),
            };
            if let Some(forward) = forward {
                (self.visit)(&Unmove { forward, was: way.was, is: way.is, captured })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn castling(&mut self) -> ControlFlow<()> {
        let Some(king) = self.start.kings[self.us.index()] else {
            return ControlFlow::Continue(());
        };
        for rook in self.start.rooks(self.us) {
            if !self.must_capture && self.can_have_castled(king, rook) {
                let forward = Move::castling(king, rook);
                let (was, is) = (Role::King, Role::King);
                (self.visit)(&Unmove { forward, was, is, captured: None })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn can_have_castled(&self, king: Square, rook: Square) -> bool {
        let side = CastlingSide::of(king, rook);
        let (king_to, rook_to) = (side.king_to(self.us), side.rook_to(self.us));
        let moves = i32::from(self.start.min_moves.of(self.us, Role::King, king_to));
        if self.men.king(self.us) != Some(king_to)
            || !self.men.men(self.us, Role::Rook).contains(rook_to)
            || moves + self.slack < 1
        {
            return false;
        }
        let others = !self.free.with(king_to).with(rook_to);
        let king_way = attacks::between(king, king_to).with(king).with(king_to);
        let rook_way = attacks::between(rook, rook_to).with(rook).with(rook_to);
        let is_attacked = |square| self.men.is_attacked(square, !self.us, others.with(rook));
        (others & (king_way | rook_way)).is_empty() && !king_way.into_iter().any(is_attacked)
    }
}
