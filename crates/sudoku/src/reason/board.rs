//! A puzzle with its candidates, whatever its size.

use super::explainer;
use super::state::State;
use super::step::{Candidate, Step};
use super::techniques::{self, Options, Technique};
use crate::{Cell, Grid, PencilMarks, Puzzle, Shape};
use std::ops::ControlFlow;

/// How far a puzzle has been solved: the values found and the candidates left.
///
/// ```
/// use sole_sudoku::formats::line;
/// use sole_sudoku::reason::{Board, Options, Technique};
///
/// let puzzle = line::parse("123.............").expect("a puzzle of order two");
/// let board = Board::new(&puzzle).expect("a small side");
/// let steps = board.steps(Technique::FullHouse, Options::default());
/// assert_eq!(steps[0].placed[0].to_string(), "r1c4=4");
/// ```
#[derive(Clone, Debug)]
pub struct Board(Any);

/// A state of the width that its shape needs: sides up to 11, 25 and 36.
#[derive(Clone, Debug)]
enum Any {
    Small(State<2>),
    Medium(State<10>),
    Large(State<21>),
}

/// Does the same with a state of any width.
macro_rules! with_state {
    ($board:expr, $state:ident => $body:expr) => {
        match $board {
            Any::Small($state) => $body,
            Any::Medium($state) => $body,
            Any::Large($state) => $body,
        }
    };
}

impl Board {
    /// The largest side of a grid that can be reasoned about.
    pub const MAX_SIDE: usize = 36;

    /// The givens, with every candidate that no given forbids. `None` if the side is
    /// larger than [`Board::MAX_SIDE`].
    pub fn new(puzzle: &Puzzle) -> Option<Board> {
        Some(Board(match puzzle.shape().side() {
            0..=11 => Any::Small(State::new(puzzle)),
            12..=25 => Any::Medium(State::new(puzzle)),
            26..=Board::MAX_SIDE => Any::Large(State::new(puzzle)),
            _ => return None,
        }))
    }

    /// The givens, the values that were placed, and the candidates that were left. `None` if
    /// the side is larger than [`Board::MAX_SIDE`].
    pub fn of_marks(marks: &PencilMarks) -> Option<Board> {
        let mut board = Board::new(&marks.start())?;
        let shape = marks.shape();
        for cell in (0..shape.n_cells()).map(|index| shape.cell(index)) {
            match marks.values().get(cell) {
                Some(value) => board.place(Candidate { cell, value }),
                None => (1..=shape.side() as u8)
                    .filter(|value| marks.candidates(cell) >> (value - 1) & 1 == 0)
                    .for_each(|value| board.remove(Candidate { cell, value })),
            }
        }
        Some(board)
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        with_state!(&self.0, state => state.topology.shape)
    }

    /// The value of a cell, if it has one.
    pub fn value(&self, cell: Cell) -> Option<u8> {
        let value = with_state!(&self.0, state => state.values[state.topology.shape.index(cell)]);
        (value != 0).then_some(value)
    }

    /// The values of all cells that have one.
    pub fn values(&self) -> Grid {
        let values = with_state!(&self.0, state => state.values.clone());
        Grid::new(self.shape(), values).expect("values of the shape")
    }

    /// Whether a cell is open and may have a value.
    pub fn has(&self, candidate: Candidate) -> bool {
        let Candidate { cell, value } = candidate;
        with_state!(&self.0, state => state.has(state.topology.shape.index(cell), value))
    }

    /// Whether every cell has its value.
    pub fn is_solved(&self) -> bool {
        with_state!(&self.0, state => state.is_solved())
    }

    /// Whether nothing can come of it: an open cell without candidates, or a house
    /// that has no cell left for a value.
    pub fn is_contradictory(&self) -> bool {
        with_state!(&self.0, state => state.is_contradictory())
    }

    /// Writes a value into a cell where it is a candidate; it is not a given then.
    /// Otherwise nothing happens.
    pub fn place(&mut self, candidate: Candidate) {
        if self.has(candidate) {
            let Candidate { cell, value } = candidate;
            with_state!(&mut self.0, state => state.place(state.topology.shape.index(cell), value));
        }
    }

    /// Removes a candidate.
    pub fn remove(&mut self, candidate: Candidate) {
        let Candidate { cell, value } = candidate;
        with_state!(&mut self.0, state => state.remove(state.topology.shape.index(cell), value));
    }

    /// Does what a step says.
    pub fn apply(&mut self, step: &Step) {
        with_state!(&mut self.0, state => state.apply(step));
    }

    /// All steps of a technique.
    pub fn steps(&self, technique: Technique, options: Options) -> Vec<Step> {
        let mut steps = Vec::new();
        let _ = self.visit(technique, options, &mut |step| {
            steps.push(step);
            ControlFlow::Continue(())
        });
        steps
    }

    /// The first step of a technique.
    pub fn first(&self, technique: Technique, options: Options) -> Option<Step> {
        let mut first = None;
        let _ = self.visit(technique, options, &mut |step| {
            first = Some(step);
            ControlFlow::Break(())
        });
        first
    }

    /// A step by forcing chains of any reach, up to chains within chains within chains, as on
    /// the scale of Sudoku Explainer; the least reach that helps. They follow from the rules
    /// alone. `None` also if `stop` says so first.
    pub fn forced(&self, stop: &dyn Fn() -> bool) -> Option<Step> {
        with_state!(&self.0, state => explainer::forced(state, stop))
    }

    /// Hands over the steps of a technique until the visitor breaks.
    pub fn visit(
        &self,
        technique: Technique,
        options: Options,
        found: &mut dyn FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        with_state!(&self.0, state => techniques::find(technique, state, options, found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::House;

    #[test]
    fn every_width_has_the_same_singles() {
        for (width, height) in [(3, 3), (4, 4), (6, 6)] {
            let shape = Shape::new(width, height).expect("a side of at most 36");
            let mut values = vec![0; shape.n_cells()];
            (1..shape.side()).for_each(|i| values[i] = i as u8);
            let grid = Grid::new(shape, values).expect("values in range");
            let puzzle = Puzzle::new(grid).expect("each of them once");
            let mut board = Board::new(&puzzle).expect("a side of at most 36");
            let step = board.first(Technique::FullHouse, Options::default());
            let step = step.expect("one cell of the first row is open");
            let cell = shape.cells_of(House::Row(0)).next().expect("a cell");
            assert_eq!(step.placed, [Candidate { cell, value: shape.side() as u8 }]);
            board.apply(&step);
            assert_eq!(board.value(cell), Some(shape.side() as u8));
        }
        let shape = Shape::new(7, 7).expect("a side of 49");
        let empty = Puzzle::new(Grid::empty(shape)).expect("nothing to contradict");
        assert!(Board::new(&empty).is_none());
    }
}
