//! The scales on which records say how hard a sudoku is.

use super::hodoku::Level;
use super::{hodoku, pattern, se, search};
use crate::{Budget, Puzzle};
use sole_puzzle::Rating;
use std::ops::{ControlFlow, RangeInclusive};

/// A scale for how hard puzzles are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// That of Sudoku Explainer: its hardest step.
    Se,
    /// HoDoKu's points.
    HodokuScore,
    /// HoDoKu's levels, counted from 0.
    HodokuLevel,
    /// The units of the hardest pattern.
    Pattern,
    /// How long a search takes.
    Search,
}

/// HoDoKu's levels, the easiest first.
pub const LEVELS: [Level; 5] =
    [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

impl Scale {
    /// Every number of a scale.
    pub const ALL: RangeInclusive<f64> = 0.0..=f64::INFINITY;

    /// The name of the scale in records.
    pub fn name(self) -> &'static str {
        match self {
            Scale::Se => "se.er",
            Scale::HodokuScore | Scale::HodokuLevel => "hodoku.score",
            Scale::Pattern => "pattern.units",
            Scale::Search => "search.effort",
        }
    }

    /// The rating of a proper puzzle; `None` if the scale has none for it, if it is not in the
    /// range or if the budget says stop.
    pub fn rate(
        self,
        range: &RangeInclusive<f64>,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Option<Rating> {
        let named = |value| Rating::new(self.name().parse().expect("a name"), value);
        let value = match self {
            Scale::Se => hardest(puzzle, range, budget, |step| f64::from(step.rating.0) / 10.0)?,
            Scale::Pattern => hardest(puzzle, range, budget, |step| pattern::units(step).into())?,
            Scale::Search => search::rate(puzzle, search::SHUFFLES, 1, budget)?.mean,
            Scale::HodokuScore | Scale::HodokuLevel => {
                let rated = hodoku::rate(puzzle)?;
                let place = match self {
                    Scale::HodokuLevel => {
                        LEVELS.iter().position(|&level| level == rated.level)? as f64
                    }
                    _ => rated.score.into(),
                };
                let rating = named(rated.score.into())?.with_label(capitalised(rated.level));
                return range.contains(&place).then_some(rating);
            }
        };
        named(value).filter(|_| range.contains(&value))
    }
}

/// A level with a capital letter: `Easy`.
fn capitalised(level: Level) -> String {
    let name = level.to_string();
    name[..1].to_ascii_uppercase() + &name[1..]
}

/// The hardest step of the path of Sudoku Explainer. It is not followed beyond the range.
fn hardest(
    puzzle: &Puzzle,
    range: &RangeInclusive<f64>,
    budget: &Budget<'_>,
    hardness: impl Fn(&se::Rated) -> f64,
) -> Option<f64> {
    let mut most = 0.0;
    let outcome = se::path(puzzle, budget, |step| {
        most = f64::max(most, hardness(step));
        match most > *range.end() || (budget.stop)() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    matches!(outcome, se::Outcome::Solved(_)).then_some(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::line;

    /// SE 6.6, by an X-chain.
    const CHAIN: &str =
        "000000501700000068008502000007800002000409000600003100000307900170000006402000000";
    const EASY: &str =
        "003019802608070000000380507000056000092000000800007003036002900000000000010000008";

    #[test]
    fn ratings_are_those_of_the_scales_if_they_are_wanted() {
        for (puzzle, scale, range, expected) in [
            (CHAIN, Scale::Se, Scale::ALL, Some("se.er 6.6")),
            (CHAIN, Scale::Se, 6.6..=6.6, Some("se.er 6.6")),
            (CHAIN, Scale::Se, 6.7..=9.0, None),
            (CHAIN, Scale::Se, 0.0..=6.5, None),
            (CHAIN, Scale::Pattern, Scale::ALL, Some("pattern.units 6")),
            (EASY, Scale::HodokuScore, 224.0..=300.0, Some("hodoku.score 224 (Easy)")),
            (EASY, Scale::HodokuLevel, 0.0..=0.0, Some("hodoku.score 224 (Easy)")),
            (EASY, Scale::HodokuLevel, 1.0..=4.0, None),
            (EASY, Scale::Search, Scale::ALL, Some("search.effort 0")),
        ] {
            let read = line::parse(puzzle).expect("a puzzle");
            let found = scale.rate(&range, &read, &Budget::UNLIMITED);
            assert_eq!(
                found.map(|found| found.to_string()).as_deref(),
                expected,
                "{scale:?} {range:?}"
            );
        }
    }
}
