//! New puzzles of all kinds for a book, each proved to have one solution.
//!
//! What is made depends on the seed and the number of puzzles alone.

mod endings;
mod games;
mod grids;
mod problems;

use crate::console::{Console, Stop};
use crate::endgame::supply::Supply;
use crate::lookout::Lookout;
use crate::records;
use sole_puzzle::Puzzle;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Makes so many puzzles of each kind, and a few of the kinds that are hard to make or soon solved.
pub(super) fn make(
    count: usize,
    seed: u64,
    threads: NonZeroUsize,
    supply: &Supply,
    console: &mut Console,
) -> Result<Vec<Puzzle>, Stop> {
    endings::provide(supply, console)?;
    let lookout = Lookout::new(console.progress(), "making".to_owned());
    let maker = Maker { count, seed, threads, lookout, done: AtomicUsize::new(0) };
    let few = count.div_ceil(3);
    let mut puzzles = maker.mates_at_once(few);
    puzzles.extend(maker.mates(2, 8, Quantity::chosen(count)));
    puzzles.extend(maker.mates(3, 7, Quantity::chosen(count)));
    puzzles.extend(maker.mates(4, 7, Quantity { count: few, choice: 3 }));
    puzzles.extend(maker.selfmates(few));
    puzzles.extend(maker.helpmates());
    puzzles.extend(maker.proof_games());
    puzzles.extend(maker.endgames(supply)?);
    puzzles.extend(maker.sudokus());
    if maker.lookout.is_interrupted() {
        return Err(Stop::Interrupted);
    }
    let generator = records::generator(words(count), Some(seed));
    Ok(puzzles.into_iter().map(|puzzle| puzzle.with_generator(generator.clone())).collect())
}

/// What makes the same puzzles again, but for the seed.
fn words(count: usize) -> Vec<String> {
    ["puzzle", "book", "--fresh", "--count"]
        .map(str::to_owned)
        .into_iter()
        .chain([count.to_string()])
        .collect()
}

/// How many kinds there are, each of which is a chapter.
const KINDS: usize = 9;

/// How many puzzles are taken, and from how many each is chosen.
#[derive(Clone, Copy)]
struct Quantity {
    count: usize,
    choice: usize,
}

impl Quantity {
    /// From ten times as many.
    fn chosen(count: usize) -> Quantity {
        Quantity { count, choice: 10 }
    }

    /// How many there are to choose from.
    fn n_candidates(self) -> usize {
        self.count * self.choice
    }
}

/// Makes puzzles by lot.
struct Maker {
    /// How many of each kind.
    count: usize,
    seed: u64,
    threads: NonZeroUsize,
    lookout: Lookout,
    /// How many kinds are done.
    done: AtomicUsize,
}

impl Maker {
    fn is_to_stop(&self) -> bool {
        let done = self.done.load(Ordering::Relaxed);
        let share = done as f64 / KINDS as f64;
        self.lookout.show(Some(share), || format!("chapter {} of {KINDS}", (done + 1).min(KINDS)));
        self.lookout.is_interrupted()
    }

    /// Takes note that a kind is done.
    fn finish(&self, puzzles: Vec<Puzzle>) -> Vec<Puzzle> {
        self.done.fetch_add(1, Ordering::Relaxed);
        puzzles
    }
}

/// Adds a puzzle; breaks when there are enough to choose from.
fn keep(puzzles: &mut Vec<Puzzle>, puzzle: Puzzle, quantity: Quantity) -> ControlFlow<()> {
    puzzles.push(puzzle);
    let is_enough = puzzles.len() >= quantity.n_candidates();
    if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The best on one scale, in the order of another.
fn best(puzzles: Vec<Puzzle>, count: usize, scale: &str, order: &str) -> Vec<Puzzle> {
    let mut puzzles = sorted(puzzles, scale);
    puzzles.drain(..puzzles.len().saturating_sub(count));
    sorted(puzzles, order)
}

/// So many that stand at even distances in the order of a scale.
fn spread(puzzles: Vec<Puzzle>, count: usize, scale: &str) -> Vec<Puzzle> {
    let all = sorted(puzzles, scale);
    portions(&(0..all.len()).collect::<Vec<_>>(), count)
        .into_iter()
        .filter_map(|(place, _)| all.get(place).cloned())
        .collect()
}

/// Puzzles in the order of a scale.
fn sorted(mut puzzles: Vec<Puzzle>, scale: &str) -> Vec<Puzzle> {
    puzzles.sort_by(|one, other| value(one, scale).total_cmp(&value(other, scale)));
    puzzles
}

/// How a puzzle is rated; 0 if it is not.
fn value(puzzle: &Puzzle, scale: &str) -> f64 {
    puzzle.rating(scale).map_or(0.0, |rating| rating.value())
}

/// How many of so many puzzles go to each course of a menu, evenly; one alone comes from the middle.
/// A course that stands there several times is one with a larger portion.
fn portions<T: Copy + PartialEq>(menu: &[T], count: usize) -> Vec<(T, usize)> {
    if menu.is_empty() {
        return Vec::new();
    }
    let course = |number: usize| menu[(2 * number + 1) * menu.len() / (2 * count)];
    let courses: Vec<T> = (0..count).map(course).collect();
    courses.chunk_by(PartialEq::eq).map(|alike| (alike[0], alike.len())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_shared_out_evenly() {
        let cases = [
            ("abcde", 1, vec![('c', 1)]),
            ("abcde", 2, vec![('b', 1), ('d', 1)]),
            ("abcde", 5, vec![('a', 1), ('b', 1), ('c', 1), ('d', 1), ('e', 1)]),
            ("abcde", 7, vec![('a', 1), ('b', 2), ('c', 1), ('d', 2), ('e', 1)]),
            ("abbbc", 10, vec![('a', 2), ('b', 6), ('c', 2)]),
        ];
        for (menu, count, expected) in cases {
            let menu: Vec<char> = menu.chars().collect();
            assert_eq!(portions(&menu, count), expected, "{menu:?} {count}");
        }
    }
}
