//! Tests whether a position satisfies the constraints, the cheapest tests first.

use super::batches::Made;
use super::{Constraints, Defence, Duals, Economy, Find, KeyConstraint};
use crate::OutOfBudget;
use crate::direct::Search;
use crate::proof_number::Engine;
use crate::root::Forced;
use sole_board::{Clocks, Faults, Move, Position, Role};
use std::ops::ControlFlow;

/// Knows in how many moves mate is forced.
pub(super) trait Lengths: Forced {
    /// Whether the side to move forces mate in at most `moves` moves.
    fn within(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfBudget>;
}

impl Lengths for Search<'_> {
    fn within(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfBudget> {
        self.attack(position, moves)
    }
}

/// Checks many positions against the same constraints.
pub(super) struct Judge<L> {
    lengths: L,
    constraints: Constraints,
}

/// What is known of a position that satisfies the constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sound {
    pub(super) position: Position,
    /// The key for which everything holds.
    pub(super) key: Move,
}

impl<L: Lengths> Judge<L> {
    pub(super) fn new(lengths: L, constraints: Constraints) -> Judge<L> {
        Judge { lengths, constraints }
    }

    /// How many moves are left after the key.
    fn more(&self) -> u8 {
        self.constraints.moves.get() - 1
    }

    /// The key, if all constraints but economy are satisfied.
    pub(super) fn key(&mut self, position: &Position) -> Result<Option<Move>, OutOfBudget> {
        if self.lengths.within(position, self.more())? {
            return Ok(None);
        }
        match self.constraints.key {
            KeyConstraint::Any => self.any_key(position),
            KeyConstraint::Unique | KeyConstraint::Quiet => self.only_key(position),
        }
    }

