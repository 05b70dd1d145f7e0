//! The solver for grids of any shape.
//!
//! Depth first, one guess after another, each followed by the rules of
//! [`propagate`]. Houses that refuted a guess gain weight, and guesses are made
//! where few candidates meet much weight. What is not decided after
//! [`GUESS_LIMIT`] guesses goes to a CDCL solver, see [`cdcl`].

mod cdcl;
mod map;
mod minimizer;
mod propagate;
mod word;

pub use minimizer::{GivenMinimizer, Removal};

use crate::budget::NodeCounter;
use crate::solve::Found;
use crate::{PencilMarks, Puzzle, Shape};
use cdcl::Solver;
use map::Map;
use propagate::{Refuted, State};
use sole_puzzle::Stop;
use std::ops::ControlFlow;
use word::Word;

/// Calls `found` with every solution.
pub(crate) fn search(
    puzzle: &Puzzle,
    counter: &mut NodeCounter,
    found: Found,
) -> ControlFlow<Stop> {
    let shape = puzzle.shape();
    if shape.side() <= 32 {
        search_with::<u32>(shape, |map| start(map, puzzle), counter, found)
    } else {
        search_with::<u128>(shape, |map| start(map, puzzle), counter, found)
    }
}

/// Calls `found` with every solution that is among the candidates.
pub(crate) fn search_marks(
    marks: &PencilMarks,
    counter: &mut NodeCounter,
    found: Found,
) -> ControlFlow<Stop> {
    let shape = marks.shape();
    if shape.side() <= 32 {
        search_with::<u32>(shape, |map| start_of_marks(map, marks), counter, found)
    } else {
        search_with::<u128>(shape, |map| start_of_marks(map, marks), counter, found)
    }
}

/// After this number of guesses, and with at most one solution found, the CDCL solver takes over.
/// With two solutions there are likely many, which guessing enumerates faster.
const GUESS_LIMIT: u64 = 500;

fn search_with<W: Word>(
    shape: Shape,
    start: impl FnOnce(&Map) -> Option<State<W>>,
    counter: &mut NodeCounter,
    found: Found,
) -> ControlFlow<Stop> {
    let map = Map::new(shape);
    let Some(start) = start(&map) else { return ControlFlow::Continue(()) };
    let mut weights = vec![1u32; map.houses.len()];
    let mut solutions: Vec<Vec<u8>> = Vec::new();
    let mut later = vec![start.clone()];
    while let Some(mut state) = later.pop() {
        while state.n_open > 0 {
            if counter.nodes() == GUESS_LIMIT && solutions.len() < 2 {
                return search_cdcl(&map, &start, &solutions, counter, found);
            }
            counter.charge()?;
            let (cell, value) = choose(&map, &weights, &state);
            let mut other = state.clone();
            if try_restrict(&map, &mut weights, &mut other, cell, !value) {
                later.push(other);
            }
            if !try_restrict(&map, &mut weights, &mut state, cell, value) {
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

/// Finds the other solutions by CDCL.
fn search_cdcl<W: Word>(
    map: &Map,
    start: &State<W>,
    before: &[Vec<u8>],
    counter: &mut NodeCounter,
    found: Found,
) -> ControlFlow<Stop> {
    let mut solver = Solver::new(map, &start.cells);
    before.iter().for_each(|solution| solver.exclude(solution));
    solver.search(|| counter.charge(), found)
}

/// Finds all solutions but some by CDCL alone.
#[cfg(test)]
pub(crate) fn search_cdcl_only(
    puzzle: &Puzzle,
    before: &[Vec<u8>],
    counter: &mut NodeCounter,
    found: Found,
) -> ControlFlow<Stop> {
    let map = Map::new(puzzle.shape());
    let Some(start) = start::<u32>(&map, puzzle) else { return ControlFlow::Continue(()) };
    search_cdcl(&map, &start, before, counter, found)
}

/// The givens with all that follows from them, if they do not contradict each other.
fn start<W: Word>(map: &Map, puzzle: &Puzzle) -> Option<State<W>> {
    let mut state = State::new(map);
    for (cell, &value) in puzzle.givens().values().iter().enumerate() {
        if value != 0 {
            state.restrict(map, cell, W::of(value)).ok()?;
        }
    }
    state.propagate(map).ok()?;
    Some(state)
}

/// The candidates with all that follows from them, if they do not contradict each other.
fn start_of_marks<W: Word>(map: &Map, marks: &PencilMarks) -> Option<State<W>> {
    let values = |set: u128| (1..=map.side as u8).filter(move |&value| set >> (value - 1) & 1 != 0);
    let mut state = State::new(map);
    for (cell, &set) in marks.all_candidates().iter().enumerate() {
        let kept = values(set).fold(W::NONE, |kept, value| kept | W::of(value));
        state.restrict(map, cell, kept).ok()?;
    }
    state.propagate(map).ok()?;
    Some(state)
}

/// Restricts a cell to some values and propagates; whether that is not refuted.
fn try_restrict<W: Word>(
    map: &Map,
    weights: &mut [u32],
    state: &mut State<W>,
    cell: usize,
    values: W,
) -> bool {
    let outcome = state.restrict(map, cell, values).and_then(|()| state.propagate(map));
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
