//! Redundant pieces: those without which a problem has the same solution.

use super::Traits;
use crate::budget::NodeCounter;
use crate::direct::Search;
use crate::root::{Forced, Key};
use crate::selfmate::SelfSearch;
use crate::{Budget, Lines, OutOfBudget, Play, Problem, ProblemKind};
use sole_board::{Clocks, Faults, Position, Role};

/// The number of redundant pieces of a problem with this key.
pub(super) fn for_key(
    problem: &Problem,
    key: Key,
    budget: &Budget<'_>,
) -> Result<usize, OutOfBudget> {
    let (counter, stipulation) = (NodeCounter::new(&limited(budget)), problem.stipulation());
    count(problem, |smaller| match stipulation.play() {
        play @ (Play::SelfMate | Play::Reflex) => {
            is_only_key(&mut SelfSearch::new(play, counter.share()), smaller.position(), key)
        }
        _ => {
            let mut search = Search::new(stipulation.goal(), counter.share());
            is_only_key(&mut search, smaller.position(), key)
        }
    })
}

/// The number of redundant pieces of a problem with these lines.
pub(super) fn for_lines(
    problem: &Problem,
    lines: &Lines,
    budget: &Budget<'_>,
) -> Result<usize, OutOfBudget> {
    let mut budget = limited(budget);
    count(problem, |smaller| {
        let ProblemKind::Help(smaller) = smaller.kind() else { return Ok(false) };
        let found = smaller.lines(&budget);
        budget.nodes = budget.nodes.saturating_sub(found.nodes());
        let is_same = (found.count(), found.lines()) == (lines.count(), lines.lines());
        if found.is_complete() { Ok(is_same) } else { Err(OutOfBudget) }
    })
}

/// One thread, so that the result for a number of nodes is the same on every run.
fn limited<'a>(budget: &Budget<'a>) -> Budget<'a> {
    Budget { nodes: budget.nodes.min(Traits::REDUNDANT_NODES), threads: 1, ..*budget }
}

/// The number of pieces, kings aside, without which the problem is the same.
fn count(
    problem: &Problem,
    mut is_same: impl FnMut(&Problem) -> Result<bool, OutOfBudget>,
) -> Result<usize, OutOfBudget> {
    let diagram = problem.position().diagram();
    let mut redundant = 0;
    for man in diagram.occupied() - diagram.role(Role::King) {
        let mut setup = problem.position().to_setup(Clocks::default());
        setup.diagram.take(man);
        let position = Position::new(setup.without_unusable_rights(), Faults::WAIVABLE).ok();
        let new = |position| Problem::new(position, problem.stipulation()).ok();
        // A reflexmate has no solution if the side to move can mate.
        let smaller = position.and_then(new).filter(|smaller| smaller.moves() > 0);
        if let Some(smaller) = smaller {
            redundant += usize::from(is_same(&smaller)?);
        }
    }
    Ok(redundant)
}

/// Whether the key, and no other move, forces the goal in its number of moves, and not in fewer.
fn is_only_key<F: Forced>(
    search: &mut F,
    position: &Position,
    key: Key,
) -> Result<bool, OutOfBudget> {
    let Key { first, moves } = key;
    if !position.is_legal(first) {
        return Ok(false);
    }
    let after = position.after(first);
    if !search.succeeds(&after, first, moves - 1)? {
        return Ok(false);
    }
    if moves > 1 && search.succeeds(&after, first, moves - 2)? {
        return Ok(false);
    }
    for other in search.attacks(position) {
        if other != first && search.succeeds(&position.after(other), other, moves - 1)? {
            return Ok(false);
        }
    }
    Ok(true)
}
