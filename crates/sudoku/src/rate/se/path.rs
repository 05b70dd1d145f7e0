//! The path from the givens to the solution, step by step.

use super::chains::{Engine, Unary};
use super::find::{Find, Found};
use super::technique::{Reach, Tenths};
use super::{aligned, bug, fish, locked, loops, single, subsets, wings};
use crate::reason::Step;
use crate::reason::state::State;
use crate::{Budget, Puzzle, solve};
use sole_puzzle::Status;
use std::ops::ControlFlow;

/// The three ratings of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        let tenths = Tenths::suggestions(find.rating);
        let rated = rating.get_or_insert(Rating { er: tenths, ep: tenths, ed: tenths });
        rated.er = rated.er.max(tenths);
        if !is_placed {
            rated.ep = rated.er;
            is_placed = find.placed.is_some();
        }
        let is_enough = |visit: &mut Visit<'_>| visit(&find.named(&state)).is_break();
        if visit.as_mut().is_some_and(is_enough) {
            return Outcome::Stopped;
        }
        find.apply(&mut state);
    }
    let easy = Rating { er: Tenths(0), ep: Tenths(0), ed: Tenths(0) };
    Outcome::Solved(rating.unwrap_or(easy))
}

/// How far forcing chains from all cases go, and those within them, step by step.
const REACHES: [(Reach, Reach); 10] = [
    (Reach::Nishio, Reach::Static),
    (Reach::Static, Reach::Static),
    (Reach::Dynamic, Reach::Static),
    (Reach::Plus, Reach::Static),
    (Reach::Nested(2), Reach::Static),
    (Reach::Nested(3), Reach::Static),
    (Reach::Nested(4), Reach::Dynamic),
    (Reach::Nested(4), Reach::Plus),
    (Reach::Nested(4), Reach::Nested(2)),
    (Reach::Nested(4), Reach::Nested(3)),
];

/// All techniques with their memory.
struct Finders<const W: usize> {
    unary: Unary<W>,
    /// Those of [`REACHES`] that were needed.
    engines: Vec<Engine<W>>,
}

impl<const W: usize> Finders<W> {
    fn new() -> Finders<W> {
        Finders { unary: Unary::new(), engines: Vec::new() }
    }

    /// The easiest step; `None` also if `stop` says so first, which easy ones do not ask.
    fn next(&mut self, state: &State<W>, stop: &dyn Fn() -> bool) -> Option<Find> {
        let go_on = || (!stop()).then_some(());
        easy(state)
            .or_else(|| loops::easiest(state))
            .or_else(|| go_on().and_then(|()| medium(state)))
            .or_else(|| go_on().and_then(|()| self.unary.best(state)))
            .or_else(|| go_on().and_then(|()| first(state, aligned::triplets)))
            .or_else(|| self.by_all_cases(state, stop))
    }

    fn by_all_cases(&mut self, state: &State<W>, stop: &dyn Fn() -> bool) -> Option<Find> {
        REACHES.iter().enumerate().find_map(|(i, &(reach, limit))| {
            if i == self.engines.len() {
                self.engines.push(Engine::new(state, reach, limit));
            }
            self.engines[i].best(state, stop)
        })
    }
}

/// A step by forcing chains from all cases, with those of the least reach that helps; `None`
/// also if `stop` says so first.
pub(crate) fn forced<const W: usize>(state: &State<W>, stop: &dyn Fn() -> bool) -> Option<Step> {
    let find = REACHES.iter().find_map(|&(reach, limit)| {
        let mut engine = Engine::new(state, reach, limit);
        engine.best(state, stop)
    });
    find.map(|find| find.step(state))
}

/// Singles, locked values, small subsets and fish, wings.
fn easy<const W: usize>(state: &State<W>) -> Option<Find> {
    first(state, single::hidden)
        .or_else(|| first(state, single::locked))
        .or_else(|| first(state, |state, found| single::subset(2, state, found)))
        .or_else(|| first(state, single::naked))
        .or_else(|| first(state, |state, found| single::subset(3, state, found)))
        .or_else(|| first(state, locked::find))
        .or_else(|| first(state, |state, found| subsets::naked(2, state, found)))
        .or_else(|| first(state, |state, found| fish::find(2, state, found)))
        .or_else(|| first(state, |state, found| subsets::hidden(2, state, found)))
        .or_else(|| first(state, |state, found| subsets::naked(3, state, found)))
        .or_else(|| first(state, |state, found| fish::find(3, state, found)))
        .or_else(|| first(state, |state, found| subsets::hidden(3, state, found)))
        .or_else(|| first(state, |state, found| wings::find(2, state, found)))
        .or_else(|| first(state, |state, found| wings::find(3, state, found)))
}

/// Large subsets and fish, the grave, aligned pairs.
fn medium<const W: usize>(state: &State<W>) -> Option<Find> {
    first(state, |state, found| subsets::naked(4, state, found))
        .or_else(|| first(state, |state, found| fish::find(4, state, found)))
        .or_else(|| first(state, |state, found| subsets::hidden(4, state, found)))
        .or_else(|| first(state, bug::find))
        .or_else(|| first(state, aligned::pairs))
}

/// The first find of a finder.
fn first<const W: usize>(
    state: &State<W>,
    finder: impl Fn(&State<W>, Found<'_>) -> ControlFlow<()>,
) -> Option<Find> {
    let mut first = None;
    let _ = finder(state, &mut |find| {
        first = Some(find);
        ControlFlow::Break(())
    });
    first
}
