//! A second engine for direct play: proof numbers, depth first.
//!
//! Always goes where the least is left to prove or to refute. Positions are told
//! apart by the moves that remain as well, so none can come back to itself, and
//! the known troubles of proof numbers on loops do not arise. It shares the rules
//! of chess with the other engine and nothing else: no table, no shortcuts.
//! Each checks the other.

use crate::budget::{NodeCounter, bytes};
use crate::{Budget, Goal, OutOfBudget};
use sole_board::{Move, PackedPosition, Position};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Whether the side to move forces the goal in at most `moves` moves.
///
/// # Errors
/// The budget ran out, in nodes, time or memory.
pub fn forces(
    position: &Position,
    goal: Goal,
    moves: u8,
    budget: &Budget<'_>,
) -> Result<bool, OutOfBudget> {
    Engine::new(goal, budget).forces(position, moves)
}

/// The first moves with which the side to move forces the goal in at most
/// `moves` moves, in the order of the move generator.
///
/// # Errors
/// The budget ran out, in nodes, time or memory.
pub fn keys(
    position: &Position,
    goal: Goal,
    moves: u8,
    budget: &Budget<'_>,
) -> Result<Vec<Move>, OutOfBudget> {
    Engine::new(goal, budget).keys(position, moves)
}

/// What is left to do for the side to move: to prove that it gets what it wants,
/// and to refute it. The attacker wants the goal, the defender to avoid it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    prove: u32,
    refute: u32,
}

/// More than any sum of numbers can be.
const INFINITY: u32 = u32::MAX;

impl Numbers {
    const WON: Numbers = Numbers { prove: 0, refute: INFINITY };
    const LOST: Numbers = Numbers { prove: INFINITY, refute: 0 };
    const UNKNOWN: Numbers = Numbers { prove: 1, refute: 1 };

    fn is_decided(self) -> bool {
        self.prove == 0 || self.refute == 0
    }
}

/// A sum that reaches [`INFINITY`] only if a part is it.
fn add(a: u32, b: u32) -> u32 {
    if a == INFINITY || b == INFINITY { INFINITY } else { a.saturating_add(b).min(INFINITY - 1) }
}

/// Answers many questions, and remembers what was found out for earlier ones.
pub(crate) struct Engine<'a> {
    goal: Goal,
    counter: NodeCounter<'a>,
    known: HashMap<(PackedPosition, u16), Numbers>,
    most_known: usize,
}

