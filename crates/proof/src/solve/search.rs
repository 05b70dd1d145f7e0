//! The search: legal moves, depth first, as far as both sides can afford their ends.
//!
//! Whether a position leads to the target in so many plies does not depend on how it came
//! about, so positions that fail are remembered as such. Where much work has gone into a
//! position, its further children are analysed anew: by then less is left to spare, and
//! more is known.

use super::account::{Account, Step};
use super::analysis::{Analysis, Duties, Tables};
use super::budget::Meter;
use super::table::Table;
use sole_board::{Diagram, Move, PackedPosition, Position};
use sole_puzzle::Stop;
use std::ops::ControlFlow;

/// Hears of every game.
pub(super) type Listener<'a> = dyn FnMut(&[Move]) -> ControlFlow<Stop> + 'a;

/// A search in progress.
pub(super) struct Search<'a, 'b> {
    target: Diagram,
    failed: Table,
    meter: &'a mut Meter<'b>,
    found: &'a mut Listener<'a>,
    line: Vec<Move>,
    /// The steps of all positions of the line that are still to be played.
    steps: Vec<Step>,
    pub(super) analyses: u64,
}

/// A position with so many plies left, and what is known of its games.
struct Place<'t> {
    position: &'t Position,
    plies: u8,
    tables: &'t Tables,
}

/// How many nodes a position takes before its further children are analysed.
const PATIENCE: u64 = 4000;

/// How many plies must be left for an analysis to be worth its time.
const WORTH: u8 = 4;

impl<'a, 'b> Search<'a, 'b> {
    /// A search for games that end in `target`.
    pub(super) fn new(
        target: Diagram,
        meter: &'a mut Meter<'b>,
        found: &'a mut Listener<'a>,
    ) -> Search<'a, 'b> {
        let failed = Table::new(meter.bytes());
        Search { target, failed, meter, found, line: Vec::new(), steps: Vec::new(), analyses: 0 }
    }

    /// Reports every game of so many plies in which both sides castle as their duties say;
    /// tells whether there was one.
    pub(super) fn explore(
        &mut self,
        position: &Position,
        plies: u8,
        duties: Duties,
    ) -> ControlFlow<Stop, bool> {
        self.analyses += 1;
        match Analysis::of(position, &self.target, u32::from(plies), duties) {
            Err(_) => ControlFlow::Continue(false),
            Ok(analysis) => {
                let place = Place { position, plies, tables: &analysis.tables };
                self.walk(&place, &mut Account::new(&analysis))
            }
        }
    }

    fn walk(&mut self, place: &Place<'_>, account: &mut Account) -> ControlFlow<Stop, bool> {
        let &Place { position, plies, tables } = place;
        if plies == 0 {
            return self.arrive(position);
        }
        self.meter.spend()?;
        let packed = PackedPosition::new(position).ok().filter(|_| plies > 1);
        if packed.is_some_and(|packed| self.failed.contains(&packed, plies)) {
            return ControlFlow::Continue(false);
        }
        let since = self.meter.nodes();
        let first = self.steps.len();
        let steps = &mut self.steps;
        position.for_each_move(|m| steps.extend(account.weigh(tables, position, m)));
        let mut any = false;
        while self.steps.len() > first {
            let Some(step) = self.steps.pop() else { break };
            let child = position.after(step.m);
            let before = account.play(&step, position.turn());
            self.line.push(step.m);
            let child = Place { position: &child, plies: plies - 1, tables };
            any |= if plies > WORTH && self.meter.nodes() - since > PATIENCE {
                self.explore_child(&child, account)?
            } else {
                self.walk(&child, account)?
            };
            self.line.pop();
            account.take_back(&step, position.turn(), before);
        }
        if let Some(packed) = packed
            && !any
        {
            self.failed.insert(&packed, plies);
        }
        ControlFlow::Continue(any)
    }

    fn explore_child(&mut self, place: &Place<'_>, account: &Account) -> ControlFlow<Stop, bool> {
        let packed = PackedPosition::new(place.position).ok();
        if packed.is_some_and(|packed| self.failed.contains(&packed, place.plies)) {
            return ControlFlow::Continue(false);
        }
        self.explore(place.position, place.plies, account.duties())
    }

    fn arrive(&mut self, position: &Position) -> ControlFlow<Stop, bool> {
        if *position.diagram() != self.target {
            return ControlFlow::Continue(false);
        }
        (self.found)(&self.line)?;
        ControlFlow::Continue(true)
    }
}
