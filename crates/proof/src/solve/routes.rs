//! Routes: the moves and captures that each piece needs from its square to its final squares.

use super::analysis::{Man, Side};
use super::reach::{NODES, Obstacles, Reach, UNREACHABLE, files_apart, node, toward};
use sole_board::{Rank, Role, Square, SquareSet};

/// The distances of one side around its current obstacles.
pub(super) struct Distances {
    pub(super) obstacles: Obstacles,
    reach: Reach,
    /// Moves to each target from each node.
    to_target: Vec<[u8; NODES]>,
    /// Captures as a pawn to each target from each node.
    pawn_captures: Vec<[u8; NODES]>,
}

impl Distances {
    pub(super) fn new(obstacles: Obstacles, side: &Side) -> Distances {
        let reach = Reach::new(&obstacles);
        let mut distances =
            Distances { obstacles, reach, to_target: Vec::new(), pawn_captures: Vec::new() };
        for &(role, square) in &side.targets {
            let (moves, captures) = distances.approach(role, square);
            distances.to_target.push(moves);
            distances.pawn_captures.push(captures);
        }
        distances
    }

    fn approach(&self, role: Role, to: Square) -> ([u8; NODES], [u8; NODES]) {
        let (mut moves, mut captures) = ([UNREACHABLE; NODES], [0; NODES]);
        captures[..64].fill(UNREACHABLE);
        let walks = match role {
            Role::Pawn => std::array::from_fn(|from| self.reach.pawn(from)[to.index()]),
            _ => toward(&self.obstacles, role, SquareSet::of(to)),
        };
        moves[role.index() * 64..][..64].copy_from_slice(&walks);
        for from in Square::all().filter(|&from| !SquareSet::BACK_RANKS.contains(from)) {
            let at = from.index();
            if role == Role::Pawn {
                if moves[at] != UNREACHABLE {
                    captures[at] = files_apart(from, to) as u8;
                }
            } else if role != Role::King {
                for goal in self.promotion_squares() {
                    let walk = self.reach.pawn(at)[goal.index()];
                    let rest = walks[goal.index()];
                    if walk != UNREACHABLE && rest != UNREACHABLE {
                        moves[at] = moves[at].min(walk + rest);
                        captures[at] = captures[at].min(files_apart(from, goal) as u8);
                    }
                }
            }
        }
        (moves, captures)
    }

    pub(super) fn promotion_squares(&self) -> SquareSet {
        SquareSet::rank(Rank::Eighth.seen_by(self.obstacles.color))
    }
}

/// The moves and captures that one piece needs to reach each node, and from there a final square.
pub(super) struct Routes {
    /// Moves to each node from where the man is.
    pub(super) from_start: [u8; NODES],
    /// Captures as a pawn to each node.
    pub(super) captures: [u8; NODES],
    /// Moves to the nearest square where it can be captured.
    to_capture: [u8; NODES],
    /// Captures as a pawn on the way there.
    captures_to_capture: [u8; NODES],
}

impl Routes {
    /// Moves and captures as a pawn to an end from each node.
    pub(super) fn to_end<'a>(
        &'a self,
        distances: &'a Distances,
        end: usize,
    ) -> (&'a [u8; NODES], &'a [u8; NODES]) {
        match distances.to_target.get(end) {
            Some(moves) => (moves, &distances.pawn_captures[end]),
            None => (&self.to_capture, &self.captures_to_capture),
        }
    }
}

impl Side {
    /// What a man has to pay in moves and captures for an end, if it can get there.
    pub(super) fn price(
        &self,
        distances: &Distances,
        way: &Routes,
        man: usize,
        end: usize,
    ) -> Option<[i32; 2]> {
        let (at, paid) = match self.after_planned_castling(man) {
            Some((square, paid)) => (node(self.men[man].role, square), paid),
            None => (self.home(man), 0),
        };
        let (moves, captures) = way.to_end(distances, end);
        let (moves, captures) = (moves[usize::from(at)], captures[usize::from(at)]);
        let possible = moves != UNREACHABLE && captures != UNREACHABLE;
        possible.then(|| [i32::from(moves + paid), i32::from(captures)])
    }

