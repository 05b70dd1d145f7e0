//! The scale of HoDoKu 2.2.0: every step has a score, and the hardest one a level.
//!
//! The score depends on which step is taken when there are several, so the path is
//! followed as that program follows it: techniques in its order, singles in the order
//! in which they come up, chains by how much they remove.
//!
//! ```
//! use sole_sudoku::formats::line;
//! use sole_sudoku::rate::hodoku::{self, Level};
//!
//! let text = "..3.198.26.8.7.......38.5.7....56....92......8....7..3.36..29............1......8";
//! let rating = hodoku::rate(&line::parse(text).expect("a puzzle")).expect("it is proper");
//! assert_eq!((rating.level, rating.score), (Level::Easy, 224));
//! ```

use crate::reason::cells::{CellSet, ones};
use crate::reason::state::State;
pub use crate::reason::technique::Level;

use crate::reason::patterns::{Search, Single};
use crate::reason::technique::{Choice, Stage};
use crate::reason::techniques::find_with_others;
use crate::reason::{Candidate, Options, Step, Technique, Why};
use crate::{Budget, Grid, Puzzle, Shape, solve};
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::LazyLock;

impl Level {
    const ALL: [Level; 5] =
        [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

    /// The largest score of the level.
    pub const fn cap(self) -> u32 {
        match self {
            Level::Easy => 800,
            Level::Medium => 1000,
            Level::Hard => 1600,
            Level::Unfair => 1800,
            Level::Extreme => u32::MAX,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Unfair => "unfair",
            Level::Extreme => "extreme",
        })
    }
}

/// A puzzle's place on the scale, and the path that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The level.
    pub level: Level,
    /// The sum of the scores of all steps.
    pub score: u32,
    /// The steps.
    pub steps: Vec<Step>,
}

/// Rates a puzzle; `None` unless it has nine rows and exactly one solution.
pub fn rate(puzzle: &Puzzle) -> Option<Rating> {
    let solution = solution(puzzle)?;
    let mut walk = Walk::new(puzzle);
    let mut rating = Rating { level: Level::Easy, score: 0, steps: Vec::new() };
    while !walk.state.is_solved() {
        let (step, stage) = walk.next(&solution);
        rating.score += stage.score;
        rating.level = rating.level.max(stage.level);
        walk.apply(&step);
        rating.steps.push(step);
    }
    let fits = |level: &&Level| **level >= rating.level && rating.score <= level.cap();
    rating.level = *Level::ALL.iter().find(fits).unwrap_or(&Level::Extreme);
    Some(rating)
}

/// The only solution of a puzzle of nine rows.
fn solution(puzzle: &Puzzle) -> Option<Grid> {
    if puzzle.shape() != Shape::CLASSIC {
        return None;
    }
    match solve::decide(puzzle, &Budget::UNLIMITED) {
        sole_puzzle::Verdict::One(solution) => Some(solution),
        _ => None,
    }
}

/// The stages after the singles, in order, each with a technique that is looked for in it.
static STAGES: LazyLock<Vec<(Technique, Stage)>> = LazyLock::new(|| {
    let of = |technique: Technique| Some((technique, technique.stage()?));
    let mut stages: Vec<(Technique, Stage)> = Technique::all().filter_map(of).collect();
    stages.sort_by_key(|(_, stage)| stage.place);
    stages.dedup_by_key(|(_, stage)| stage.place);
    stages
});

/// What a search for a value counts.
const SEARCH: Stage = Stage::new(u8::MAX, Level::Extreme, 10_000);

/// How widely the techniques are understood.
const OPTIONS: Options = Options {
    siamese_fish: false,
    small_empty_rectangles: false,
    incomplete_rectangles: true,
    overlapping_sets: false,
    forward_set_chains: true,
    sets_in_chains: false,
};

/// Whether a chain starts from a candidate that is false; such chains come later.
fn starts_false(step: &Step) -> bool {
    match &step.why {
        Why::Chain(chain) => chain.nodes.first().is_some_and(|node| !node.is_true),
        _ => false,
    }
}

/// A state with the singles that came up in it, in their order.
struct Walk {
    state: State<2>,
    naked: VecDeque<(usize, u8)>,
    hidden: VecDeque<(usize, u8)>,
}

impl Walk {
    fn new(puzzle: &Puzzle) -> Walk {
        let state = State::empty(puzzle.shape());
        let mut walk = Walk { state, naked: VecDeque::new(), hidden: VecDeque::new() };
        for (cell, &value) in puzzle.givens().values().iter().enumerate() {
            if value != 0 {
                walk.place(cell, value);
                walk.state.is_given[cell] = true;
            }
        }
        walk
    }

    /// The next step, with what it counts.
    fn next(&mut self, solution: &Grid) -> (Step, Stage) {
        if let Some(single) = self.single() {
            return single;
        }
        let found = STAGES.iter().find_map(|&(technique, stage)| {
            let step = match stage.choice {
                Choice::First => self.first(technique),
                Choice::Largest => self.largest(technique),
            };
            Some((step?, stage))
        });
        found.unwrap_or_else(|| (self.by_search(solution), SEARCH))
    }

    fn first(&self, technique: Technique) -> Option<Step> {
        let mut first = None;
        let _ = find_with_others(technique, &self.state, OPTIONS, &mut |step| {
            first = Some(step);
            ControlFlow::Break(())
        });
        first
    }

