//! A plain, slow and obviously right solver for a set of positions.
//!
//! It knows the children of each position and goes up ply by ply: a position is
//! won in an odd number of plies if some child is lost in at most one ply less,
//! and lost in an even number if all its children are won in at most one less.
//! Children outside the set have values from elsewhere, which may be as long as
//! they like, so that empty plies in between are no reason to stop.
#![allow(dead_code, reason = "each test file takes what it needs")]

use sole_board::{Material, Position, Role};
use sole_endgame::Value;
use sole_endgame::verify::{Chunk, Man, Men, Right, Rights};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::{ControlFlow, Range};

/// The values of a set of positions.
pub(crate) struct Plain {
    set: Vec<Men>,
    index: Index,
    values: Vec<Value>,
}

impl Plain {
    /// Solves a set of positions; `ask` knows the children outside it.
    pub(crate) fn solve<E>(
        set: Vec<Men>,
        ask: impl FnMut(&Men) -> Result<Value, E>,
    ) -> Result<Plain, E> {
        let index = Index::new(&set);
        let values = Graph::new(&set, &index, ask)?.solve();
        Ok(Plain { set, index, values })
    }

    /// Solves all positions of a material in which somebody may castle.
    pub(crate) fn with_rights<E>(
        material: &Material,
        ask: impl FnMut(&Men) -> Result<Value, E>,
    ) -> Result<Plain, E> {
        Plain::solve(positions(material, |rights| !rights.is_empty()), ask)
    }

    /// Solves all positions with the men, the pawns and the rights of one.
    pub(crate) fn around<E>(
        men: &Men,
        ask: impl FnMut(&Men) -> Result<Value, E>,
    ) -> Result<Plain, E> {
        let material = Material::of(Position::from(men).diagram());
        let mut set = positions(&material, |rights| rights == men.rights());
        set.retain(|other| pawns(other).eq(pawns(men)));
        Plain::solve(set, ask)
    }

    /// The value of a position of the set.
    pub(crate) fn value(&self, men: &Men) -> Option<Value> {
        self.index.get(men).map(|number| self.values[number as usize])
    }

    /// Each position with its value.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Men, Value)> {
        self.set.iter().zip(self.values.iter().copied())
    }
}

/// All positions of a material with such rights.
fn positions(material: &Material, wanted: impl Fn(Rights) -> bool) -> Vec<Men> {
    let chunks = Chunk::all(material).expect("at most five men");
    let mut set = Vec::new();
    for chunk in chunks.iter().filter(|chunk| wanted(chunk.rights())) {
        let _ = chunk.try_for_each_position(|&men| {
            set.push(men);
            ControlFlow::<()>::Continue(())
        });
    }
    set
}

fn pawns(men: &Men) -> impl Iterator<Item = Man> + '_ {
    men.iter().filter(|man| man.piece.role == Role::Pawn)
}

/// The number of each position of a set.
struct Index(HashMap<u64, u32, BuildHasherDefault<Mixer>>);

impl Index {
    fn new(set: &[Men]) -> Index {
        let index: HashMap<_, _, _> = set.iter().map(Index::code).zip(0..).collect();
        assert_eq!(index.len(), set.len(), "some position comes twice");
        Index(index)
    }

    fn get(&self, men: &Men) -> Option<u32> {
        self.0.get(&Index::code(men)).copied()
    }

    /// A number that no other position has: ten bits for each man, twelve for the rest.
    fn code(men: &Men) -> u64 {
        let placement = men.iter().fold(0, |code, man| {
            code << 10 | (man.piece.index() as u64 + 1) << 6 | man.square.index() as u64
        });
        let rights = Right::ALL.into_iter().fold(men.turn().index() as u64, |code, right| {
            code << 1 | u64::from(men.rights().contains(right))
        });
        let en_passant = men.en_passant().map_or(0, |square| square.index() as u64 + 1);
        placement << 12 | rights << 7 | en_passant
    }
}

/// A quick hash; nobody here is out to make positions collide.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The positions of the set by number, with their children and what is known of them.
struct Graph {
    values: Vec<Option<Value>>,
    children: Vec<Child>,
    ranges: Vec<Range<usize>>,
    /// The longest way to mate from outside.
    longest: u16,
}

enum Child {
    Inside(u32),
    Outside(Value),
}

impl Graph {
    fn new<E>(
        set: &[Men],
        index: &Index,
        mut ask: impl FnMut(&Men) -> Result<Value, E>,
    ) -> Result<Graph, E> {
        let mut graph = Graph { values: vec![], children: vec![], ranges: vec![], longest: 0 };
        for men in set {
            let start = graph.children.len();
            let added = men.try_for_each_child(|child| {
                match index.get(child) {
                    Some(number) => graph.children.push(Child::Inside(number)),
                    None => match ask(child) {
                        Ok(value) => graph.add_outside(value),
                        Err(error) => return ControlFlow::Break(error),
                    },
                }
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(error) = added {
                return Err(error);
            }
            graph.ranges.push(start..graph.children.len());
            graph.values.push(ended(men, graph.children.len() - start));
        }
        Ok(graph)
    }

    fn add_outside(&mut self, value: Value) {
        self.longest = self.longest.max(value.plies().unwrap_or(0));
        self.children.push(Child::Outside(value));
    }

    /// Goes up ply by ply; who is never decided has a draw.
    fn solve(mut self) -> Vec<Value> {
        let (mut plies, mut empty) = (0, 0);
        while empty < 2 || plies <= self.longest + 1 {
            plies += 1;
            empty = if self.decide_all(plies) == 0 { empty + 1 } else { 0 };
        }
        self.values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
    }

    /// Decides what is won or lost in this many plies, and counts it.
    fn decide_all(&mut self, plies: u16) -> usize {
        let mut decided = 0;
        for number in 0..self.values.len() {
            if self.values[number].is_none() {
                self.values[number] = self.decide(number, plies);
                decided += usize::from(self.values[number].is_some());
            }
        }
        decided
    }

    fn decide(&self, number: usize, plies: u16) -> Option<Value> {
        let mut values =
            self.children[self.ranges[number].clone()].iter().map(|child| match child {
                Child::Inside(number) => self.values[*number as usize],
                Child::Outside(value) => Some(*value),
            });
        let soon = |value: Value| value.plies().is_some_and(|after| after < plies);
        let is_lost = |value| matches!(value, Value::Loss(_)) && soon(value);
        let is_won = |value| matches!(value, Value::Win(_)) && soon(value);
        let moves = plies.div_ceil(2) as u8;
        match plies % 2 {
            1 => values.any(|value| value.is_some_and(is_lost)).then_some(Value::Win(moves)),
            _ => values.all(|value| value.is_some_and(is_won)).then_some(Value::Loss(moves)),
        }
    }
}

/// The value of a position that has no move.
fn ended(men: &Men, moves: usize) -> Option<Value> {
    let value = if men.is_check() { Value::Loss(0) } else { Value::Draw };
    (moves == 0).then_some(value)
}
