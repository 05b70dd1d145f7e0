//! Sudokus that are reasoned about: they must be proper.

use super::batch::Told;
use super::finding;
use super::source::Question;
use super::watch::Watch;
use crate::complain::Complaint;
use crate::envelope::Status;
use crate::exit::Exit;
use sole_puzzle::{self as puzzle, Verdict};
use sole_sudoku::Grid;
use sole_sudoku::formats::{Sudoku, in_one_line};
use sole_sudoku::solve::Extent;
use std::ops::ControlFlow;

/// A sudoku and how many solutions it has.
pub(super) struct DecidedSudoku {
    pub(super) sudoku: Sudoku,
    verdict: Verdict<Grid>,
    pub(super) nodes: u64,
}

impl DecidedSudoku {
    /// Reads a sudoku as it stands and counts its solutions.
    pub(super) fn of(question: &Question, watch: &Watch) -> Result<DecidedSudoku, Complaint> {
        Ok(DecidedSudoku::decided(question.read()?, watch))
    }

    /// The same with its givens alone, which is where a mistake leads nowhere.
    pub(super) fn start_of(question: &Question, watch: &Watch) -> Result<DecidedSudoku, Complaint> {
        let start = question.read()?.start();
        Ok(DecidedSudoku::decided(Sudoku::Puzzle(start), watch))
    }

    fn decided(sudoku: Sudoku, watch: &Watch) -> DecidedSudoku {
        let found = finding::search(&sudoku, Extent::Decide, watch, |_| ControlFlow::Continue(()));
        DecidedSudoku { sudoku, verdict: found.verdict, nodes: found.nodes }
    }

    /// The only solution.
    pub(super) fn solution(&self) -> Option<&Grid> {
        match &self.verdict {
            Verdict::One(solution) => Some(solution),
            _ => None,
        }
    }

    pub(super) fn verdict(&self) -> puzzle::Status {
        self.verdict.status()
    }

    pub(super) fn line(&self) -> String {
        in_one_line(self.sudoku.values())
    }

    /// What is told of a sudoku that is not proper.
    pub(super) fn improper<R>(&self, report: R) -> Told<R> {
        let (exit, status, text) = match &self.verdict {
            Verdict::None => (Exit::No, Status::Refuted, "Not proper: there is no solution."),
            Verdict::Open(_) => (Exit::Open, Status::Open, "Not decided: the limit was reached."),
            Verdict::One(_) | Verdict::Many(..) => {
                (Exit::No, Status::Refuted, "Not proper: there is more than one solution.")
            }
        };
        Told { report, text: format!("{text}\n"), exit, status, nodes: self.nodes }
    }
}
