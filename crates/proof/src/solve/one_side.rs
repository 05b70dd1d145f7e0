//! The search of one side alone: every arrangement of its pieces on some path from start to target.
//!
//! The pieces of the other side are left out, except those that are known to be obstacles;
//! a piece that may be captured may disappear wherever it can be. This relaxed problem
//! is searched exhaustively: an arrangement that is on no path of the right length
//! is in no game. That covers pieces that obstruct their own side, and tempo moves that are
//! not available.
//!
//! What all arrangements of one side after a number of moves have in common restricts
//! the other side. So both sides are searched in turn, until neither set gets smaller.

use super::analysis::{Analysis, OUT, Side, Tables};
use super::assign::MOST;
use super::budget::Meter;
use super::reach::{NODES, Node, Obstacles, node, pawn_steps};
use sole_board::{CastlingSide, Color, Role, Square, SquareSet, attacks};
use sole_puzzle::Stop;
use std::num::NonZeroU32;
use std::ops::ControlFlow;

/// The arrangements of both sides, each searched alone with what is known of the other.
pub(super) struct BothSides<'a> {
    analysis: &'a Analysis,
    /// The side that moves first.
    first: Color,
    sides: [Option<OneSide>; 2],
}

impl<'a> BothSides<'a> {
    /// Nothing is known yet.
    pub(super) fn new(analysis: &'a Analysis, first: Color) -> BothSides<'a> {
        BothSides { analysis, first, sides: [None, None] }
    }

    /// Searches both sides with at most `most` arrangements for each. Returns whether that
    /// was enough.
    pub(super) fn look(&mut self, most: usize, meter: &mut Meter<'_>) -> ControlFlow<Stop, bool> {
        let mut fresh = [false; 2];
        while let Some(color) = Color::ALL.into_iter().find(|color| !fresh[color.index()]) {
            fresh[color.index()] = true;
            let other = self.sides[(!color).index()].as_ref();
            let world = World::new(self.analysis, color, self.first, other);
            let Some(found) = OneSide::of(&world, most, meter)? else { continue };
            let old = self.sides[color.index()].as_ref();
            if old.is_none_or(|old| old.occupancy != found.occupancy) {
                fresh[(!color).index()] = false;
            }
            self.sides[color.index()] = Some(found);
        }
        ControlFlow::Continue(self.is_complete())
    }

    /// Whether both sides are known.
    pub(super) fn is_complete(&self) -> bool {
        self.sides.iter().all(Option::is_some)
    }

    /// What both sides were taken from.
    pub(super) fn analysis(&self) -> &'a Analysis {
        self.analysis
    }

    /// The side that moves first.
    pub(super) fn first(&self) -> Color {
        self.first
    }

    /// Whether a side's arrangement may occur when it has a given number of moves left.
    #[inline(always)]
    pub(super) fn admits(&self, color: Color, left: usize, hash: u64) -> bool {
        match &self.sides[color.index()] {
            None => true,
            Some(one_side) => match (one_side.after.len() - 1).checked_sub(left) {
                Some(made) => one_side.after[made].contains(hash),
                None => false,
            },
        }
    }
}

/// The hash of a node; that of an arrangement is the exclusive or of its nodes'.
#[inline(always)]
pub(super) fn hash(node: Node) -> u64 {
    HASHES[usize::from(node)]
}

static HASHES: [u64; NODES] = {
    let mut hashes = [0; NODES];
    let mut at = 0;
    while at < NODES {
        let mut mixed = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        hashes[at] = mixed ^ mixed >> 31;
        at += 1;
    }
    hashes
};

/// The arrangements of one side by the number of moves that it has made.
struct OneSide {
    /// Told by hashes: one that is not meant may be let in, none that is meant is left out.
    after: Vec<Hashes>,
    occupancy: Vec<Occupancy>,
}

/// The squares that all or some arrangements after the same number of moves occupy or attack.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Occupancy {
    /// Squares that are occupied in all of them.
    always: SquareSet,
    /// Squares that are occupied in some of them.
    ever: SquareSet,
    /// Squares that are attacked in all of them.
    attacked: SquareSet,
}

