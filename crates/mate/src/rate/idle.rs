//! Men that a problem could do without.

use super::Traits;
use crate::budget::Purse;
use crate::direct::Search;
use crate::root::{Forced, Key};
use crate::selfmate::SelfSearch;
use crate::{Budget, Lines, OutOfBudget, Play, Problem, Solution};
use sole_board::{Clocks, Faults, Position, Role};

/// How many men are idle though the problem has this key.
pub(super) fn beside_key(
    problem: &Problem,
    key: Key,
    budget: &Budget<'_>,
) -> Result<usize, OutOfBudget> {
    let (purse, stipulation) = (Purse::new(&limited(budget)), problem.stipulation());
    count(problem, |smaller| match stipulation.play() {
        play @ (Play::SelfMate | Play::Reflex) => {
            is_only_key(&mut SelfSearch::new(play, purse.share()), smaller.position(), key)
        }
        _ => {
            let mut search = Search::new(stipulation.goal(), purse.share());
            is_only_key(&mut search, smaller.position(), key)
        }
    })
}

/// How many men are idle though the problem has these lines.
pub(super) fn beside_lines(
    problem: &Problem,
    lines: &Lines,
    budget: &Budget<'_>,
) -> Result<usize, OutOfBudget> {
    let mut budget = limited(budget);
    count(problem, |smaller| {
        let Solution::Lines(found) = smaller.solve(&budget) else { return Ok(false) };
        budget.nodes = budget.nodes.saturating_sub(found.nodes());
        let is_same = (found.count(), found.lines()) == (lines.count(), lines.lines());
        if found.is_complete() { Ok(is_same) } else { Err(OutOfBudget) }
    })
}

/// One thread, so that it is the same each time how far the nodes go.
fn limited<'a>(budget: &Budget<'a>) -> Budget<'a> {
    Budget { nodes: budget.nodes.min(Traits::IDLE_NODES), threads: 1, ..*budget }
}

/// How many problems with one man less, kings aside, are the same.
fn count(
    problem: &Problem,
    mut is_same: impl FnMut(&Problem) -> Result<bool, OutOfBudget>,
) -> Result<usize, OutOfBudget> {
    let diagram = problem.position().diagram();
    let mut idle = 0;
    for man in diagram.occupied() - diagram.role(Role::King) {
        let mut setup = problem.position().to_setup(Clocks::default());
        setup.diagram.take(man);
        let position = Position::new(setup.without_unusable_rights(), Faults::WAIVABLE).ok();
        let new = |position| Problem::new(position, problem.stipulation()).ok();
        // A reflexmate has no solution if the side to move can mate.
        let smaller = position.and_then(new).filter(|smaller| smaller.moves() > 0);
        if let Some(smaller) = smaller {
            idle += usize::from(is_same(&smaller)?);
        }
    }
    Ok(idle)
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
