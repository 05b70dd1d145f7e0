//! The diagrams that one game leads to, from the positions that one game leads to.
//!
//! A game that alone leads to its diagram leads alone to each of its positions, too. So
//! only these are gone on from, and each position that follows is judged by itself: moves
//! are taken back from its diagram, as far as the moves of both sides allow, until the men
//! are those of an early ply, all of whose diagrams are known, or cannot be.
//!
//! ```
//! use sole_board::Position;
//! use sole_proof::prefix::{Options, Orders, Prefix};
//! let mut prefix = Prefix::new(&Position::initial(), Options::default());
//! let counts = (0..3).map(|_| prefix.advance(&Orders::default()).map(|ply| ply.tally.unique_diagrams()));
//! assert_eq!(counts.collect::<Result<Vec<_>, _>>()?, [20, 400, 1862]);
//! # Ok::<(), sole_proof::prefix::Stopped>(())
//! ```

mod known;
mod layer;
mod least;
mod men;
mod search;
mod share;
mod unmove;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{AddAssign, ControlFlow};

use sole_board::{Diagram, Move, Position};

use crate::PlySet;
use known::Known;
use layer::{Layer, Line};
use search::{Batch, Candidate, Parent, Search, Verdict};
use unmove::Start;

/// The plies one after the other, from a position on.
pub struct Prefix {
    start: Start,
    known: Known,
    layer: Layer,
    plies: usize,
    options: Options,
}

/// How much may be kept in memory.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The last ply of which all diagrams are kept.
    pub exact: usize,
    /// The last ply of which a filter is kept.
    pub filter: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { exact: 5, filter: 7 }
    }
}

/// How a ply is to be worked out.
#[derive(Clone, Copy)]
pub struct Orders<'a> {
    /// How many threads share the work.
    pub threads: usize,
    /// What is kept of it.
    pub keep: Keep,
    /// Which diagrams are listed, by the earlier plies at which they can be reached, too.
    pub finds: &'a (dyn Fn(PlySet) -> bool + Sync),
    /// Told how far it has come; it breaks to stop it.
    pub watch: &'a (dyn Fn(Progress) -> ControlFlow<()> + Sync),
}

/// What is kept of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All positions that one game leads to, to go on from.
    Layer,
    /// The counts alone: it is the last ply.
    Tally,
}

/// How far a ply has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Which ply.
    pub ply: usize,
    /// What is being done for it.
    pub stage: Stage,
    /// How many portions of it are done.
    pub done: usize,
    /// How many there are.
    pub of: usize,
}

/// What is being done for a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A filter of the diagrams of the ply before is filled.
    Filter,
    /// Positions are judged.
    Judging,
}

/// What was found of a ply, in figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions that exactly one game leads to.
    pub unique_positions: u64,
    /// Diagrams that exactly one game leads to, by the earlier plies at which they can be
    /// reached, too.
    pub by_earlier: BTreeMap<PlySet, u64>,
    /// Those of them with an inherited delay.
    pub inherited: BTreeMap<PlySet, u64>,
    /// Positions that were judged.
    pub candidates: u64,
    /// Those that were left when two moves had been exchanged.
    pub searched: u64,
    /// Diagrams that were gone back from.
    pub nodes: u64,
}

/// A diagram that exactly one game leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// The diagram.
    pub diagram: Diagram,
    /// The game.
    pub game: Vec<Move>,
    /// The earlier plies at which it can be reached, too.
    pub earlier: PlySet,
    /// Those of them from which the game differs by an even number of plies and which the
    /// same last move ends: only the diagram before it is delayed.
    pub inherited: PlySet,
}

/// What a ply brought.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The counts.
    pub tally: Tally,
    /// The diagrams that were asked for.
    pub finds: Vec<Find>,
}

/// The watch told it to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

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

impl Tally {
    /// Diagrams that exactly one game leads to.
    pub fn unique_diagrams(&self) -> u64 {
        self.by_earlier.values().sum()
    }

    /// Diagrams that exactly one game leads to and that cannot be reached in fewer plies.
    pub fn shortest_unique(&self) -> u64 {
        self.by_earlier.get(&PlySet::EMPTY).copied().unwrap_or(0)
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        self.unique_positions += other.unique_positions;
        self.candidates += other.candidates;
        self.searched += other.searched;
        self.nodes += other.nodes;
        for (mine, others) in
            [(&mut self.by_earlier, &other.by_earlier), (&mut self.inherited, &other.inherited)]
        {
            for (&earlier, count) in others {
                *mine.entry(earlier).or_default() += count;
            }
        }
    }
}

/// How many positions a thread goes on from at a time.
const PORTION: usize = 2048;

/// What a portion of a ply yields.
struct Harvest {
    tally: Tally,
    finds: Vec<Find>,
    layer: Layer,
}

