//! How many moves men need from square to square, around men that never move.
//!
//! A *node* is a role on a square, so that one numbering serves a pawn and what it may
//! become. Other men than those that never move are no obstacles here, so every number is
//! a lower bound.

use sole_board::{Color, Rank, Role, Square, SquareSet, attacks};
use std::cell::OnceCell;

/// How many nodes there are.
pub(super) const NODES: usize = 6 * 64;

/// No way at all, for a number of moves in a byte.
pub(super) const UNREACHABLE: u8 = 250;

/// A role on a square.
///
/// The nodes of [`Role::Pawn`] on a side's squares double for its king and rook that have
/// yet to castle: neither is a pawn, so nothing is said twice.
pub(super) type Node = u16;

/// The node of a role on a square.
#[inline(always)]
pub(super) fn node(role: Role, square: Square) -> Node {
    (role.index() * 64 + square.index()) as Node
}

/// Sets of nodes, a set of squares for each role.
pub(super) type NodeSet = [SquareSet; 6];

/// The permanent obstacles of one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Obstacles {
    pub(super) color: Color,
    /// Squares of men that never move.
    pub(super) walls: SquareSet,
    /// Squares that the king cannot enter.
    pub(super) no_king: SquareSet,
    /// Squares on which pawns can capture.
    pub(super) pawn_captures: SquareSet,
}

impl Obstacles {
    /// Squares that no man of a role can enter.
    fn closed_to(&self, role: Role) -> SquareSet {
        if role == Role::King { self.walls | self.no_king } else { self.walls }
    }
}

/// Moves from square to square for each role of one side, found when they are asked for.
pub(super) struct Reach {
    obstacles: Obstacles,
    pawns: Box<[[u8; 64]; 64]>,
    officers: Box<[[OnceCell<[u8; 64]>; 64]; 6]>,
}

impl Reach {
    pub(super) fn new(obstacles: &Obstacles) -> Reach {
        let mut pawns = Box::new([[UNREACHABLE; 64]; 64]);
        for from in Square::all() {
            pawns[from.index()] = pawn_moves(obstacles, from);
        }
        let officers = Box::new(std::array::from_fn(|_| std::array::from_fn(|_| OnceCell::new())));
        Reach { obstacles: *obstacles, pawns, officers }
    }

    /// The moves of a pawn to each square, [`UNREACHABLE`] if there is no way.
    #[inline(always)]
    pub(super) fn pawn(&self, from: usize) -> &[u8; 64] {
        &self.pawns[from]
    }

    /// The moves of an officer to each square, [`UNREACHABLE`] if there is no way.
    pub(super) fn officer(&self, role: Role, from: Square) -> &[u8; 64] {
        let row = &self.officers[role.index()][from.index()];
        row.get_or_init(|| officer_moves(&self.obstacles, role, from))
    }
}

fn officer_moves(obstacles: &Obstacles, role: Role, from: Square) -> [u8; 64] {
    let walls = obstacles.walls.without(from);
    let closed = obstacles.closed_to(role);
    count_steps(SquareSet::of(from), |square| {
        attacks::of(role, obstacles.color, square, walls) - closed
    })
}

/// The moves of an officer from each square to the nearest of some squares.
pub(super) fn toward(obstacles: &Obstacles, role: Role, goals: SquareSet) -> [u8; 64] {
    let closed = obstacles.closed_to(role);
    // Moves go both ways, but nobody goes on from or into a closed square.
    count_steps(goals, |square| match closed.contains(square) {
        true => SquareSet::EMPTY,
        false => attacks::of(role, obstacles.color, square, obstacles.walls),
    })
}

/// The number of steps from the nearest of some squares.
fn count_steps(from: SquareSet, step: impl Fn(Square) -> SquareSet) -> [u8; 64] {
    let mut counts = [UNREACHABLE; 64];
    let (mut seen, mut frontier) = (from, from);
    for count in 0.. {
        let mut next = SquareSet::EMPTY;
        for square in frontier {
            counts[square.index()] = count;
            next |= step(square);
        }
        frontier = next - seen;
        if frontier.is_empty() {
            break;
        }
        seen |= frontier;
    }
    counts
}

fn pawn_moves(obstacles: &Obstacles, from: Square) -> [u8; 64] {
    count_steps(SquareSet::of(from), |square| pawn_steps(obstacles, square))
}

/// Where a pawn can go in one move.
pub(super) fn pawn_steps(obstacles: &Obstacles, from: Square) -> SquareSet {
    if SquareSet::BACK_RANKS.contains(from) {
        return SquareSet::EMPTY;
    }
    let second = SquareSet::rank(Rank::Second.seen_by(obstacles.color));
    let one = SquareSet::of(from).forward(obstacles.color) - obstacles.walls;
    let two = match second.contains(from) {
        true => one.forward(obstacles.color) - obstacles.walls,
        false => SquareSet::EMPTY,
    };
    let captures =
        attacks::pawn(obstacles.color, from) & (obstacles.pawn_captures - obstacles.walls);
    one | two | captures
}

/// How many captures a pawn needs at least to get from one square to another.
pub(super) fn files_apart(from: Square, to: Square) -> i32 {
    from.file().index().abs_diff(to.file().index()) as i32
}