const ABSENT: Occupancy =
    Occupancy { always: SquareSet::FULL, ever: SquareSet::EMPTY, attacked: SquareSet::FULL };

impl Occupancy {
    fn add(&mut self, planes: &Planes, color: Color) {
        let mut attacked = SquareSet::EMPTY;
        for (role, squares) in planes.men() {
            // Those that have yet to castle are no pawns, and left out.
            let waiting = if role == Role::Pawn { SquareSet::BACK_RANKS } else { SquareSet::EMPTY };
            for square in squares - waiting {
                // Of sliders only what is next to them: others may stand further off.
                attacked |= attacks::of(role, color, square, SquareSet::FULL);
            }
        }
        self.always &= planes.occupied();
        self.ever |= planes.occupied();
        self.attacked &= attacked;
    }
}

impl OneSide {
    /// Every arrangement of a world; `None` if there are more than `most`.
    fn of(
        world: &World<'_>,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, Option<OneSide>> {
        let mut layers = vec![Layer::default()];
        let mut states = vec![world.start()];
        layers[0].add(&states[0]);
        let mut total = 0;
        for made in 0..=world.moves() {
            let layer = &mut layers[made];
            let (mut next, mut next_states) = (Layer::default(), Vec::new());
            let mut at = 0;
            while at < states.len() && total + at + next_states.len() <= most {
                meter.spend()?;
                let state = states[at];
                world.capture_one(&state, made, |gone| {
                    let (to, is_new) = layer.add(&gone);
                    layer.capture_edges.push((at as u32, to));
                    states.extend(is_new.then_some(gone));
                });
                world.expand(&state, made, |child| {
                    let (to, is_new) = next.add(&child);
                    next.edges.push((at as u32, to));
                    next_states.extend(is_new.then_some(child));
                });
                at += 1;
            }
            if at < states.len() {
                return ControlFlow::Continue(None);
            }
            total += at;
            states = next_states;
            layers.push(next);
        }
        layers.pop();
        ControlFlow::Continue(Some(OneSide::backward(&layers, world, meter)?))
    }

    /// Keeps what leads to the target.
    fn backward(
        layers: &[Layer],
        world: &World<'_>,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, OneSide> {
        let mut one_side = OneSide { after: Vec::new(), occupancy: Vec::new() };
        let target = world.target();
        let mut live: Vec<bool> = Vec::new();
        for (made, layer) in layers.iter().enumerate().rev() {
            live = match layers.get(made + 1) {
                None => layer.keys.iter().map(|key| key.planes == target).collect(),
                Some(next) => layer.leading_to(next, &live, meter)?,
            };
            layer.mark_before_captures(&mut live, meter)?;
            let mut occupancy = ABSENT;
            let mut hashes = Hashes::with_room(live.iter().filter(|live| **live).count());
            for ((key, hash), _) in
                layer.keys.iter().zip(&layer.hashes).zip(&live).filter(|(_, live)| **live)
            {
                meter.charge(1)?;
                occupancy.add(&key.planes, world.side.color);
                hashes.insert(*hash);
            }
            one_side.occupancy.push(occupancy);
            one_side.after.push(hashes);
        }
        one_side.after.reverse();
        one_side.occupancy.reverse();
        ControlFlow::Continue(one_side)
    }
}

/// Role by square in three bits, the number of the role plus one: exact, and quick to change.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Planes([u64; 3]);

impl Planes {
    pub(super) fn toggle(&mut self, node: Node) {
        let code = node / 64 + 1;
        for (bit, plane) in self.0.iter_mut().enumerate() {
            *plane ^= u64::from(code >> bit & 1) << (node % 64);
        }
    }

    pub(super) fn occupied(&self) -> SquareSet {
        SquareSet(self.0[0] | self.0[1] | self.0[2])
    }

