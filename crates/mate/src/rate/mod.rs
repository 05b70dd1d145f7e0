//! How good and how hard a problem is.
//!
//! [`Traits`] are what can be counted in a problem and its play. [`Quality`] and [`Difficulty`] are
//! sums of named parts, whole numbers that depend on the traits alone; `docs/mate.md` has the
//! formulas. Nothing depends on how the problem was searched.
//!
//! ```
//! use sole_board::{Position, Setup};
//! use sole_mate::rate::Assessment;
//! use sole_mate::{Budget, Problem};
//! let setup: Setup = "8/4p3/4P3/1P1p4/1P1k4/2p3p1/2K3P1/4RB2 w - - 0 1".parse()?;
//! let problem = Problem::new(Position::try_from(setup)?, "#2".parse()?)?;
//! let assessment = Assessment::of(&problem, &Budget::default())?.expect("there is a key");
//! assert_eq!(assessment.traits.key.map(|key| key.given), Some(1));
//! assert!(assessment.quality().key > 0);
//! assert!(assessment.difficulty().total() > 1000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod difficulty;
mod quality;
mod redundant_pieces;
mod traits;

pub use difficulty::Difficulty;
pub use quality::Quality;
pub use traits::{KeyTraits, Traits};

use crate::themes::Themes;
use crate::{Budget, OutOfBudget, Problem, Solution};

/// How many refutations a try has that counts.
pub const REFUTATIONS: usize = 1;

/// The themes and the traits of a problem that has a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// What it shows.
    pub themes: Themes,
    /// What can be counted.
    pub traits: Traits,
}

impl Assessment {
    /// Solves a problem and looks at all its play; `None` if it has no solution.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn of(problem: &Problem, budget: &Budget<'_>) -> Result<Option<Assessment>, OutOfBudget> {
        match problem.solve(budget) {
            Solution::Keys(keys) if !keys.undecided().is_empty() => Err(OutOfBudget),
            Solution::Keys(keys) => {
                let tree = problem.tree(keys.keys(), REFUTATIONS, budget)?;
                let traits = Traits::of_tree(problem, &tree, budget);
                let themes = Themes::of_tree(problem, &tree);
                Ok(traits.map(|traits| Assessment { themes, traits }))
            }
            Solution::Lines(lines) if !lines.is_complete() => Err(OutOfBudget),
            Solution::Lines(lines) => {
                let traits = Traits::of_lines(problem, &lines, budget);
                let themes = Themes::of_lines(problem, &lines);
                Ok(traits.map(|traits| Assessment { themes, traits }))
            }
        }
    }

    /// How good it is.
    pub fn quality(&self) -> Quality {
        Quality::of(&self.traits)
    }

    /// How hard it is.
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::of(&self.traits)
    }
}

/// So many points for each of `count` things, of which no more than `most` count.
fn points(each: i32, count: usize, most: usize) -> i32 {
    each * i32::try_from(count.min(most)).unwrap_or(i32::MAX)
}
