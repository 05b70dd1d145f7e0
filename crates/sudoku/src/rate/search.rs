//! How much a solver must guess.
//!
//! A puzzle is shuffled in ways that leave it the same puzzle to a player: values
//! get other names, rows move within bands and bands as a whole, columns likewise,
//! and rows may become columns if boxes are square. The guesses of [`solve`] until it
//! is decided whether there is no solution, one or more are counted for each shuffle,
//! and the effort is the mean of log₂(1 + guesses). A single count would say more
//! about the luck of one order of rows than about the puzzle.

use crate::{Budget, Puzzle, Shape, Transform, solve};
use sole_puzzle::Stop;
use sole_puzzle::rng::Rng;
use std::ops::ControlFlow;

/// How much a solver must guess, as an estimate from some shuffles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// The mean of log₂(1 + guesses).
    pub mean: f64,
    /// The standard error of this mean; infinite for a single shuffle.
    pub standard_error: f64,
    /// How many shuffles were solved.
    pub shuffles: u32,
}

/// So many shuffles tell the effort well enough, unless someone asks for more.
pub const SHUFFLES: u32 = 50;

/// Estimates the effort by so many shuffles, which are the same for the same seed.
/// The budget is for each of them; `None` if it was not enough for one, or without shuffles.
///
/// ```
/// use sole_sudoku::{Budget, formats::line, rate::search};
///
/// let easy = line::parse(
///     "003019802608070000000380507000056000092000000800007003036002900000000000010000008",
/// )?;
/// let hard = line::parse(
///     "100000002003400050060000700000030040000806000009540000020000100700000006005090080",
/// )?;
/// let [easy, hard] = [easy, hard].map(|puzzle| search::rate(&puzzle, 50, 1, &Budget::UNLIMITED));
/// assert!(easy.is_some_and(|effort| effort.mean == 0.0));
/// assert!(hard.is_some_and(|effort| effort.mean > 4.0));
/// # Ok::<(), line::LineError>(())
/// ```
pub fn rate(puzzle: &Puzzle, shuffles: u32, seed: u64, budget: &Budget) -> Option<Effort> {
    let logs: Option<Vec<f64>> = (0..shuffles)
        .map(|attempt| {
            if (budget.stop)() {
                return None;
            }
            let transform = shuffle(puzzle.shape(), seed, attempt);
            guesses(&transform.apply_to(puzzle), budget)
                .map(|guesses| (1.0 + guesses as f64).log2())
        })
        .collect();
    let logs = logs.filter(|logs| !logs.is_empty())?;
    let n = logs.len() as f64;
    let mean = logs.iter().sum::<f64>() / n;
    let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
    let standard_error =
        if logs.len() > 1 { (squares / (n - 1.0) / n).sqrt() } else { f64::INFINITY };
    Some(Effort { mean, standard_error, shuffles })
}

/// The transform of one attempt.
fn shuffle(shape: Shape, seed: u64, attempt: u32) -> Transform {
    Transform::random(shape, &mut Rng::new(seed, attempt.into()))
}

/// The guesses until it is decided how many solutions there are.
fn guesses(puzzle: &Puzzle, budget: &Budget) -> Option<u64> {
    let tally = solve::count(puzzle, 2, budget);
    (tally.walk.end != ControlFlow::Break(Stop::Budget)).then_some(tally.walk.nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::line;
    use std::collections::HashSet;

    #[test]
    fn shuffles_keep_the_number_of_solutions() {
        let texts = [
            "1...............",
            "12..34.....1....",
            "1..............................4....",
            "000006000000700020009030500005090840800200006000000070390040000500000400004001008",
        ];
        for text in texts {
            let puzzle = line::parse(text).expect(text);
            let expected = solve::count(&puzzle, 500, &Budget::UNLIMITED).solutions;
            let mut seen = HashSet::new();
            for seed in 0..20 {
                let shuffled = shuffle(puzzle.shape(), seed, 0).apply_to(&puzzle);
                assert_eq!(shuffled.givens().n_values(), puzzle.givens().n_values(), "{text}");
                let solutions = solve::count(&shuffled, 500, &Budget::UNLIMITED).solutions;
                assert_eq!(solutions, expected, "{text} by seed {seed}");
                seen.insert(shuffled.givens().clone());
            }
            assert!(seen.len() > 10, "{text}: {} shuffles", seen.len());
        }
    }

    /// The effort of a shuffle is the effort of the puzzle, within the errors.
    #[test]
    fn the_effort_is_that_of_the_puzzle_in_any_order() {
        let text =
            "100000002003400050060000700000030040000806000009540000020000100700000006005090080";
        let puzzle = line::parse(text).expect(text);
        let other = shuffle(puzzle.shape(), 77, 0).apply_to(&puzzle);
        let [a, b] = [(&puzzle, 1), (&other, 2)].map(|(puzzle, seed)| {
            rate(puzzle, 300, seed, &Budget::UNLIMITED).expect("there is no limit")
        });
        let error = a.standard_error.hypot(b.standard_error);
        assert!((a.mean - b.mean).abs() < 4.0 * error, "{a:?} {b:?}");
        assert!(a.standard_error < 0.1, "{a:?}");
    }

    #[test]
    fn what_cannot_be_measured_is_not_given() {
        let text =
            "100000002003400050060000700000030040000806000009540000020000100700000006005090080";
        let puzzle = line::parse(text).expect(text);
        assert_eq!(rate(&puzzle, 0, 1, &Budget::UNLIMITED), None);
        assert_eq!(rate(&puzzle, 5, 1, &Budget::nodes(1)), None);
        let one = rate(&puzzle, 1, 1, &Budget::UNLIMITED).expect("there is no limit");
        assert_eq!((one.shuffles, one.standard_error), (1, f64::INFINITY));
    }
}
