//! The largest argument that a puzzle needs, for grids of any size.
//!
//! Every argument is made of units: a cell, which has one value, or a value in a
//! house, which has one place there. How many of them must be seen together does not
//! depend on the size of the grid, while the ratings of other scales are made for
//! nine by nine. The rating is the most units of a step on the path of [`se`]:
//!
//! | step | units |
//! |---|---|
//! | single | 1 |
//! | locked value | 2: the value in both houses |
//! | subset of k | 2k: k cells and k values in the house |
//! | fish of k | 2k: the value in k lines and in k crossing ones |
//! | wing | 6: three cells, and three links between them and to what is removed |
//! | loop of k cells | 2k: the cells, and a link after each; and those of a subset |
//! | grave | two for each cell with extra candidates, and 8 for seeing it; and those of a subset |
//! | exclusion with k cells | 2k + 2: the cells, those that exclude, and two more as at least two do |
//! | chains | one for each link, those of nested chains included |

use super::se::{self, Outcome, Rated};
use crate::reason::patterns::{Bug, Exclusion, Fish, Loop, Subset};
use crate::reason::{Technique, Why};
use crate::{Budget, Puzzle};
use serde::Serialize;
use std::ops::ControlFlow;

/// The largest argument on the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rating {
    /// How many units it has.
    pub units: u32,
    /// The units of all steps together.
    pub total: u32,
    /// The technique by which it was found first.
    pub technique: Technique,
}

/// Rates a puzzle; `None` if the path of [`se`] does not lead to a solution, or
/// has no steps, or the budget ends before.
///
/// ```
/// use sole_sudoku::Budget;
/// use sole_sudoku::formats::line;
/// use sole_sudoku::rate::pattern;
///
/// let puzzle = line::parse(
///     "000000501700000068008502000007800002000409000600003100000307900170000006402000000",
/// )?;
/// let rating = pattern::rate(&puzzle, &Budget::UNLIMITED).expect("it can be solved");
/// assert_eq!(rating.units, 6, "an X-chain or an XY-wing");
/// # Ok::<(), line::LineError>(())
/// ```
pub fn rate(puzzle: &Puzzle, budget: &Budget<'_>) -> Option<Rating> {
    let mut rating: Option<Rating> = None;
    let outcome = se::path(puzzle, budget, |found| {
        let (units, technique) = (units(found), found.step.technique);
        let rated = rating.get_or_insert(Rating { units: 0, technique, total: 0 });
        rated.total += units;
        if units > rated.units {
            (rated.units, rated.technique) = (units, technique);
        }
        ControlFlow::Continue(())
    });
    rating.filter(|_| matches!(outcome, Outcome::Solved(_)))
}

/// How many units a step has.
pub fn units(rated: &Rated) -> u32 {
    let of_subset = |subset: &Subset| 2 * subset.cells.len();
    let of_any = |subset: &Option<Subset>| subset.as_ref().map_or(0, of_subset);
    let of_pattern = |why: &Why| match why {
        Why::Crossing(_) => 2,
        Why::Subset(subset) => of_subset(subset),
        Why::Fish(Fish { base, cover, .. }) => base.len() + cover.len(),
        Why::Wing(_) => 6,
        Why::Loop(Loop { cells, subset, .. }) => 2 * cells.len() + of_any(subset),
        Why::Bug(Bug { cells, subset, .. }) => 8 + 2 * cells.len() + of_any(subset),
        Why::Exclusion(Exclusion { cells, .. }) => 2 * cells.len() + 2,
        // Singles; there is nothing else on the path but chains.
        _ => 1,
    };
    match &rated.step.why {
        Why::Chain(_) | Why::Forcing(_) => rated.n_links,
        // A single beside another pattern is counted with it.
        Why::Both(both) => of_pattern(&both.0[0]) as u32,
        why => of_pattern(why) as u32,
    }
}
