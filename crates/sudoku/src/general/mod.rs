//! The solver for grids of any shape.
//!
//! Depth first, one guess after another, each followed by the rules of
//! [`propagate`]. Houses that refuted a guess gain weight, and guesses are made
//! where few candidates meet much weight. What is not decided soon is handed
//! over to a search that learns, see [`learn`].

mod another;
mod learn;
mod map;
mod propagate;
mod word;

pub use another::{Another, Fate};

use crate::budget::Purse;
use crate::solve::Found;
use crate::{Marks, Puzzle, Shape};
use learn::Learner;
use map::Map;
use propagate::{Refuted, State};
use sole_puzzle::Stop;
use std::ops::ControlFlow;
use word::Word;

/// Calls `found` with every solution.
pub(crate) fn search(puzzle: &Puzzle, purse: &mut Purse, found: Found) -> ControlFlow<Stop> {
    let shape = puzzle.shape();
    if shape.side() <= 32 {
        search_with::<u32>(shape, |map| start(map, puzzle), purse, found)
    } else {
        search_with::<u128>(shape, |map| start(map, puzzle), purse, found)
    }
}

/// Calls `found` with every solution that is among the candidates.
pub(crate) fn search_marks(marks: &Marks, purse: &mut Purse, found: Found) -> ControlFlow<Stop> {
    let shape = marks.shape();
    if shape.side() <= 32 {
        search_with::<u32>(shape, |map| start_of_marks(map, marks), purse, found)
    } else {
        search_with::<u128>(shape, |map| start_of_marks(map, marks), purse, found)
    }
}

/// After so many guesses, and with one solution at most, guessing gives way to learning. With two
/// there are likely many, which guessing walks over faster.
const PATIENCE: u64 = 500;

fn search_with<W: Word>(
    shape: Shape,
    start: impl FnOnce(&Map) -> Option<State<W>>,
    purse: &mut Purse,
    found: Found,
) -> ControlFlow<Stop> {
    let map = Map::new(shape);
    let Some(start) = start(&map) else { return ControlFlow::Continue(()) };
    let mut weights = vec![1u32; map.houses.len()];
    let mut solutions: Vec<Vec<u8>> = Vec::new();
    let mut later = vec![start.clone()];
    while let Some(mut state) = later.pop() {
        while state.n_open > 0 {
            if purse.spent() == PATIENCE && solutions.len() < 2 {
                return learn(&map, &start, &solutions, purse, found);
            }
            purse.pay()?;
            let (cell, value) = choose(&map, &weights, &state);
            let mut other = state.clone();
            if tried(&map, &mut weights, &mut other, cell, !value) {
                later.push(other);
            }
            if !tried(&map, &mut weights, &mut state, cell, value) {
                break;
            }
        }
        if state.n_open == 0 && is_solution(&map, &state) {
            let values: Vec<u8> = state.cells.iter().map(|cell| cell.lowest()).collect();
            found(&values)?;
            if solutions.len() < 2 {
                solutions.push(values);
            }
        }
    }
    ControlFlow::Continue(())
}

/// All solutions but those that were found before.
fn learn<W: Word>(
    map: &Map,
    start: &State<W>,
    before: &[Vec<u8>],
    purse: &mut Purse,
    found: Found,
) -> ControlFlow<Stop> {
    let mut learner = Learner::new(map, &start.cells);
    before.iter().for_each(|solution| learner.exclude(solution));
    learner.search(|| purse.pay(), found)
}

/// All solutions but some, by learning alone.
#[cfg(test)]
pub(crate) fn search_by_learning(
    puzzle: &Puzzle,
    before: &[Vec<u8>],
    purse: &mut Purse,
    found: Found,
) -> ControlFlow<Stop> {
    let map = Map::new(puzzle.shape());
    let Some(start) = start::<u32>(&map, puzzle) else { return ControlFlow::Continue(()) };
    learn(&map, &start, before, purse, found)
}

/// The givens with all that follows from them, if they do not contradict each other.
fn start<W: Word>(map: &Map, puzzle: &Puzzle) -> Option<State<W>> {
    let mut state = State::new(map);
    for (cell, &value) in puzzle.givens().values().iter().enumerate() {
        if value != 0 {
            state.keep(map, cell, W::of(value)).ok()?;
        }
    }
    state.settle(map).ok()?;
    Some(state)
}

/// The candidates with all that follows from them, if they do not contradict each other.
fn start_of_marks<W: Word>(map: &Map, marks: &Marks) -> Option<State<W>> {
    let values = |set: u128| (1..=map.side as u8).filter(move |&value| set >> (value - 1) & 1 != 0);
    let mut state = State::new(map);
    for (cell, &set) in marks.all_candidates().iter().enumerate() {
        let kept = values(set).fold(W::NONE, |kept, value| kept | W::of(value));
        state.keep(map, cell, kept).ok()?;
    }
    state.settle(map).ok()?;
    Some(state)
}

/// Whether a cell may be left with some values as far as the rules can tell.
fn tried<W: Word>(
    map: &Map,
    weights: &mut [u32],
    state: &mut State<W>,
    cell: usize,
    values: W,
) -> bool {
    let outcome = state.keep(map, cell, values).and_then(|()| state.settle(map));
    if let Err(Refuted { house }) = outcome {
        weights[house] += 1;
    }
    outcome.is_ok()
}

/// An open cell with few candidates in houses of much weight, and one of them.
fn choose<W: Word>(map: &Map, weights: &[u32], state: &State<W>) -> (usize, W) {
    let mut best = (0, 0u64, u64::MAX);
    for (cell, candidates) in state.cells.iter().enumerate() {
        let size = u64::from(candidates.len());
        if size > 1 {
            let weight =
                map.cells[cell].houses.iter().map(|&house| u64::from(weights[house])).sum();
            // size / weight < best size / best weight
            if best.2 == u64::MAX || size * best.1 < best.2 * weight {
                best = (cell, weight, size);
            }
        }
    }
    (best.0, W::of(state.cells[best.0].lowest()))
}

/// Whether each house has each value; every cell has one candidate.
fn is_solution<W: Word>(map: &Map, state: &State<W>) -> bool {
    map.houses.iter().all(|house| {
        let all = house.iter().fold(W::NONE, |all, &cell| all | state.cells[cell]);
        all == W::all(map.side)
    })
}
