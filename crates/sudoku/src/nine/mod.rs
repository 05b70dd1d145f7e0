//! The solver for grids of nine by nine.
//!
//! Both sides of every guess are propagated at once, each in its half of a
//! [`propagate::Pair`]. How that works is told in `docs/sudoku.md`.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod branch;
mod lanes;
mod propagate;

use crate::budget::NodeCounter;
use crate::solve::Found;
use lanes::{Lanes, Plain};
use propagate::{CELL, DIGITS, Halves, Pair, propagate_pair};
use sole_puzzle::Stop;
use std::ops::ControlFlow;

/// Where a cell is in a pair: vector, word, first bit.
#[derive(Clone, Copy, Debug)]
struct Place {
    vector: usize,
    word: usize,
    bit: u32,
}

impl Place {
    const fn of(cell: usize) -> Place {
        let (row, column) = (cell / 9, cell % 9);
        Place { vector: row % 3 * 3 + column / 3, word: row / 3, bit: CELL * (column % 3) as u32 }
    }
}

/// Where a search starts: the candidates of every cell, all in the first half.
#[derive(Clone, Debug)]
pub(crate) struct Start([[u32; 8]; 9]);

impl Start {
    /// The givens; 0 is an empty cell.
    #[inline(always)]
    pub(crate) fn new(givens: &[u8; 81]) -> Start {
        let mut start = Start([[DIGITS; 8]; 9]);
        for (cell, &digit) in givens.iter().enumerate() {
            if digit != 0 {
                start.restrict(cell, 1 << (digit - 1));
            }
        }
        start
    }

    /// Leaves a cell these digits and no others; digit 1 is bit 0.
    #[inline(always)]
    pub(crate) fn restrict(&mut self, cell: usize, digits: u32) {
        let Place { vector, word, bit } = PLACES[cell];
        let w = &mut self.0[vector][word];
        *w = *w & !(0x1ff << bit) | digits << bit;
    }

    /// Both halves hold the grid as given.
    #[inline(always)]
    fn pair<V: Lanes>(&self) -> Pair<V> {
        let mut pair = [V::splat(0); 9];
        for (lanes, &words) in pair.iter_mut().zip(&self.0) {
            *lanes = V::from_words(words).first_twice();
        }
        pair
    }
}

/// Calls `found` with every solution.
pub(crate) fn search(start: &Start, counter: &mut NodeCounter, found: Found) -> ControlFlow<Stop> {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        #[expect(unsafe_code, reason = "the features are checked at run time")]
        // SAFETY: the processor has the features.
        return unsafe { search_avx2(start, counter, found) };
    }
    search_plain(start, counter, found)
}

/// The same on every processor.
pub(crate) fn search_plain(
    start: &Start,
    counter: &mut NodeCounter,
    found: Found,
) -> ControlFlow<Stop> {
    search_with::<Plain>(start, counter, found)
}

/// Whether [`search_avx2`] can run.
#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn search_avx2(start: &Start, counter: &mut NodeCounter, found: Found) -> ControlFlow<Stop> {
    search_with::<avx2::Avx2>(start, counter, found)
}

/// Depth first; what is put off waits on a stack, settled and in both halves.
#[inline(always)]
fn search_with<V: Lanes>(
    start: &Start,
    counter: &mut NodeCounter,
    found: Found,
) -> ControlFlow<Stop> {
    let mut later: Vec<Pair<V>> = Vec::new();
    let mut pair = start.pair::<V>();
    let mut rest = propagate_pair(&mut pair, Halves::FIRST);
    loop {
        for half in rest.solved.each() {
            found(&solution(&pair, half))?;
        }
        match rest.alive.except(rest.solved) {
            Halves::NONE => match later.pop() {
                Some(put_off) => pair = put_off,
                None => return ControlFlow::Continue(()),
            },
            Halves::SECOND => pair = second_twice(&pair),
            Halves::FIRST => pair = first_twice(&pair),
            _ => {
                later.push(second_twice(&pair));
                pair = first_twice(&pair);
            }
        }
        counter.charge()?;
        branch::guess(&mut pair);
        rest = propagate_pair(&mut pair, Halves::BOTH);
    }
}

// Loops instead of `map`: only what is inlined into `search_avx2` has its instructions.

/// The first half in both.
#[inline(always)]
fn first_twice<V: Lanes>(pair: &Pair<V>) -> Pair<V> {
    let mut both = *pair;
    for lanes in &mut both {
        *lanes = lanes.first_twice();
    }
    both
}

/// The second half in both.
#[inline(always)]
fn second_twice<V: Lanes>(pair: &Pair<V>) -> Pair<V> {
    let mut both = *pair;
    for lanes in &mut both {
        *lanes = lanes.second_twice();
    }
    both
}

static PLACES: [Place; 81] = {
    let mut places = [Place::of(0); 81];
    let mut cell = 0;
    while cell < 81 {
        places[cell] = Place::of(cell);
        cell += 1;
    }
    places
};

/// The digits of a solved half.
#[inline(always)]
fn solution<V: Lanes>(pair: &Pair<V>, half: usize) -> [u8; 81] {
    let mut words = [[0; 8]; 9];
    for k in 0..9 {
        words[k] = pair[k].words();
    }
    let mut values = [0; 81];
    for (value, place) in values.iter_mut().zip(&PLACES) {
        let word = words[place.vector][4 * half + place.word];
        *value = (word >> place.bit & 0x1ff).trailing_zeros() as u8 + 1;
    }
    values
}
