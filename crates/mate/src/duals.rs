//! Duals: places after the key where the attacker has a choice.
//!
//! A reply is *full* if the goal cannot be forced faster after it than the moves left allow.
//! After a full reply exactly one move should force the goal in time; if there are several, that
//! is a dual. Every reply counts, whether it stops a threat or not, as for
//! [`make::Duals::Forbidden`](crate::make::Duals::Forbidden).

use crate::root::Forced;
use crate::{Key, OutOfBudget};
use sole_board::{Move, Position};

/// A full reply after which several moves force the goal in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dual {
    /// The moves that lead there, from the key to the reply.
    pub line: Vec<Move>,
    /// The moves that force the goal in time, two at least.
    pub moves: Vec<Move>,
    /// How the reply and the threats are related.
    pub kind: DualKind,
}

/// How a dual is related to what the attacker threatens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DualKind {
    /// The reply stops every threat, or there was none.
    Defence,
    /// The reply leaves several threats that all work.
    Threats,
    /// The reply leaves one threat, and allows something else besides.
    Minor,
}

/// The duals of a problem, in the order of the play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duals {
    list: Vec<Dual>,
    is_cut_short: bool,
}

impl Duals {
    /// How many are kept at most.
    pub const KEPT: usize = 10_000;

    /// Those that were found.
    pub fn list(&self) -> &[Dual] {
        &self.list
    }

    /// Whether these are all; otherwise the budget ran out, or there are more than
    /// [`Duals::KEPT`].
    pub fn is_complete(&self) -> bool {
        !self.is_cut_short
    }

    /// Those of one kind.
    pub fn of_kind(&self, kind: DualKind) -> impl Iterator<Item = &Dual> {
        self.list.iter().filter(move |dual| dual.kind == kind)
    }
}

/// Finds the duals after each of these keys.
pub(crate) fn after<F: Forced>(search: &mut F, position: &Position, keys: &[Key]) -> Duals {
    let mut finder = Finder { search, line: Vec::new(), list: Vec::new() };
    let found = keys.iter().try_for_each(|key| finder.after_move(position, key.first, key.moves));
    Duals { is_cut_short: found.is_err(), list: finder.list }
}

struct Finder<'s, F> {
    search: &'s mut F,
    line: Vec<Move>,
    list: Vec<Dual>,
}

impl<F: Forced> Finder<'_, F> {
    /// Looks at all full replies to `m`, which forces the goal in `moves` moves.
    fn after_move(&mut self, before: &Position, m: Move, moves: u8) -> Result<(), OutOfBudget> {
        let position = before.after(m);
        let Some(left) = moves.checked_sub(1).filter(|&left| left > 0) else { return Ok(()) };
        self.line.push(m);
        for reply in self.search.defences(&position) {
            let child = position.after(reply);
            if self.is_full(&child, left)? {
                self.line.push(reply);
                self.after_reply(&position, &child, left)?;
                self.line.pop();
            }
        }
        self.line.pop();
        Ok(())
    }

    /// Whether the goal takes all the moves left.
    fn is_full(&mut self, child: &Position, left: u8) -> Result<bool, OutOfBudget> {
        Ok(!self.search.is_over(child) && self.search.length(child, left - 1)?.is_none())
    }

    fn after_reply(
        &mut self,
        position: &Position,
        child: &Position,
        left: u8,
    ) -> Result<(), OutOfBudget> {
        let moves = self.successes(child, left)?;
        if moves.len() > 1 {
            let kind = self.kind(position, &moves, left)?;
            let dual = Dual { line: self.line.clone(), moves: moves.clone(), kind };
            if self.list.len() == Duals::KEPT {
                return Err(OutOfBudget);
            }
            self.list.push(dual);
        }
        moves.into_iter().try_for_each(|m| self.after_move(child, m, left))
    }

    /// The moves that force the goal in time.
    fn successes(&mut self, position: &Position, moves: u8) -> Result<Vec<Move>, OutOfBudget> {
        let mut successes = Vec::new();
        for m in self.search.attacks(position) {
            if self.search.succeeds(&position.after(m), m, moves - 1)? {
                successes.push(m);
            }
        }
        Ok(successes)
    }

    /// The kind of a dual of these moves after a reply in `position`.
    fn kind(
        &mut self,
        position: &Position,
        moves: &[Move],
        left: u8,
    ) -> Result<DualKind, OutOfBudget> {
        let Some(passed) = position.passed() else { return Ok(DualKind::Defence) };
        if self.search.length(&passed, left - 1)?.is_some() {
            return Ok(DualKind::Defence); // A full reply stops every threat that is faster.
        }
        let threats = self.successes(&passed, left)?;
        Ok(match moves.iter().filter(|m| threats.contains(m)).count() {
            0 => DualKind::Defence,
            1 => DualKind::Minor,
            _ => DualKind::Threats,
        })
    }
}
