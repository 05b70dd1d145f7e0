//! A walk through the play of a problem, move by move.
//!
//! Where one side forces the goal, only play that takes all the moves is walked through: the
//! keys, the defences that hold out to the end, and their answers. A threat is walked through as
//! if the defender had passed, if there is a reply that does not stop it.

use crate::{Continuation, Lines, Pressure, Problem, steps};
use sole_board::{Color, Move, Position};

/// A move, and the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it was played.
    pub before: Position,
    /// The move; `None` stands for any reply that stops nothing.
    pub played: Option<Move>,
}

impl Step {
    /// Whose move it is.
    pub(crate) fn side(&self) -> Color {
        self.before.turn()
    }
}

/// The moves from the diagram to some place in the play.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    steps: Vec<Step>,
}

impl Path {
    /// The moves, each with the position before it.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The last move and the position before it, unless it is a pass.
    pub(crate) fn last(&self) -> Option<(Position, Move)> {
        self.steps.last().and_then(|step| Some((step.before, step.played?)))
    }
}

/// The event at the end of a path.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event<'a> {
    /// The side that forces the goal has played `next`, one of those that do.
    Attack { next: &'a Continuation, among: &'a [Continuation] },
    /// A move of a line in which both sides help, or of a series.
    Help,
    /// The last move, already told of if it is one of the above, has reached the goal.
    End,
}

/// Calls `visit` for every move of the attacker and every end after these keys.
pub(crate) fn through_keys(
    problem: &Problem,
    keys: &[Continuation],
    visit: &mut dyn FnMut(&Path, Event<'_>),
) {
    let mut walk = Walk { path: Path { steps: Vec::new() }, visit };
    keys.iter().for_each(|key| walk.attack(problem.position(), key, keys));
}

/// Calls `visit` for every move and every end of the lines that are kept.
pub(crate) fn through_lines(
    problem: &Problem,
    lines: &Lines,
    visit: &mut dyn FnMut(&Path, Event<'_>),
) {
    for line in lines.lines() {
        let mut path = Path { steps: Vec::new() };
        for (before, m) in steps(problem.stipulation(), problem.position(), line) {
            path.steps.push(Step { before, played: Some(m) });
            visit(&path, Event::Help);
        }
        visit(&path, Event::End);
    }
}

struct Walk<'v> {
    path: Path,
    visit: &'v mut dyn FnMut(&Path, Event<'_>),
}

impl Walk<'_> {
    fn attack(&mut self, before: &Position, next: &Continuation, among: &[Continuation]) {
        let position = before.after(next.key.first);
        self.path.steps.push(Step { before: *before, played: Some(next.key.first) });
        (self.visit)(&self.path, Event::Attack { next, among });
        if next.after.pressure == Pressure::Reached {
            (self.visit)(&self.path, Event::End);
        }
        self.variations(&position, next);
        self.threats(&position, next);
        self.path.steps.pop();
    }

    fn variations(&mut self, position: &Position, next: &Continuation) {
        for variation in &next.after.variations {
            self.path.steps.push(Step { before: *position, played: Some(variation.defence) });
            if variation.answers.is_empty() && next.key.moves == 1 {
                (self.visit)(&self.path, Event::End);
            }
            let child = position.after(variation.defence);
            let answers = &variation.answers;
            full(answers, next).for_each(|answer| self.attack(&child, answer, answers));
            self.path.steps.pop();
        }
    }

    fn threats(&mut self, position: &Position, next: &Continuation) {
        let Pressure::Threat(threats) = &next.after.pressure else { return };
        let Some(passed) = position.passed() else { return };
        if position.count_moves() > next.after.variations.len() as u64 {
            self.path.steps.push(Step { before: *position, played: None });
            full(threats, next).for_each(|threat| self.attack(&passed, threat, threats));
            self.path.steps.pop();
        }
    }
}

/// Those answers that take all the moves that are left after `before`.
pub(crate) fn full<'t>(
    answers: &'t [Continuation],
    before: &Continuation,
) -> impl Iterator<Item = &'t Continuation> {
    let left = before.key.moves - 1;
    answers.iter().filter(move |answer| answer.key.moves == left)
}
