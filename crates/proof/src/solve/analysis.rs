//! What can be said about every game before any move is tried.
//!
//! Each man has *ends*: squares of the target, or being captured. Men to ends at the least
//! cost says how many moves a side needs; what a pair of man and end costs beyond that, and
//! how many moves a side has to spare, rules out pairs and squares. Men that turn out never
//! to move stand in the way of others, whose ways become longer, and so on until nothing
//! changes any more.

use super::assign::{Assignment, MOST};
use super::prune::{Assignments, prune_captures};
use super::reach::{NODES, Node, NodeSet, Obstacles, UNREACHABLE, node};
use super::routes::Distances;
use sole_board::{CastlingSide, Color, Diagram, Position, Rank, Role, Square, SquareSet, attacks};

/// A man of the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Man {
    pub(super) role: Role,
    pub(super) square: Square,
    /// The castling that must be the first move of this piece.
    pub(super) planned_castling: Option<CastlingSide>,
}

/// The castling that each side plays during the game, if any.
pub(super) type PlannedCastlings = [Option<CastlingSide>; 2];

/// One side: its men, where they can end, and what they can do on the way.
#[derive(Clone)]
pub(super) struct Side {
    pub(super) color: Color,
    /// How many moves it makes.
    pub(super) moves: i32,
    /// How many men it captures.
    pub(super) captures: i32,
    pub(super) men: Vec<Man>,
    /// The square that a pawn of its has just passed, if it can be captured en passant now.
    passed: Option<Square>,
    /// The men of the target.
    pub(super) targets: Vec<(Role, Square)>,
    /// The ends of each man, a bit for each target and one beyond for being captured.
    pub(super) ends: [u32; MOST],
    /// Where each man can be on the way.
    pub(super) allowed: [NodeSet; MOST],
    /// Where each man can be captured.
    pub(super) capture_squares: [NodeSet; MOST],
    /// The least number of moves that it needs.
    pub(super) needed: i32,
    /// The least number of captures that its pawns need.
    pub(super) pawn_captures: i32,
}

/// The game cannot be: the bounds contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction;

/// Both sides, and what the search needs to know of them.
pub(super) struct Analysis {
    pub(super) sides: [Side; 2],
    pub(super) obstacles: [Obstacles; 2],
    pub(super) tables: Tables,
}

/// Bounds by man and node. Men are numbered White's first.
pub(super) struct Tables {
    /// What a man has yet to pay in moves, less the price of its end.
    pub(super) moves: Vec<[i16; NODES]>,
    /// What a man has yet to pay in captures as a pawn, less the price of its end.
    pub(super) captures: Vec<[i16; NODES]>,
    /// The same two for captured men of each side.
    pub(super) dead: [[i16; 2]; 2],
    /// The sum of all prices of each side, moves and captures.
    pub(super) prices: [[i16; 2]; 2],
    /// Where a man can be captured.
    pub(super) capture_squares: Vec<NodeSet>,
}

/// A bound that nothing can meet.
pub(super) const OUT: i16 = 4000;

impl Analysis {
    /// Looks at all games of `plies` plies from a position to a diagram in which each side
    /// castles as planned and not otherwise.
    pub(super) fn of(
        start: &Position,
        target: &Diagram,
        plies: u32,
        planned_castlings: PlannedCastlings,
    ) -> Result<Analysis, Contradiction> {
        let [white, black] = Color::ALL.map(|color| {
            Side::new(start, target, plies, (color, planned_castlings[color.index()]))
        });
        let mut sides = [white?, black?];
        let mut known = [None, None];
        loop {
            let obstacles = Color::ALL.map(|color| obstacles(&sides, color));
            let distances = obstacles.map(|obstacles| {
                let at = obstacles.color.index();
                let same = known[at]
                    .take()
                    .filter(|distances: &Distances| distances.obstacles == obstacles);
                same.unwrap_or_else(|| Distances::new(obstacles, &sides[at]))
            });
            let (white_changed, white) = sides[0].prune(&distances[0])?;
            let (black_changed, black) = sides[1].prune(&distances[1])?;
            let pruned = prune_captures(&mut sides, &distances);
            if !white_changed && !black_changed && !pruned {
                let tables = Tables::new(&sides, &distances, [white, black]);
                return Ok(Analysis { sides, obstacles, tables });
            }
            known = distances.map(Some);
        }
    }

    /// How many plies no side needs to get its men where they belong.
    pub(super) fn free_plies(&self) -> u16 {
        self.sides.iter().map(|side| (side.moves - side.needed) as u16).sum()
    }
}

