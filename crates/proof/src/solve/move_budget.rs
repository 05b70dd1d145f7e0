//! The move budget: pieces on squares during a game, and the moves that both sides have left.

use super::analysis::{Analysis, OUT, PlannedCastlings, Tables};
use super::one_side::hash;
use super::reach::{Node, node};
use sole_board::{CastlingSide, Color, Move, MoveKind, Position, Role, Square};

/// Marks an empty square.
const EMPTY: u8 = u8::MAX;

/// Tracks each piece by identity, with the lower bounds of both sides as sums over the pieces.
#[derive(Clone, Debug)]
pub(super) struct MoveBudget {
    man_at: [u8; 64],
    node_of: [Node; 32],
    left: [Remaining; 2],
    planned_castlings: PlannedCastlings,
    /// Hashes of the arrangements of both sides.
    hashes: [u64; 2],
}

/// The moves and captures that a side has left, and those that it needs at least.
#[derive(Clone, Copy, Debug)]
struct Remaining {
    moves: i16,
    moves_needed: i16,
    captures: i16,
    pawn_captures_needed: i16,
}

/// What a move does, found before it is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) m: Move,
    man: u8,
    /// Where the man was and where it is then.
    nodes: [Node; 2],
    /// The man that is captured, and where it stands.
    victim: Option<(u8, Square)>,
    /// What both sides have left after it.
    left: [Remaining; 2],
    /// The hashes of both sides after it.
    hashes: [u64; 2],
}

impl Step {
    /// The hashes of both sides' arrangements after it.
    #[inline(always)]
    pub(super) fn hashes(&self) -> [u64; 2] {
        self.hashes
    }

    /// How many moves a side has left after it, and the hash of its arrangement then.
    #[inline(always)]
    pub(super) fn arrangement(&self, color: Color) -> (usize, u64) {
        (self.left[color.index()].moves as usize, self.hashes[color.index()])
    }
}

impl Remaining {
    #[inline(always)]
    fn suffices(&self) -> bool {
        self.moves_needed <= self.moves
            && self.pawn_captures_needed <= self.captures
            && self.captures <= self.moves
    }
}

impl MoveBudget {
    pub(super) fn new(analysis: &Analysis) -> MoveBudget {
        let mut move_budget = MoveBudget {
            man_at: [EMPTY; 64],
            node_of: [0; 32],
            left: [Remaining { moves: 0, moves_needed: 0, captures: 0, pawn_captures_needed: 0 };
                2],
            planned_castlings: [None; 2],
            hashes: [0; 2],
        };
        let mut number = 0;
        for (color, side) in analysis.sides.iter().enumerate() {
            let [moves_needed, pawn_captures_needed] = analysis.tables.prices[color];
            let mut left = Remaining {
                moves: side.moves as i16,
                moves_needed,
                captures: side.captures as i16,
                pawn_captures_needed,
            };
            for (index, man) in side.men.iter().enumerate() {
                let home = side.home(index);
                move_budget.man_at[man.square.index()] = number as u8;
                move_budget.node_of[number] = home;
                move_budget.hashes[color] ^= hash(home);
                left.moves_needed += analysis.tables.moves[number][usize::from(home)];
                left.pawn_captures_needed += analysis.tables.captures[number][usize::from(home)];
                move_budget.planned_castlings[color] =
                    move_budget.planned_castlings[color].or(man.planned_castling);
                number += 1;
            }
            move_budget.left[color] = left;
        }
        move_budget
    }

    /// The planned castlings that are still to be played.
    pub(super) fn planned_castlings(&self) -> PlannedCastlings {
        self.planned_castlings
    }

    /// The effect of a legal move; `None` if a side needs more moves or captures than it has.
    #[inline]
    pub(super) fn step(&self, tables: &Tables, position: &Position, m: Move) -> Option<Step> {
        if m.kind() == MoveKind::Castling {
            return self.castling_step(tables, position.turn(), m);
        }
        let turn = position.turn();
        let man = self.man_at[m.from().index()];
        let from = self.node_of[usize::from(man)];
        let to = match m.kind() {
            MoveKind::Promotion(role) => node(role, m.to()),
            _ => from - m.from().index() as Node + m.to().index() as Node,
        };
        let mut left = self.left;
        advance_cost(tables, &mut left[turn.index()], man, [from, to])?;
        left[turn.index()].moves -= 1;
        let fell = match m.kind() {
            MoveKind::EnPassant => Square::at(m.to().file(), m.from().rank()),
            _ => m.to(),
        };
        let victim = self.man_at[fell.index()];
        let victim = if victim == EMPTY { None } else { Some((victim, fell)) };
        let mut hashes = self.hashes;
        hashes[turn.index()] ^= hash(from) ^ hash(to);
        if let Some((victim, fell)) = victim {
            left[turn.index()].captures -= 1;
            hashes[(!turn).index()] ^= hash(self.node_of[usize::from(victim)]);
            self.remove_captured(tables, &mut left[(!turn).index()], (victim, fell), !turn)?;
        }
        let fits = left[0].suffices() && left[1].suffices();
        fits.then_some(Step { m, man, nodes: [from, to], victim, left, hashes })
    }

