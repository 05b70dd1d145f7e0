//! Searches and what they find: keys with their play, the first key, or lines.

use super::watch::Watch;
use crate::args::{Effort, When};
use crate::envelope::Status;
use crate::exit::Exit;
use serde::Serialize;
use sole_board::Move;
use sole_mate::themes::Themes;
use sole_mate::{
    Budget, First, Key, Keys, Line, Lines, OutOfBudget, Play, Problem, Solution, Tree,
};
use sole_puzzle as puzzle;

/// How many nodes the play may take beside the keys, so that it stays fit to be read.
const PLAY_NODES: u64 = 20_000_000;

/// How a problem is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    pub(super) extent: Extent,
    pub(super) length: Length,
    pub(super) effort: Effort,
    /// For the table of each thread.
    pub(super) bytes: usize,
}

/// How much is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// One key, and its main line.
    First,
    /// All keys and a main line.
    Keys,
    /// All keys with all play, and tries with at most so many refutations.
    Play { refutations: usize, set_play: When },
    /// All keys, the play before and after them, and a main line.
    Record,
}

/// Whether a solution may be shorter than demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    AtMost,
    Exactly,
}

/// What was found, and what it cost.
pub(super) struct Finding {
    pub(super) found: Found,
    /// Whether a solution that is too short counts.
    length: Length,
    pub(super) nodes: u64,
    moves: u8,
    /// Whether the play depends on the clock of the fifty-move rule.
    pub(super) is_clocked: bool,
}

/// What solves a problem, as far as it was looked for.
pub(super) enum Found {
    /// Every first move was looked at.
    Keys {
        keys: Keys,
        /// Unless it is too much, or was not asked for.
        tree: Option<Tree>,
        /// The main line, if it was asked for and can be told.
        line: Line,
    },
    /// The search stopped at a key.
    First { key: Result<Option<Key>, OutOfBudget>, line: Line },
    /// Both sides help, or one is not asked.
    Lines {
        lines: Lines,
        /// The least number of moves of a solution that is shorter than demanded; none for half a
        /// move alone.
        short: Result<Option<u8>, OutOfBudget>,
        /// The lines if the first move is left out.
        set_play: Option<Lines>,
    },
}

/// The answer in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome {
    /// Proved: there is no solution.
    None,
    /// Proved: there is one, and no other.
    One,
    /// Proved: there are several.
    Many,
    /// Proved: there is one; others were not looked for.
    Some,
    /// A limit came first.
    Open,
}

impl Outcome {
    /// What it claims.
    pub(super) fn status(self) -> Status {
        match self {
            Outcome::None => Status::Refuted,
            Outcome::One | Outcome::Many | Outcome::Some => Status::Proven,
            Outcome::Open => Status::Open,
        }
    }

    /// The exit code that goes with it.
    pub(super) fn exit(self) -> Exit {
        match self {
            Outcome::None => Exit::No,
            Outcome::One | Outcome::Many | Outcome::Some => Exit::Yes,
            Outcome::Open => Exit::Open,
        }
    }
}

impl From<puzzle::Status> for Outcome {
    fn from(status: puzzle::Status) -> Outcome {
        match status {
            puzzle::Status::None => Outcome::None,
            puzzle::Status::One => Outcome::One,
            puzzle::Status::Many => Outcome::Many,
            puzzle::Status::Open => Outcome::Open,
        }
    }
}

impl Finding {
    /// The answer in one word.
    pub(super) fn outcome(&self) -> Outcome {
        if self.is_too_short() {
            return Outcome::None;
        }
        match &self.found {
            Found::Keys { keys, .. } => keys.verdict().status().into(),
            Found::First { key: Ok(Some(_)), .. } => Outcome::Some,
            Found::First { key: Ok(None), .. } => Outcome::None,
            Found::First { key: Err(OutOfBudget), .. } => Outcome::Open,
            Found::Lines { short: Err(OutOfBudget), .. } if self.length == Length::Exactly => {
                Outcome::Open
            }
            Found::Lines { lines, .. } => lines.verdict().status().into(),
        }
    }

    /// The least number of moves of any solution found.
    pub(super) fn shortest(&self) -> Option<u8> {
        match &self.found {
            Found::Keys { keys, .. } => keys.shortest(),
            Found::First { key, .. } => key.ok().flatten().map(|key| key.moves),
            Found::Lines { short: Ok(Some(short)), .. } => Some(*short),
            Found::Lines { lines, .. } => (lines.count() > 0).then_some(self.moves),
        }
    }

    /// The length of a solution that is shorter than demanded.
    pub(super) fn short(&self) -> Option<u8> {
        self.shortest().filter(|&shortest| shortest < self.moves)
    }

    /// Whether there is a solution, but one that does not count.
    pub(super) fn is_too_short(&self) -> bool {
        self.length == Length::Exactly && self.short().is_some()
    }

    /// What the problem shows, if all its play is known and counts.
    pub(super) fn themes(&self, problem: &Problem) -> Option<Themes> {
        match &self.found {
            _ if self.is_too_short() => None,
            Found::Keys { keys, tree: Some(tree), .. } if keys.undecided().is_empty() => {
                Some(Themes::of_tree(problem, tree))
            }
            Found::Lines { lines, .. } if lines.is_complete() => {
                Some(Themes::of_lines(problem, lines))
            }
            _ => None,
        }
    }

