//! The searches of one study, one after the other, on one budget.

use super::{Detail, Found, SetPlay};
use crate::{Budget, Keys, Line, Lines, OutOfBudget, Problem, Solution, Tree};

/// How many nodes the play may take beside the keys, so that it stays short enough to be read.
const PLAY_NODES: u64 = 20_000_000;

/// One study of one problem.
pub(super) struct Task<'a> {
    pub(super) detail: Detail,
    pub(super) problem: &'a Problem,
    pub(super) budget: &'a Budget<'a>,
}

impl Task<'_> {
    /// What is left of the budget after `spent` nodes.
    fn budget(&self, spent: u64) -> Budget<'_> {
        Budget { nodes: self.budget.nodes.saturating_sub(spent), ..*self.budget }
    }

    pub(super) fn keys(&self) -> (Found, u64) {
        let Solution::Keys(keys) = self.problem.solve(self.budget) else {
            unreachable!("forced play has keys")
        };
        self.play(keys)
    }

    /// The keys with as much of their play as is looked for.
    pub(super) fn play(&self, keys: Keys) -> (Found, u64) {
        let nodes = keys.nodes();
        let (tree, line) = match self.detail {
            Detail::Play { refutations, set_play } => {
                (self.tree(&keys, refutations, set_play), Line::new())
            }
            Detail::Record => {
                (self.tree(&keys, 0, SetPlay::Forced), self.line(keys.shortest(), nodes))
            }
            Detail::Keys | Detail::First => (None, self.line(keys.shortest(), nodes)),
        };
        (Found::Keys { keys, tree, line }, nodes)
    }

    fn tree(&self, keys: &Keys, refutations: usize, set_play: SetPlay) -> Option<Tree> {
        if self.problem.relevant_clock().is_some() {
            return None;
        }
        let budget = self.budget(keys.nodes());
        let budget = Budget { nodes: budget.nodes.min(PLAY_NODES), ..budget };
        let mut tree = self.problem.tree(keys.keys(), refutations, &budget).ok()?;
        if set_play == SetPlay::Never {
            tree.set_play.clear();
        }
        Some(tree)
    }

    pub(super) fn first(&self) -> (Found, u64) {
        let (key, nodes) = self.problem.first_and_nodes(self.budget);
        let moves = key.ok().flatten().map(|key| key.moves);
        (Found::First { key, line: self.line(moves, nodes) }, nodes)
    }

    /// The main line, if it can be found.
    fn line(&self, shortest: Option<u8>, spent: u64) -> Line {
        let line = shortest.map(|moves| self.problem.line(moves, &self.budget(spent)));
        line.and_then(Result::ok).flatten().unwrap_or_default()
    }

    pub(super) fn lines(&self) -> (Found, u64) {
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
        let Detail::Play { set_play: SetPlay::Always, .. } = self.detail else { return None };
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