    fn remove_captured(
        &self,
        tables: &Tables,
        left: &mut Remaining,
        (victim, fell): (u8, Square),
        color: Color,
    ) -> Option<()> {
        let victim = usize::from(victim);
        let at = usize::from(self.node_of[victim]);
        if !tables.capture_squares[victim][at / 64].contains(fell) {
            return None;
        }
        let [moves, captures] = tables.dead[color.index()];
        left.moves_needed += moves - tables.moves[victim][at];
        left.pawn_captures_needed += captures - tables.captures[victim][at];
        Some(())
    }

    fn castling_step(&self, tables: &Tables, turn: Color, m: Move) -> Option<Step> {
        let side = CastlingSide::of(m.from(), m.to());
        if self.planned_castlings[turn.index()] != Some(side) {
            return None;
        }
        let (king, rook) = (self.man_at[m.from().index()], self.man_at[m.to().index()]);
        let mut left = self.left;
        let from = node(Role::Pawn, m.from());
        let to = node(Role::King, side.king_to(turn));
        advance_cost(tables, &mut left[turn.index()], king, [from, to])?;
        let [rook_from, rook_to] = rook_nodes(m, turn);
        advance_cost(tables, &mut left[turn.index()], rook, [rook_from, rook_to])?;
        left[turn.index()].moves -= 1;
        let mut hashes = self.hashes;
        hashes[turn.index()] ^= hash(from) ^ hash(to) ^ hash(rook_from) ^ hash(rook_to);
        let nodes = [from, to];
        let fits = left[turn.index()].suffices();
        fits.then_some(Step { m, man: king, nodes, victim: None, left, hashes })
    }

    /// Plays a step; the same step takes it back.
    #[inline]
    pub(super) fn play(&mut self, step: &Step, turn: Color) -> Before {
        let before = Before {
            left: self.left,
            planned_castlings: self.planned_castlings,
            hashes: self.hashes,
        };
        (self.left, self.hashes) = (step.left, step.hashes);
        if step.m.kind() == MoveKind::Castling {
            let rook = self.man_at[step.m.to().index()];
            self.lift(step.m.from());
            self.lift(step.m.to());
            self.put(step.man, step.nodes[1]);
            self.put(rook, rook_nodes(step.m, turn)[1]);
            self.planned_castlings[turn.index()] = None;
            return before;
        }
        if let Some((_, fell)) = step.victim {
            self.lift(fell);
        }
        self.lift(step.m.from());
        self.put(step.man, step.nodes[1]);
        before
    }

    /// Takes a step back.
    #[inline]
    pub(super) fn take_back(&mut self, step: &Step, turn: Color, before: Before) {
        (self.left, self.planned_castlings, self.hashes) =
            (before.left, before.planned_castlings, before.hashes);
        if step.m.kind() == MoveKind::Castling {
            let [from, to] = rook_nodes(step.m, turn);
            let rook = self.man_at[usize::from(to % 64)];
            self.man_at[usize::from(to % 64)] = EMPTY;
            self.man_at[usize::from(step.nodes[1] % 64)] = EMPTY;
            self.put(rook, from);
            self.put(step.man, step.nodes[0]);
            return;
        }
        self.lift(step.m.to());
        self.put(step.man, step.nodes[0]);
        if let Some((victim, fell)) = step.victim {
            self.man_at[fell.index()] = victim;
        }
    }

    #[inline(always)]
    fn lift(&mut self, square: Square) {
        self.man_at[square.index()] = EMPTY;
    }

    #[inline(always)]
    fn put(&mut self, man: u8, at: Node) {
        self.man_at[usize::from(at % 64)] = man;
        self.node_of[usize::from(man)] = at;
    }
}

/// What a step is taken back to.
pub(super) struct Before {
    left: [Remaining; 2],
    planned_castlings: PlannedCastlings,
    hashes: [u64; 2],
}

/// Updates the sums of a side for a piece that goes from node to node; `None` if it may not be
/// there.
#[inline(always)]
fn advance_cost(
    tables: &Tables,
    left: &mut Remaining,
    man: u8,
    [from, to]: [Node; 2],
) -> Option<()> {
    let (man, from, to) = (usize::from(man), usize::from(from), usize::from(to));
    let moves = tables.moves[man][to];
    if moves == OUT {
        return None;
    }
    left.moves_needed += moves - tables.moves[man][from];
    left.pawn_captures_needed += tables.captures[man][to] - tables.captures[man][from];
    Some(())
}

fn rook_nodes(castling: Move, turn: Color) -> [Node; 2] {
    let side = CastlingSide::of(castling.from(), castling.to());
    [node(Role::Pawn, castling.to()), node(Role::Rook, side.rook_to(turn))]
}
