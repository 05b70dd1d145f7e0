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

use super::se::{self, Outcome, Step, Technique, Why};
use crate::Puzzle;
use std::ops::ControlFlow;

/// The largest argument on the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// How many units it has.
    pub units: u32,
    /// The technique by which it was found first.
    pub technique: Technique,
    /// The units of all steps together.
    pub total: u32,
}

/// Rates a puzzle; `None` if the path of [`se`] does not lead to a solution, or
/// has no steps.
///
/// ```
/// use sole_sudoku::formats::line;
/// use sole_sudoku::rate::pattern;
///
/// let puzzle = line::parse(
///     "000000501700000068008502000007800002000409000600003100000307900170000006402000000",
/// )?;
/// let rating = pattern::rate(&puzzle).expect("it can be solved");
/// assert_eq!(rating.units, 6, "an X-chain or an XY-wing");
/// # Ok::<(), line::LineError>(())
/// ```
pub fn rate(puzzle: &Puzzle) -> Option<Rating> {
    let mut rating: Option<Rating> = None;
    let outcome = se::path(puzzle, |step| {
        let units = units(step);
        let rated = rating.get_or_insert(Rating { units: 0, technique: step.technique, total: 0 });
        rated.total += units;
        if units > rated.units {
            (rated.units, rated.technique) = (units, step.technique);
        }
        ControlFlow::Continue(())
    });
    rating.filter(|_| matches!(outcome, Outcome::Solved(_)))
}

/// How many units a step has.
pub fn units(step: &Step) -> u32 {
    let of_subset =
        |subset: &Option<se::Subset>| subset.as_ref().map_or(0, |subset| 2 * subset.cells.len());
    let units = match &step.why {
        Why::Single { .. } => 1,
        Why::Locked { .. } => 2,
        Why::Subset(subset) => 2 * subset.cells.len(),
        Why::Fish { base, cover, .. } => base.len() + cover.len(),
        Why::Wing { .. } => 6,
        Why::Loop { cells, subset, .. } => 2 * cells.len() + of_subset(subset),
        Why::Grave { cells, subset, .. } => 8 + 2 * cells.len() + of_subset(subset),
        Why::Exclusion { cells } => 2 * cells.len() + 2,
        Why::Chains { n_links, .. } => *n_links as usize,
    };
    units as u32
}
