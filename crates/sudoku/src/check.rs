//! Whether a sudoku is legal, proper and minimal.
//!
//! ```
//! use sole_sudoku::{Budget, check, formats::{Sudoku, line}};
//!
//! let puzzle = Sudoku::Puzzle(line::parse("1..4.........32.")?);
//! let check = check::check(&puzzle, &Budget::UNLIMITED, || {});
//! assert_eq!((check.proper, check.minimal), (Some(true), Some(true)));
//! # Ok::<(), line::LineError>(())
//! ```

use crate::formats::Sudoku;
use crate::make::Logic;
use crate::solve::{Extent, study};
use crate::{Budget, Cell, Conflict, Conflicts, Grid, Puzzle};
use serde::Serialize;
use sole_puzzle::{Status, Verdict};
use std::ops::ControlFlow;

/// What is to be said of a sudoku.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The values; `None` if they contradict each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Grid>,
    /// The number of values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub givens: Option<usize>,
    /// Whether no house has a value twice.
    pub legal: bool,
    /// Equal values in a house, two by two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<Conflict>,
    /// How many solutions there are.
    pub verdict: Option<Status>,
    /// Whether there is exactly one; `None` if that was not decided.
    pub proper: Option<bool>,
    /// Whether each given is needed; `None` if it is not proper, or was not decided.
    pub minimal: Option<bool>,
    /// The givens of a proper sudoku that could be left out, each by itself.
    pub superfluous: Vec<Cell>,
    /// What is known of several solutions.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub several: Option<Several>,
    /// Whether candidates are excluded, so that givens are not all that counts.
    #[serde(skip)]
    pub has_exclusions: bool,
    /// The number of guesses.
    #[serde(skip)]
    pub nodes: u64,
}

/// The solutions of a sudoku that has more than one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Several {
    /// How many were counted, [`MOST_COUNTED`] at most.
    pub solutions: u64,
    /// Whether these are all.
    #[serde(rename = "solutions_complete")]
    pub is_complete: bool,
    /// The cells in which two of them differ.
    pub differ: Vec<Cell>,
}

/// Up to how many solutions are counted.
pub const MOST_COUNTED: u64 = 1000;

impl Check {
    /// Of values that are no sudoku.
    pub fn illegal(conflicts: &Conflicts) -> Check {
        let conflicts = conflicts.all().collect();
        Check { conflicts, proper: Some(false), ..Check::default() }
    }
}

/// Checks a legal sudoku; `each` is told when a solution is found.
pub fn check(sudoku: &Sudoku, budget: &Budget<'_>, mut each: impl FnMut()) -> Check {
    let mut found = |_: &Grid| {
        each();
        ControlFlow::Continue(())
    };
    let study = study(sudoku, Extent::Decide, budget, &mut found);
    let verdict = study.verdict.status();
    let mut check = Check {
        puzzle: Some(sudoku.values().clone()),
        givens: Some(sudoku.values().n_values()),
        legal: true,
        verdict: Some(verdict),
        proper: (verdict != Status::Open).then_some(verdict == Status::One),
        has_exclusions: sudoku.has_exclusions(),
        nodes: study.nodes,
        ..Check::default()
    };
    match &study.verdict {
        Verdict::Many(first, second) => {
            let counted = self::study(sudoku, Extent::Count(MOST_COUNTED), budget, found);
            check.several = Some(Several {
                solutions: counted.count.max(2),
                is_complete: counted.is_complete(),
                differ: first.differences(second).collect(),
            });
        }
        Verdict::One(solution) if !check.has_exclusions => {
            let puzzle = Puzzle::new(sudoku.values().clone()).expect("a part of a solution");
            if let Ok(cells) = Logic::Search.superfluous(&puzzle, solution, budget) {
                check.minimal = Some(cells.is_empty());
                check.superfluous = cells;
            }
        }
        _ => {}
    }
    check
}
