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
//! # Ok::<(), sole_proof::sweep::Halt>(())
//! ```

mod armies;
mod army;
mod barn;
mod bounds;
mod census;
mod endings;
mod estimate;
mod field;
mod harvest;
mod items;
mod last;
mod layer;
mod log;
mod opponents;
mod ply;
mod portions;
mod pull;
mod scratch;
mod step;
mod trace;
mod verify;

use std::fmt;
use std::ops::ControlFlow;

use sole_board::{Clocks, Position};

pub use census::Census;
pub use estimate::{Estimate, Finds, Plan, check_room, estimate};
pub use scratch::{Scratch, ScratchError, Writes};
pub use trace::Tracer;

use crate::{PlySet, Stopped};
use armies::{Armies, Id};
use army::Army;
use barn::{Barn, Harvests, Label};
use items::Buffer;
use layer::{Layer, Meetings, Stacking};
use opponents::Opponents;
use ply::Ply;
use step::Steps;
use verify::Verifier;

/// The plies one after the other, from a position on.
pub struct Sweep {
    start: Position,
    armies: Armies,
    /// All positions after each number of plies.
    layers: Vec<Layer>,
    /// How armies moved in each ply.
    steps: Vec<Steps>,
    scratch: Option<Scratch>,
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
    /// A short name of what is listed, by which a sweep that was interrupted knows it again.
    pub name: &'a str,
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

impl Keep {
    /// How many times positions are in memory while it is made.
    fn copies(self) -> u64 {
        match self {
            Keep::Layer => 3,
            Keep::LastLayer => 2,
            Keep::Census => 1,
        }
    }
}

/// Why a ply was not worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Whoever watched told it to stop.
    Stopped,
    /// There was no room for it.
    Scratch(ScratchError),
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
            name: "count",
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
        Sweep { start: *start, armies, layers: vec![layer], steps: Vec::new(), scratch: None }
    }

    /// The same within a bound of memory; what there is no room for goes to a folder. What an
    /// earlier sweep from the same position left there is taken up.
    pub fn within(start: &Position, scratch: Scratch) -> Sweep {
        Sweep { scratch: Some(scratch), ..Sweep::new(start) }
    }

    /// Removes what was put into a folder: the work is done.
    pub fn clean_up(self) -> Result<(), ScratchError> {
        self.scratch.map_or(Ok(()), Scratch::remove)
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
    pub fn advance(&mut self, orders: &Orders<'_>) -> Result<Outcome, Halt> {
        assert_eq!(self.layers.len(), self.plies() + 1, "the ply before was kept");
        assert!(self.layers.len() <= PlySet::MAX, "a set has room for the ply");
        let (steps, opponents) = self.prepare()?;
        let fixed = self.bytes_of_ply(&steps, &opponents, orders.threads);
        let room = self.room(fixed)?;
        // A layer that is made of what is in memory has to find room beside it.
        let share = room / orders.keep.copies();
        let harvests = self.harvest(&steps, &opponents, orders, share)?;
        let mut outcome = Outcome { census: Census::default(), finds: Vec::new() };
        for harvest in &harvests.all {
            outcome.census += &harvest.census;
            outcome.finds.extend(&harvest.finds);
        }
        if orders.keep != Keep::Census {
            let scratch = self.scratch.as_ref();
            let stacking = Stacking {
                armies: self.armies.len(),
                opponents: &opponents,
                keep: orders.keep,
                room: room - share,
                shelf: scratch.map(|scratch| (scratch, format!("ply-{}-next", self.layers.len()))),
                harvests: &harvests,
            };
            self.layers.push(stacking.layer()?);
            drop(harvests);
        }
        self.steps.push(steps);
        self.make_room(fixed)?;
        Ok(outcome)
    }

    /// What is wrong if the games of a find are not those that were counted.
    ///
    /// # Panics
    /// If no files were used, so that nobody else can have changed anything.
    fn contradiction(&self) -> ScratchError {
        let scratch = self.scratch.as_ref().filter(|scratch| scratch.is_in_use());
        let folder = scratch.expect("counts in memory agree with the games").folder();
        ScratchError::Contradiction { path: folder.to_owned() }
    }

    /// Works out all portions of a ply that are not there yet.
    fn harvest(
        &self,
        steps: &Steps,
        opponents: &Opponents,
        orders: &Orders<'_>,
        room: u64,
    ) -> Result<Harvests, Halt> {
        let (armies, layers) = (&self.armies, &self.layers);
        let ply = Ply { armies, layers, steps, opponents, orders };
        let groups = ply.groups();
        let verifier = Verifier::new(&ply, &groups);
        let label = self.label(orders, verifier.portions());
        let barn = Barn::open(self.scratch.as_ref(), label, verifier, room)?;
        ply.harvest(&groups, &barn)?;
        Ok(barn.close())
    }

    /// What the portions of a ply are known by.
    fn label(&self, orders: &Orders<'_>, portions: usize) -> Label {
        let ply = self.layers.len();
        let name = match orders.keep {
            Keep::Layer | Keep::LastLayer => format!("ply-{ply}-layer"),
            Keep::Census => format!("ply-{ply}-{}", orders.name),
        };
        let fen = self.start.to_setup(Clocks::default());
        let title = format!("{fen}; {name}; {}; {portions} portions", orders.name);
        Label { name, title }
    }

    /// How the side to move can move, and whom against.
    fn prepare(&mut self) -> Result<(Steps, Opponents), ScratchError> {
        let meetings = &self.layers[self.plies()].by_next;
        let movers: Vec<Id> = meetings.armies().collect();
        let steps = Steps::of_all(&mut self.armies, &movers);
        let takeable = takeable(&self.armies, meetings, &movers)?;
        let opponents = Opponents::new(&mut self.armies, meetings.roster().to_vec(), takeable);
        Ok((steps, opponents))
    }
}

/// For each army that these meet the men that they may take, as they see them.
fn takeable(armies: &Armies, meetings: &Meetings, movers: &[Id]) -> Result<Vec<u64>, ScratchError> {
    let mut takeable = vec![0; meetings.roster().len()];
    let mut buffer = Buffer::default();
    for &mover in movers {
        let reach = step::reach(armies.get(mover)).0;
        for item in meetings.of(mover, &mut buffer)? {
            takeable[item.place() as usize] |= reach;
        }
    }
    for (squares, &id) in takeable.iter_mut().zip(meetings.roster()) {
        *squares &= armies.get(id).occupied().flip_vertical().0;
    }
    Ok(takeable)
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Halt {
        Halt::Stopped
    }
}

impl From<ScratchError> for Halt {
    fn from(error: ScratchError) -> Halt {
        Halt::Scratch(error)
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Stopped => Stopped.fmt(f),
            Halt::Scratch(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Halt {}

impl fmt::Debug for Sweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (plies, armies) = (self.plies(), self.armies.len());
        f.debug_struct("Sweep").field("plies", &plies).field("armies", &armies).finish()
    }
}
