//! Pruning: rules out final squares, squares on the way and capture squares that cost a side more
//! moves than it has.

use super::analysis::{Contradiction, Side, passing};
use super::assign::{Assignment, Costs, IMPOSSIBLE, MOST};
use super::reach::{NODES, pawn_steps};
use super::routes::{Distances, Routes};
use sole_board::{Color, Role, SquareSet, attacks};

/// The cheapest assignments of pieces to final squares, for moves and for captures.
pub(super) struct Assignments {
    pub(super) moves: Assignment,
    pub(super) captures: Assignment,
    pub(super) routes: Vec<Routes>,
}

impl Side {
    /// Rules out final squares and nodes that cost too much. The flag is true if there were any.
    pub(super) fn prune(
        &mut self,
        distances: &Distances,
    ) -> Result<(bool, Assignments), Contradiction> {
        let size = self.men.len();
        let routes: Vec<Routes> = (0..size).map(|man| self.routes(distances, man)).collect();
        let (mut moves, mut captures): (Costs, Costs) =
            ([[IMPOSSIBLE; MOST]; MOST], [[IMPOSSIBLE; MOST]; MOST]);
        for (man, way) in routes.iter().enumerate() {
            for column in 0..size {
                let end = column.min(self.targets.len());
                if self.ends[man] >> end & 1 == 1
                    && let Some([walk, taken]) = self.price(distances, way, man, end)
                {
                    (moves[man][column], captures[man][column]) = (walk, taken);
                }
            }
        }
        let found = Assignment::of(&moves, size).zip(Assignment::of(&captures, size));
        let (moves, captures) = found.ok_or(Contradiction)?;
        if moves.total > self.moves || captures.total > self.captures {
            return Err(Contradiction);
        }
        self.needed = moves.total;
        self.pawn_captures = captures.total;
        let assignments = Assignments { moves, captures, routes };
        let changed = self.drop_ends(&assignments) | self.drop_nodes(distances, &assignments);
        Ok((changed, assignments))
    }

    fn drop_ends(&mut self, assignments: &Assignments) -> bool {
        let before = self.ends;
        for man in 0..self.men.len() {
            for end in 0..=self.targets.len() {
                // There may be no column for being captured: then nobody has that end.
                let dear = end < self.men.len()
                    && (assignments.moves.with[man][end] > self.moves
                        || assignments.captures.with[man][end] > self.captures);
                if !dear || self.ends[man] >> end & 1 == 0 {
                    continue;
                }
                if end == self.targets.len() {
                    self.rule_out_capture(man);
                } else {
                    self.ends[man] &= !(1 << end);
                }
            }
        }
        before != self.ends
    }

    fn drop_nodes(&mut self, distances: &Distances, assignments: &Assignments) -> bool {
        let before = self.allowed;
        for man in 0..self.men.len() {
            let way = &assignments.routes[man];
            let mut passable = [false; NODES];
            passable[usize::from(self.home(man))] = true;
            for end in self.ends_of(man) {
                let Some([walk, taken]) = self.price(distances, way, man, end) else { continue };
                // What the man may spend if the others go the cheapest way.
                let most_moves = self.moves - (assignments.moves.with[man][end] - walk);
                let most_captures = self.captures - (assignments.captures.with[man][end] - taken);
                let (moves, captures) = way.to_end(distances, end);
                for at in 0..NODES {
                    let moves = i32::from(way.from_start[at]) + i32::from(moves[at]);
                    let captures = i32::from(way.captures[at]) + i32::from(captures[at]);
                    passable[at] |= moves <= most_moves && captures <= most_captures;
                }
            }
            for (role, squares) in self.allowed[man].iter_mut().enumerate() {
                let passable = &passable[role * 64..][..64];
                *squares = squares.into_iter().filter(|square| passable[square.index()]).collect();
            }
        }
        before != self.allowed
    }
}

/// Rules out capture squares that no enemy piece can reach, and captures of pieces that cannot be
/// there.
pub(super) fn prune_captures(sides: &mut [Side; 2], distances: &[Distances; 2]) -> bool {
    let mut changed = false;
    for color in Color::ALL {
        let distances = &distances[color.index()];
        let [white, black] = sides;
        let (own, other) = match color {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let (mut kills, mut pawn_kills) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for man in 0..own.men.len() {
            let (officer, pawn) = captures_of(own, distances, man);
            kills |= officer | pawn;
            pawn_kills |= pawn;
        }
        for man in
            (0..other.men.len()).filter(|&man| other.may_be_captured(man)).collect::<Vec<_>>()
        {
            let mut capture_squares = other.capture_squares[man];
            for (role, squares) in capture_squares.iter_mut().enumerate() {
                let mut possible = kills;
                if role == Role::Pawn.index() && (passing(other, man) & pawn_kills).any() {
                    possible |= passing(other, man).forward(!color);
                }
                *squares = *squares & possible & other.allowed[man][role];
            }
            if capture_squares != other.capture_squares[man] {
                other.capture_squares[man] = capture_squares;
                changed = true;
            }
            if capture_squares.iter().all(|squares| squares.is_empty()) {
                other.rule_out_capture(man);
            }
        }
    }
    changed
}

/// The squares on which a piece can capture, as an officer and as a pawn.
fn captures_of(side: &Side, distances: &Distances, man: usize) -> (SquareSet, SquareSet) {
    if side.captures == 0 || side.never_moves(man) {
        return (SquareSet::EMPTY, SquareSet::EMPTY);
    }
    let allowed = &side.allowed[man];
    let mut officer = SquareSet::EMPTY;
    for role in Role::ALL.into_iter().filter(|&role| role != Role::Pawn) {
        officer |= allowed[role.index()];
    }
    let promoted = officer;
    if side.pawn_captures == side.captures {
        officer = SquareSet::EMPTY;
    }
    let mut pawn = SquareSet::EMPTY;
    if side.men[man].role == Role::Pawn {
        let landing = allowed[0] | promoted & distances.promotion_squares();
        for from in allowed[0] {
            let captures = attacks::pawn(side.color, from) & pawn_steps(&distances.obstacles, from);
            pawn |= captures & landing;
        }
    }
    (officer, pawn)
}
