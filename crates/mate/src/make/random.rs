//! Problems by lot, repeatable from a seed.

use super::judge::{Judge, Sound};
use super::place::{Cast, place};
use super::rounds::{Made, Rounds};
use super::twins::Archive;
use super::{Demand, Economy, Find, Headcount, KeyDemand, Tally};
use crate::budget::Purse;
use crate::direct::Search;
use crate::proof_number::Engine;
use crate::{Budget, Goal, OutOfBudget};
use sole_board::{CastlingLaw, Color, Faults, Material, Move, Position, Retraction, RoleSet};
use sole_puzzle::rng::Rng;
use std::ops::ControlFlow;

/// What to make, and where chance begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The men on the board.
    pub men: Men,
    /// What a problem must satisfy.
    pub demand: Demand,
    /// Where chance begins.
    pub seed: u64,
    /// How often men are placed at most.
    pub attempts: u64,
}

/// Which men stand on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Men {
    /// So many, kings included.
    Exactly(Headcount),
    /// So many, or fewer if some are idle and economy is demanded.
    AtMost(Headcount),
    /// These; the first side mates.
    Material(Material),
}

/// How many attempts a thread makes before finds are handed out.
const ROUND: u64 = 1024;

/// The memory for what is known, small enough to stay near the processor.
const BYTES: usize = 1 << 20;

impl Recipe {
    /// Hands over one problem after the other, in the order of attempts, until it breaks, the
    /// attempts are used up, or the budget is. No two are twins.
    ///
    /// The nodes of the budget are for all attempts together; with any other limit than
    /// the attempts the number of problems may differ from run to run, their order does not.
    pub fn run(&self, budget: &Budget<'_>, found: impl FnMut(Find) -> ControlFlow<()>) -> Tally {
        let mut archive = Archive::default();
        let rounds = Rounds { attempts: self.attempts, each: ROUND };
        let is_new = |find: &Find| archive.take(find);
        rounds.run(&mut self.makers(budget), Maker::make, is_new, found)
    }

    fn makers<'a>(&self, budget: &Budget<'a>) -> Vec<Maker<'a>> {
        let purse = Purse::new(&Budget { bytes: budget.bytes.min(BYTES), ..*budget });
        let maker = |_| {
            let judge = Judge::new(Search::new(Goal::Mate, purse.share()), self.demand);
            Maker { recipe: *self, judge, budget: *budget }
        };
        (0..budget.threads.max(1)).map(maker).collect()
    }
}

/// One thread's means of making problems.
struct Maker<'a> {
    recipe: Recipe,
    judge: Judge<Search<'a>>,
    budget: Budget<'a>,
}

/// Men are placed as they stand after the key; more of the attacker's.
const CAST: Cast = Cast { turn: Color::Black, attackers: 75 };

/// Nothing is put back on the board.
const LAW: Retraction = Retraction {
    uncaptures: RoleSet::EMPTY,
    castling: CastlingLaw::Standard,
    waived: Faults::NONE,
};

impl Maker<'_> {
    /// What comes of one placement.
    fn make(&mut self, attempt: u64) -> Result<Made<Find>, OutOfBudget> {
        let mut rng = Rng::new(self.recipe.seed, attempt);
        let Some(after) = place(&self.recipe.men, CAST, &mut rng) else { return Ok(Made::Nothing) };
        let quiet = self.recipe.demand.key == KeyDemand::Quiet;
        // A quiet key promotes nothing, so the men before it are the same.
        let is_promoted = quiet && !self.recipe.demand.promoted.accepts(after.diagram());
        if is_promoted
            || quiet && after.is_check()
            || !self.judge.is_good_after(&after, guess(&after))?
        {
            return Ok(Made::Nothing);
        }
        let mut ways = after.unmoves(&LAW);
        rng.shuffle(&mut ways);
        for way in ways.iter().filter(|way| way.castling.is_empty() && way.en_passant.is_none()) {
            let sound = Sound { position: after.before(way), key: way.forward };
            match self.finish(sound)? {
                Made::Nothing => {}
                made => return Ok(made),
            }
        }
        Ok(Made::Nothing)
    }

    /// The find, if the position before the key satisfies the rest of the demand.
    fn finish(&mut self, sound: Sound) -> Result<Made<Find>, OutOfBudget> {
        if !self.recipe.men.fit(&sound.position)
            || !self.recipe.demand.promoted.accepts(sound.position.diagram())
            || !self.judge.is_key_of(&sound.position, sound.key)?
        {
            return Ok(Made::Nothing);
        }
        let sound = match (self.recipe.men, self.recipe.demand.economy) {
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