impl<'a> Engine<'a> {
    pub(crate) fn new(goal: Goal, budget: &Budget<'a>) -> Engine<'a> {
        let most_known = bytes(budget) / (2 * size_of::<(PackedPosition, u16, Numbers)>());
        Engine { goal, counter: NodeCounter::new(budget), known: HashMap::new(), most_known }
    }

    /// As the function of this name.
    pub(crate) fn forces(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfBudget> {
        match moves.checked_sub(1) {
            Some(more) => self.decide(position, 2 * u16::from(more) + 1),
            None => Ok(false),
        }
    }

    /// As the function of this name.
    pub(crate) fn keys(
        &mut self,
        position: &Position,
        moves: u8,
    ) -> Result<Vec<Move>, OutOfBudget> {
        let Some(more) = moves.checked_sub(1) else { return Ok(Vec::new()) };
        let mut keys = Vec::new();
        for m in position.moves() {
            if !self.decide(&position.after(m), 2 * u16::from(more))? {
                keys.push(m);
            }
        }
        Ok(keys)
    }

    /// Clears the table if it is half full.
    pub(crate) fn forget_if_half_full(&mut self) {
        if self.known.len() > self.most_known / 2 {
            self.known = HashMap::new();
        }
    }

    /// Whether the side to move gets what it wants, `plies` before the end.
    fn decide(&mut self, position: &Position, plies: u16) -> Result<bool, OutOfBudget> {
        let numbers = self.look(position, plies);
        if numbers.is_decided() {
            return Ok(numbers.prove == 0);
        }
        let all = Numbers { prove: INFINITY, refute: INFINITY };
        Ok(self.develop(position, plies, all)?.prove == 0)
    }

    /// Works on a position until it is decided or its numbers reach `limits`.
    fn develop(
        &mut self,
        position: &Position,
        plies: u16,
        limits: Numbers,
    ) -> Result<Numbers, OutOfBudget> {
        let children: Vec<Position> = position.moves().iter().map(|&m| position.after(m)).collect();
        let mut numbers = Vec::with_capacity(children.len());
        for child in &children {
            let look = self.look(child, plies - 1);
            if look == Numbers::LOST {
                self.remember(position, plies, Numbers::WON)?;
                return Ok(Numbers::WON);
            }
            numbers.push(look);
        }
        loop {
            self.counter.spend()?;
            let sum = sum(&numbers);
            if sum.is_decided() || sum.prove >= limits.prove || sum.refute >= limits.refute {
                self.remember(position, plies, sum)?;
                return Ok(sum);
            }
            let (best, second) = two_best(&numbers);
            let rest = sum.refute - numbers[best].prove;
            let limits = Numbers {
                prove: limits.refute.saturating_sub(rest),
                refute: limits.prove.min(second.saturating_add(1)),
            };
            numbers[best] = self.develop(&children[best], plies - 1, limits)?;
        }
    }

    /// What is known of a position without working on it.
    fn look(&self, position: &Position, plies: u16) -> Numbers {
        let attacking = plies % 2 == 1;
        if !position.has_moves() {
            let reached = !attacking && self.goal.is_reached(position);
            return if attacking || reached { Numbers::LOST } else { Numbers::WON };
        }
        match plies {
            0 => Numbers::WON,
            1 if self.ends(position) => Numbers::WON,
            1 => Numbers::LOST,
            2 if self.holds(position) => Numbers::WON,
            2 => Numbers::LOST,
            _ => self.recall(position, plies),
        }
    }

    fn recall(&self, position: &Position, plies: u16) -> Numbers {
        let packed = PackedPosition::new(position).ok();
        let known = packed.and_then(|packed| self.known.get(&(packed, plies)));
        known.copied().unwrap_or(Numbers::UNKNOWN)
    }

    fn remember(
        &mut self,
        position: &Position,
        plies: u16,
        numbers: Numbers,
    ) -> Result<(), OutOfBudget> {
        if self.known.len() >= self.most_known {
            return Err(OutOfBudget);
        }
        if let Ok(packed) = PackedPosition::new(position) {
            self.known.insert((packed, plies), numbers);
        }
        Ok(())
    }

    /// Whether the side to move has a reply after which the goal is not reached at once.
    fn holds(&self, position: &Position) -> bool {
        let flow = position.try_for_each_child(|_, child| {
            if self.ends(child) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        flow.is_break()
    }

    /// Whether the side to move reaches the goal at once.
    fn ends(&self, position: &Position) -> bool {
        let visit = |_: Move, child: &Position| {
            let ends = !child.has_moves() && self.goal.is_reached(child);
            if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match self.goal {
            Goal::Mate => position.try_for_each_checking_child(visit).is_break(),
            Goal::Stalemate => position.try_for_each_child(visit).is_break(),
        }
    }
}

/// The numbers of a position from those of its children, which are the other
/// side's: one lost child proves it, all won refute it.
fn sum(children: &[Numbers]) -> Numbers {
    let prove = children.iter().map(|child| child.refute).min().unwrap_or(INFINITY);
    let refute = children.iter().map(|child| child.prove).fold(0, add);
    Numbers { prove, refute }
}

/// The child with the least to refute, and the least of the others.
fn two_best(children: &[Numbers]) -> (usize, u32) {
    let (mut best, mut least, mut second) = (0, INFINITY, INFINITY);
    for (index, child) in children.iter().enumerate() {
        if child.refute < least {
            (best, second, least) = (index, least, child.refute);
        } else {
            second = second.min(child.refute);
        }
    }
    (best, second)
}