    /// The men by role. A king and a rook that have yet to castle are pawns on the back
    /// rank.
    pub(super) fn men(&self) -> impl Iterator<Item = (Role, SquareSet)> + use<> {
        let planes = self.0;
        Role::ALL.into_iter().map(move |role| {
            let code = role.index() + 1;
            let bit = |bit: usize| if code >> bit & 1 == 1 { planes[bit] } else { !planes[bit] };
            (role, SquareSet(bit(0) & bit(1) & bit(2)))
        })
    }
}

/// The men of a side by number.
#[derive(Clone, Copy)]
struct State {
    nodes: [Option<Node>; MOST],
    planes: Planes,
    hash: u64,
    /// How many captures pawns have made. What prunes must be told apart by: the same
    /// arrangement with fewer of them may go on where this one may not.
    pawn_captures: i16,
    /// Moves, and captures by pawns, that are needed yet, at least.
    needed: [i16; 2],
}

impl State {
    fn toggle(&mut self, node: Node) {
        self.planes.toggle(node);
        self.hash ^= hash(node);
    }

    fn key(&self) -> Key {
        Key { planes: self.planes, pawn_captures: self.pawn_captures }
    }
}

/// What tells states apart.
#[derive(Clone, Copy, PartialEq)]
struct Key {
    planes: Planes,
    pawn_captures: i16,
}

/// Places in a list, found by hash.
#[derive(Default)]
pub(super) struct Index {
    /// Hashes and places; a free slot has no place.
    slots: Vec<(u64, Option<NonZeroU32>)>,
    len: u32,
}

