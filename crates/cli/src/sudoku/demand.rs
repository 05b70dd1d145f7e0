//! What is wanted of a puzzle beyond its givens: a rating, or a technique.

use crate::args::sudoku_make::{Span, Wanted};
use sole_puzzle::Rating;
use sole_sudoku::reason::need::Need;
use sole_sudoku::{Budget, Puzzle};

/// What every puzzle must have.
pub(super) struct Demand {
    rating: Option<Wanted>,
    need: Option<Need>,
}

impl Demand {
    /// A part of a scale, and techniques.
    pub(super) fn new(rating: Option<Wanted>, need: Option<Need>) -> Demand {
        // A scale alone is shown, and refuses nothing.
        let rating = rating.filter(|wanted| *wanted != Wanted::all(wanted.scale));
        Demand { rating, need }
    }

    /// Whether a proper puzzle is wanted; not if it was told to stop before that was known.
    pub(super) fn accepts(&self, puzzle: &Puzzle, budget: &Budget<'_>) -> bool {
        self.need.as_ref().is_none_or(|need| need.is_met(puzzle))
            && self.rating.is_none_or(|wanted| rating(wanted, puzzle, budget).is_some())
    }
}

/// The rating of a proper puzzle; `None` if the scale has none for it, if it is not in the range
/// or if the budget says stop.
pub(crate) fn rating(wanted: Wanted, puzzle: &Puzzle, budget: &Budget<'_>) -> Option<Rating> {
    let Span { least, most } = wanted.range;
    wanted.scale.rate(&(least..=most), puzzle, budget)
}
