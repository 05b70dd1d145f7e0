//! One ply for one army: gathers every opponent that it is paired with after the ply.
//!
//! All games that lead to one diagram are found together, so nothing has to be
//! sorted or looked up: they are counted in a table with a place for each opponent.

use super::armies::Id;
use super::items::Buffer;
use super::opponents::Place;
use super::scratch::ScratchError;
use super::step::Step;
use super::step_effects::{StepEffect, StepEffects};

/// Ways to each of many opponents: none, one, or two for more.
pub(super) struct Tally {
    ways: Vec<u8>,
    /// The first `n_touched` are the places with any way; there is always room for one more.
    touched: Vec<Place>,
    n_touched: usize,
}

impl Tally {
    /// What a place takes.
    pub(super) const BYTES: u64 = 1 + size_of::<Place>() as u64;

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

/// Gathers the opponents of one army after a ply, step by step.
pub(super) struct Gather<'a> {
    field: StepEffects<'a>,
    /// The opponents without en passant.
    pub(super) met: Tally,
    /// The opponents with en passant.
    pub(super) passing: Vec<Passing>,
    buffer: Buffer,
}

impl<'a> Gather<'a> {
    pub(super) fn new(field: StepEffects<'a>) -> Gather<'a> {
        let met = Tally::new(field.opponents.len());
        Gather { field, met, passing: Vec::new(), buffer: Buffer::default() }
    }

    /// Counts every position in which `target` has just moved, by one of `steps`.
    pub(super) fn army(&mut self, target: Id, steps: &[Step]) -> Result<(), ScratchError> {
        let target = self.field.armies.get(target);
        let Gather { field, met, passing, buffer } = self;
        met.clear();
        passing.clear();
        for step in steps {
            let file = step.to.file() as u8;
            field.for_each(
                step,
                target,
                buffer,
                |StepEffect { after: opponent, item, is_passing }| {
                    let ways = item.ways();
                    match is_passing {
                        false => met.add(opponent, ways),
                        true => passing.push(Passing { file, opponent, ways }),
                    }
                },
            )?;
        }
        let (king, own, opponents) = (target.king(), target.occupied(), field.opponents);
        met.retain(|place| !opponents.seen(place).attacks(king, own));
        passing.retain(|passing| !opponents.seen(passing.opponent).attacks(king, own));
        passing.sort_unstable();
        merge(passing);
        Ok(())
    }
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