impl Index {
    /// The place of what has this hash and satisfies `is_it`; if there is none, the next
    /// place is taken for it.
    pub(super) fn place(&mut self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.len() <= 2 * self.len as usize {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while let (found, Some(place)) = self.slots[at] {
            if found == hash && is_it(place.get() - 1) {
                return Some(place.get() - 1);
            }
            at = (at + 1) & mask;
        }
        self.len += 1;
        self.slots[at] = (hash, NonZeroU32::new(self.len));
        None
    }

    fn grow(&mut self) {
        let size = (4 * self.len as usize).next_power_of_two().max(64);
        let old = std::mem::replace(&mut self.slots, vec![(0, None); size]);
        for slot in old.into_iter().filter(|slot| slot.1.is_some()) {
            let mut at = slot.0 as usize & (size - 1);
            while self.slots[at].1.is_some() {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }
}

/// The arrangements after some number of moves.
#[derive(Default)]
struct Layer {
    keys: Vec<Key>,
    hashes: Vec<u64>,
    index: Index,
    /// Pairs of an arrangement before the last move, and one here.
    edges: Vec<(u32, u32)>,
    /// Pairs of arrangements here, before and after a man is captured.
    capture_edges: Vec<(u32, u32)>,
}

impl Layer {
    /// The place of an arrangement, and whether it is new.
    fn add(&mut self, state: &State) -> (u32, bool) {
        let is_it = |place: u32| self.keys[place as usize] == state.key();
        let hash = state.hash.rotate_left(state.pawn_captures as u32);
        if let Some(place) = self.index.place(hash, is_it) {
            return (place, false);
        }
        self.keys.push(state.key());
        self.hashes.push(state.hash);
        (self.keys.len() as u32 - 1, true)
    }

    /// Which arrangements a move leads from to live ones of the next layer.
    fn leading_to(
        &self,
        next: &Layer,
        live: &[bool],
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, Vec<bool>> {
        let mut leading = vec![false; self.keys.len()];
        for &(from, to) in &next.edges {
            meter.charge(1)?;
            leading[from as usize] |= live[to as usize];
        }
        ControlFlow::Continue(leading)
    }

    /// Marks the arrangements that become live ones by captures.
    fn mark_before_captures(&self, live: &mut [bool], meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        let mut changed = true;
        while changed {
            changed = false;
            for &(from, to) in &self.capture_edges {
                meter.charge(1)?;
                if live[to as usize] && !live[from as usize] {
                    live[from as usize] = true;
                    changed = true;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A set of hashes. Zero marks free places, so it always counts as in.
pub(super) struct Hashes(Vec<u64>);

impl Hashes {
    /// An empty set with room for `hashes` hashes.
    pub(super) fn with_room(hashes: usize) -> Hashes {
        Hashes(vec![0; (2 * hashes + 1).next_power_of_two()])
    }

    /// Adds a hash; there must be room.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64) {
        let mask = self.0.len() - 1;
        let mut at = hash as usize & mask;
        while self.0[at] != 0 {
            at = (at + 1) & mask;
        }
        self.0[at] = hash;
    }

    #[inline(always)]
    pub(super) fn contains(&self, hash: u64) -> bool {
        let mask = self.0.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.0[at] {
                found if found == hash => return true,
                0 => return false,
                _ => at = (at + 1) & mask,
            }
        }
    }
}

/// What the moves of a side alone are.
struct World<'a> {
    side: &'a Side,
    tables: &'a Tables,
    obstacles: Obstacles,
    other: Option<&'a OneSide>,
    is_first: bool,
    /// The number of the side's first man in the tables.
    offset: usize,
}

impl<'a> World<'a> {
    fn new(
        analysis: &'a Analysis,
        color: Color,
        first: Color,
        other: Option<&'a OneSide>,
    ) -> World<'a> {
        World {
            side: &analysis.sides[color.index()],
            tables: &analysis.tables,
            obstacles: analysis.obstacles[color.index()],
            other,
            is_first: color == first,
            offset: if color == Color::White { 0 } else { analysis.sides[0].men.len() },
        }
    }

    /// How many moves the side makes.
    fn moves(&self) -> usize {
        self.side.moves as usize
    }

    /// What is known of the other side when it has made a given number of moves.
    fn occupancy(&self, made: usize) -> Option<&Occupancy> {
        self.other.and_then(|other| other.occupancy.get(made))
    }

    /// What a man has yet to pay in moves and captures at a node.
    fn price(&self, man: usize, at: Node) -> [i16; 2] {
        let (man, at) = (self.offset + man, usize::from(at));
        [self.tables.moves[man][at], self.tables.captures[man][at]]
    }

    fn start(&self) -> State {
        let mut state = State {
            nodes: [None; MOST],
            planes: Planes::default(),
            hash: 0,
            pawn_captures: 0,
            needed: self.tables.prices[self.side.color.index()],
        };
        for man in 0..self.side.men.len() {
            let home = self.side.home(man);
            state.nodes[man] = Some(home);
            state.toggle(home);
            state.needed = change(state.needed, [0; 2], self.price(man, home));
        }
        state
    }

    fn target(&self) -> Planes {
        let mut planes = Planes::default();
        for &(role, square) in &self.side.targets {
            planes.toggle(node(role, square));
        }
        planes
    }

    /// Visits the arrangements with one piece captured after `made` moves of the side.
    fn capture_one(&self, state: &State, made: usize, mut visit: impl FnMut(State)) {
        let living = state.nodes.iter().flatten().count();
        let reply = if self.is_first { made } else { made + 1 };
        if living == self.side.targets.len() || reply == 0 {
            return;
        }
        // The square of the captor; a pawn that captures en passant stands behind the man.
        let captors = self.occupancy(reply).map_or(SquareSet::FULL, |other| other.ever);
        let passing = captors.forward(self.side.color);
        for (man, at) in state.nodes.iter().enumerate() {
            let Some(at) = *at else { continue };
            let role = usize::from(at / 64);
            let captors = if role == Role::Pawn.index() { captors | passing } else { captors };
            let capture_squares = self.tables.capture_squares[self.offset + man][role] & captors;
            if capture_squares.0 >> (at % 64) & 1 == 1 {
                let mut gone = *state;
                gone.nodes[man] = None;
                gone.toggle(at);
                let dead = self.tables.dead[self.side.color.index()];
                gone.needed = change(gone.needed, self.price(man, at), dead);
                visit(gone);
            }
        }
    }

    /// Visits what the next move can lead to after a given number of moves of the side.
    fn expand(&self, state: &State, made: usize, mut visit: impl FnMut(State)) {
        if made == self.moves() {
            return;
        }
        let left = (self.moves() - made - 1) as i16;
        let other = self.occupancy(if self.is_first { made } else { made + 1 });
        let (walls, attacked) =
            other.map_or((SquareSet::EMPTY, SquareSet::EMPTY), |it| (it.always, it.attacked));
        let walls = self.obstacles.walls | walls | state.planes.occupied();
        let obstacles = Obstacles { walls, ..self.obstacles };
        let mut offer = |state: State| {
            let king = |&node: &Node| usize::from(node / 64) == Role::King.index();
            let king = state.nodes.into_iter().flatten().find(king);
            let in_check = king.is_some_and(|king| attacked.0 >> (king % 64) & 1 == 1);
            let captures = state.pawn_captures + state.needed[1];
            let affordable = state.needed[0] <= left && captures <= self.side.captures as i16;
            if affordable && !in_check {
                visit(state);
            }
        };
        for man in 0..self.side.men.len() {
            self.expand_man(state, man, &obstacles, &mut offer);
        }
    }

    fn expand_man(
        &self,
        state: &State,
        man: usize,
        obstacles: &Obstacles,
        offer: &mut impl FnMut(State),
    ) {
        let Some(at) = state.nodes[man] else { return };
        let Some(from) = Square::new((at % 64) as u8) else { return };
        let role = Role::ALL[usize::from(at / 64)];
        let planned_castling = self.side.men[man].planned_castling.filter(|_| role == Role::Pawn);
        let steps = match role {
            Role::Pawn if planned_castling.is_some() => SquareSet::EMPTY,
            Role::Pawn => pawn_steps(obstacles, from),
            _ => attacks::of(role, obstacles.color, from, obstacles.walls) - obstacles.walls,
        };
        for to in steps {
            let promotes = role == Role::Pawn && SquareSet::BACK_RANKS.contains(to);
            let becomes: &[Role] = if promotes { &Role::PROMOTIONS } else { &[role] };
            for &role in becomes {
                self.moved(state, man, node(role, to)).into_iter().for_each(&mut *offer);
            }
        }
        if let Some(side) = planned_castling
            && self.side.men[man].role == Role::King
        {
            self.castle(state, (man, side), obstacles.walls).into_iter().for_each(offer);
        }
    }

    fn castle(
        &self,
        state: &State,
        (king, side): (usize, CastlingSide),
        walls: SquareSet,
    ) -> Option<State> {
        let men = &self.side.men;
        let rook =
            (0..men.len()).find(|&man| man != king && men[man].planned_castling.is_some())?;
        let color = self.side.color;
        let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
        let (king_from, rook_from) = (men[king].square, men[rook].square);
        let routes = attacks::between(king_from, king_to) | attacks::between(rook_from, rook_to);
        let way = routes.with(king_to).with(rook_to).without(king_from).without(rook_from);
        if (way & walls).any() {
            return None;
        }
        let after = self.moved(state, king, node(Role::King, king_to))?;
        self.moved(&after, rook, node(Role::Rook, rook_to))
    }

    fn moved(&self, state: &State, man: usize, to: Node) -> Option<State> {
        let from = state.nodes[man]?;
        let (price, mut state) = (self.price(man, to), *state);
        state.needed = change(state.needed, self.price(man, from), price);
        let is_pawn = self.side.men[man].role == Role::Pawn && from < 64;
        state.pawn_captures += i16::from(is_pawn && from % 8 != to % 8);
        state.nodes[man] = Some(to);
        state.toggle(from);
        state.toggle(to);
        (price[0] != OUT).then_some(state)
    }
}

/// Two sums after one of their parts has changed.
fn change(sums: [i16; 2], before: [i16; 2], after: [i16; 2]) -> [i16; 2] {
    std::array::from_fn(|at| sums[at] - before[at] + after[at])
}