impl Side {
    fn new(
        start: &Position,
        target: &Diagram,
        plies: u32,
        (color, planned_castling): (Color, Option<CastlingSide>),
    ) -> Result<Side, Contradiction> {
        let diagram = start.diagram();
        let rook =
            planned_castling.map(|side| start.castling_rook(color, side).ok_or(Contradiction));
        let rook = rook.transpose()?;
        let man = |square: Square| {
            let role = diagram.role_at(square)?;
            let has_duty = role == Role::King || rook == Some(square);
            Some(Man {
                role,
                square,
                planned_castling: if has_duty { planned_castling } else { None },
            })
        };
        let men: Vec<Man> = diagram.color(color).into_iter().filter_map(man).collect();
        let targets = target.color(color).into_iter();
        let targets: Vec<(Role, Square)> =
            targets.filter_map(|square| Some((target.role_at(square)?, square))).collect();
        let count = |diagram: &Diagram| diagram.color(!color).len() as i32;
        let captures = count(diagram) - count(target);
        if men.len() > MOST || targets.len() > men.len() || captures < 0 {
            return Err(Contradiction);
        }
        let moves = if start.turn() == color { plies.div_ceil(2) } else { plies / 2 } as i32;
        if let Some(castling) = planned_castling.zip(rook)
            && least_with_castling(diagram, &targets, color, castling) > moves
        {
            return Err(Contradiction);
        }
        let ends = (2u32 << targets.len()) - 1;
        let pawns = !SquareSet::BACK_RANKS;
        let full: NodeSet =
            std::array::from_fn(
                |role| {
                    if role == Role::Pawn.index() { pawns } else { SquareSet::FULL }
                },
            );
        let mut side = Side {
            color,
            moves,
            captures,
            men,
            passed: start.en_passant().filter(|_| start.turn() != color),
            targets,
            ends: [ends; MOST],
            allowed: [full; MOST],
            capture_squares: [full; MOST],
            needed: 0,
            pawn_captures: 0,
        };
        if side.men.len() == side.targets.len() {
            for man in 0..side.men.len() {
                side.rule_out_capture(man);
            }
        }
        for man in 0..side.men.len() {
            if side.men[man].role == Role::King {
                side.rule_out_capture(man);
            }
            if side.men[man].planned_castling.is_some() {
                side.allowed[man][0] = SquareSet::of(side.men[man].square);
            }
        }
        Ok(side)
    }

    pub(super) fn rule_out_capture(&mut self, man: usize) {
        self.ends[man] &= !(1 << self.targets.len());
        self.capture_squares[man] = [SquareSet::EMPTY; 6];
    }

    /// Whether the man may be captured.
    pub(super) fn may_be_captured(&self, man: usize) -> bool {
        self.ends[man] >> self.targets.len() & 1 == 1
    }

    /// Whether the man stays where it is, whatever happens.
    pub(super) fn never_moves(&self, man: usize) -> bool {
        let Man { role, square, planned_castling } = self.men[man];
        let mut home = [SquareSet::EMPTY; 6];
        home[role.index()] = SquareSet::of(square);
        planned_castling.is_none() && !self.may_be_captured(man) && self.allowed[man] == home
    }

    /// The squares of men that never move.
    fn immovable_squares(&self) -> SquareSet {
        let still = (0..self.men.len()).filter(|&man| self.never_moves(man));
        still.map(|man| self.men[man].square).collect()
    }

    /// The ends that a man has left.
    pub(super) fn ends_of(&self, man: usize) -> impl Iterator<Item = usize> + use<> {
        let ends = self.ends[man];
        (0..=self.targets.len()).filter(move |end| ends >> end & 1 == 1)
    }

    /// The node where a man begins.
    pub(super) fn home(&self, man: usize) -> Node {
        let Man { role, square, planned_castling } = self.men[man];
        node(if planned_castling.is_some() { Role::Pawn } else { role }, square)
    }
}

/// How many moves a side needs at least that castles with the rook of a square, told without
/// looking at ways: most castlings do not survive this.
fn least_with_castling(
    diagram: &Diagram,
    targets: &[(Role, Square)],
    color: Color,
    (side, rook): (CastlingSide, Square),
) -> i32 {
    let apart = |a: usize, b: usize| a.abs_diff(b) as i32;
    let from = side.king_to(color);
    let costs = targets.iter().map(|&(role, square)| {
        let stays = diagram.role_at(square) == Some(role) && diagram.color(color).contains(square);
        match role {
            Role::King => apart(from.file().index(), square.file().index())
                .max(apart(from.rank().index(), square.rank().index())),
            Role::Rook if square == side.rook_to(color) => 0,
            // Another man comes there, or the rook comes back.
            _ => i32::from(!stays || square == rook),
        }
    });
    1 + costs.sum::<i32>()
}