    fn largest(&self, technique: Technique) -> Option<Step> {
        let mut best: Option<(_, Step)> = None;
        let _ = find_with_others(technique, &self.state, OPTIONS, &mut |step| {
            let origin = (starts_false(&step), step.removed.first().copied());
            let rank = (Reverse(step.removed.len()), self.weight(&step), origin);
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                best = Some((rank, step));
            }
            ControlFlow::Continue(())
        });
        best.map(|(_, step)| step)
    }

    /// A sum over what a step removes by which steps are ordered.
    fn weight(&self, step: &Step) -> usize {
        let index = |candidate: &Candidate| self.state.topology.shape.index(candidate.cell);
        let weigh = |(i, candidate)| index(candidate) * (1 + 80 * i) + usize::from(candidate.value);
        step.removed.iter().enumerate().map(weigh).sum()
    }

    /// A single, those that came up first before others.
    fn single(&mut self) -> Option<(Step, Stage)> {
        if let Some((cell, house)) = self.full_house() {
            let value = self.state.marks[cell].trailing_zeros() as u8;
            return Some(self.single_step(Technique::FullHouse, (cell, value), Some(house), 4));
        }
        while let Some((cell, value)) = self.naked.pop_front() {
            if self.state.values[cell] == 0 {
                return Some(self.single_step(Technique::NakedSingle, (cell, value), None, 4));
            }
        }
        while let Some((cell, value)) = self.hidden.pop_front() {
            if self.state.values[cell] == 0 {
                let is_single = |&house: &usize| self.state.places_in(value, house).len() == 1;
                let house = self.state.topology.houses_of[cell].into_iter().find(is_single)?;
                let technique = Technique::HiddenSingle;
                return Some(self.single_step(technique, (cell, value), Some(house), 14));
            }
        }
        None
    }

    fn full_house(&self) -> Option<(usize, usize)> {
        let open = self.naked.iter().filter(|(cell, _)| self.state.values[*cell] == 0);
        open.flat_map(|&(cell, _)| self.state.topology.houses_of[cell].map(|house| (cell, house)))
            .find(|(_, house)| {
                (self.state.open() & self.state.topology.houses[*house]).only().is_some()
            })
    }

    fn single_step(
        &self,
        technique: Technique,
        (cell, value): (usize, u8),
        house: Option<usize>,
        score: u32,
    ) -> (Step, Stage) {
        let step = Step {
            technique,
            placed: vec![self.state.candidate(cell, value)],
            removed: Vec::new(),
            why: Why::Single(Single { house: house.map(|house| self.state.topology.house(house)) }),
        };
        (step, Stage::new(0, Level::Easy, score))
    }

    /// The value of the middle one of the open cells.
    fn by_search(&self, solution: &Grid) -> Step {
        let open: Vec<usize> = self.state.open().iter().collect();
        let cell = open[open.len() / 2];
        Step {
            technique: Technique::BruteForce,
            placed: vec![self.state.candidate(cell, solution.values()[cell])],
            removed: Vec::new(),
            why: Why::Search(Search),
        }
    }

    fn apply(&mut self, step: &Step) {
        let shape = self.state.topology.shape;
        for &Candidate { cell, value } in &step.placed {
            self.place(shape.index(cell), value);
        }
        for &Candidate { cell, value } in &step.removed {
            self.remove(shape.index(cell), value, None);
        }
    }

    /// Writes a value; peers lose it one by one, then the cell its candidates.
    fn place(&mut self, cell: usize, value: u8) {
        let marks = self.state.marks[cell];
        self.state.values[cell] = value;
        self.state.marks[cell] = 0;
        self.state.places.iter_mut().for_each(|places| places.remove(cell));
        let peers = self.state.topology.peers[cell] & self.state.places[usize::from(value)];
        peers.iter().for_each(|peer| self.remove(peer, value, Some(cell)));
        for other in ones(marks).filter(|&other| other != usize::from(value)) {
            for house in self.state.topology.houses_of[cell] {
                self.note_hidden(house, other as u8);
            }
        }
    }

    /// Removes a candidate and notes the singles that come up. While a value is
    /// `placed` in a cell, its houses are not short of it.
    fn remove(&mut self, cell: usize, value: u8, placed: Option<usize>) {
        if !self.state.has(cell, value) {
            return;
        }
        self.state.remove(cell, value);
        if self.state.n_marks(cell) == 1 {
            self.naked.push_back((cell, self.state.marks[cell].trailing_zeros() as u8));
        }
        for house in self.state.topology.houses_of[cell] {
            let cells = &self.state.topology.houses[house];
            if placed.is_some_and(|placed| cells.contains(placed)) {
                continue;
            }
            if self.state.places_in(value, house).is_empty() {
                self.forget_hidden(house, value);
            } else {
                self.note_hidden(house, value);
            }
        }
    }

    /// Notes a hidden single, if the house has one for the value.
    fn note_hidden(&mut self, house: usize, value: u8) {
        if let Some(cell) = self.state.places_in(value, house).only() {
            self.hidden.push_back((cell, value));
        }
    }

    /// Drops a hidden single of a house that has no place for the value any more.
    fn forget_hidden(&mut self, house: usize, value: u8) {
        let cells: CellSet<2> = self.state.topology.houses[house];
        let is_it = |entry: &(usize, u8)| entry.1 == value && cells.contains(entry.0);
        if let Some(index) = self.hidden.iter().position(is_it) {
            self.hidden.remove(index);
        }
    }
}
