//! Random problems of any stipulation, each with one solution.
//!
//! Pieces are placed at random in the initial position, which is then solved. That is enough for
//! help play and for short selfmates; for direct mates [`RandomMates`](super::RandomMates)
//! is much faster and has more constraints.

use super::batches::{Batches, Made};
use super::dedup::CanonicalForm;
use super::judge::without_one_man;
use super::placement::{PlacementParams, random_position};
use super::{Economy, Men, Promoted, Tally};
use crate::budget::bytes;
use crate::{
    Budget, HelpProblem, Line, OutOfBudget, Play, Problem, ProblemKind, Stipulation, brute_force,
};
use sole_board::{Color, Move, Position};
use sole_puzzle::Status;
use sole_puzzle::rng::Rng;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// A generator of random problems of one stipulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomProblems {
    /// The stipulation of the problems.
    pub stipulation: Stipulation,
    /// The men on the board; of a material the first side mates in the end.
    pub men: Men,
    /// Whether every piece must be needed.
    pub economy: Economy,
    /// Whether men may be promoted.
    pub promoted: Promoted,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The maximum number of random placements.
    pub attempts: u64,
}

/// A problem with one solution: one key that takes all the moves, or one line and none in fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniqueProblem {
    problem: Problem,
    solution: Line,
}

/// The number of attempts of each thread in a batch.
const BATCH: u64 = 64;

/// The memory for the tables of one position, in bytes.
const BYTES: usize = 1 << 16;

/// The percentage of pieces of the mating side where it wants to mate.
const WILLING: usize = 75;

/// The percentage of pieces of the mating side where it is forced to mate.
const FORCED: usize = 30;

impl RandomProblems {
    /// Calls `found` with one problem after the other, in the order of attempts, until it breaks,
    /// or the attempts or the budget are used up. No two are duplicates of each other.
    ///
    /// The nodes of the budget are for each attempt.
    pub fn run(
        &self,
        budget: &Budget<'_>,
        found: impl FnMut(UniqueProblem) -> ControlFlow<()>,
    ) -> Tally {
        let mut seen = HashSet::new();
        let is_new =
            |unique: &UniqueProblem| seen.insert(CanonicalForm::of(unique.problem.position()));
        let bytes = Some(bytes(budget).min(BYTES));
        let budget_of_one = Budget { threads: 1, bytes, ..*budget };
        let mut workers = vec![budget_of_one; budget.threads.max(1)];
        let batches = Batches { attempts: self.attempts, each: BATCH };
        batches.run(&mut workers, |budget, attempt| self.make(attempt, budget), is_new, found)
    }

    /// The result of one random placement.
    fn make(&self, attempt: u64, budget: &Budget<'_>) -> Result<Made<UniqueProblem>, OutOfBudget> {
        if budget.should_stop() {
            return Err(OutOfBudget);
        }
        let placed = self.random_position(attempt);
        let placed = placed.filter(|position| self.promoted.accepts(position.diagram()));
        let unique = placed.and_then(|position| self.sound(&position, budget));
        let Some(unique) = unique else { return Ok(Made::Nothing) };
        if self.economy == Economy::EveryMan && self.has_redundant_piece(&unique, budget) {
            return Ok(Made::Nothing);
        }
        Ok(if unique.is_confirmed(budget)? { Made::Found(unique) } else { Made::Unconfirmed })
    }

    fn random_position(&self, attempt: u64) -> Option<Position> {
        let mover_mates = self.stipulation.mover_has_the_last_move();
        let turn = if mover_mates { Color::White } else { Color::Black };
        let is_forced = matches!(self.stipulation.play(), Play::SelfMate | Play::Reflex);
        let attackers = if is_forced { FORCED } else { WILLING };
        let position = random_position(
            &self.men,
            PlacementParams { turn, attackers },
            &mut Rng::new(self.seed, attempt),
        );
        if is_forced { position.map(|position| position.flipped()) } else { position }
    }

    /// The problem, if it has one solution.
    fn sound(&self, position: &Position, budget: &Budget<'_>) -> Option<UniqueProblem> {
        let problem = Problem::new(*position, self.stipulation).ok()?;
        let solution = match problem.kind() {
            ProblemKind::Forced(forced) => {
                let key = forced.keys(budget).verdict().unique()?;
                (key.moves == self.stipulation.moves()).then(|| vec![key.first])?
            }
            ProblemKind::Help(help) => {
                let lines = help.lines_until(2, budget);
                let line = lines.verdict().unique()?.clone();
                help.shorter().all(|shorter| has_no_line(&shorter, budget)).then_some(line)?
            }
        };
        Some(UniqueProblem { problem, solution })
    }

    /// Whether the problem still has one solution without some piece.
    fn has_redundant_piece(&self, unique: &UniqueProblem, budget: &Budget<'_>) -> bool {
        let mut others = without_one_man(unique.problem.position());
        others.any(|position| self.sound(&position, budget).is_some())
    }
}

/// Whether it is proved that no line solves it.
fn has_no_line(problem: &HelpProblem, budget: &Budget<'_>) -> bool {
    problem.lines_until(1, budget).verdict().status() == Status::None
}

impl UniqueProblem {
    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The key, or all moves of the line.
    pub fn solution(&self) -> &[Move] {
        &self.solution
    }

    /// Whether the definition of the stipulation says the same.
    fn is_confirmed(&self, budget: &Budget<'_>) -> Result<bool, OutOfBudget> {
        let (position, stipulation) = (self.problem.position(), self.problem.stipulation());
        let keys = brute_force::keys(position, stipulation, budget)?;
        let keys = keys.into_iter().map(|key| vec![key.first]);
        let lines = brute_force::lines(position, stipulation, budget)?;
        for shorter in self.problem.shorter() {
            if !brute_force::lines(position, shorter.stipulation(), budget)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(keys.chain(lines).eq([self.solution.clone()]))
    }
}
