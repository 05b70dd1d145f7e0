//! Problems in which one side forces the goal, and the searches that go with them.

use crate::budget::NodeCounter;
use crate::direct::Search;
use crate::fifty_move_rule::ClockedSearch;
use crate::root::{self, First, Forced, Key, Keys, Until};
use crate::selfmate::SelfSearch;
use crate::tree::{Tree, TreeBuilder};
use crate::{Budget, Line, OutOfBudget, Play, Problem, ProblemError, ProblemKind, mate_distance};
use std::ops::Deref;

/// A problem in which one side forces the goal against the other: it has keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedProblem(Problem);

impl TryFrom<Problem> for ForcedProblem {
    type Error = ProblemError;

    fn try_from(problem: Problem) -> Result<ForcedProblem, ProblemError> {
        match problem.kind() {
            ProblemKind::Forced(forced) => Ok(forced),
            ProblemKind::Help(_) => {
                Err(ProblemError::NotForced { stipulation: problem.stipulation() })
            }
        }
    }
}

impl Deref for ForcedProblem {
    type Target = Problem;

    fn deref(&self) -> &Problem {
        &self.0
    }
}

impl ForcedProblem {
    /// A problem of which it is known that one side forces the goal.
    pub(crate) fn of(problem: Problem) -> ForcedProblem {
        ForcedProblem(problem)
    }

    /// Decides every first move.
    ///
    /// Without running out of its budget the answer is the same on any number
    /// of threads, but for the number of nodes.
    pub fn keys(&self, budget: &Budget<'_>) -> Keys {
        self.keys_until(Until::Moves(self.moves()), budget)
    }

    /// The keys of the fewest moves, up to those of the stipulation. Nothing longer is decided.
    pub(crate) fn shortest_keys(&self, budget: &Budget<'_>) -> Keys {
        self.keys_until(Until::Found(self.moves()), budget)
    }

    fn keys_until(&self, until: Until, budget: &Budget<'_>) -> Keys {
        root::keys(self.position(), until, budget, |counter| self.search(counter))
    }

    /// The same problem with another number of moves.
    pub(crate) fn in_moves(&self, moves: u8) -> ForcedProblem {
        ForcedProblem(self.0.with_moves(moves).expect("at least one move"))
    }

    /// One first move that forces the goal in as few moves as possible, the same
    /// on any number of threads.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn first(&self, budget: &Budget<'_>) -> Result<First, OutOfBudget> {
        let (key, nodes) = self.first_and_nodes(budget);
        key.map(|key| First { key, nodes })
    }

    /// The same, with the nodes that it took even if the budget ran out.
    pub(crate) fn first_and_nodes(
        &self,
        budget: &Budget<'_>,
    ) -> (Result<Option<Key>, OutOfBudget>, u64) {
        root::first(self.position(), self.moves(), budget, |counter| self.search(counter))
    }

    /// The play before and after first moves that [`ForcedProblem::keys`] has found, and tries with
    /// at most so many refutations. There is no tree where the fifty-move rule makes play depend on
    /// [the clock](Problem::relevant_clock).
    ///
    /// # Errors
    /// The budget ran out.
    pub fn tree(
        &self,
        keys: &[Key],
        refutations: usize,
        budget: &Budget<'_>,
    ) -> Result<Tree, OutOfBudget> {
        if self.relevant_clock().is_some() {
            return Ok(Tree::default());
        }
        let mut builder = TreeBuilder::new(self.search(NodeCounter::new(budget)));
        builder.tree(self.position(), self.moves(), keys, refutations)
    }

    /// The main line of a solution in at most so many moves, if there is one: the first of the
    /// shortest attacks and of the longest defences. There is none where there is no
    /// [tree](ForcedProblem::tree).
    ///
    /// # Errors
    /// The budget ran out.
    pub fn line(&self, most: u8, budget: &Budget<'_>) -> Result<Option<Line>, OutOfBudget> {
        if self.relevant_clock().is_some() {
            return Ok(None);
        }
        let mut search = self.search(NodeCounter::new(budget));
        mate_distance::line(&mut search, self.position(), most.min(self.moves()))
    }

    /// One thread's search for forced goals.
    fn search<'a>(&self, counter: NodeCounter<'a>) -> Box<dyn Forced + Send + 'a> {
        let goal = self.stipulation().goal();
        match (self.relevant_clock(), self.stipulation().play()) {
            (Some(clock), _) => {
                Box::new(ClockedSearch::new(*self.position(), clock, goal, counter))
            }
            (None, play @ (Play::SelfMate | Play::Reflex)) => {
                Box::new(SelfSearch::new(play, counter))
            }
            (None, _) => Box::new(Search::new(goal, counter)),
        }
    }
}
