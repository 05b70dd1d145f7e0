//! The solver for grids of any shape.
//!
//! Depth first, one guess after another, each followed by the rules of
//! [`propagate`]. Houses that refuted a guess gain weight, and guesses are made
//! where few candidates meet much weight.

mod map;
mod propagate;
mod word;

use crate::Puzzle;
use crate::budget::Purse;
use crate::solve::Found;
use map::Map;
use propagate::{Refuted, State};
use sole_puzzle::Stop;
use std::ops::ControlFlow;
use word::Word;

/// Calls `found` with every solution.
pub(crate) fn search(puzzle: &Puzzle, purse: &mut Purse, found: Found) -> ControlFlow<Stop> {
    if puzzle.shape().side() <= 32 {
        search_with::<u32>(puzzle, purse, found)
    } else {
        search_with::<u128>(puzzle, purse, found)
    }
}

fn search_with<W: Word>(puzzle: &Puzzle, purse: &mut Purse, found: Found) -> ControlFlow<Stop> {
    let map = Map::new(puzzle.shape());
    let mut weights = vec![1u32; map.houses.len()];
    let mut later: Vec<State<W>> = start(&map, puzzle).into_iter().collect();
    while let Some(mut state) = later.pop() {
        while state.n_open > 0 {
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
        }
    }
    ControlFlow::Continue(())
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
