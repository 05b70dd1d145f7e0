//! The ruling out of ends, squares and places of capture that a side cannot afford.

use super::analysis::{Contradiction, Side, passing};
use super::assign::{Assignment, Costs, MOST, NEVER};
use super::reach::{NODES, pawn_steps};
use super::ways::{Ground, Ways};
use sole_board::{Color, Role, SquareSet, attacks};

/// The numbers of an assignment for moves and for captures.
pub(super) struct Matched {
    pub(super) moves: Assignment,
    pub(super) captures: Assignment,
    pub(super) ways: Vec<Ways>,
}

impl Side {
    /// Rules out ends and nodes that cost too much; says whether there were any.
    pub(super) fn tighten(&mut self, ground: &Ground) -> Result<(bool, Matched), Contradiction> {
        let size = self.men.len();
        let ways: Vec<Ways> = (0..size).map(|man| self.ways(ground, man)).collect();
        let (mut moves, mut captures): (Costs, Costs) =
            ([[NEVER; MOST]; MOST], [[NEVER; MOST]; MOST]);
        for (man, way) in ways.iter().enumerate() {
            for column in 0..size {
                let end = column.min(self.targets.len());
                if self.ends[man] >> end & 1 == 1
                    && let Some([walk, taken]) = self.price(ground, way, man, end)
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
        let matched = Matched { moves, captures, ways };
        let changed = self.drop_ends(&matched) | self.drop_nodes(ground, &matched);
        Ok((changed, matched))
    }

    fn drop_ends(&mut self, matched: &Matched) -> bool {
        let before = self.ends;
        for man in 0..self.men.len() {
            for end in 0..=self.targets.len() {
                // There may be no column for being captured: then nobody has that end.
                let dear = end < self.men.len()
                    && (matched.moves.with[man][end] > self.moves
                        || matched.captures.with[man][end] > self.captures);
                if !dear || self.ends[man] >> end & 1 == 0 {
                    continue;
                }
                if end == self.targets.len() {
                    self.forget_death(man);
                } else {
                    self.ends[man] &= !(1 << end);
                }
            }
        }
        before != self.ends
    }

    fn drop_nodes(&mut self, ground: &Ground, matched: &Matched) -> bool {
        let before = self.allowed;
        for man in 0..self.men.len() {
            let way = &matched.ways[man];
            let mut passable = [false; NODES];
            passable[usize::from(self.home(man))] = true;
            for end in self.ends_of(man) {
                let Some([walk, taken]) = self.price(ground, way, man, end) else { continue };
                // What the man may spend if the others go the cheapest way.
                let most_moves = self.moves - (matched.moves.with[man][end] - walk);
                let most_captures = self.captures - (matched.captures.with[man][end] - taken);
                let (moves, captures) = way.to_end(ground, end);
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

/// Rules out places where nobody can capture a man, and captures where nobody can be.
pub(super) fn bury(sides: &mut [Side; 2], grounds: &[Ground; 2]) -> bool {
    let mut changed = false;
    for color in Color::ALL {
        let ground = &grounds[color.index()];
        let [white, black] = sides;
        let (own, other) = match color {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let (mut kills, mut pawn_kills) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for man in 0..own.men.len() {
            let (officer, pawn) = kills_of(own, ground, man);
            kills |= officer | pawn;
            pawn_kills |= pawn;
        }
        for man in (0..other.men.len()).filter(|&man| other.may_die(man)).collect::<Vec<_>>() {
            let mut deaths = other.deaths[man];
            for (role, squares) in deaths.iter_mut().enumerate() {
                let mut possible = kills;
                if role == Role::Pawn.index() && (passing(other, man) & pawn_kills).any() {
                    possible |= passing(other, man).forward(!color);
                }
                *squares = *squares & possible & other.allowed[man][role];
            }
            if deaths != other.deaths[man] {
                other.deaths[man] = deaths;
                changed = true;
            }
            if deaths.iter().all(|squares| squares.is_empty()) {
                other.forget_death(man);
            }
        }
    }
    changed
}

/// Where a man can capture, as an officer and as a pawn.
fn kills_of(side: &Side, ground: &Ground, man: usize) -> (SquareSet, SquareSet) {
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
        let landing = allowed[0] | promoted & ground.promotion_squares();
        for from in allowed[0] {
            let captures = attacks::pawn(side.color, from) & pawn_steps(&ground.terrain, from);
            pawn |= captures & landing;
        }
    }
    (officer, pawn)
}
