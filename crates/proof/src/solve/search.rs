//! The search: legal moves, depth first, as far as both sides can afford their ends.
//!
//! Whether a position leads to the target in so many plies does not depend on how it came
//! about, so positions that fail are remembered as such. Where much work has gone into a
//! position, its further children are analysed anew: by then less is left to spare, and
//! more is known.

use super::account::{Account, Step};
use super::analysis::{Analysis, Duties, Tables};
use super::budget::Meter;
use super::solo::Solo;
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
    solo: [Option<Solo>; 2],
    solo_at: u64,
    root: Option<std::rc::Rc<Analysis>>,
}

/// A position with so many plies left, and what is known of its games.
struct Place<'t> {
    position: &'t Position,
    plies: u8,
    tables: &'t Tables,
}

/// How many nodes the children of a position take on average before further ones are
/// analysed.
const PATIENCE: u64 = 3000;

const SOLO: u64 = 20_000;
/// What an analysis takes, in nodes.
const ANALYSIS: u64 = 500;

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
        Search { target, failed, meter, found, line: Vec::new(), steps: Vec::new(), analyses: 0, solo: [None, None], solo_at: SOLO, root: None }
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
        self.meter.spend_many(ANALYSIS)?;
        match Analysis::of(position, &self.target, u32::from(plies), duties) {
            Err(_) => ControlFlow::Continue(false),
            Ok(analysis) => {
                let analysis = std::rc::Rc::new(analysis);
                if self.root.is_none() {
                    self.root = Some(analysis.clone());
                    self.solo_at += self.meter.nodes();
                }
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
        if self.meter.nodes() >= self.solo_at {
            self.build_solo();
        }
        let since = self.meter.nodes();
        let first = self.steps.len();
        let steps = &mut self.steps;
        let (solo, root) = (&self.solo, &self.root);
        position.for_each_move(|m| {
            let step = account.weigh(tables, position, m).filter(|step| {
                [0, 1].into_iter().all(|color| match (&solo[color], root) {
                    (Some(solo), Some(root)) => {
                        let made = root.sides[color].moves as usize - Account::moves_left(step, color);
                        solo.admits(made, step.hashes[color])
                    }
                    _ => true,
                })
            });
            steps.extend(step);
        });
        let mut any = false;
        let mut children = 0;
        while self.steps.len() > first {
            let Some(step) = self.steps.pop() else { break };
            let child = position.after(step.m);
            let before = account.play(&step, position.turn());
            self.line.push(step.m);
            let child = Place { position: &child, plies: plies - 1, tables };
            any |= if plies > WORTH && self.meter.nodes() - since > PATIENCE * children {
                self.explore_child(&child, account)?
            } else {
                self.walk(&child, account)?
            };
            children += 1;
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

    fn build_solo(&mut self) {
        let Some(root) = self.root.clone() else { return };
        let most = if self.solo_at >= 20_000_000 { u64::MAX } else { self.meter.nodes() * 5 }.clamp(100_000, 6_000_000);
        for color in 0..2 {
            if self.solo[color].is_none() {
                let t = std::time::Instant::now();
                self.solo[color] = Solo::of(&root, color, most as usize);
                if std::env::var_os("DBG").is_some() {
                    eprintln!("solo {color} most {most} {:?} {:?}", self.solo[color].as_ref().map(|s| s.sizes()), t.elapsed());
                }
            }
        }
        let done = self.solo.iter().all(|s| s.is_some()) || most == 6_000_000;
        self.solo_at = if done { u64::MAX } else { self.meter.nodes() * 8 };
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
