//! The order of puzzles in a book.

use crate::TypedPuzzle;
use crate::difficulty::difficulty;
use crate::filter::length;
use sole_puzzle::{Name, Puzzle};

/// An order of puzzles. Those that have no such number come last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As they were read or made.
    #[default]
    AsIs,
    /// The easiest of their kind and length first.
    Difficulty,
    /// The lowest rating first.
    Rating,
    /// The shortest first.
    Length,
}

impl Order {
    /// All orders.
    pub const ALL: [Order; 4] = [Order::AsIs, Order::Difficulty, Order::Rating, Order::Length];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Order::AsIs => "as-is",
            Order::Difficulty => "difficulty",
            Order::Rating => "rating",
            Order::Length => "length",
        }
    }

    /// Puts items into this order. Ratings are those on the scale, or the first of each puzzle.
    pub fn sort<T>(
        self,
        items: &mut [T],
        scale: Option<&Name>,
        puzzle: impl Fn(&T) -> (&Puzzle, &TypedPuzzle),
    ) {
        let number = |item: &T| {
            let (puzzle, typed) = puzzle(item);
            self.number(puzzle, typed, scale).unwrap_or(f64::INFINITY)
        };
        items.sort_by(|one, other| number(one).total_cmp(&number(other)));
    }

    fn number(self, puzzle: &Puzzle, typed: &TypedPuzzle, scale: Option<&Name>) -> Option<f64> {
        let rating = || {
            let rating = match scale {
                Some(scale) => puzzle.rating(scale.as_str()),
                None => puzzle.ratings().first(),
            };
            rating.map(|rating| rating.value())
        };
        match self {
            Order::AsIs => None,
            Order::Length => length(puzzle),
            Order::Rating => rating(),
            Order::Difficulty => {
                let marks = difficulty(puzzle, typed)?;
                // Marks first; among the same marks the rating, which stays below the next mark.
                let share = 1.0 - 1.0 / (1.0 + rating().unwrap_or_default().max(0.0));
                Some(f64::from(marks.marks()) + share)
            }
        }
    }
}
