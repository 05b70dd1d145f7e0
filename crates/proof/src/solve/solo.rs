//! One side alone: every arrangement of its men on some way from start to target.
//!
//! The men of the other side are left out, but for those that never move; a man that may
//! be captured may vanish wherever it can be. What is left is a small world, searched
//! exhaustively: an arrangement after so many moves of the side that is not on any way of
//! the right length there is on no way in a game. That covers men that stand in the way of
//! their own side, and moves to be lost that cannot be.

use super::analysis::{Analysis, OUT, Side, Tables};
use super::assign::MOST;
use super::reach::{Node, Terrain, node, pawn_steps};
use sole_board::{CastlingSide, Role, Square, SquareSet, attacks};

/// The node of a man that was captured.
const GONE: Node = Node::MAX;

/// Sets of arrangements by the number of moves that the side has made.
///
/// Arrangements are told by hashes: one that is not meant may be let in, none that is meant
/// is left out.
pub(super) struct Solo {
    after: Vec<Hashes>,
}

/// A hash of a node; that of an arrangement is the exclusive or of its nodes'.
#[inline(always)]
pub(super) fn hash(node: Node) -> u64 {
    let mut mixed = (u64::from(node) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

impl Solo {
    /// Looks at one side of an analysis; `None` if there are more than so many arrangements.
    pub(super) fn of(analysis: &Analysis, color: usize, most: usize) -> Option<Solo> {
        let world = World::new(analysis, color);
        let moves = usize::try_from(world.side.moves).ok()?;
        let mut layers = vec![Layer::default()];
        let mut states = vec![world.start()];
        layers[0].add(&states[0]);
        let mut total = 0;
        for made in 0..=moves {
            let (mut next, mut next_states) = (Layer::default(), Vec::new());
            let layer = &mut layers[made];
            let mut at = 0;
            while at < states.len() {
                let state = states[at];
                world.vanish(&state, |gone| {
                    let (to, is_new) = layer.add(&gone);
                    layer.vanishing.push((at as u32, to));
                    if is_new {
                        states.push(gone);
                    }
                });
                if made < moves {
                    world.expand(&state, (moves - made - 1) as i16, |child| {
                        let (to, is_new) = next.add(&child);
                        next.edges.push((at as u32, to));
                        if is_new {
                            next_states.push(child);
                        }
                    });
                }
                at += 1;
            }
            total += states.len();
            if total + next_states.len() > most {
                return None;
            }
            states = next_states;
            if made < moves {
                layers.push(next);
            }
        }
        Some(Solo { after: backward(layers, &world) })
    }

    /// Whether an arrangement may occur after so many moves of the side.
    #[inline(always)]
    pub(super) fn admits(&self, made: usize, hash: u64) -> bool {
        self.after[made].contains(hash)
    }

    /// sizes
    pub(super) fn sizes(&self) -> Vec<usize> {
        self.after.iter().map(|h| h.len).collect()
    }
}

/// Keeps what leads to the target.
fn backward(layers: Vec<Layer>, world: &World<'_>) -> Vec<Hashes> {
    let mut kept = Vec::new();
    let mut alive: Vec<bool> = Vec::new();
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for (from_end, layer) in layers.into_iter().rev().enumerate() {
        let mut live = vec![false; layer.hashes.len()];
        if from_end == 0 {
            let target = world.target();
            for (live, key) in live.iter_mut().zip(&layer.keys) {
                *live = *key == target;
            }
        }
        for &(from, to) in &edges {
            live[from as usize] |= alive[to as usize];
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &(from, to) in &layer.vanishing {
                if live[to as usize] && !live[from as usize] {
                    live[from as usize] = true;
                    changed = true;
                }
            }
        }
        let hashes = layer.hashes.iter().zip(&live).filter(|(_, live)| **live);
        kept.push(Hashes::of(hashes.map(|(hash, _)| *hash)));
        (alive, edges) = (live, layer.edges);
    }
    kept.reverse();
    kept
}

/// The men of a side, by number, and what they need yet.
#[derive(Clone, Copy)]
struct State {
    nodes: [Node; MOST],
    needed: i16,
}

type Key = [Node; MOST];

impl State {
    /// The same for the same arrangement, whichever man is where.
    fn key(&self) -> Key {
        let mut key = self.nodes;
        key.sort_unstable();
        key
    }

    fn occupied(&self) -> SquareSet {
        let living = self.nodes.iter().filter(|&&node| node != GONE);
        SquareSet(living.fold(0, |set, &node| set | 1 << (node % 64)))
    }
}

/// The arrangements after some number of moves.
#[derive(Default)]
struct Layer {
    keys: Vec<Key>,
    hashes: Vec<u64>,
    /// Places of `keys` by hash, plus one; zero is none.
    slots: Vec<u32>,
    /// Pairs of an arrangement before the last move, and one here.
    edges: Vec<(u32, u32)>,
    /// Pairs of arrangements here, before and after a man is captured.
    vanishing: Vec<(u32, u32)>,
}

impl Layer {
    /// The place of an arrangement, and whether it is new.
    fn add(&mut self, state: &State) -> (u32, bool) {
        if self.slots.len() <= 2 * self.keys.len() {
            self.grow();
        }
        let key = state.key();
        let hash = key.iter().filter(|&&node| node != GONE).fold(0, |all, &node| all ^ hash(node));
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            let place = self.slots[at] as usize - 1;
            if self.keys[place] == key {
                return (place as u32, false);
            }
            at = (at + 1) & mask;
        }
        self.keys.push(key);
        self.hashes.push(hash);
        self.slots[at] = self.keys.len() as u32;
        (self.keys.len() as u32 - 1, true)
    }

    fn grow(&mut self) {
        self.slots = vec![0; (4 * self.keys.len()).next_power_of_two().max(64)];
        let mask = self.slots.len() - 1;
        for (place, hash) in self.hashes.iter().enumerate() {
            let mut at = *hash as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = place as u32 + 1;
        }
    }
}

/// A set of hashes; zero stands for none, so zero itself is always in it.
struct Hashes {
    slots: Vec<u64>,
    len: usize,
}

impl Hashes {
    fn of(hashes: impl Iterator<Item = u64>) -> Hashes {
        let hashes: Vec<u64> = hashes.collect();
        let mut slots = vec![0; (2 * hashes.len() + 1).next_power_of_two()];
        let mask = slots.len() - 1;
        let len = hashes.len();
        for hash in hashes {
            let mut at = hash as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = hash;
        }
        Hashes { slots, len }
    }

    #[inline(always)]
    fn contains(&self, hash: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.slots[at] {
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
    terrain: Terrain,
    color: usize,
    /// The number of the side's first man in the tables.
    first: usize,
}

impl<'a> World<'a> {
    fn new(analysis: &'a Analysis, color: usize) -> World<'a> {
        World {
            side: &analysis.sides[color],
            tables: &analysis.tables,
            terrain: analysis.terrains[color],
            color,
            first: if color == 0 { 0 } else { analysis.sides[0].men.len() },
        }
    }

    fn start(&self) -> State {
        let mut state = State { nodes: [GONE; MOST], needed: self.tables.prices[self.color][0] };
        for man in 0..self.side.men.len() {
            state.nodes[man] = self.side.home(man);
            state.needed += self.tables.moves[self.first + man][usize::from(state.nodes[man])];
        }
        state
    }

    fn target(&self) -> Key {
        let mut key = [GONE; MOST];
        for (at, &(role, square)) in key.iter_mut().zip(&self.side.targets) {
            *at = node(role, square);
        }
        key.sort_unstable();
        key
    }

    /// Visits what is left when one man is captured.
    fn vanish(&self, state: &State, mut visit: impl FnMut(State)) {
        let living = state.nodes.iter().filter(|&&node| node != GONE).count();
        if living == self.side.targets.len() {
            return;
        }
        for man in 0..self.side.men.len() {
            let at = state.nodes[man];
            if at == GONE {
                continue;
            }
            let deaths = &self.tables.deaths[self.first + man];
            if deaths[usize::from(at / 64)].0 >> (at % 64) & 1 == 1 {
                let mut gone = *state;
                gone.nodes[man] = GONE;
                let dead = self.tables.dead[self.color][0];
                gone.needed += dead - self.tables.moves[self.first + man][usize::from(at)];
                visit(gone);
            }
        }
    }

    /// Visits what one move can lead to with so many moves left after it.
    fn expand(&self, state: &State, left: i16, mut visit: impl FnMut(State)) {
        let occupied = state.occupied();
        let terrain = Terrain { walls: self.terrain.walls | occupied, ..self.terrain };
        for man in 0..self.side.men.len() {
            let at = state.nodes[man];
            if at == GONE || (self.terrain.walls.0 >> (at % 64) & 1 == 1) {
                continue;
            }
            let Some(from) = Square::new((at % 64) as u8) else { continue };
            if let Some(side) = self.side.men[man].duty
                && at < 64
            {
                if self.side.men[man].role == Role::King {
                    self.castle(state, (man, side), left, &mut visit);
                }
                continue;
            }
            let role = Role::ALL[usize::from(at / 64)];
            let steps = match role {
                Role::Pawn => pawn_steps(&terrain, from),
                _ => attacks::of(role, terrain.color, from, terrain.walls) - terrain.walls,
            };
            for to in steps {
                if role == Role::Pawn && SquareSet::BACK_RANKS.contains(to) {
                    for role in Role::PROMOTIONS {
                        visit_if(self.moved(state, man, node(role, to)), left, &mut visit);
                    }
                } else {
                    visit_if(self.moved(state, man, node(role, to)), left, &mut visit);
                }
            }
        }
    }

    fn castle(
        &self,
        state: &State,
        (king, side): (usize, CastlingSide),
        left: i16,
        visit: &mut impl FnMut(State),
    ) {
        let men = &self.side.men;
        let has_duty = |man: &usize| *man != king && men[*man].duty.is_some();
        let Some(rook) = (0..men.len()).find(has_duty) else { return };
        let color = self.side.color;
        let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
        let (king_from, rook_from) = (men[king].square, men[rook].square);
        let ways = attacks::between(king_from, king_to) | attacks::between(rook_from, rook_to);
        let needed = ways.with(king_to).with(rook_to).without(king_from).without(rook_from);
        if (needed & (state.occupied() | self.terrain.walls)).any() {
            return;
        }
        let after = self.moved(state, king, node(Role::King, king_to));
        let after = after.and_then(|after| self.moved(&after, rook, node(Role::Rook, rook_to)));
        visit_if(after, left, visit);
    }

    fn moved(&self, state: &State, man: usize, to: Node) -> Option<State> {
        let row = &self.tables.moves[self.first + man];
        let cost = row[usize::from(to)];
        let mut state = *state;
        state.needed += cost - row[usize::from(state.nodes[man])];
        state.nodes[man] = to;
        (cost != OUT).then_some(state)
    }
}

fn visit_if(state: Option<State>, left: i16, visit: &mut impl FnMut(State)) {
    if let Some(state) = state
        && state.needed <= left
    {
        visit(state);
    }
}
