//! Every position after each number of plies, counted exactly.
//!
//! A position is a pair of armies, so a ply is worked out for one army after it at a
//! time: whatever opponents it met before it moved, it still meets, unless they
//! stand in the way, or less the man that it took. No position is ever looked up
//! in a table of all.
//!
//! ```
//! use sole_board::Position;
//! use sole_proof::sweep::{Orders, Sweep};
//! let mut sweep = Sweep::new(&Position::initial());
//! let counts = (0..3).map(|_| sweep.advance(&Orders::default()).map(|ply| ply.census.positions));
//! assert_eq!(counts.collect::<Result<Vec<_>, _>>()?, [20, 400, 5362]);
//! # Ok::<(), sole_proof::Stopped>(())
//! ```

mod armies;
mod army;
mod census;
mod endings;
mod field;
mod last;
mod layer;
mod opponents;
mod ply;
mod portions;
mod pull;
mod step;
mod trace;

use std::fmt;
use std::ops::ControlFlow;

use sole_board::Position;

pub use census::Census;
pub use trace::Tracer;

use crate::{PlySet, Stopped};
use armies::{Armies, Id};
use army::Army;
use layer::{Layer, Meetings};
use opponents::Opponents;
use ply::Ply;
use step::Steps;

/// The plies one after the other, from a position on.
pub struct Sweep {
    start: Position,
    armies: Armies,
    /// All positions after each number of plies.
    layers: Vec<Layer>,
    /// How armies moved in each ply.
    steps: Vec<Steps>,
}

/// How a ply is to be worked out.
#[derive(Clone, Copy)]
pub struct Orders<'a> {
    /// How many threads share the work.
    pub threads: usize,
    /// What is kept of it.
    pub keep: Keep,
    /// Which diagrams that exactly one game leads to are listed, by the earlier plies at
    /// which they can be reached, too.
    pub finds: &'a (dyn Fn(PlySet) -> bool + Sync),
    /// Told how far it has come; it breaks to stop it.
    pub watch: &'a Watch<'a>,
}

/// Told how far a ply has come; it breaks to stop it.
pub type Watch<'a> = dyn Fn(Progress) -> ControlFlow<()> + Sync + 'a;

/// What is kept of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All positions, to go on from.
    Layer,
    /// All positions, for one more ply: half the memory.
    LastLayer,
    /// The counts alone: it is the last ply.
    Census,
}

/// How far a ply has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Which ply.
    pub ply: usize,
    /// How many portions of it are done.
    pub done: usize,
    /// How many there are.
    pub of: usize,
}

/// A diagram that exactly one game leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Find {
    /// The men of the side that has moved.
    last: Id,
    /// The men of the other side.
    next: Id,
    /// The earlier plies at which it can be reached, too.
    pub earlier: PlySet,
}

/// What a ply brought.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The counts.
    pub census: Census,
    /// The diagrams that were asked for.
    pub finds: Vec<Find>,
}

impl Default for Orders<'static> {
    /// One thread that keeps everything, lists nothing and never stops.
    fn default() -> Orders<'static> {
        Orders {
            threads: 1,
            keep: Keep::Layer,
            finds: &|_| false,
            watch: &|_| ControlFlow::Continue(()),
        }
    }
}

impl Sweep {
    /// Begins at a position.
    pub fn new(start: &Position) -> Sweep {
        let mut armies = Armies::new();
        let next = armies.number(Army::of(start, start.turn()));
        let last = armies.number(Army::of(start, !start.turn()));
        let passant_file = start.en_passant().map(|square| square.file() as u8);
        let layer = Layer::of_start(next, last, passant_file);
        Sweep { start: *start, armies, layers: vec![layer], steps: Vec::new() }
    }

    /// How many plies have been worked out.
    pub fn plies(&self) -> usize {
        self.steps.len()
    }

    /// Works out one ply more.
    ///
    /// # Panics
    /// If the ply before was not kept, that before it was kept for one more ply only, or it
    /// is [`PlySet::MAX`].
    pub fn advance(&mut self, orders: &Orders<'_>) -> Result<Outcome, Stopped> {
        assert_eq!(self.layers.len(), self.plies() + 1, "the ply before was kept");
        assert!(self.layers.len() <= PlySet::MAX, "a set has room for the ply");
        let (steps, opponents) = self.prepare();
        let (armies, layers) = (&self.armies, &self.layers);
        let ply = Ply { armies, layers, steps: &steps, opponents: &opponents, orders };
        let mut harvests = ply.harvest()?;
        let mut outcome = Outcome { census: Census::default(), finds: Vec::new() };
        for harvest in &mut harvests {
            outcome.census += &harvest.census;
            outcome.finds.append(&mut harvest.finds);
        }
        if orders.keep != Keep::Census {
            let layer = Layer::new(self.armies.len(), &opponents, &harvests, orders.keep);
            self.layers.push(layer);
        }
        self.steps.push(steps);
        Ok(outcome)
    }

    /// How the side to move can move, and whom against.
    fn prepare(&mut self) -> (Steps, Opponents) {
        let meetings = &self.layers[self.plies()].by_next;
        let movers: Vec<Id> = meetings.armies().collect();
        let steps = Steps::of_all(&mut self.armies, &movers);
        let takeable = takeable(&self.armies, meetings, &movers);
        let opponents = Opponents::new(&mut self.armies, meetings.roster().to_vec(), takeable);
        (steps, opponents)
    }
}

/// For each army that these meet the men that they may take, as they see them.
fn takeable(armies: &Armies, meetings: &Meetings, movers: &[Id]) -> Vec<u64> {
    let mut takeable = vec![0; meetings.roster().len()];
    for &mover in movers {
        let reach = step::reach(armies.get(mover)).0;
        for item in meetings.of(mover) {
            takeable[item.place() as usize] |= reach;
        }
    }
    for (squares, &id) in takeable.iter_mut().zip(meetings.roster()) {
        *squares &= armies.get(id).occupied().flip_vertical().0;
    }
    takeable
}

impl fmt::Debug for Sweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (plies, armies) = (self.plies(), self.armies.len());
        f.debug_struct("Sweep").field("plies", &plies).field("armies", &armies).finish()
    }
}
