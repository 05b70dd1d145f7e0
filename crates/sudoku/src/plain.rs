//! The rules as they are defined, to check everything else against.
//!
//! The first empty cell with the fewest possible values is tried with each of
//! them. Nothing is shared with the solvers but the vocabulary.

use crate::{Grid, Puzzle, Shape};
use sole_puzzle::Stop;
use std::ops::ControlFlow;

/// Shows every solution, each once, until `visit` breaks.
pub fn walk(
    puzzle: &Puzzle,
    mut visit: impl FnMut(&Grid) -> ControlFlow<Stop>,
) -> ControlFlow<Stop> {
    let shape = puzzle.shape();
    let mut values = puzzle.givens().values().to_vec();
    place(shape, &mut values, &mut |values| {
        visit(&Grid::new(shape, values).expect("values in range"))
    })
}

fn place(
    shape: Shape,
    values: &mut [u8],
    visit: &mut dyn FnMut(&[u8]) -> ControlFlow<Stop>,
) -> ControlFlow<Stop> {
    let empty = (0..values.len()).filter(|&index| values[index] == 0);
    let choices = empty.map(|index| (index, possible(shape, values, index)));
    let Some((index, possible)) = choices.min_by_key(|(_, possible)| possible.len()) else {
        return visit(values);
    };
    for value in possible {
        values[index] = value;
        place(shape, values, visit)?;
    }
    values[index] = 0;
    ControlFlow::Continue(())
}

/// The values that no house of the cell has.
fn possible(shape: Shape, values: &[u8], index: usize) -> Vec<u8> {
    let mut free = vec![true; shape.side() + 1];
    for house in shape.houses_of(shape.cell(index)) {
        shape.cells_of(house).for_each(|cell| free[usize::from(values[shape.index(cell)])] = false);
    }
    (1..=shape.side() as u8).filter(|&value| free[usize::from(value)]).collect()
}
