//! New puzzles of all kinds, each proved to have one solution.
//!
//! What is made depends on the seed and the number of puzzles alone.

mod endings;
mod games;
mod grids;
mod problems;

use crate::Arguments;
use sole_endgame::{Plan, ProbeError, Tables};
use sole_puzzle::{Puzzle, Task};
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// What is to be made.
#[derive(Clone, Copy, Debug)]
pub struct Generation {
    /// How many puzzles of each kind; of kinds that are hard to make or soon solved there are fewer.
    pub count: usize,
    /// The same puzzles for the same number.
    pub seed: u64,
    /// How many threads work; the puzzles are the same for any number.
    pub threads: NonZeroUsize,
}

/// Why no puzzles were made.
#[derive(Debug)]
#[non_exhaustive]
pub enum GenerationError {
    /// The task ended.
    Stopped,
    /// Tables that do not answer.
    Tables(ProbeError),
}

impl fmt::Display for GenerationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerationError::Stopped => f.write_str("stopped"),
            GenerationError::Tables(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GenerationError {}

impl Generation {
    /// The tables that must be there.
    pub fn tables() -> Plan {
        endings::plan()
    }

    /// Makes the puzzles.
    ///
    /// # Errors
    /// The task ended, or a table cannot be read.
    pub fn run(&self, tables: &Tables, task: &Task) -> Result<Vec<Puzzle>, GenerationError> {
        let Generation { count, seed, threads } = *self;
        task.begin_phase("making", "chapters", KINDS);
        let maker = Maker { count, seed, threads, task };
        let few = count.div_ceil(3);
        let mut puzzles = maker.mates_at_once(few);
        puzzles.extend(maker.mates(2, 8, Quantity::chosen(count)));
        puzzles.extend(maker.mates(3, 7, Quantity::chosen(count)));
        puzzles.extend(maker.mates(4, 7, Quantity { count: few, choice: 3 }));
        puzzles.extend(maker.selfmates(few));
        puzzles.extend(maker.helpmates());
        puzzles.extend(maker.proof_games());
        puzzles.extend(maker.endgames(tables).map_err(GenerationError::Tables)?);
        puzzles.extend(maker.sudokus());
        if maker.is_to_stop() {
            return Err(GenerationError::Stopped);
        }
        let arguments = Arguments::new(["puzzle", "book", "--fresh"]).with("--count", [count]);
        let generator = arguments.generator(Some(seed));
        Ok(puzzles.into_iter().map(|puzzle| puzzle.with_generator(generator.clone())).collect())
    }
}

/// How many kinds there are, each of which is a chapter.
const KINDS: u64 = 9;

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

/// Makes random puzzles.
struct Maker<'a> {
    /// How many of each kind.
    count: usize,
    seed: u64,
    threads: NonZeroUsize,
    task: &'a Task,
}

impl Maker<'_> {
    fn is_to_stop(&self) -> bool {
        self.task.should_stop()
    }

    /// Takes note that a kind is done.
    fn finish(&self, puzzles: Vec<Puzzle>) -> Vec<Puzzle> {
        self.task.advance(1);
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
    distribute(&(0..all.len()).collect::<Vec<_>>(), count)
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

/// How many of so many puzzles are of each of some sorts, evenly; one alone is of the middle one.
/// A sort that stands there several times has a larger share.
fn distribute<T: Copy + PartialEq>(sorts: &[T], count: usize) -> Vec<(T, usize)> {
    if sorts.is_empty() {
        return Vec::new();
    }
    let sort = |number: usize| sorts[(2 * number + 1) * sorts.len() / (2 * count)];
    let all: Vec<T> = (0..count).map(sort).collect();
    all.chunk_by(PartialEq::eq).map(|alike| (alike[0], alike.len())).collect()
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
        for (sorts, count, expected) in cases {
            let sorts: Vec<char> = sorts.chars().collect();
            assert_eq!(distribute(&sorts, count), expected, "{sorts:?} {count}");
        }
    }
}
