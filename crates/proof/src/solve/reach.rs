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
pub(super) const FAR: u8 = 250;

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

/// What stands in one side's way for good.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Terrain {
    pub(super) color: Color,
    /// Squares of men that never move.
    pub(super) walls: SquareSet,
    /// Squares that the king cannot enter.
    pub(super) no_king: SquareSet,
    /// Squares on which pawns can capture.
    pub(super) pawn_captures: SquareSet,
}

impl Terrain {
    /// Squares that no man of a role can enter.
    fn closed_to(&self, role: Role) -> SquareSet {
        if role == Role::King { self.walls | self.no_king } else { self.walls }
    }
}

/// Moves from square to square for each role of one side, found when they are asked for.
pub(super) struct Reach {
    terrain: Terrain,
    pawns: Box<[[u8; 64]; 64]>,
    officers: Box<[[OnceCell<[u8; 64]>; 64]; 6]>,
}

impl Reach {
    pub(super) fn new(terrain: &Terrain) -> Reach {
        let mut pawns = Box::new([[FAR; 64]; 64]);
        for from in Square::all() {
            pawns[from.index()] = pawn_moves(terrain, from);
        }
        let officers = Box::new(std::array::from_fn(|_| std::array::from_fn(|_| OnceCell::new())));
        Reach { terrain: *terrain, pawns, officers }
    }

    /// The moves of a pawn to each square, [`FAR`] if there is no way.
    #[inline(always)]
    pub(super) fn pawn(&self, from: usize) -> &[u8; 64] {
        &self.pawns[from]
    }

    /// The moves of an officer to each square, [`FAR`] if there is no way.
    pub(super) fn officer(&self, role: Role, from: Square) -> &[u8; 64] {
        let row = &self.officers[role.index()][from.index()];
        row.get_or_init(|| officer_moves(&self.terrain, role, from))
    }
}

fn officer_moves(terrain: &Terrain, role: Role, from: Square) -> [u8; 64] {
    let walls = terrain.walls.without(from);
    let closed = terrain.closed_to(role);
    count_steps(SquareSet::of(from), |square| {
        attacks::of(role, terrain.color, square, walls) - closed
    })
}

/// The moves of an officer from each square to the nearest of some squares.
pub(super) fn toward(terrain: &Terrain, role: Role, goals: SquareSet) -> [u8; 64] {
    let closed = terrain.closed_to(role);
    // Moves go both ways, but nobody goes on from or into a closed square.
    count_steps(goals, |square| match closed.contains(square) {
        true => SquareSet::EMPTY,
        false => attacks::of(role, terrain.color, square, terrain.walls),
    })
}

/// The number of steps from the nearest of some squares.
fn count_steps(from: SquareSet, step: impl Fn(Square) -> SquareSet) -> [u8; 64] {
    let mut counts = [FAR; 64];
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

fn pawn_moves(terrain: &Terrain, from: Square) -> [u8; 64] {
    count_steps(SquareSet::of(from), |square| pawn_steps(terrain, square))
}

/// Where a pawn can go in one move.
pub(super) fn pawn_steps(terrain: &Terrain, from: Square) -> SquareSet {
    if SquareSet::BACK_RANKS.contains(from) {
        return SquareSet::EMPTY;
    }
    let second = SquareSet::rank(Rank::Second.seen_by(terrain.color));
    let one = SquareSet::of(from).forward(terrain.color) - terrain.walls;
    let two = match second.contains(from) {
        true => one.forward(terrain.color) - terrain.walls,
        false => SquareSet::EMPTY,
    };
    let captures = attacks::pawn(terrain.color, from) & (terrain.pawn_captures - terrain.walls);
    one | two | captures
}

/// How many captures a pawn needs at least to get from one square to another.
pub(super) fn files_apart(from: Square, to: Square) -> i32 {
    from.file().index().abs_diff(to.file().index()) as i32
}
