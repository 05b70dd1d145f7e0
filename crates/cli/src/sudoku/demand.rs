//! What is wanted of a puzzle beyond its givens: a rating, or a technique.

use crate::args::sudoku_make::{LEVELS, Scale, Wanted};
use crate::render::capitalised;
use sole_puzzle::Rating;
use sole_sudoku::rate::{hodoku, pattern, se, search};
use sole_sudoku::reason::need::Need;
use sole_sudoku::{Budget, Puzzle};
use std::ops::ControlFlow;

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
    let named = |value| Rating::new(name(wanted.scale).parse().expect("a name"), value);
    let value = match wanted.scale {
        Scale::Se => hardest(puzzle, wanted, budget, |step| f64::from(step.rating.0) / 10.0)?,
        Scale::Pattern => hardest(puzzle, wanted, budget, |step| pattern::units(step).into())?,
        Scale::Search => search::rate(puzzle, search::SHUFFLES, 1, budget)?.mean,
        Scale::HodokuScore | Scale::HodokuLevel => {
            let rated = hodoku::rate(puzzle)?;
            let place = match wanted.scale {
                Scale::HodokuLevel => LEVELS.iter().position(|&level| level == rated.level)? as f64,
                _ => rated.score.into(),
            };
            let level = capitalised(&rated.level.to_string());
            let rating = named(rated.score.into())?.with_label(level);
            return wanted.range.contains(place).then_some(rating);
        }
    };
    named(value).filter(|_| wanted.range.contains(value))
}

/// The name of a scale in records.
pub(crate) fn name(scale: Scale) -> &'static str {
    match scale {
        Scale::Se => "se.er",
        Scale::HodokuScore | Scale::HodokuLevel => "hodoku.score",
        Scale::Pattern => "pattern.units",
        Scale::Search => "search.effort",
    }
}

/// The hardest step of the path of Sudoku Explainer. It is not followed beyond the range.
fn hardest(
    puzzle: &Puzzle,
    wanted: Wanted,
    budget: &Budget<'_>,
    hardness: impl Fn(&se::Rated) -> f64,
) -> Option<f64> {
    let mut most = 0.0;
    let outcome = se::path(puzzle, budget, |step| {
        most = f64::max(most, hardness(step));
        match most > wanted.range.most || (budget.stop)() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    matches!(outcome, se::Outcome::Solved(_)).then_some(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::sudoku_make::Span;
    use sole_sudoku::formats::line;

    /// SE 6.6, by an X-chain.
    const CHAIN: &str =
        "000000501700000068008502000007800002000409000600003100000307900170000006402000000";
    const EASY: &str =
        "003019802608070000000380507000056000092000000800007003036002900000000000010000008";

    #[test]
    fn ratings_are_those_of_the_scales_if_they_are_wanted() {
        let all = Span { least: 0.0, most: f64::INFINITY };
        let span = |least, most| Span { least, most };
        for (puzzle, scale, range, expected) in [
            (CHAIN, Scale::Se, all, Some("se.er 6.6")),
            (CHAIN, Scale::Se, span(6.6, 6.6), Some("se.er 6.6")),
            (CHAIN, Scale::Se, span(6.7, 9.0), None),
            (CHAIN, Scale::Se, span(0.0, 6.5), None),
            (CHAIN, Scale::Pattern, all, Some("pattern.units 6")),
            (EASY, Scale::HodokuScore, span(224.0, 300.0), Some("hodoku.score 224 (Easy)")),
            (EASY, Scale::HodokuLevel, span(0.0, 0.0), Some("hodoku.score 224 (Easy)")),
            (EASY, Scale::HodokuLevel, span(1.0, 4.0), None),
            (EASY, Scale::Search, all, Some("search.effort 0")),
        ] {
            let read = line::parse(puzzle).expect("a puzzle");
            let found = rating(Wanted { scale, range }, &read, &Budget::UNLIMITED);
            assert_eq!(
                found.map(|found| found.to_string()).as_deref(),
                expected,
                "{scale:?} {range:?}"
            );
        }
    }
}
