//! What it takes each man of a side to get from where it is to where it may end.

use super::analysis::{Man, Side};
use super::reach::{FAR, NODES, Reach, Terrain, files_apart, node, toward};
use sole_board::{Rank, Role, Square, SquareSet};

/// Distances that hold for one side until something new is known.
pub(super) struct Ground {
    pub(super) terrain: Terrain,
    reach: Reach,
    /// Moves to each target from each node.
    to_target: Vec<[u8; NODES]>,
    /// Captures as a pawn to each target from each node.
    pawn_captures: Vec<[u8; NODES]>,
}

impl Ground {
    pub(super) fn new(terrain: Terrain, side: &Side) -> Ground {
        let reach = Reach::new(&terrain);
        let mut ground =
            Ground { terrain, reach, to_target: Vec::new(), pawn_captures: Vec::new() };
        for &(role, square) in &side.targets {
            let (moves, captures) = ground.approach(role, square);
            ground.to_target.push(moves);
            ground.pawn_captures.push(captures);
        }
        ground
    }

    fn approach(&self, role: Role, to: Square) -> ([u8; NODES], [u8; NODES]) {
        let (mut moves, mut captures) = ([FAR; NODES], [0; NODES]);
        captures[..64].fill(FAR);
        let walks = match role {
            Role::Pawn => std::array::from_fn(|from| self.reach.pawn(from)[to.index()]),
            _ => toward(&self.terrain, role, SquareSet::of(to)),
        };
        moves[role.index() * 64..][..64].copy_from_slice(&walks);
        for from in Square::all().filter(|&from| !SquareSet::BACK_RANKS.contains(from)) {
            let at = from.index();
            if role == Role::Pawn {
                if moves[at] != FAR {
                    captures[at] = files_apart(from, to) as u8;
                }
            } else if role != Role::King {
                for goal in self.promotion_squares() {
                    let walk = self.reach.pawn(at)[goal.index()];
                    let rest = walks[goal.index()];
                    if walk != FAR && rest != FAR {
                        moves[at] = moves[at].min(walk + rest);
                        captures[at] = captures[at].min(files_apart(from, goal) as u8);
                    }
                }
            }
        }
        (moves, captures)
    }

    pub(super) fn promotion_squares(&self) -> SquareSet {
        SquareSet::rank(Rank::Eighth.seen_by(self.terrain.color))
    }
}

/// What it takes one man to get from its square to every node, and from there to an end.
pub(super) struct Ways {
    /// Moves to each node from where the man is.
    pub(super) from_start: [u8; NODES],
    /// Captures as a pawn to each node.
    pub(super) captures: [u8; NODES],
    /// Moves to the nearest place where it can be captured.
    to_death: [u8; NODES],
    /// Captures as a pawn on the way there.
    captures_to_death: [u8; NODES],
}

impl Ways {
    /// Moves and captures as a pawn to an end from each node.
    pub(super) fn to_end<'a>(
        &'a self,
        ground: &'a Ground,
        end: usize,
    ) -> (&'a [u8; NODES], &'a [u8; NODES]) {
        match ground.to_target.get(end) {
            Some(moves) => (moves, &ground.pawn_captures[end]),
            None => (&self.to_death, &self.captures_to_death),
        }
    }
}

impl Side {
    /// What a man has to pay in moves and captures for an end, if it can get there.
    pub(super) fn price(
        &self,
        ground: &Ground,
        way: &Ways,
        man: usize,
        end: usize,
    ) -> Option<[i32; 2]> {
        let (at, paid) = match self.after_duty(man) {
            Some((square, paid)) => (node(self.men[man].role, square), paid),
            None => (self.home(man), 0),
        };
        let (moves, captures) = way.to_end(ground, end);
        let (moves, captures) = (moves[usize::from(at)], captures[usize::from(at)]);
        let possible = moves != FAR && captures != FAR;
        possible.then(|| [i32::from(moves + paid), i32::from(captures)])
    }