    /// The square of a king or rook after its planned castling, and the cost in moves.
    fn after_planned_castling(&self, man: usize) -> Option<(Square, u8)> {
        let side = self.men[man].planned_castling?;
        Some(match self.men[man].role {
            Role::King => (side.king_to(self.color), 1),
            _ => (side.rook_to(self.color), 0),
        })
    }

    pub(super) fn routes(&self, distances: &Distances, man: usize) -> Routes {
        let mut routes = Routes {
            from_start: [UNREACHABLE; NODES],
            captures: [UNREACHABLE; NODES],
            to_capture: [UNREACHABLE; NODES],
            captures_to_capture: [UNREACHABLE; NODES],
        };
        let Man { role, square, .. } = self.men[man];
        if role == Role::Pawn {
            self.pawn_routes(distances, man, &mut routes);
            return routes;
        }
        let home = usize::from(self.home(man));
        let (from, paid) = self.after_planned_castling(man).unwrap_or((square, 0));
        let reach = distances.reach.officer(role, from);
        for to in Square::all() {
            let at = usize::from(node(role, to));
            let moves = reach[to.index()];
            routes.from_start[at] = if moves == UNREACHABLE { UNREACHABLE } else { moves + paid };
            routes.captures[at] = 0;
            routes.captures_to_capture[at] = 0;
        }
        (routes.from_start[home], routes.captures[home]) = (0, 0);
        if self.may_be_captured(man) {
            let moves = toward(&distances.obstacles, role, self.capture_squares[man][role.index()]);
            routes.to_capture[role.index() * 64..][..64].copy_from_slice(&moves);
        }
        routes
    }

    fn pawn_routes(&self, distances: &Distances, man: usize, routes: &mut Routes) {
        let home = self.men[man].square;
        for to in Square::all() {
            let moves = distances.reach.pawn(home.index())[to.index()];
            if moves == UNREACHABLE {
                continue;
            }
            let captures = files_apart(home, to) as u8;
            if !distances.promotion_squares().contains(to) {
                (routes.from_start[to.index()], routes.captures[to.index()]) = (moves, captures);
                continue;
            }
            for role in Role::PROMOTIONS {
                if self.allowed[man][role.index()].is_empty() {
                    continue;
                }
                let reach = distances.reach.officer(role, to);
                for then in Square::all() {
                    let rest = reach[then.index()];
                    if rest != UNREACHABLE {
                        let at = usize::from(node(role, then));
                        routes.from_start[at] = routes.from_start[at].min(moves + rest);
                        routes.captures[at] = routes.captures[at].min(captures);
                    }
                }
            }
        }
        if self.may_be_captured(man) {
            self.pawn_capture_squares(distances, man, routes);
        }
    }

    fn pawn_capture_squares(&self, distances: &Distances, man: usize, routes: &mut Routes) {
        for role in Role::PROMOTIONS {
            let moves = toward(&distances.obstacles, role, self.capture_squares[man][role.index()]);
            routes.to_capture[role.index() * 64..][..64].copy_from_slice(&moves);
            routes.captures_to_capture[role.index() * 64..][..64].fill(0);
        }
        let last = distances.promotion_squares();
        for from in Square::all().filter(|&from| !SquareSet::BACK_RANKS.contains(from)) {
            let (mut moves, mut captures) = (UNREACHABLE, UNREACHABLE);
            for to in Square::all() {
                let walk = distances.reach.pawn(from.index())[to.index()];
                if walk == UNREACHABLE {
                    continue;
                }
                let rest = if last.contains(to) {
                    let rest = |role| routes.to_capture[usize::from(node(role, to))];
                    Role::PROMOTIONS.into_iter().map(rest).min().unwrap_or(UNREACHABLE)
                } else if self.capture_squares[man][0].contains(to) {
                    0
                } else {
                    UNREACHABLE
                };
                if rest != UNREACHABLE {
                    moves = moves.min(walk + rest);
                    captures = captures.min(files_apart(from, to) as u8);
                }
            }
            routes.to_capture[from.index()] = moves;
            routes.captures_to_capture[from.index()] = captures;
        }
    }
}
