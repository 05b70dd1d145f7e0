//! The whole play of a problem in which one side forces the goal.
//!
//! Keys alone do not say what a problem is about. Its tree does: what is set before
//! the first move, the tries and what refutes them, and after each key the threat, or
//! zugzwang, and the variations. A defence after which the threat works as quickly is
//! no variation. After a defence only the quickest continuations are listed, and all
//! of them. The duals are found beside it, after every reply; see [`Duals`].

use crate::duals::{self, Duals};
use crate::root::Forced;
use crate::{Key, OutOfBudget};
use sole_board::{Move, Position};

/// A move of the side that forces the goal, and all play after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The move, and how many moves of its side it takes, itself counted.
    pub key: Key,
    /// What follows.
    pub after: After,
}

/// What can follow a move of the attacker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct After {
    /// Why the defender has to do something.
    pub pressure: Pressure,
    /// The defences, each with the quickest continuations.
    pub variations: Vec<Variation>,
}

/// Why the defender has to do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pressure {
    /// Nothing is left to do: the goal is reached.
    Reached,
    /// The king is attacked.
    Check,
    /// These would follow if the defender could pass.
    Threat(Vec<Continuation>),
    /// Nothing would follow if the defender could pass.
    Zugzwang,
}

/// A defence and what it allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The defender's move.
    pub defence: Move,
    /// The quickest continuations, all of one length; none if the defence
    /// reaches the goal itself, as in selfmates.
    pub answers: Vec<Continuation>,
}

/// A first move that fails, but only just.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// The move.
    pub first: Move,
    /// The defences that refute it.
    pub refutations: Vec<Move>,
    /// What follows after all others.
    pub after: After,
}

/// The play of a problem, as far as it is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// Defences that have an answer before anything was moved.
    pub set_play: Vec<Variation>,
    /// First moves with few refutations.
    pub tries: Vec<Try>,
    /// The keys with all play.
    pub keys: Vec<Continuation>,
    /// The duals after each key.
    pub duals: Duals,
}

/// Builds the tree with a search that decides which moves force the goal.
pub(crate) struct TreeBuilder<F> {
    search: F,
}

impl<F: Forced> TreeBuilder<F> {
    pub(crate) fn new(search: F) -> TreeBuilder<F> {
        TreeBuilder { search }
    }

    /// Everything, after the keys are known.
    pub(crate) fn tree(
        &mut self,
        position: &Position,
        moves: u8,
        keys: &[Key],
        refutations: usize,
    ) -> Result<Tree, OutOfBudget> {
        let set_play = match position.passed() {
            Some(passed) if moves > 1 => self.variations(&passed, moves - 1, &[])?,
            _ => Vec::new(),
        };
        let mut tries = Vec::new();
        for first in self.search.attacks(position) {
            if keys.iter().all(|key| key.first != first) {
                tries.extend(self.attempt(position, first, moves, refutations)?);
            }
        }
        let play = keys.iter().map(|key| self.continuation(position, *key));
        let play = play.collect::<Result<_, _>>()?;
        let duals = duals::after(&mut self.search, position, keys);
        Ok(Tree { set_play, tries, keys: play, duals })
    }

    /// A first move as a try, if few enough defences refute it.
    fn attempt(
        &mut self,
        position: &Position,
        first: Move,
        moves: u8,
        refutations: usize,
    ) -> Result<Option<Try>, OutOfBudget> {
        let child = position.after(first);
        let mut refuting = Vec::new();
        for defence in self.search.defences(&child) {
            if !self.holds(&child.after(defence), moves - 1)? {
                refuting.push(defence);
                if refuting.len() > refutations {
                    return Ok(None);
                }
            }
        }
        if refuting.is_empty() {
            // Stalemate, or whatever else ends the play without the goal.
            return Ok(None);
        }
        let after = self.after(&child, moves - 1)?;
        Ok(Some(Try { first, refutations: refuting, after }))
    }

    fn continuation(&mut self, position: &Position, key: Key) -> Result<Continuation, OutOfBudget> {
        let after = self.after(&position.after(key.first), key.moves - 1)?;
        Ok(Continuation { key, after })
    }

    /// What follows when the defender is to move and the attacker has `moves` moves left.
    fn after(&mut self, position: &Position, moves: u8) -> Result<After, OutOfBudget> {
        if !position.has_moves() {
            return Ok(After { pressure: Pressure::Reached, variations: Vec::new() });
        }
        let pressure = self.pressure(position, moves)?;
        let threats: &[Continuation] = match &pressure {
            Pressure::Threat(threats) => threats,
            _ => &[],
        };
        let variations = self.variations(position, moves, threats)?;
        Ok(After { pressure, variations })
    }

    fn pressure(&mut self, position: &Position, moves: u8) -> Result<Pressure, OutOfBudget> {
        let Some(passed) = position.passed() else { return Ok(Pressure::Check) };
        let threats = self.answers(&passed, moves)?;
        Ok(if threats.is_empty() { Pressure::Zugzwang } else { Pressure::Threat(threats) })
    }

    /// The defences that stop or delay all threats and have an answer.
    fn variations(
        &mut self,
        position: &Position,
        moves: u8,
        threats: &[Continuation],
    ) -> Result<Vec<Variation>, OutOfBudget> {
        let mut variations = Vec::new();
        for defence in self.search.defences(position) {
            let child = position.after(defence);
            if self.search.is_over(&child) {
                variations.push(Variation { defence, answers: Vec::new() });
            } else if !self.any_works(&child, threats)? {
                let answers = self.answers(&child, moves)?;
                if !answers.is_empty() {
                    variations.push(Variation { defence, answers });
                }
            }
        }
        Ok(variations)
    }

    /// Whether the goal is reached or can still be forced in `moves` moves.
    fn holds(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfBudget> {
        if self.search.is_over(position) {
            return Ok(true);
        }
        let Some(more) = moves.checked_sub(1) else { return Ok(false) };
        for first in self.search.attacks(position) {
            if self.search.succeeds(&position.after(first), first, more)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether one of the threats can still be carried out, in as many moves.
    fn any_works(
        &mut self,
        position: &Position,
        threats: &[Continuation],
    ) -> Result<bool, OutOfBudget> {
        for Continuation { key: Key { first, moves }, .. } in threats {
            if position.is_legal(*first)
                && self.search.succeeds(&position.after(*first), *first, moves - 1)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The quickest continuations, if the goal can be forced in `moves` moves.
    fn answers(
        &mut self,
        position: &Position,
        moves: u8,
    ) -> Result<Vec<Continuation>, OutOfBudget> {
        for more in 0..moves {
            let mut quickest = Vec::new();
            for first in self.search.attacks(position) {
                if self.search.succeeds(&position.after(first), first, more)? {
                    quickest.push(Key { first, moves: more + 1 });
                }
            }
            if !quickest.is_empty() {
                return quickest.into_iter().map(|key| self.continuation(position, key)).collect();
            }
        }
        Ok(Vec::new())
    }
}