impl Prefix {
    /// Begins at a position.
    pub fn new(start: &Position, options: Options) -> Prefix {
        let known = Known::new(start);
        Prefix { start: Start::new(start), known, layer: Layer::of_start(), plies: 0, options }
    }

    /// How many plies have been worked out.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Works out one ply more.
    ///
    /// # Panics
    /// If the ply before was not kept, or is [`PlySet::MAX`].
    pub fn advance(&mut self, orders: &Orders<'_>) -> Result<Outcome, Stopped> {
        self.learn(orders)?;
        let ply = self.plies + 1;
        let watch = |done, of| (orders.watch)(Progress { ply, stage: Stage::Judging, done, of });
        let portions = self.layer.len().div_ceil(PORTION);
        let harvests =
            share::out(orders.threads, portions, &watch, |index| self.harvest(index, orders));
        let harvests = harvests.ok_or(Stopped)?;
        let mut outcome = Outcome { tally: Tally::default(), finds: Vec::new() };
        let layers = harvests.into_iter().map(|mut harvest| {
            outcome.tally += &harvest.tally;
            outcome.finds.append(&mut harvest.finds);
            harvest.layer
        });
        self.layer = Layer::join(ply, layers);
        self.plies = ply;
        Ok(outcome)
    }

    /// Learns what the plies before the next one are asked for.
    fn learn(&mut self, orders: &Orders<'_>) -> Result<(), Stopped> {
        let ply = self.plies + 1;
        while self.known.last() < self.plies.min(self.options.exact) {
            self.known.extend_exact(&self.start);
        }
        let watch = |done, of| (orders.watch)(Progress { ply, stage: Stage::Filter, done, of });
        while self.known.last() < self.plies.min(self.options.filter) {
            let (positions, moves) = self.known.breadth();
            let growth = moves as f64 / positions as f64 / 2.0;
            let depth = (self.known.last() + 1 - self.known.last_exact()) as i32;
            let diagrams = positions as f64 * growth.powi(depth);
            let log_words = known::log_words(diagrams);
            let learned = self.known.extend_filter(log_words, orders.threads, &watch);
            if learned.is_break() {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// Works on one portion of the ply.
    fn harvest(&self, index: usize, orders: &Orders<'_>) -> Harvest {
        let ply = self.plies + 1;
        let mut harvest =
            Harvest { tally: Tally::default(), finds: Vec::new(), layer: Layer::new(ply) };
        let search = Search::new(&self.start, &self.known);
        let mut line = Line::new(&self.start.position);
        let mut batch = Batch::default();
        let first = index * PORTION;
        for index in first..(first + PORTION).min(self.layer.len()) {
            let (game, is_sole) = self.layer.get(index);
            let positions = line.follow(game);
            let node = self.start.node(&positions[self.plies]);
            let parent = Parent { line: positions, game, node, is_sole };
            batch.fill(&search, &parent);
            harvest.tally.candidates += batch.children;
            harvest.tally.searched += batch.candidates.len() as u64;
            for index in 0..batch.candidates.len() {
                let verdict = search.judge(&parent, &batch, index);
                if verdict != Verdict::Neither {
                    let candidate = &batch.candidates[index];
                    harvest.add(&search, &parent, candidate, verdict, orders);
                }
            }
        }
        harvest.tally.nodes = search.nodes();
        harvest
    }
}

impl Harvest {
    /// Takes in a candidate that is unique.
    fn add(
        &mut self,
        search: &Search<'_>,
        parent: &Parent<'_>,
        candidate: &Candidate,
        verdict: Verdict,
        orders: &Orders<'_>,
    ) {
        let (game, last) = (parent.game, candidate.last.forward);
        let is_sole = verdict == Verdict::UniqueDiagram;
        self.tally.unique_positions += 1;
        if orders.keep == Keep::Layer {
            self.layer.push(game, last, is_sole);
        }
        if is_sole {
            let earlier = search.earlier(parent, candidate);
            let inherited = search.inherited(parent, candidate, earlier);
            *self.tally.by_earlier.entry(earlier).or_default() += 1;
            if !inherited.is_empty() {
                *self.tally.inherited.entry(earlier).or_default() += 1;
            }
            if (orders.finds)(earlier) {
                let game = game.iter().copied().chain([last]).collect();
                let diagram = candidate.node.men.diagram();
                self.finds.push(Find { diagram, game, earlier, inherited });
            }
        }
    }
}

impl fmt::Debug for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (plies, games) = (self.plies, self.layer.len());
        f.debug_struct("Prefix").field("plies", &plies).field("games", &games).finish()
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the work on a ply was stopped before its end")
    }
}

impl std::error::Error for Stopped {}
