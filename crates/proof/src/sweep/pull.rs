//! One ply for one army: every opponent that it meets after it.
//!
//! Everything that leads to one diagram is found together, so nothing has to be
//! sorted or looked up: ways are counted in a table with a place for each opponent.

use sole_board::{Color, File, Rank, Role, Square, SquareSet, attacks};

use super::armies::{Armies, Id};
use super::army::Army;
use super::layer::{Item, Layer};
use super::opponents::{Opponents, Place};
use super::step::{Kind, Step};

/// Ways to each of many opponents: none, one, or two for more.
pub(super) struct Tally {
    ways: Vec<u8>,
    /// The first `n_touched` are the places with any way; there is always room for one more.
    touched: Vec<Place>,
    n_touched: usize,
}

impl Tally {
    pub(super) fn new(places: usize) -> Tally {
        Tally { ways: vec![0; places], touched: vec![0; places + 1], n_touched: 0 }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, place: Place, ways: u8) {
        let sum = &mut self.ways[place as usize];
        // Whether the place is new is hard to guess: written without a branch.
        self.touched[self.n_touched] = place;
        self.n_touched += usize::from(*sum == 0);
        *sum = (*sum + ways).min(2);
    }

    #[inline(always)]
    pub(super) fn ways(&self, place: Place) -> u8 {
        self.ways[place as usize]
    }

    /// The places with any way.
    pub(super) fn touched(&self) -> &[Place] {
        &self.touched[..self.n_touched]
    }

    pub(super) fn clear(&mut self) {
        for &place in &self.touched[..self.n_touched] {
            self.ways[place as usize] = 0;
        }
        self.n_touched = 0;
    }

    fn retain(&mut self, mut keeps: impl FnMut(Place) -> bool) {
        let mut kept = 0;
        for index in 0..self.n_touched {
            let place = self.touched[index];
            if keeps(place) {
                self.touched[kept] = place;
                kept += 1;
            } else {
                self.ways[place as usize] = 0;
            }
        }
        self.n_touched = kept;
    }
}

/// An opponent that may take a pawn en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Passing {
    pub(super) file: u8,
    pub(super) opponent: Place,
    pub(super) ways: u8,
}

/// What one army meets after a ply, found step by step.
pub(super) struct Pull<'a> {
    armies: &'a Armies,
    opponents: &'a Opponents,
    before: &'a Layer,
    /// The army after the ply.
    target: Army,
    /// The opponents without en passant.
    pub(super) met: Tally,
    /// The opponents with en passant.
    pub(super) passing: Vec<Passing>,
}

