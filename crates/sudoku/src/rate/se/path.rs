//! The path from the givens to the solution, step by step.

use super::chains::{Engine, Unary};
use super::find::{Find, Found, Pattern, Subset, bits};
use super::step::{self, Link, Reach, Step, Tenths, Why};
use super::{aligned, fish, grave, locked, loops, single, subsets, wings};
use crate::reason::Candidate;
use crate::reason::state::State;
use crate::{Budget, Cell, House, Puzzle, solve};
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
}

/// Rates a puzzle.
///
/// ```
/// use sole_sudoku::formats::line;
/// use sole_sudoku::rate::se::{self, Outcome};
///
/// let puzzle = line::parse(
///     "000000501700000068008502000007800002000409000600003100000307900170000006402000000",
/// )?;
/// let Outcome::Solved(rating) = se::rate(&puzzle) else { panic!() };
/// assert_eq!(rating.er.to_string(), "6.6");
/// assert_eq!(rating.ep.to_string(), "2.0");
/// # Ok::<(), line::LineError>(())
/// ```
pub fn rate(puzzle: &Puzzle) -> Outcome {
    path(puzzle, |_| ControlFlow::Continue(()))
}

/// The longest side that is rated.
pub const MAX_SIDE: usize = 25;

/// Shows the steps to the solution one after another, until `visit` breaks.
pub fn path(puzzle: &Puzzle, mut visit: impl FnMut(&Step) -> ControlFlow<()>) -> Outcome {
    walk_any(puzzle, &mut visit)
}

/// Whoever is shown steps.
type Visit<'a> = &'a mut dyn FnMut(&Step) -> ControlFlow<()>;

/// Not generic, so that everything below is compiled once.
fn walk_any(puzzle: &Puzzle, visit: Visit<'_>) -> Outcome {
    if puzzle.shape().side() > MAX_SIDE {
        return Outcome::TooLarge;
    }
    if solve::count(puzzle, 2, &Budget::UNLIMITED).solutions != 1 {
        return Outcome::Improper;
    }
    match puzzle.shape().n_cells() {
        0..=128 => walk::<2>(puzzle, visit),
        129..=256 => walk::<4>(puzzle, visit),
        _ => walk::<10>(puzzle, visit),
    }
}

fn walk<const W: usize>(puzzle: &Puzzle, visit: Visit<'_>) -> Outcome {
    let mut state = State::<W>::new(puzzle);
    let mut finders = Finders::new();
    let mut rating: Option<Rating> = None;
    let mut is_placed = false;
    while !state.is_solved() {
        let Some(find) = finders.next(&state) else { return Outcome::Stuck };
        let tenths = Tenths::nearest(find.rating);
        let rated = rating.get_or_insert(Rating { er: tenths, ep: tenths, ed: tenths });
        rated.er = rated.er.max(tenths);
        if !is_placed {
            rated.ep = rated.er;
            is_placed = find.placed.is_some();
        }
        find.apply(&mut state);
        if visit(&find.step(&state)).is_break() {
            break;
        }
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

    /// The easiest step.
    fn next(&mut self, state: &State<W>) -> Option<Find> {
        easy(state)
            .or_else(|| loops::easiest(state))
            .or_else(|| medium(state))
            .or_else(|| self.unary.best(state))
            .or_else(|| first(state, aligned::triplets))
            .or_else(|| self.by_all_cases(state))
    }

    fn by_all_cases(&mut self, state: &State<W>) -> Option<Find> {
        REACHES.iter().enumerate().find_map(|(i, &(reach, limit))| {
            if i == self.engines.len() {
                self.engines.push(Engine::new(state, reach, limit));
            }
            self.engines[i].best(state)
        })
    }
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
        .or_else(|| first(state, grave::find))
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

impl Find {
    /// The same by names.
    fn step<const W: usize>(&self, state: &State<W>) -> Step {
        let candidate = |(cell, value)| state.candidate(cell, value);
        let removed = self.removed.iter().flat_map(|&(cell, values)| {
            bits(values).map(move |value| state.candidate(cell, value))
        });
        Step {
            technique: self.technique,
            rating: Tenths::nearest(self.rating),
            placed: self.placed.map(candidate),
            removed: removed.collect(),
            why: Names(state).why(&self.pattern),
        }
    }
}

/// The names of cells and houses.
struct Names<'a, const W: usize>(&'a State<W>);

impl<const W: usize> Names<'_, W> {
    fn cells(&self, cells: &[usize]) -> Vec<Cell> {
        cells.iter().map(|&cell| self.0.frame.cell(cell)).collect()
    }

    fn houses(&self, houses: &[usize]) -> Vec<House> {
        houses.iter().map(|&house| self.0.frame.house(house)).collect()
    }

    fn subset(&self, subset: &Subset) -> step::Subset {
        step::Subset {
            house: self.0.frame.house(subset.house),
            cells: self.cells(&subset.cells),
            values: bits(subset.values).collect(),
        }
    }

    fn why(&self, pattern: &Pattern) -> Why {
        let frame = &self.0.frame;
        match pattern {
            Pattern::Single { house } => Why::Single { house: house.map(|h| frame.house(h)) },
            &Pattern::Locked { value, from, to } => {
                Why::Locked { value, from: frame.house(from), to: frame.house(to) }
            }
            Pattern::Subset(subset) => Why::Subset(self.subset(subset)),
            Pattern::Fish { value, base, cover } => {
                Why::Fish { value: *value, base: self.houses(base), cover: self.houses(cover) }
            }
            &Pattern::Wing { pivot, wings, value } => Why::Wing {
                pivot: frame.cell(pivot),
                wings: wings.map(|cell| frame.cell(cell)),
                value,
            },
            Pattern::Loop { cells, values, subset } => Why::Loop {
                cells: self.cells(cells),
                values: *values,
                subset: subset.as_ref().map(|subset| self.subset(subset)),
            },
            Pattern::Grave { cells, values, subset } => Why::Grave {
                cells: self.cells(cells),
                values: bits(*values).collect(),
                subset: subset.as_ref().map(|subset| self.subset(subset)),
            },
            Pattern::Exclusion { cells } => Why::Exclusion { cells: self.cells(cells) },
            Pattern::Chains { trees, n_links } => {
                let link = |member: &super::tree::Member| Link {
                    candidate: Candidate { cell: frame.cell(member.cell), value: member.value },
                    is_on: member.is_on,
                    from: member.from.clone(),
                };
                let chains = trees.iter().map(|tree| tree.iter().map(link).collect()).collect();
                Why::Chains { chains, n_links: *n_links }
            }
        }
    }
}