/// The obstacles of a side.
fn obstacles(sides: &[Side; 2], color: Color) -> Obstacles {
    let (own, other) = (&sides[color.index()], &sides[(!color).index()]);
    let mut no_king = SquareSet::EMPTY;
    for man in (0..other.men.len()).filter(|&man| other.never_moves(man)) {
        let Man { role, square, .. } = other.men[man];
        // Next to it only: other men can stand between it and anything further.
        no_king |= attacks::of(role, !color, square, SquareSet::FULL);
    }
    let mut pawn_captures = SquareSet::EMPTY;
    if own.captures > 0 {
        for man in 0..other.men.len() {
            pawn_captures |=
                other.capture_squares[man].into_iter().fold(SquareSet::EMPTY, |a, b| a | b);
            pawn_captures |= passing(other, man);
        }
    }
    Obstacles {
        color,
        walls: own.immovable_squares() | other.immovable_squares(),
        no_king,
        pawn_captures,
    }
}

/// Where a pawn of the other side lands that captures this man en passant.
pub(super) fn passing(side: &Side, man: usize) -> SquareSet {
    let Man { role, square, .. } = side.men[man];
    if role != Role::Pawn || !side.may_be_captured(man) {
        return SquareSet::EMPTY;
    }
    let ahead = |square: Square| SquareSet::of(square).forward(side.color);
    let second = SquareSet::rank(Rank::Second.seen_by(side.color));
    let over = match side.passed {
        Some(over) if ahead(over).contains(square) => SquareSet::of(over),
        _ if second.contains(square) => ahead(square),
        _ => SquareSet::EMPTY,
    };
    let falls = over.forward(side.color) & side.capture_squares[man][Role::Pawn.index()];
    if falls.any() { over } else { SquareSet::EMPTY }
}

impl Tables {
    fn new(sides: &[Side; 2], distances: &[Distances; 2], assignments: [Assignments; 2]) -> Tables {
        let mut tables = Tables {
            moves: Vec::new(),
            captures: Vec::new(),
            dead: [[OUT; 2]; 2],
            prices: [[0; 2]; 2],
            capture_squares: Vec::new(),
        };
        for color in Color::ALL {
            let at = color.index();
            let (side, distances, assignments) = (&sides[at], &distances[at], &assignments[at]);
            let size = side.men.len();
            let both = [&assignments.moves, &assignments.captures];
            tables.prices[at] =
                both.map(|assignment| assignment.prices[..size].iter().sum::<i32>() as i16);
            if side.targets.len() < size {
                let price = |assignment: &Assignment| -assignment.prices[side.targets.len()] as i16;
                tables.dead[at] = both.map(price);
            }
            for man in 0..size {
                let (moves, captures) = side.rows(distances, assignments, man);
                tables.moves.push(moves);
                tables.captures.push(captures);
                tables.capture_squares.push(side.capture_squares[man]);
            }
        }
        tables
    }
}

impl Side {
    fn rows(
        &self,
        distances: &Distances,
        assignments: &Assignments,
        man: usize,
    ) -> ([i16; NODES], [i16; NODES]) {
        let (mut moves, mut captures) = ([OUT; NODES], [OUT; NODES]);
        let way = &assignments.routes[man];
        let mut offer = |at: usize, end: usize, [walk, taken]: [i32; 2]| {
            let walk = walk - assignments.moves.prices[end];
            let taken = taken - assignments.captures.prices[end];
            moves[at] = moves[at].min(walk as i16);
            captures[at] = captures[at].min(taken as i16);
        };
        for end in self.ends_of(man) {
            if let Some(price) = self.price(distances, way, man, end) {
                offer(usize::from(self.home(man)), end, price);
            }
            let (walk, taken) = way.to_end(distances, end);
            for (role, squares) in self.allowed[man].iter().enumerate() {
                for at in squares.into_iter().map(|square| role * 64 + square.index()) {
                    if walk[at] != UNREACHABLE && taken[at] != UNREACHABLE {
                        offer(at, end, [i32::from(walk[at]), i32::from(taken[at])]);
                    }
                }
            }
        }
        (moves, captures)
    }
}
