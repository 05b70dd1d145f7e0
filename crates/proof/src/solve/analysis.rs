//! What can be said about every game before any move is tried.
//!
//! Each man has *ends*: squares of the target, or being captured. Men to ends at the least
//! cost says how many moves a side needs; what a pair of man and end costs beyond that, and
//! how many moves a side has to spare, rules out pairs and squares. Men that turn out never
//! to move stand in the way of others, whose ways become longer, and so on until nothing
//! changes any more.

use super::assign::{Assignment, Costs, MOST, NEVER};
use super::reach::{FAR, NODES, Node, NodeSet, Reach, Terrain, files_apart, node};
use super::reach::{pawn_steps, toward};
use sole_board::{CastlingSide, Color, Diagram, Position, Rank, Role, Square, SquareSet, attacks};

/// A man of the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Man {
    pub(super) role: Role,
    pub(super) square: Square,
    /// The castling that it has to take part in before it does anything else.
    pub(super) duty: Option<CastlingSide>,
}

/// Which castling each side plays on the way, if any.
pub(super) type Duties = [Option<CastlingSide>; 2];

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
    pub(super) deaths: [NodeSet; MOST],
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
    pub(super) terrains: [Terrain; 2],
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
    pub(super) deaths: Vec<NodeSet>,
}

/// A bound that nothing can meet.
pub(super) const OUT: i16 = 4000;

impl Analysis {
    /// Looks at all games of `plies` plies from a position to a diagram in which each side
    /// castles as its duty says and not otherwise.
    pub(super) fn of(
        start: &Position,
        target: &Diagram,
        plies: u32,
        duties: Duties,
    ) -> Result<Analysis, Contradiction> {
        let [white, black] =
            Color::ALL.map(|color| Side::new(start, target, plies, (color, duties[color.index()])));
        let mut sides = [white?, black?];
        let mut known = [None, None];
        loop {
            let terrains = Color::ALL.map(|color| terrain(&sides, color));
            let grounds = terrains.map(|terrain| {
                let at = terrain.color.index();
                let same = known[at].take().filter(|ground: &Ground| ground.terrain == terrain);
                same.unwrap_or_else(|| Ground::new(terrain, &sides[at]))
            });
            let (white_changed, white) = sides[0].tighten(&grounds[0])?;
            let (black_changed, black) = sides[1].tighten(&grounds[1])?;
            let buried = bury(&mut sides, &grounds);
            if !white_changed && !black_changed && !buried {
                let tables = Tables::new(&sides, &grounds, [white, black]);
                return Ok(Analysis { sides, terrains, tables });
            }
            known = grounds.map(Some);
        }
    }
}

/// Distances that hold for one side until something new is known.
struct Ground {
    terrain: Terrain,
    reach: Reach,
    /// Moves to each target from each node.
    to_target: Vec<[u8; NODES]>,
    /// Captures as a pawn to each target from each node.
    pawn_captures: Vec<[u8; NODES]>,
}

impl Ground {
    fn new(terrain: Terrain, side: &Side) -> Ground {
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

    fn promotion_squares(&self) -> SquareSet {
        SquareSet::rank(Rank::Eighth.seen_by(self.terrain.color))
    }
}

/// What it takes one man to get from its square to every node, and from there to an end.
struct Ways {
    /// Moves to each node from where the man is.
    from_start: [u8; NODES],
    /// Captures as a pawn to each node.
    captures: [u8; NODES],
    /// Moves to the nearest place where it can be captured.
    to_death: [u8; NODES],
    /// Captures as a pawn on the way there.
    captures_to_death: [u8; NODES],
}

impl Ways {
    /// Moves and captures as a pawn to an end from each node.
    fn to_end<'a>(&'a self, ground: &'a Ground, end: usize) -> (&'a [u8; NODES], &'a [u8; NODES]) {
        match ground.to_target.get(end) {
            Some(moves) => (moves, &ground.pawn_captures[end]),
            None => (&self.to_death, &self.captures_to_death),
        }
    }
}

/// The numbers of an assignment for moves and for captures.
struct Matched {
    moves: Assignment,
    captures: Assignment,
    ways: Vec<Ways>,
}

impl Side {
    fn new(
        start: &Position,
        target: &Diagram,
        plies: u32,
        (color, duty): (Color, Option<CastlingSide>),
    ) -> Result<Side, Contradiction> {
        let diagram = start.diagram();
        let rook = duty.map(|side| start.castling_rook(color, side).ok_or(Contradiction));
        let rook = rook.transpose()?;
        let man = |square: Square| {
            let role = diagram.role_at(square)?;
            let has_duty = role == Role::King || rook == Some(square);
            Some(Man { role, square, duty: if has_duty { duty } else { None } })
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
            deaths: [full; MOST],
            needed: 0,
            pawn_captures: 0,
        };
        if side.men.len() == side.targets.len() {
            for man in 0..side.men.len() {
                side.forget_death(man);
            }
        }
        for man in 0..side.men.len() {
            if side.men[man].role == Role::King {
                side.forget_death(man);
            }
            if side.men[man].duty.is_some() {
                side.allowed[man][0] = SquareSet::of(side.men[man].square);
            }
        }
        Ok(side)
    }

    fn forget_death(&mut self, man: usize) {
        self.ends[man] &= !(1 << self.targets.len());
        self.deaths[man] = [SquareSet::EMPTY; 6];
    }

    /// Whether the man may be captured.
    pub(super) fn may_die(&self, man: usize) -> bool {
        self.ends[man] >> self.targets.len() & 1 == 1
    }

