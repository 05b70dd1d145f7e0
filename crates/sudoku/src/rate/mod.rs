//! How hard a puzzle is, on several scales.
//!
//! [`se`] follows the scale of Sudoku Explainer 1.2.1, the hardest step of a path of
//! reasons; [`hodoku`] that of HoDoKu 2.2.0, the sum over the steps and the level of the
//! hardest one. [`search`] measures how much a solver must guess; [`pattern`] counts what the
//! largest argument on the path is made of. Both are for grids of any size.

pub mod explain;
pub mod hodoku;
pub mod pattern;
mod scale;
pub mod se;
pub mod search;

pub use scale::{LEVELS, Scale};

use crate::{Budget, Puzzle};
use serde::Serialize;

/// The place of a puzzle on several scales; `None` if a scale was not asked for or does not have
/// the puzzle.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ratings {
    /// By Sudoku Explainer.
    pub se: Option<se::Rating>,
    /// By HoDoKu.
    pub hodoku: Option<LevelAndScore>,
    /// The mean of log₂(1 + guesses) in hundredths.
    pub search: Option<f64>,
    /// The standard error of this mean.
    pub search_error: Option<f64>,
    /// By the largest argument.
    pub pattern: Option<pattern::Rating>,
}

/// A place on HoDoKu's scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LevelAndScore {
    /// The level.
    pub level: hodoku::Level,
    /// The score.
    pub score: u32,
}

/// The scales by which [`Scales::rate`] rates a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scales {
    /// By Sudoku Explainer.
    pub se: bool,
    /// By HoDoKu.
    pub hodoku: bool,
    /// By guesses.
    pub search: bool,
    /// By the largest argument.
    pub pattern: bool,
    /// The number of shuffles that are searched, and the seed of the first.
    pub shuffles: u32,
    /// Where these begin.
    pub seed: u64,
}

/// Whether there was time for all ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// There was.
    Whole,
    /// The budget ended first.
    Cut,
}

impl Scales {
    /// Rates a puzzle on all of these scales.
    pub fn rate(&self, puzzle: &Puzzle, budget: &Budget<'_>) -> (Ratings, Completeness) {
        let se = self.se.then(|| se::rate(puzzle, budget));
        let hodoku = self.hodoku.then(|| hodoku::rate(puzzle)).flatten();
        let search = || search::rate(puzzle, self.shuffles, self.seed, budget);
        let effort = self.search.then(search).flatten();
        let pattern = self.pattern.then(|| pattern::rate(puzzle, budget)).flatten();
        let is_cut = se == Some(se::Outcome::Stopped)
            || self.search && effort.is_none()
            || self.pattern && pattern.is_none() && (budget.stop)();
        let ratings = Ratings {
            se: match se {
                Some(se::Outcome::Solved(rating)) => Some(rating),
                _ => None,
            },
            hodoku: hodoku
                .map(|hodoku::Rating { level, score, .. }| LevelAndScore { level, score }),
            search: effort.map(|effort| hundredths(effort.mean)),
            search_error: effort.map(|effort| hundredths(effort.standard_error)),
            pattern,
        };
        (ratings, if is_cut { Completeness::Cut } else { Completeness::Whole })
    }
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
