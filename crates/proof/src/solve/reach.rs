//! How many moves men need from square to square, around men that never move.
//!
//! A *node* is a role on a square, so that one numbering serves a pawn and what it may
//! become. Other men than those that never move are no obstacles here, so every number is
//! a lower bound.

use sole_board::{Color, Rank, Role, Square, SquareSet, attacks};

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

/// Moves from square to square for each role of one side.
pub(super) struct Reach {
    moves: Box<[[[u8; 64]; 64]; 6]>,
}

impl Reach {
    pub(super) fn new(terrain: &Terrain) -> Reach {
        let mut reach = Reach { moves: Box::new([[[FAR; 64]; 64]; 6]) };
        for role in Role::ALL {
            for from in Square::all() {
                reach.moves[role.index()][from.index()] = match role {
                    Role::Pawn => pawn_moves(terrain, from),
                    _ => officer_moves(terrain, role, from),
                };
            }
        }
        reach
    }

    /// The moves of a man of one role from square to square, [`FAR`] if there is no way.
    #[inline(always)]
    pub(super) fn moves(&self, role: Role, from: Square, to: Square) -> u8 {
        self.moves[role.index()][from.index()][to.index()]
    }
}

fn officer_moves(terrain: &Terrain, role: Role, from: Square) -> [u8; 64] {
    let closed = match role {
        Role::King => terrain.walls | terrain.no_king,
        _ => terrain.walls,
    };
    let mut moves = [FAR; 64];
    moves[from.index()] = 0;
    let (mut seen, mut frontier) = (SquareSet::of(from), SquareSet::of(from));
    for count in 1.. {
        let mut next = SquareSet::EMPTY;
        for square in frontier {
            next |= attacks::of(role, terrain.color, square, terrain.walls.without(from));
        }
        frontier = next - seen - closed;
        if frontier.is_empty() {
            break;
        }
        seen |= frontier;
        for square in frontier {
            moves[square.index()] = count;
        }
    }
    moves
}

fn pawn_moves(terrain: &Terrain, from: Square) -> [u8; 64] {
    let mut moves = [FAR; 64];
    moves[from.index()] = 0;
    let (mut seen, mut frontier) = (SquareSet::of(from), SquareSet::of(from));
    for count in 1.. {
        let mut next = SquareSet::EMPTY;
        for square in frontier {
            next |= pawn_steps(terrain, square);
        }
        frontier = next - seen;
        if frontier.is_empty() {
            break;
        }
        seen |= frontier;
        for square in frontier {
            moves[square.index()] = count;
        }
    }
    moves
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
    let captures = attacks::pawn(terrain.color, from) & terrain.pawn_captures - terrain.walls;
    one | two | captures
}

/// How many captures a pawn needs at least to get from one square to another.
pub(super) fn files_apart(from: Square, to: Square) -> i32 {
    from.file().index().abs_diff(to.file().index()) as i32
}

/// The moves of an officer to the nearest of some squares.
pub(super) fn nearest(terrain: &Terrain, role: Role, goals: SquareSet) -> [u8; 64] {
    let mut moves = [FAR; 64];
    let (mut seen, mut frontier) = (goals, goals);
    for square in goals {
        moves[square.index()] = 0;
    }
    for count in 1.. {
        let mut next = SquareSet::EMPTY;
        for square in frontier {
            next |= attacks::of(role, terrain.color, square, terrain.walls);
        }
        frontier = next - seen - terrain.walls;
        if frontier.is_empty() {
            break;
        }
        seen |= frontier;
        for square in frontier {
            moves[square.index()] = count;
        }
    }
    moves
}