    /// Whether the man stays where it is, whatever happens.
    pub(super) fn never_moves(&self, man: usize) -> bool {
        let Man { role, square, duty } = self.men[man];
        let mut home = [SquareSet::EMPTY; 6];
        home[role.index()] = SquareSet::of(square);
        duty.is_none() && !self.may_die(man) && self.allowed[man] == home
    }

    /// The squares of men that never move.
    fn statues(&self) -> SquareSet {
        let still = (0..self.men.len()).filter(|&man| self.never_moves(man));
        still.map(|man| self.men[man].square).collect()
    }

    /// Rules out ends and nodes that cost too much; says whether there were any.
    fn tighten(&mut self, ground: &Ground) -> Result<(bool, Matched), Contradiction> {
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

    /// What a man has to pay in moves and captures for an end, if it can get there.
    fn price(&self, ground: &Ground, way: &Ways, man: usize, end: usize) -> Option<[i32; 2]> {
        let (at, paid) = match self.after_duty(man) {
            Some((square, paid)) => (node(self.men[man].role, square), paid),
            None => (self.home(man), 0),
        };
        let (moves, captures) = way.to_end(ground, end);
        let (moves, captures) = (moves[usize::from(at)], captures[usize::from(at)]);
        let possible = moves != FAR && captures != FAR;
        possible.then(|| [i32::from(moves + paid), i32::from(captures)])
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

    /// The ends that a man has left.
    pub(super) fn ends_of(&self, man: usize) -> impl Iterator<Item = usize> + use<> {
        let ends = self.ends[man];
        (0..=self.targets.len()).filter(move |end| ends >> end & 1 == 1)
    }

    /// The node where a man begins.
    pub(super) fn home(&self, man: usize) -> Node {
        let Man { role, square, duty } = self.men[man];
        node(if duty.is_some() { Role::Pawn } else { role }, square)
    }

    /// Where its duty puts a king or a rook, and what it costs.
    fn after_duty(&self, man: usize) -> Option<(Square, u8)> {
        let side = self.men[man].duty?;
        Some(match self.men[man].role {
            Role::King => (side.king_to(self.color), 1),
            _ => (side.rook_to(self.color), 0),
        })
    }

    fn ways(&self, ground: &Ground, man: usize) -> Ways {
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

/// What stands in a side's way.
fn terrain(sides: &[Side; 2], color: Color) -> Terrain {
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
            pawn_captures |= other.deaths[man].into_iter().fold(SquareSet::EMPTY, |a, b| a | b);
            pawn_captures |= passing(other, man);
        }
    }
    Terrain { color, walls: own.statues() | other.statues(), no_king, pawn_captures }
}

/// Where a pawn of the other side lands that captures this man en passant.
fn passing(side: &Side, man: usize) -> SquareSet {
    let Man { role, square, .. } = side.men[man];
    if role != Role::Pawn || !side.may_die(man) {
        return SquareSet::EMPTY;
    }
    let ahead = |square: Square| SquareSet::of(square).forward(side.color);
    let second = SquareSet::rank(Rank::Second.seen_by(side.color));
    let over = match side.passed {
        Some(over) if ahead(over).contains(square) => SquareSet::of(over),
        _ if second.contains(square) => ahead(square),
        _ => SquareSet::EMPTY,
    };
    let falls = over.forward(side.color) & side.deaths[man][Role::Pawn.index()];
    if falls.any() { over } else { SquareSet::EMPTY }
}

/// Rules out places where nobody can capture a man, and captures where nobody can be.
fn bury(sides: &mut [Side; 2], grounds: &[Ground; 2]) -> bool {
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

impl Tables {
    fn new(sides: &[Side; 2], grounds: &[Ground; 2], matched: [Matched; 2]) -> Tables {
        let mut tables = Tables {
            moves: Vec::new(),
            captures: Vec::new(),
            dead: [[OUT; 2]; 2],
            prices: [[0; 2]; 2],
            deaths: Vec::new(),
        };
        for color in Color::ALL {
            let at = color.index();
            let (side, ground, matched) = (&sides[at], &grounds[at], &matched[at]);
            let size = side.men.len();
            let both = [&matched.moves, &matched.captures];
            tables.prices[at] =
                both.map(|assignment| assignment.prices[..size].iter().sum::<i32>() as i16);
            if side.targets.len() < size {
                let price = |assignment: &Assignment| -assignment.prices[side.targets.len()] as i16;
                tables.dead[at] = both.map(price);
            }
            for man in 0..size {
                let (moves, captures) = side.rows(ground, matched, man);
                tables.moves.push(moves);
                tables.captures.push(captures);
                tables.deaths.push(side.deaths[man]);
            }
        }
        tables
    }
}

impl Side {
    fn rows(&self, ground: &Ground, matched: &Matched, man: usize) -> ([i16; NODES], [i16; NODES]) {
        let (mut moves, mut captures) = ([OUT; NODES], [OUT; NODES]);
        let way = &matched.ways[man];
        let mut offer = |at: usize, end: usize, [walk, taken]: [i32; 2]| {
            let walk = walk - matched.moves.prices[end];
            let taken = taken - matched.captures.prices[end];
            moves[at] = moves[at].min(walk as i16);
            captures[at] = captures[at].min(taken as i16);
        };
        for end in self.ends_of(man) {
            if let Some(price) = self.price(ground, way, man, end) {
                offer(usize::from(self.home(man)), end, price);
            }
            let (walk, taken) = way.to_end(ground, end);
            for (role, squares) in self.allowed[man].iter().enumerate() {
                for at in squares.into_iter().map(|square| role * 64 + square.index()) {
                    if walk[at] != FAR && taken[at] != FAR {
                        offer(at, end, [i32::from(walk[at]), i32::from(taken[at])]);
                    }
                }
            }
        }
        (moves, captures)
    }
}
