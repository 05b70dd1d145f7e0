//! Every position after each number of plies, counted exactly.
//!
//! A position is a pair of armies, so a ply is worked out for one army after it at a
//! time: whatever opponents it met before it moved, it still meets, unless they
//! stand in the way, or less the man that it took. No position is ever looked up
//! in a table of all.
//!
//! ```
//! use sole_board::Position;
//! use sole_proof::sweep::{PlyOptions, Sweep};
//! let mut sweep = Sweep::new(&Position::initial());
//! let counts = (0..3).map(|_| sweep.advance(&PlyOptions::default()).map(|ply| ply.counts.positions));
//! assert_eq!(counts.collect::<Result<Vec<_>, _>>()?, [20, 400, 5362]);
//! # Ok::<(), sole_proof::sweep::AdvanceError>(())
//! ```

mod armies;
mod army;
mod estimate;
mod gather;
mod items;
mod last_moves;
mod layer;
mod log;
mod memory_limit;
mod opponents;
mod parallel;
mod ply;
mod ply_chunk;
mod ply_counts;
mod ply_store;
mod scratch;
mod step;
mod step_effects;
mod trace;
mod unique_last_moves;
mod verify;

use std::fmt;
use std::ops::ControlFlow;

use sole_board::{Clocks, Position};

pub use estimate::{Estimate, Finds, Plan, check_room, estimate};
pub use ply_counts::PlyCounts;
pub use scratch::{Scratch, ScratchError, Writes};
pub use trace::Tracer;

use crate::{PlySet, Stopped};
use armies::{Armies, Id};
use army::Army;
use items::Buffer;
use layer::{Layer, LayerBuilder, OpponentLists};
use opponents::Opponents;
use ply::Ply;
use ply_store::{Label, PlyChunks, PlyStore};
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

/// The options for computing a ply.
#[derive(Clone, Copy)]
pub struct PlyOptions<'a> {
    /// The number of threads.
    pub threads: usize,
    /// What is retained of the ply.
    pub retain: Retain,
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

/// What is retained of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retain {
    /// All positions, to go on from.
    Layer,
    /// All positions, for one more ply: half the memory.
    LastLayer,
    /// The counts alone: it is the last ply.
    Counts,
}

impl Retain {
    /// How many times positions are in memory while it is made.
    fn copies(self) -> u64 {
        match self {
            Retain::Layer => 3,
            Retain::LastLayer => 2,
            Retain::Counts => 1,
        }
    }
}

/// Why a ply was not computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdvanceError {
    /// The watch callback stopped it.
    Stopped,
    /// The memory, the disk or a file did not allow it.
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
    pub counts: PlyCounts,
    /// The diagrams that were asked for.
    pub finds: Vec<Find>,
}

impl Default for PlyOptions<'static> {
    /// One thread that keeps everything, lists nothing and never stops.
    fn default() -> PlyOptions<'static> {
        PlyOptions {
            threads: 1,
            retain: Retain::Layer,
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
    pub fn advance(&mut self, options: &PlyOptions<'_>) -> Result<Outcome, AdvanceError> {
        assert_eq!(self.layers.len(), self.plies() + 1, "the ply before was kept");
        assert!(self.layers.len() <= PlySet::MAX, "a set has room for the ply");
        let (steps, opponents) = self.prepare()?;
        let fixed = self.bytes_of_ply(&steps, &opponents, options.threads);
        let room = self.room(fixed)?;
        // A layer that is made of what is in memory has to find room beside it.
        let share = room / options.retain.copies();
        let chunks = self.chunk(&steps, &opponents, options, share)?;
        let mut outcome = Outcome { counts: PlyCounts::default(), finds: Vec::new() };
        for chunk in &chunks.all {
            outcome.counts += &chunk.counts;
            outcome.finds.extend(&chunk.finds);
        }
        if options.retain != Retain::Counts {
            let scratch = self.scratch.as_ref();
            let builder = LayerBuilder {
                armies: self.armies.len(),
                opponents: &opponents,
                retain: options.retain,
                room: room - share,
                shelf: scratch.map(|scratch| (scratch, format!("ply-{}-next", self.layers.len()))),
                chunks: &chunks,
            };
            self.layers.push(builder.layer()?);
            drop(chunks);
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

    /// Computes all portions of a ply that are not in the store yet.
    fn chunk(
        &self,
        steps: &Steps,
        opponents: &Opponents,
        options: &PlyOptions<'_>,
        room: u64,
    ) -> Result<PlyChunks, AdvanceError> {
        let (armies, layers) = (&self.armies, &self.layers);
        let ply = Ply { armies, layers, steps, opponents, options };
        let groups = ply.groups();
        let verifier = Verifier::new(&ply, &groups);
        let label = self.label(options, verifier.portions());
        let store = PlyStore::open(self.scratch.as_ref(), label, verifier, room)?;
        ply.chunk(&groups, &store)?;
        Ok(store.finish())
    }

    /// What the portions of a ply are known by.
    fn label(&self, options: &PlyOptions<'_>, portions: usize) -> Label {
        let ply = self.layers.len();
        let name = match options.retain {
            Retain::Layer | Retain::LastLayer => format!("ply-{ply}-layer"),
            Retain::Counts => format!("ply-{ply}-{}", options.name),
        };
        let fen = self.start.to_setup(Clocks::default());
        let title = format!("{fen}; {name}; {}; {portions} portions", options.name);
        Label { name, title }
    }

    /// How the side to move can move, and whom against.
    fn prepare(&mut self) -> Result<(Steps, Opponents), ScratchError> {
        let opponent_lists = &self.layers[self.plies()].by_next;
        let movers: Vec<Id> = opponent_lists.armies().collect();
        let steps = Steps::of_all(&mut self.armies, &movers);
        let takeable = takeable(&self.armies, opponent_lists, &movers)?;
        let opponents =
            Opponents::new(&mut self.armies, opponent_lists.roster().to_vec(), takeable);
        Ok((steps, opponents))
    }
}

/// For each army that these meet the men that they may take, as they see them.
fn takeable(
    armies: &Armies,
    opponent_lists: &OpponentLists,
    movers: &[Id],
) -> Result<Vec<u64>, ScratchError> {
    let mut takeable = vec![0; opponent_lists.roster().len()];
    let mut buffer = Buffer::default();
    for &mover in movers {
        let reach = step::reach(armies.get(mover)).0;
        for item in opponent_lists.of(mover, &mut buffer)? {
            takeable[item.place() as usize] |= reach;
        }
    }
    for (squares, &id) in takeable.iter_mut().zip(opponent_lists.roster()) {
        *squares &= armies.get(id).occupied().flip_vertical().0;
    }
    Ok(takeable)
}

impl From<Stopped> for AdvanceError {
    fn from(_: Stopped) -> AdvanceError {
        AdvanceError::Stopped
    }
}

impl From<ScratchError> for AdvanceError {
    fn from(error: ScratchError) -> AdvanceError {
        AdvanceError::Scratch(error)
    }
}

impl fmt::Display for AdvanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdvanceError::Stopped => Stopped.fmt(f),
            AdvanceError::Scratch(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AdvanceError {}

impl fmt::Debug for Sweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (plies, armies) = (self.plies(), self.armies.len());
        f.debug_struct("Sweep").field("plies", &plies).field("armies", &armies).finish()
    }
}
