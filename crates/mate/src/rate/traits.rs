//! What can be counted in a problem and its play.

use super::redundant_pieces;
use crate::themes::{Flights, MatePicture, is_sacrifice};
use crate::walk::{self, Event, Path};
use crate::{Budget, Continuation, Dual, Lines, Problem, Tree};
use sole_board::{Move, Role, Square};
use std::collections::BTreeSet;

/// What can be counted. Of several keys the first of the shortest is looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// How many moves are made by both sides in the longest play.
    pub plies: u16,
    /// How many legal moves there are at the start.
    pub first_moves: usize,
    /// What the first move is like, where it forces the goal.
    pub key: Option<KeyTraits>,
    /// How many keys there are beside it.
    pub cooks: usize,
    /// Whether it solves in fewer moves than demanded.
    pub is_short: bool,
    /// How many replies to the key are variations that take all the moves.
    pub defences: usize,
    /// How many first moves fail to one reply only.
    pub tries: usize,
    /// Where the attacker has a choice after the key though all the moves are needed.
    pub duals: usize,
    /// How many different last moves there are, by the man that makes them and where it goes.
    pub mates: usize,
    /// How many different model mates there are, by the last move and the place of the king.
    pub models: usize,
    /// How many moves of the side that forces the goal, or of both if they help, are in the play.
    pub play: usize,
    /// How many men are on the board.
    pub men: usize,
    /// The number of redundant pieces, kings aside: without one of them the solution is the same.
    /// `None` if that takes more than [`Traits::REDUNDANT_NODES`] or the budget to find out.
    pub redundant: Option<usize>,
}

/// What a key is like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyTraits {
    /// It checks.
    pub checks: bool,
    /// It captures.
    pub captures: bool,
    /// It promotes to a queen.
    pub queens: bool,
    /// It answers a check.
    pub answers_check: bool,
    /// It is a sacrifice.
    pub sacrifices: bool,
    /// How many flights it gives.
    pub given: usize,
    /// How many flights it takes.
    pub taken: usize,
}

impl Traits {
    /// The maximum number of nodes of the search for redundant pieces.
    pub const REDUNDANT_NODES: u64 = 1_000_000;

    /// The traits of a problem in which one side forces the goal, from a tree in which every try
    /// with one refutation is; `None` if there is no key.
    pub fn of_tree(problem: &Problem, tree: &Tree, budget: &Budget<'_>) -> Option<Traits> {
        let main = tree.keys.iter().min_by_key(|key| key.key.moves)?;
        let key = KeyTraits::of(problem, main.key.first);
        let mut counts = PlayCounts::default();
        let keys = std::slice::from_ref(main);
        walk::through_keys(problem, keys, &mut |path, event| counts.visit(path, event));
        let is_after = |dual: &&Dual| dual.line.first() == Some(&main.key.first);
        Some(Traits {
            key: Some(key),
            cooks: tree.keys.len() - 1,
            is_short: main.key.moves < problem.stipulation().moves(),
            defences: full_defences(main),
            tries: tree.tries.iter().filter(|attempt| attempt.refutations.len() == 1).count(),
            duals: tree.duals.list().iter().filter(is_after).count(),
            redundant: redundant_pieces::for_key(problem, main.key, budget).ok(),
            ..Traits::of_play(problem, &counts)
        })
    }

    /// The traits of a problem in which both sides help, or one is not asked; `None` if there is
    /// no line.
    pub fn of_lines(problem: &Problem, lines: &Lines, budget: &Budget<'_>) -> Option<Traits> {
        let mut counts = PlayCounts::default();
        walk::through_lines(problem, lines, &mut |path, event| counts.visit(path, event));
        let redundant = redundant_pieces::for_lines(problem, lines, budget).ok();
        (lines.count() > 0).then(|| Traits { redundant, ..Traits::of_play(problem, &counts) })
    }

    fn of_play(problem: &Problem, counts: &PlayCounts) -> Traits {
        Traits {
            plies: counts.plies,
            first_moves: problem.position().moves().len(),
            mates: counts.mates.len(),
            models: counts.models.len(),
            play: counts.play,
            men: problem.position().diagram().occupied().len(),
            ..Traits::default()
        }
    }
}

impl KeyTraits {
    fn of(problem: &Problem, key: Move) -> KeyTraits {
        let position = problem.position();
        let flights = Flights::of(problem, key);
        KeyTraits {
            checks: position.gives_check(key),
            captures: position.is_capture(key),
            queens: key.promoted() == Some(Role::Queen),
            answers_check: position.is_check(),
            sacrifices: is_sacrifice(position, key),
            given: flights.given.len(),
            taken: flights.taken.len(),
        }
    }
}

/// The replies that hold out to the end: those with an answer that takes all the moves, and
/// those that reach the goal themselves when none is left.
fn full_defences(key: &Continuation) -> usize {
    let variations = key.after.variations.iter();
    let is_full = |answers: &[Continuation]| match answers {
        [] => key.key.moves == 1,
        answers => walk::full(answers, key).next().is_some(),
    };
    variations.filter(|variation| is_full(&variation.answers)).count()
}

/// What is counted while the play is traversed.
#[derive(Default)]
struct PlayCounts {
    plies: u16,
    play: usize,
    mates: BTreeSet<(Role, Square)>,
    models: BTreeSet<(Role, Square, Square)>,
}

impl PlayCounts {
    fn visit(&mut self, path: &Path, event: Event<'_>) {
        match event {
            Event::Attack { .. } | Event::Help => self.play += 1,
            Event::End => self.visit_end(path),
        }
        let plies = u16::try_from(path.steps().len()).unwrap_or(u16::MAX);
        self.plies = self.plies.max(plies);
    }

    fn visit_end(&mut self, path: &Path) {
        let Some((before, last)) = path.last() else { return };
        let end = before.after(last);
        let Some(role) = before.diagram().role_at(last.from()) else { return };
        let role = last.promoted().unwrap_or(role);
        self.mates.insert((role, last.to()));
        if let Some(king) = end.diagram().king(end.turn())
            && MatePicture::of(&end).is_some_and(|picture| picture.is_model())
        {
            self.models.insert((role, last.to(), king));
        }
    }
}
