//! Problems of any stipulation by lot, each with one solution.
//!
//! Men are placed where the play begins, and the whole is solved. That is enough where
//! both sides help, and for short selfmates; for direct mates a [`Recipe`](super::Recipe)
//! is much faster and can ask for more.

use super::judge::without_one_man;
use super::place::{Cast, place};
use super::rounds::{Made, Rounds};
use super::twins::Canon;
use super::{Economy, Men, Promoted, Tally};
use crate::{Budget, Line, OutOfBudget, Play, Problem, Solution, Stipulation, plain};
use sole_board::{Color, Move, Position};
use sole_puzzle::Status;
use sole_puzzle::rng::Rng;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// What to look for, and where chance begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// What is demanded of the play.
    pub stipulation: Stipulation,
    /// The men on the board; of a material the first side mates in the end.
    pub men: Men,
    /// What is asked of the men.
    pub economy: Economy,
    /// Whether men may be promoted.
    pub promoted: Promoted,
    /// Where chance begins.
    pub seed: u64,
    /// How often men are placed at most.
    pub attempts: u64,
}

/// A problem with one solution: one key that takes all the moves, or one line and none in fewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    problem: Problem,
    solution: Line,
}

/// How many attempts a thread makes before finds are handed out.
const ROUND: u64 = 64;

/// The memory for what is known of one position.
const BYTES: usize = 1 << 16;

/// How many of a hundred men are on the side that mates, if it wants to.
const WILLING: usize = 75;

/// How many are if it is forced to.
const FORCED: usize = 30;

impl Draw {
    /// Hands over one problem after the other, in the order of attempts, until it breaks, the
    /// attempts are used up, or the budget is. No two are twins.
    ///
    /// The nodes of the budget are for each attempt.
    pub fn run(&self, budget: &Budget<'_>, found: impl FnMut(Drawn) -> ControlFlow<()>) -> Tally {
        let mut seen = HashSet::new();
        let is_new = |drawn: &Drawn| seen.insert(Canon::of(drawn.problem.position()));
        let budget_of_one = Budget { threads: 1, bytes: budget.bytes.min(BYTES), ..*budget };
        let mut makers = vec![budget_of_one; budget.threads.max(1)];
        let rounds = Rounds { attempts: self.attempts, each: ROUND };
        rounds.run(&mut makers, |budget, attempt| self.make(attempt, budget), is_new, found)
    }

    /// What comes of one placement.
    fn make(&self, attempt: u64, budget: &Budget<'_>) -> Result<Made<Drawn>, OutOfBudget> {
        if (budget.stop)() {
            return Err(OutOfBudget);
        }
        let placed = self.place(attempt);
        let placed = placed.filter(|position| self.promoted.accepts(position.diagram()));
        let drawn = placed.and_then(|position| self.sound(&position, budget));
        let Some(drawn) = drawn else { return Ok(Made::Nothing) };
        if self.economy == Economy::EveryMan && self.has_idle_man(&drawn, budget) {
            return Ok(Made::Nothing);
        }
        Ok(if drawn.is_confirmed(budget)? { Made::Found(drawn) } else { Made::Unconfirmed })
    }

    fn place(&self, attempt: u64) -> Option<Position> {
        let mover_mates = self.stipulation.mover_has_the_last_move();
        let turn = if mover_mates { Color::White } else { Color::Black };
        let is_forced = matches!(self.stipulation.play(), Play::SelfMate | Play::Reflex);
        let attackers = if is_forced { FORCED } else { WILLING };
        let position =
            place(&self.men, Cast { turn, attackers }, &mut Rng::new(self.seed, attempt));
        if is_forced { position.map(|position| position.flipped()) } else { position }
    }

    /// The problem, if it has one solution.
    fn sound(&self, position: &Position, budget: &Budget<'_>) -> Option<Drawn> {
        let problem = Problem::new(*position, self.stipulation).ok()?;
        let solution = match problem.solve_until(2, budget) {
            Solution::Keys(keys) => {
                let key = keys.verdict().unique()?;
                (key.moves == self.stipulation.moves()).then(|| vec![key.first])?
            }
            Solution::Lines(lines) => {
                let line = lines.verdict().unique()?.clone();
                problem.shorter().all(|shorter| has_no_line(&shorter, budget)).then_some(line)?
            }
        };
        Some(Drawn { problem, solution })
    }

    /// Whether there is one solution without some man, too.
    fn has_idle_man(&self, drawn: &Drawn, budget: &Budget<'_>) -> bool {
        let mut others = without_one_man(drawn.problem.position());
        others.any(|position| self.sound(&position, budget).is_some())
    }
}

/// Whether it is proved that no line solves it.
fn has_no_line(problem: &Problem, budget: &Budget<'_>) -> bool {
    match problem.solve_until(1, budget) {
        Solution::Lines(lines) => lines.verdict().status() == Status::None,
        Solution::Keys(_) => false,
    }
}

impl Drawn {
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
        let keys = plain::keys(position, stipulation, budget)?;
        let keys = keys.into_iter().map(|key| vec![key.first]);
        let lines = plain::lines(position, stipulation, budget)?;
        for shorter in self.problem.shorter() {
            if !plain::lines(position, shorter.stipulation(), budget)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(keys.chain(lines).eq([self.solution.clone()]))
    }
}
