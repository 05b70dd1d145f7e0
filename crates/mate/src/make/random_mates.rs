//! Random direct mates, reproducible from a seed.

use super::batches::{Batches, Made};
use super::dedup::SeenProblems;
use super::judge::{Judge, Sound};
use super::placement::{PlacementParams, random_position};
use super::{Constraints, Economy, Find, KeyConstraint, PieceCount, Tally};
use crate::budget::{NodeCounter, bytes};
use crate::direct::Search;
use crate::proof_number::Engine;
use crate::{Budget, Goal, OutOfBudget};
use sole_board::{CastlingLaw, Color, Faults, Material, Move, Position, Retraction, RoleSet};
use sole_puzzle::rng::Rng;
use std::ops::ControlFlow;

/// A generator of random direct mates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomMates {
    /// The men on the board.
    pub men: Men,
    /// The constraints on a problem.
    pub constraints: Constraints,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The maximum number of random placements.
    pub attempts: u64,
}

/// The pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Men {
    /// This number, kings included.
    Exactly(PieceCount),
    /// This number, or fewer if some are redundant and economy is required.
    AtMost(PieceCount),
    /// These; the first side mates.
    Material(Material),
}

/// The number of attempts of each thread in a batch.
const BATCH: u64 = 1024;

/// The memory of the transposition table in bytes, small enough for the processor's cache.
const BYTES: usize = 1 << 20;

impl RandomMates {
    /// Calls `found` with one problem after the other, in the order of attempts, until it breaks,
    /// or the attempts or the budget are used up. No two are duplicates of each other.
    ///
    /// The nodes of the budget are for all attempts together; with any other limit than
    /// the attempts the number of problems may differ from run to run, their order does not.
    pub fn run(&self, budget: &Budget<'_>, found: impl FnMut(Find) -> ControlFlow<()>) -> Tally {
        let mut seen = SeenProblems::default();
        let batches = Batches { attempts: self.attempts, each: BATCH };
        let is_new = |find: &Find| seen.insert(find);
        batches.run(&mut self.workers(budget), Worker::make, is_new, found)
    }

    fn workers<'a>(&self, budget: &Budget<'a>) -> Vec<Worker<'a>> {
        let bytes = Some(bytes(budget).min(BYTES));
        let counter = NodeCounter::new(&Budget { bytes, ..*budget });
        let worker = |_| {
            let judge = Judge::new(Search::new(Goal::Mate, counter.share()), self.constraints);
            Worker { generator: *self, judge, budget: *budget }
        };
        (0..budget.threads.max(1)).map(worker).collect()
    }
}

/// One thread's search and random placements.
struct Worker<'a> {
    generator: RandomMates,
    judge: Judge<Search<'a>>,
    budget: Budget<'a>,
}

/// Pieces are placed as they stand after the key; most belong to the attacker.
const PARAMS: PlacementParams = PlacementParams { turn: Color::Black, attackers: 75 };

/// Retracted moves capture nothing.
const RETRACTION: Retraction = Retraction {
    uncaptures: RoleSet::EMPTY,
    castling: CastlingLaw::Standard,
    waived: Faults::NONE,
};

impl Worker<'_> {
    /// The result of one random placement.
    fn make(&mut self, attempt: u64) -> Result<Made<Find>, OutOfBudget> {
        let mut rng = Rng::new(self.generator.seed, attempt);
        let Some(after) = random_position(&self.generator.men, PARAMS, &mut rng) else {
            return Ok(Made::Nothing);
        };
        let quiet = self.generator.constraints.key == KeyConstraint::Quiet;
        // A quiet key promotes nothing, so the men before it are the same.
        let is_promoted = quiet && !self.generator.constraints.promoted.accepts(after.diagram());
        if is_promoted
            || quiet && after.is_check()
            || !self.judge.is_good_after(&after, guess(&after))?
        {
            return Ok(Made::Nothing);
        }
        let mut unmoves = after.unmoves(&RETRACTION);
        rng.shuffle(&mut unmoves);
        for unmove in unmoves
            .iter()
            .filter(|unmove| unmove.castling.is_empty() && unmove.en_passant.is_none())
        {
            let sound = Sound { position: after.before(unmove), key: unmove.forward };
            match self.finish(sound)? {
                Made::Nothing => {}
                made => return Ok(made),
            }
        }
        Ok(Made::Nothing)
    }

    /// The find, if the position before the key satisfies the rest of the constraints.
    fn finish(&mut self, sound: Sound) -> Result<Made<Find>, OutOfBudget> {
        if !self.generator.men.fit(&sound.position)
            || !self.generator.constraints.promoted.accepts(sound.position.diagram())
            || !self.judge.is_key_of(&sound.position, sound.key)?
        {
            return Ok(Made::Nothing);
        }
        let sound = match (self.generator.men, self.generator.constraints.economy) {
            (Men::AtMost(_), Economy::EveryMan) => self.judge.minimal(sound)?,
            _ if self.judge.is_economical(&sound.position)? => sound,
            _ => return Ok(Made::Nothing),
        };
        self.judge.prove(sound, &mut Engine::new(Goal::Mate, &self.budget))
    }
}

impl Men {
    /// Whether these are the men of a position that was made from them; a pawn that
    /// was promoted by the key is another man than the one that was placed.
    fn fit(&self, position: &Position) -> bool {
        match *self {
            Men::Exactly(_) | Men::AtMost(_) => true,
            Men::Material(material) => Material::of(position.diagram()) == material,
        }
    }
}

/// Stands for the unknown move that led to a position: what refuted the last
/// placement with the king on this square is tried first.
fn guess(position: &Position) -> Move {
    let king = position.diagram().king(position.turn()).expect("kings are placed first");
    Move::ordinary(king, king)
}