    /// The play after the keys, if it was looked for and counts.
    pub(super) fn tree(&self) -> Option<&Tree> {
        match &self.found {
            Found::Keys { tree, .. } if !self.is_too_short() => tree.as_ref(),
            _ => None,
        }
    }

    /// A line that solves, if it was looked for and counts; empty else.
    pub(super) fn main_line(&self) -> &[Move] {
        match &self.found {
            _ if self.is_too_short() => &[],
            Found::Keys { line, .. } | Found::First { line, .. } => line,
            Found::Lines { lines, .. } => lines.lines().first().map_or(&[], Line::as_slice),
        }
    }

    /// The keys that were found.
    pub(super) fn keys(&self) -> Vec<Key> {
        match &self.found {
            Found::Keys { keys, .. } => keys.keys().to_vec(),
            Found::First { key, .. } => key.ok().flatten().into_iter().collect(),
            Found::Lines { .. } => Vec::new(),
        }
    }
}

impl Search {
    /// Looks as far as the watch allows.
    pub(super) fn run(&self, problem: &Problem, watch: &Watch) -> Finding {
        let stop = || watch.is_to_stop();
        let task = Task { search: self, problem, watch, stop: &stop };
        let (found, nodes) = match problem.stipulation().play() {
            Play::Help | Play::Series | Play::SeriesHelp => task.lines(),
            _ if self.extent == Extent::First => task.first(),
            _ => task.keys(),
        };
        let moves = problem.stipulation().moves();
        let is_clocked = problem.pressing_clock().is_some();
        Finding { found, length: self.length, nodes, moves, is_clocked }
    }
}

/// One search of one problem.
struct Task<'a> {
    search: &'a Search,
    problem: &'a Problem,
    watch: &'a Watch,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl Task<'_> {
    /// What may be used after so many nodes.
    fn budget(&self, spent: u64) -> Budget<'_> {
        let Effort { threads, patience } = self.search.effort;
        let nodes = patience.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(spent));
        Budget { nodes, bytes: self.search.bytes, threads: threads.get(), stop: self.stop }
    }

    fn keys(&self) -> (Found, u64) {
        let Solution::Keys(keys) = self.problem.solve(&self.budget(0)) else {
            unreachable!("forced play has keys")
        };
        let nodes = keys.nodes();
        let (tree, line) = match self.search.extent {
            Extent::Play { refutations, set_play } => {
                (self.tree(&keys, refutations, set_play), Line::new())
            }
            Extent::Record => (self.tree(&keys, 0, When::Auto), self.line(keys.shortest(), nodes)),
            Extent::Keys | Extent::First => (None, self.line(keys.shortest(), nodes)),
        };
        (Found::Keys { keys, tree, line }, nodes)
    }

    fn tree(&self, keys: &Keys, refutations: usize, set_play: When) -> Option<Tree> {
        if self.problem.pressing_clock().is_some() {
            return None;
        }
        let budget = self.budget(keys.nodes());
        let budget = Budget { nodes: budget.nodes.min(PLAY_NODES), ..budget };
        let mut tree = self.problem.tree(keys.keys(), refutations, &budget).ok()?;
        if set_play == When::Never {
            tree.set_play.clear();
        }
        Some(tree)
    }

    fn first(&self) -> (Found, u64) {
        match self.problem.first(&self.budget(0)) {
            Ok(First { key, nodes }) => {
                let line = self.line(key.map(|key| key.moves), nodes);
                (Found::First { key: Ok(key), line }, nodes)
            }
            Err(out) => {
                let nodes = self.search.effort.patience.nodes.unwrap_or_else(|| self.watch.nodes());
                (Found::First { key: Err(out), line: Line::new() }, nodes)
            }
        }
    }

    /// The main line, if it can be told.
    fn line(&self, shortest: Option<u8>, spent: u64) -> Line {
        let line = shortest.map(|moves| self.problem.line(moves, &self.budget(spent)));
        line.and_then(Result::ok).flatten().unwrap_or_default()
    }

    fn lines(&self) -> (Found, u64) {
        let mut spent = 0;
        let short = self.short_lines(&mut spent);
        let lines = solve_lines(self.problem, &self.budget(spent));
        spent += lines.nodes();
        let set_play = self.set_lines(&mut spent);
        (Found::Lines { lines, short, set_play }, spent)
    }

    fn short_lines(&self, spent: &mut u64) -> Result<Option<u8>, OutOfBudget> {
        for shorter in self.problem.shorter() {
            let lines = solve_lines(&shorter, &self.budget(*spent));
            *spent += lines.nodes();
            match lines.count() {
                0 if !lines.is_complete() => return Err(OutOfBudget),
                0 => {}
                _ if shorter.stipulation().play() != self.problem.stipulation().play() => {
                    return Ok(Some(0));
                }
                _ => return Ok(Some(shorter.stipulation().moves())),
            }
        }
        Ok(None)
    }

    fn set_lines(&self, spent: &mut u64) -> Option<Lines> {
        let Extent::Play { set_play: When::Always, .. } = self.search.extent else { return None };
        let stipulation = self.problem.stipulation().set_play()?;
        let problem = Problem::new(self.problem.position().passed()?, stipulation).ok()?;
        let lines = solve_lines(&problem, &self.budget(*spent));
        *spent += lines.nodes();
        Some(lines)
    }
}

fn solve_lines(problem: &Problem, budget: &Budget<'_>) -> Lines {
    match problem.solve(budget) {
        Solution::Lines(lines) => lines,
        Solution::Keys(_) => unreachable!("nothing is forced where both help"),
    }
}
