//! Searches and what they find.

use super::watch::Watch;
use crate::envelope::Status;
use crate::exit::Exit;
use sole_puzzle::{Stop, Verdict};
use sole_sudoku::formats::Sudoku;
use sole_sudoku::{Budget, Grid, solve};
use std::ops::ControlFlow;

/// How many solutions are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Two, to know whether there is one.
    Decide,
    /// So many at most.
    Count(u64),
}

/// What was found, and what it cost.
pub(super) struct Finding {
    extent: Extent,
    pub(super) verdict: Verdict<Grid>,
    /// How many solutions were seen.
    pub(super) count: u64,
    end: ControlFlow<Stop>,
    pub(super) nodes: u64,
}

/// Looks for solutions and shows each of them.
pub(super) fn search(
    sudoku: &Sudoku,
    extent: Extent,
    watch: &Watch,
    mut each: impl FnMut(&Grid) -> ControlFlow<Stop>,
) -> Finding {
    let limit = match extent {
        Extent::Decide => 2,
        Extent::Count(limit) => limit,
    };
    let (mut first, mut second, mut count) = (None, None, 0);
    let walk = watch.within(|budget| {
        walk(sudoku, budget, |solution| {
            count += 1;
            watch.note_solution();
            match count {
                1 => first = Some(solution.clone()),
                2 => second = Some(solution.clone()),
                _ => {}
            }
            each(solution)?;
            if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Enough) }
        })
    });
    let verdict = match (first, second, walk.end) {
        (Some(first), Some(second), _) => Verdict::Many(first, second),
        (Some(only), None, ControlFlow::Continue(())) => Verdict::One(only),
        (None, _, ControlFlow::Continue(())) => Verdict::None,
        (first, _, ControlFlow::Break(_)) => Verdict::Open(first),
    };
    Finding { extent, verdict, count, end: walk.end, nodes: walk.nodes }
}

/// The solver for values, or for candidates where some are excluded.
fn walk(
    sudoku: &Sudoku,
    budget: &Budget,
    visit: impl FnMut(&Grid) -> ControlFlow<Stop>,
) -> solve::Walk {
    match sudoku {
        Sudoku::Puzzle(puzzle) => solve::walk(puzzle, budget, visit),
        Sudoku::PencilMarks(marks) => solve::walk_marks(marks, budget, visit),
    }
}

impl Finding {
    /// Whether a limit of guesses or time, or Ctrl-C, ended the search.
    pub(super) fn is_cut(&self) -> bool {
        self.end == ControlFlow::Break(Stop::Budget)
    }

    /// Whether all solutions were seen.
    pub(super) fn is_complete(&self) -> bool {
        self.end.is_continue()
    }

    /// How many solutions there are, if that was asked.
    pub(super) fn counted(&self) -> Option<u64> {
        (self.extent != Extent::Decide).then_some(self.count)
    }

    /// What it claims.
    pub(super) fn status(&self) -> Status {
        match &self.verdict {
            Verdict::None => Status::Refuted,
            Verdict::One(_) | Verdict::Many(..) if self.is_enough() => Status::Proven,
            _ if self.count > 0 && !self.is_cut() => Status::Proven,
            _ => Status::Open,
        }
    }

    /// The exit code that goes with it.
    pub(super) fn exit(&self) -> Exit {
        match self.status() {
            Status::Refuted => Exit::No,
            Status::Open => Exit::Open,
            _ => Exit::Yes,
        }
    }

    /// Whether the question is answered: a count that a limit of time ended is not.
    fn is_enough(&self) -> bool {
        self.extent == Extent::Decide || !self.is_cut()
    }
}