    fn any_key(&mut self, position: &Position) -> Result<Option<Move>, OutOfBudget> {
        for m in position.moves() {
            if self.is_good_after(&position.after(m), m)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    fn only_key(&mut self, position: &Position) -> Result<Option<Move>, OutOfBudget> {
        let mut key = None;
        for m in ranked(position) {
            if self.lengths.succeeds(&position.after(m), m, self.more())? {
                if key.is_some() || !self.constraints.key.accepts(position, m) {
                    return Ok(None);
                }
                key = Some(m);
            }
        }
        match key {
            Some(m) if self.is_good_after(&position.after(m), m)? => Ok(Some(m)),
            _ => Ok(None),
        }
    }

    /// Whether the key `m` satisfies the constraints in `position`, given that the play after it
    /// does.
    pub(super) fn is_key_of(&mut self, position: &Position, m: Move) -> Result<bool, OutOfBudget> {
        if self.constraints.key == KeyConstraint::Any {
            return Ok(!self.lengths.within(position, self.more())?);
        }
        if !self.constraints.key.accepts(position, m) {
            return Ok(false);
        }
        for other in ranked(position) {
            if other != m && self.lengths.succeeds(&position.after(other), other, self.more())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All moves that mate in time.
    pub(super) fn keys(&mut self, position: &Position) -> Result<Vec<Move>, OutOfBudget> {
        self.successes(position, self.more() + 1)
    }

    /// All moves that mate in at most `moves`.
    fn successes(&mut self, position: &Position, moves: u8) -> Result<Vec<Move>, OutOfBudget> {
        let mut successes = Vec::new();
        for m in position.moves() {
            if self.lengths.succeeds(&position.after(m), m, moves - 1)? {
                successes.push(m);
            }
        }
        Ok(successes)
    }

    /// Whether `first`, which has led to `position`, mates in the required number of moves and
    /// not in fewer, and the play satisfies the constraints.
    pub(super) fn is_good_after(
        &mut self,
        position: &Position,
        first: Move,
    ) -> Result<bool, OutOfBudget> {
        if !self.lengths.succeeds(position, first, self.more())? {
            return Ok(false);
        }
        let mut longest = Vec::new();
        for reply in position.moves() {
            let child = position.after(reply);
            if !self.lengths.within(&child, self.more() - 1)? {
                if self.constraints.duals == Duals::Forbidden
                    && !self.is_narrow(&child, self.more())?
                {
                    return Ok(false);
                }
                longest.push(child);
            }
        }
        Ok(longest.len() >= self.constraints.full_defences()
            && self.parry(position, &longest)? >= self.constraints.defences)
    }

    /// How many of the longest replies to a key stop what it threatens.
    fn parry(&mut self, position: &Position, longest: &[Position]) -> Result<usize, OutOfBudget> {
        let threats = match position.passed() {
            Some(passed) if self.constraints.defences > 0 => self.long_threats(&passed)?,
            _ => Vec::new(),
        };
        let mut defences = 0;
        for child in longest {
            defences += usize::from(!self.any_works(child, &threats)?);
        }
        Ok(defences)
    }

    /// What mates next in all the moves that are left, if the defender passes and there is
    /// nothing quicker. The longest replies stop whatever is quicker.
    fn long_threats(&mut self, passed: &Position) -> Result<Vec<Move>, OutOfBudget> {
        if self.lengths.within(passed, self.more() - 1)? {
            return Ok(Vec::new());
        }
        self.successes(passed, self.more())
    }

    fn any_works(&mut self, position: &Position, threats: &[Move]) -> Result<bool, OutOfBudget> {
        for &m in threats {
            if position.is_legal(m)
                && self.lengths.succeeds(&position.after(m), m, self.more() - 1)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side to move, which mates in `moves` moves and not in fewer, has one
    /// way only, now and later.
    fn is_narrow(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfBudget> {
        if moves == 1 {
            return Ok(has_one_mate(position));
        }
        let mut only = None;
        for m in ranked(position) {
            if self.lengths.succeeds(&position.after(m), m, moves - 1)? {
                if only.is_some() {
                    return Ok(false);
                }
                only = Some(m);
            }
        }
        let Some(only) = only else { return Ok(false) };
        let after = position.after(only);
        for reply in after.moves() {
            let child = after.after(reply);
            if !self.lengths.within(&child, moves - 2)? && !self.is_narrow(&child, moves - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The replies to `key` that hold out longest, each with all moves that answer it in time.
    pub(super) fn defences(
        &mut self,
        position: &Position,
        key: Move,
    ) -> Result<Vec<Defence>, OutOfBudget> {
        let after = position.after(key);
        let mut defences = Vec::new();
        for reply in after.moves() {
            let child = after.after(reply);
            if !self.lengths.within(&child, self.more() - 1)? {
                let answers = self.successes(&child, self.more())?;
                defences.push(Defence { reply, answers });
            }
        }
        Ok(defences)
    }

    /// The whole find, if the second engine confirms it.
    pub(super) fn prove(
        &mut self,
        sound: Sound,
        engine: &mut Engine<'_>,
    ) -> Result<Made<Find>, OutOfBudget> {
        let Sound { position, key } = sound;
        let moves = self.constraints.moves.get();
        let keys = self.keys(&position)?;
        let defences = self.defences(&position, key)?;
        let find = Find { position, moves, keys, key, defences };
        Ok(if find.is_confirmed(engine) { Made::Found(find) } else { Made::Unconfirmed })
    }

    /// Removes pieces for as long as the constraints are satisfied without them. Every piece of
    /// the result is needed.
    pub(super) fn minimal(&mut self, mut sound: Sound) -> Result<Sound, OutOfBudget> {
        while let Some(smaller) = self.smaller(&sound.position)? {
            sound = smaller;
        }
        Ok(sound)
    }

    /// Whether economy is satisfied by a position that satisfies all other constraints.
    pub(super) fn is_economical(&mut self, position: &Position) -> Result<bool, OutOfBudget> {
        Ok(self.constraints.economy == Economy::Any || self.smaller(position)?.is_none())
    }

    /// The position without one piece, if there is a piece without which the constraints are
    /// satisfied.
    fn smaller(&mut self, position: &Position) -> Result<Option<Sound>, OutOfBudget> {
        for position in without_one_man(position) {
            if let Some(key) = self.key(&position)? {
                return Ok(Some(Sound { position, key }));
            }
        }
        Ok(None)
    }
}

/// The positions with one man less, kings aside, whose rights are adapted to the men left.
pub(super) fn without_one_man(position: &Position) -> impl Iterator<Item = Position> {
    let (diagram, setup) = (position.diagram(), position.to_setup(Clocks::default()));
    let officers_and_pawns = diagram.occupied() - diagram.role(Role::King);
    officers_and_pawns.into_iter().filter_map(move |square| {
        let mut setup = setup;
        setup.diagram.take(square);
        Position::new(setup.without_unusable_rights(), Faults::NONE).ok()
    })
}

fn has_one_mate(position: &Position) -> bool {
    let mut mates = 0;
    let _ = position.try_for_each_mate(|_| {
        mates += 1;
        if mates > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    mates == 1
}

/// The legal moves, those that leave the other side fewest replies first: what
/// mates is among them.
fn ranked(position: &Position) -> Vec<Move> {
    let mut moves = Vec::with_capacity(64);
    position.for_each_child(|m, child| moves.push((child.count_moves(), m)));
    moves.sort_unstable();
    moves.into_iter().map(|(_, m)| m).collect()
}
