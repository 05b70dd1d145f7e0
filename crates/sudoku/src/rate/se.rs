//! The scale of Sudoku Explainer 1.2.1.
//!
//! A puzzle is solved by the easiest step that its fixed list of techniques gives,
//! again and again. Its rating ER is that of the hardest step, EP that of the hardest
//! one up to the first placement, ED that of the first step.

pub use crate::reason::explainer::{Cases, Reach, Technique};

use crate::reason::Step;
use crate::reason::explainer::Finders;
use crate::reason::state::State;
use crate::{Budget, Puzzle, solve};
use serde::Serialize;
use sole_puzzle::Status;
use std::fmt;
use std::ops::ControlFlow;

/// A rating in tenths, so that 71 is written 7.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(pub u16);

impl Tenths {
    fn nearest(rating: f64) -> Tenths {
        Tenths((rating * 10.0).round() as u16)
    }
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// The three ratings of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rating {
    /// The hardest step.
    pub er: Tenths,
    /// The hardest step up to the first placement.
    pub ep: Tenths,
    /// The first step.
    pub ed: Tenths,
}

/// Whether the path led to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// To a solution.
    Solved(Rating),
    /// No technique of this scale gave a step.
    Stuck,
    /// There is no solution, or more than one: some techniques rely on there being one.
    Improper,
    /// The grid is too large for this scale.
    TooLarge,
    /// The budget ended, or whoever was shown the steps had seen enough.
    Stopped,
}

/// Rates a puzzle. The guesses of the budget are those of the proof that it is proper.
///
/// ```
/// use sole_sudoku::Budget;
/// use sole_sudoku::formats::line;
/// use sole_sudoku::rate::se::{self, Outcome};
///
/// let puzzle = line::parse(
///     "000000501700000068008502000007800002000409000600003100000307900170000006402000000",
/// )?;
/// let Outcome::Solved(rating) = se::rate(&puzzle, &Budget::UNLIMITED) else { panic!() };
/// assert_eq!(rating.er.to_string(), "6.6");
/// assert_eq!(rating.ep.to_string(), "2.0");
/// # Ok::<(), line::LineError>(())
/// ```
pub fn rate(puzzle: &Puzzle, budget: &Budget<'_>) -> Outcome {
    walk_any(puzzle, budget, None)
}

/// The longest side that is rated.
pub const MAX_SIDE: usize = 25;

/// A step of the path, and how hard it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// How hard it is.
    pub rating: Tenths,
    /// How many links its chains have, those of nested chains included; 0 if it has none.
    pub n_links: u32,
    /// What follows, and why; its technique is [`crate::reason::Technique::Explainer`].
    pub step: Step,
}

/// Shows the steps to the solution one after another, until `visit` breaks.
pub fn path(
    puzzle: &Puzzle,
    budget: &Budget<'_>,
    mut visit: impl FnMut(&Rated) -> ControlFlow<()>,
) -> Outcome {
    walk_any(puzzle, budget, Some(&mut visit))
}

/// Whoever is shown steps.
type Visit<'a> = &'a mut dyn FnMut(&Rated) -> ControlFlow<()>;

/// Not generic, so that everything below is compiled once.
fn walk_any(puzzle: &Puzzle, budget: &Budget<'_>, visit: Option<Visit<'_>>) -> Outcome {
    if puzzle.shape().side() > MAX_SIDE {
        return Outcome::TooLarge;
    }
    match solve::decide(puzzle, budget).status() {
        Status::One => {}
        Status::None | Status::Many => return Outcome::Improper,
        Status::Open => return Outcome::Stopped,
    }
    match puzzle.shape().n_cells() {
        0..=128 => walk::<2>(puzzle, budget.stop, visit),
        129..=256 => walk::<4>(puzzle, budget.stop, visit),
        _ => walk::<10>(puzzle, budget.stop, visit),
    }
}

fn walk<const W: usize>(
    puzzle: &Puzzle,
    stop: &dyn Fn() -> bool,
    mut visit: Option<Visit<'_>>,
) -> Outcome {
    let mut state = State::<W>::new(puzzle);
    let mut finders = Finders::new();
    let mut rating: Option<Rating> = None;
    let mut is_placed = false;
    while !state.is_solved() {
        let Some(find) = finders.next(&state, stop) else {
            return if stop() { Outcome::Stopped } else { Outcome::Stuck };
        };
        let tenths = Tenths::nearest(find.rating);
        let rated = rating.get_or_insert(Rating { er: tenths, ep: tenths, ed: tenths });
        rated.er = rated.er.max(tenths);
        if !is_placed {
            rated.ep = rated.er;
            is_placed = find.placed.is_some();
        }
        if let Some(visit) = &mut visit {
            let step = find.step(&state);
            let rated = Rated { rating: tenths, n_links: find.pattern.n_links(), step };
            if visit(&rated).is_break() {
                return Outcome::Stopped;
            }
        }
        find.apply(&mut state);
    }
    let easy = Rating { er: Tenths(0), ep: Tenths(0), ed: Tenths(0) };
    Outcome::Solved(rating.unwrap_or(easy))
}