    /// Where its duty puts a king or a rook, and what it costs.
    fn after_duty(&self, man: usize) -> Option<(Square, u8)> {
        let side = self.men[man].duty?;
        Some(match self.men[man].role {
            Role::King => (side.king_to(self.color), 1),
            _ => (side.rook_to(self.color), 0),
        })
    }

    pub(super) fn ways(&self, ground: &Ground, man: usize) -> Ways {
        let mut ways = Ways {
            from_start: [FAR; NODES],
            captures: [FAR; NODES],
            to_death: [FAR; NODES],
            captures_to_death: [FAR; NODES],
        };
        let Man { role, square, .. } = self.men[man];
        if role == Role::Pawn {
            self.pawn_ways(ground, man, &mut ways);
            return ways;
        }
        let home = usize::from(self.home(man));
        let (from, paid) = self.after_duty(man).unwrap_or((square, 0));
        let reach = ground.reach.officer(role, from);
        for to in Square::all() {
            let at = usize::from(node(role, to));
            let moves = reach[to.index()];
            ways.from_start[at] = if moves == FAR { FAR } else { moves + paid };
            ways.captures[at] = 0;
            ways.captures_to_death[at] = 0;
        }
        (ways.from_start[home], ways.captures[home]) = (0, 0);
        if self.may_die(man) {
            let moves = toward(&ground.terrain, role, self.deaths[man][role.index()]);
            ways.to_death[role.index() * 64..][..64].copy_from_slice(&moves);
        }
        ways
    }

    fn pawn_ways(&self, ground: &Ground, man: usize, ways: &mut Ways) {
        let home = self.men[man].square;
        for to in Square::all() {
            let moves = ground.reach.pawn(home.index())[to.index()];
            if moves == FAR {
                continue;
            }
            let captures = files_apart(home, to) as u8;
            if !ground.promotion_squares().contains(to) {
                (ways.from_start[to.index()], ways.captures[to.index()]) = (moves, captures);
                continue;
            }
            for role in Role::PROMOTIONS {
                if self.allowed[man][role.index()].is_empty() {
                    continue;
                }
                let reach = ground.reach.officer(role, to);
                for then in Square::all() {
                    let rest = reach[then.index()];
                    if rest != FAR {
                        let at = usize::from(node(role, then));
                        ways.from_start[at] = ways.from_start[at].min(moves + rest);
                        ways.captures[at] = ways.captures[at].min(captures);
                    }
                }
            }
        }
        if self.may_die(man) {
            self.pawn_deaths(ground, man, ways);
        }
    }

    fn pawn_deaths(&self, ground: &Ground, man: usize, ways: &mut Ways) {
        for role in Role::PROMOTIONS {
            let moves = toward(&ground.terrain, role, self.deaths[man][role.index()]);
            ways.to_death[role.index() * 64..][..64].copy_from_slice(&moves);
            ways.captures_to_death[role.index() * 64..][..64].fill(0);
        }
        let last = ground.promotion_squares();
        for from in Square::all().filter(|&from| !SquareSet::BACK_RANKS.contains(from)) {
            let (mut moves, mut captures) = (FAR, FAR);
            for to in Square::all() {
                let walk = ground.reach.pawn(from.index())[to.index()];
                if walk == FAR {
                    continue;
                }
                let rest = if last.contains(to) {
                    let rest = |role| ways.to_death[usize::from(node(role, to))];
                    Role::PROMOTIONS.into_iter().map(rest).min().unwrap_or(FAR)
                } else if self.deaths[man][0].contains(to) {
                    0
                } else {
                    FAR
                };
                if rest != FAR {
                    moves = moves.min(walk + rest);
                    captures = captures.min(files_apart(from, to) as u8);
                }
            }
            ways.to_death[from.index()] = moves;
            ways.captures_to_death[from.index()] = captures;
        }
    }
}
