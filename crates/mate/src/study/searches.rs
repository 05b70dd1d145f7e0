//! The searches of one study, one after the other, on one budget.

use super::{Detail, Found, SetPlay};
use crate::{Budget, ForcedProblem, HelpProblem, Keys, Line, Lines, OutOfBudget, Tree};

/// How many nodes the play may take beside the keys, so that it stays short enough to be read.
const PLAY_NODES: u64 = 20_000_000;

/// What is looked for in one problem, and the budget for all of it.
pub(super) struct Searches<'a> {
    pub(super) detail: Detail,
    pub(super) budget: &'a Budget<'a>,
}

impl Searches<'_> {
    /// What is left of the budget after `spent` nodes.
    fn budget(&self, spent: u64) -> Budget<'_> {
        Budget { nodes: self.budget.nodes.saturating_sub(spent), ..*self.budget }
    }

    /// The solution of forced play, as far as it is looked for, and the nodes of its keys.
    pub(super) fn forced(&self, problem: &ForcedProblem) -> (Found, u64) {
        match self.detail {
            Detail::First => self.first(problem),
            _ => self.play(problem, problem.keys(self.budget)),
        }
    }

    /// The keys with as much of their play as is looked for.
    pub(super) fn play(&self, problem: &ForcedProblem, keys: Keys) -> (Found, u64) {
        let nodes = keys.nodes();
        let line = || self.line(problem, keys.shortest(), nodes);
        let (tree, line) = match self.detail {
            Detail::Play { refutations, set_play } => {
                (self.tree(problem, &keys, refutations, set_play), Line::new())
            }
            Detail::Record => (self.tree(problem, &keys, 0, SetPlay::Forced), line()),
            Detail::Keys | Detail::First => (None, line()),
        };
        (Found::Keys { keys, tree, line }, nodes)
    }

    fn tree(
        &self,
        problem: &ForcedProblem,
        keys: &Keys,
        refutations: usize,
        set_play: SetPlay,
    ) -> Option<Tree> {
        if problem.relevant_clock().is_some() {
            return None;
        }
        let budget = self.budget(keys.nodes());
        let budget = Budget { nodes: budget.nodes.min(PLAY_NODES), ..budget };
        let mut tree = problem.tree(keys.keys(), refutations, &budget).ok()?;
        if set_play == SetPlay::Never {
            tree.set_play.clear();
        }
        Some(tree)
    }

    fn first(&self, problem: &ForcedProblem) -> (Found, u64) {
        let (key, nodes) = problem.first_and_nodes(self.budget);
        let moves = key.ok().flatten().map(|key| key.moves);
        (Found::First { key, line: self.line(problem, moves, nodes) }, nodes)
    }

    /// The main line, if it can be found.
    fn line(&self, problem: &ForcedProblem, shortest: Option<u8>, spent: u64) -> Line {
        let line = shortest.map(|moves| problem.line(moves, &self.budget(spent)));
        line.and_then(Result::ok).flatten().unwrap_or_default()
    }

    /// The lines of help play, and all nodes.
    pub(super) fn help(&self, problem: &HelpProblem) -> (Found, u64) {
        let mut spent = 0;
        let short = self.short_lines(problem, &mut spent);
        let lines = self.lines(problem, &mut spent);
        let set_play = match self.detail {
            Detail::Play { set_play: SetPlay::Always, .. } => problem.set_play(),
            _ => None,
        };
        let set_play = set_play.map(|problem| self.lines(&problem, &mut spent));
        (Found::Lines { lines, short, set_play }, spent)
    }

    fn short_lines(
        &self,
        problem: &HelpProblem,
        spent: &mut u64,
    ) -> Result<Option<u8>, OutOfBudget> {
        for shorter in problem.shorter() {
            let lines = self.lines(&shorter, spent);
            match lines.count() {
                0 if !lines.is_complete() => return Err(OutOfBudget),
                0 => {}
                _ if shorter.stipulation().play() != problem.stipulation().play() => {
                    return Ok(Some(0));
                }
                _ => return Ok(Some(shorter.stipulation().moves())),
            }
        }
        Ok(None)
    }

    fn lines(&self, problem: &HelpProblem, spent: &mut u64) -> Lines {
        let lines = problem.lines(&self.budget(*spent));
        *spent += lines.nodes();
        lines
    }
}
