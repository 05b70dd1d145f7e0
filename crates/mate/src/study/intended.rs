//! The number of solutions that a composer intends, compared with those that there are.

use crate::{Keys, Lines, Play};
use sole_puzzle::text::{grouped, plural};
use std::cmp::Ordering;
use std::num::NonZeroU64;

/// The number of solutions that a problem is meant to have; one unless its author says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intended(NonZeroU64);

/// How many solutions were found, and whether there may be more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    /// There is exactly this number.
    Exactly(u64),
    /// There is at least this number; the search is not complete.
    AtLeast(u64),
}

impl Intended {
    /// One solution.
    pub const ONE: Intended = Intended(NonZeroU64::MIN);

    /// Reads `2`, or `2.1.1` with the number of choices at each half-move. Where one side forces the
    /// goal, the first number counts the keys; elsewhere the product of all numbers counts the
    /// lines. `None` for other texts, such as those about set play.
    ///
    /// ```
    /// use sole_mate::{Play, study::Intended};
    /// assert_eq!(Intended::parse("2.1.3", Play::Help).map(Intended::get), Some(6));
    /// assert_eq!(Intended::parse("2.1.3", Play::Direct).map(Intended::get), Some(2));
    /// assert_eq!(Intended::parse("2;1.1", Play::Help), None);
    /// ```
    pub fn parse(text: &str, play: Play) -> Option<Intended> {
        let numbers: Option<Vec<u64>> =
            text.trim().split('.').map(|word| word.parse().ok()).collect();
        let numbers = numbers?;
        let product = match play {
            Play::Direct | Play::SelfMate | Play::Reflex => *numbers.first()?,
            Play::Help | Play::Series | Play::SeriesHelp => {
                numbers.into_iter().try_fold(1_u64, u64::checked_mul)?
            }
        };
        NonZeroU64::new(product).map(Intended)
    }

    /// The number.
    pub fn get(self) -> u64 {
        self.0.get()
    }

    /// Whether there are fewer solutions than intended, as many, or more, if that is decided.
    pub fn compare(self, found: Tally) -> Option<Ordering> {
        match found {
            Tally::Exactly(count) => Some(count.cmp(&self.get())),
            Tally::AtLeast(count) => (count > self.get()).then_some(Ordering::Greater),
        }
    }
}

impl Intended {
    /// A number of solutions beside the intended one: `2 solutions, as intended`,
    /// `3 solutions, 2 intended`; `noun` is what one of them is called.
    pub fn beside(self, count: u64, noun: &str) -> String {
        let counted = plural(count, noun);
        match (count == self.get(), self) {
            (true, _) => format!("{counted}, as intended"),
            (false, Intended::ONE) => counted,
            (false, _) => format!("{counted}, {} intended", grouped(self.get())),
        }
    }
}

impl Default for Intended {
    fn default() -> Intended {
        Intended::ONE
    }
}

impl Tally {
    /// The number.
    pub fn count(self) -> u64 {
        match self {
            Tally::Exactly(count) | Tally::AtLeast(count) => count,
        }
    }
}

impl From<&Keys> for Tally {
    fn from(keys: &Keys) -> Tally {
        let count = keys.keys().len() as u64;
        match keys.undecided() {
            [] => Tally::Exactly(count),
            _ => Tally::AtLeast(count),
        }
    }
}

impl From<&Lines> for Tally {
    fn from(lines: &Lines) -> Tally {
        match lines.is_complete() {
            true => Tally::Exactly(lines.count()),
            false => Tally::AtLeast(lines.count()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_compared_with_those_intended() {
        use Ordering::{Equal, Greater, Less};
        let cases = [
            ("2", Tally::Exactly(2), Some(Equal)),
            ("2", Tally::Exactly(3), Some(Greater)),
            ("2", Tally::Exactly(1), Some(Less)),
            ("2", Tally::AtLeast(1), None),
            ("2", Tally::AtLeast(2), None),
            ("2", Tally::AtLeast(3), Some(Greater)),
            ("1.2.1", Tally::Exactly(2), Some(Equal)),
        ];
        for (text, found, expected) in cases {
            let intended = Intended::parse(text, Play::Help).expect(text);
            assert_eq!(intended.compare(found), expected, "{text} {found:?}");
        }
        for text in ["", "0", "2.0", "two", "2;1", "1...2", "99999999999999999999"] {
            assert_eq!(Intended::parse(text, Play::Help), None, "{text:?}");
        }
    }
}
