//! What to look at next.

use super::highlights::Highlights;
use super::patterns::{Forcing, Single};
use super::step::Step;
use super::techniques::Why;
use super::{Board, path};
use crate::{Budget, Cell, Grid, PencilMarks, Symbol};

/// What is to be told to who solves a sudoku.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// These cells are wrong.
    Mistakes(Vec<Cell>),
    /// It is solved.
    Solved,
    /// No technique helps.
    Stuck,
    /// The budget ended first.
    Stopped,
    /// The next step.
    Step(Hint),
}

/// What to tell of a sudoku with this solution; `None` if its side is larger than
/// [`Board::MAX_SIDE`]. Mistakes come before anything else.
pub fn advise(marks: &PencilMarks, solution: &Grid, budget: &Budget<'_>) -> Option<Advice> {
    let mistakes = mistakes(marks, solution);
    if !mistakes.is_empty() {
        return Some(Advice::Mistakes(mistakes));
    }
    let board = Board::of_marks(marks)?;
    if board.is_solved() {
        return Some(Advice::Solved);
    }
    Some(match path::next_of_all(&board, budget.stop) {
        Some(step) => Advice::Step(Hint { step }),
        None if (budget.stop)() => Advice::Stopped,
        None => Advice::Stuck,
    })
}

/// The cells with a wrong value, or else those that cannot have the right one any more.
fn mistakes(marks: &PencilMarks, solution: &Grid) -> Vec<Cell> {
    let shape = marks.shape();
    let lacks_its_value = |cell: &Cell| {
        solution.get(*cell).is_some_and(|value| marks.candidates(*cell) >> (value - 1) & 1 == 0)
    };
    let cells = (0..shape.n_cells()).map(|index| shape.cell(index));
    let wrong: Vec<Cell> = cells.filter(lacks_its_value).collect();
    let is_placed = |cell: &Cell| marks.values().get(*cell).is_some();
    let placed: Vec<Cell> = wrong.iter().copied().filter(is_placed).collect();
    if placed.is_empty() { wrong } else { placed }
}

/// The next step, to be told in three strengths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The step.
    pub step: Step,
}

impl Hint {
    /// The weakest: only where to look.
    pub fn where_to_look(&self) -> String {
        let Highlights { cells, houses, .. } = self.step.highlights();
        let values: Vec<String> =
            self.step.values().into_iter().map(|value| Symbol(value).to_string()).collect();
        let about =
            if values.is_empty() { String::new() } else { format!(" for {}", values.join(", ")) };
        match (&self.step.why, houses.first(), cells.first()) {
            (Why::Single(Single { house: None }), _, Some(cell)) => format!("look at {cell}"),
            (Why::Forcing(forcing @ Forcing { house: None, .. }), ..) => {
                match forcing.starts().next() {
                    Some(start) => format!("look at what follows from the candidates of {start}"),
                    None => format!("look at the whole grid{about}"),
                }
            }
            (_, Some(house), _) => format!("look at {house}{about}"),
            (_, None, Some(cell)) => format!("look around {cell}{about}"),
            (_, None, None) => format!("look at the whole grid{about}"),
        }
    }

    /// Stronger: which technique helps.
    pub fn which(&self) -> String {
        let name = self.step.technique.name();
        let vowel = name.starts_with(['a', 'e', 'i', 'o', 'A', 'X']);
        if name.contains("chains") {
            format!("there are {name}")
        } else {
            format!("there is {} {name}", if vowel { "an" } else { "a" })
        }
    }

    /// Strongest: the whole reason.
    pub fn whole(&self) -> String {
        self.step.to_string()
    }
}