impl<'a> Pull<'a> {
    pub(super) fn new(armies: &'a Armies, opponents: &'a Opponents, before: &'a Layer) -> Pull<'a> {
        let (met, passing) = (Tally::new(opponents.len()), Vec::new());
        Pull { armies, opponents, before, target: armies.get(0), met, passing }
    }

    /// Every position in which `target` has just moved, by one of `steps`.
    pub(super) fn army(&mut self, target: Id, steps: &[Step]) {
        self.target = self.armies.get(target);
        self.met.clear();
        self.passing.clear();
        for step in steps {
            self.step(step);
        }
        let (king, own, opponents) = (self.target.king(), self.target.occupied(), self.opponents);
        self.met.retain(|place| !opponents.seen(place).attacks(king, own));
        self.passing.retain(|passing| !opponents.seen(passing.opponent).attacks(king, own));
        self.passing.sort_unstable();
        merge(&mut self.passing);
    }

    fn step(&mut self, step: &Step) {
        let items = self.before.by_next.of(step.source);
        match step.kind {
            Kind::Push => self.push(step, items),
            Kind::Double => self.double(step, items),
            Kind::Take => self.take(step, items),
            Kind::Free => self.free(step, items),
            Kind::Castle => self.castle(step, items),
            Kind::EnPassant => self.en_passant(step),
        }
    }

    fn push(&mut self, step: &Step, items: &[Item]) {
        let occupied = self.opponents.occupied();
        let clear = step.clear().0;
        for item in items {
            if occupied[item.place() as usize] & clear == 0 {
                self.met.add(item.place(), item.ways());
            }
        }
    }

    fn free(&mut self, step: &Step, items: &[Item]) {
        let occupied = self.opponents.occupied();
        let (clear, to) = (step.clear().0, SquareSet::of(step.to).0);
        for item in items {
            let others = occupied[item.place() as usize];
            if others & clear != 0 {
                continue;
            }
            let place = if others & to == 0 {
                item.place()
            } else {
                self.opponents.without(item.place(), step.to)
            };
            self.met.add(place, item.ways());
        }
    }

    fn take(&mut self, step: &Step, items: &[Item]) {
        let occupied = self.opponents.occupied();
        let to = SquareSet::of(step.to).0;
        for item in items {
            if occupied[item.place() as usize] & to != 0 {
                self.met.add(self.opponents.without(item.place(), step.to), item.ways());
            }
        }
    }

    fn double(&mut self, step: &Step, items: &[Item]) {
        let occupied = self.opponents.occupied();
        let clear = step.clear().0;
        let beside = attacks::king(step.to) & SquareSet::rank(Rank::Fourth);
        for item in items {
            let others = occupied[item.place() as usize];
            if others & clear != 0 {
                continue;
            }
            let file = step.to.file();
            if others & beside.0 != 0 && self.can_be_taken_passing(file, item.place()) {
                let (opponent, ways) = (item.place(), item.ways());
                self.passing.push(Passing { file: file as u8, opponent, ways });
            } else {
                self.met.add(item.place(), item.ways());
            }
        }
    }

    fn castle(&mut self, step: &Step, items: &[Item]) {
        let clear = step.clear();
        let source = self.armies.get(step.source);
        for item in items {
            let seen = self.opponents.seen(item.place());
            if (seen.occupied & clear).is_empty() && seen.lets_castle(step, source) {
                self.met.add(item.place(), item.ways());
            }
        }
    }

    fn en_passant(&mut self, step: &Step) {
        let victim = Square::at(step.to.file(), Rank::Fifth);
        for passant in self.before.passants_of(step.source) {
            if passant.file == step.to.file() as u8 {
                self.met.add(self.opponents.without(passant.last, victim), passant.ways);
            }
        }
    }

    /// Whether an opponent may legally take the pawn that has gone two squares on a file.
    fn can_be_taken_passing(&self, file: File, opponent: Place) -> bool {
        let (over, pawn) = (Square::at(file, Rank::Third), Square::at(file, Rank::Fourth));
        let opponent = self.armies.get(self.opponents.id(opponent));
        let takers = opponent.men(Role::Pawn).flip_vertical() & attacks::pawn(Color::White, over);
        let king = opponent.king().flip_vertical();
        let left = self.target.without(pawn);
        takers.into_iter().any(|taker| {
            let others = opponent.occupied().flip_vertical().without(taker).with(over);
            !is_attacked(king, left, others)
        })
    }
}

/// Whether an army attacks a square of a board with these men of the other side, seen from
/// its own.
fn is_attacked(target: Square, army: Army, others: SquareSet) -> bool {
    let occupied = army.occupied() | others;
    Role::ALL.into_iter().any(|role| {
        // Where a man of the other colour would attack, there it is attacked from.
        (attacks::of(role, Color::Black, target, occupied) & army.men(role)).any()
    })
}

/// Adds up the ways of equal positions, which stand together.
fn merge(passing: &mut Vec<Passing>) {
    passing.dedup_by(|next, kept| {
        let same = (next.file, next.opponent) == (kept.file, kept.opponent);
        if same {
            kept.ways = (kept.ways + next.ways).min(2);
        }
        same
    });
}
