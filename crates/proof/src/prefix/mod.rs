//! The diagrams that one game leads to, from the positions that one game leads to.
//!
//! A game that alone leads to its diagram leads alone to each of its positions, too. So
//! only these are gone on from, and each position that follows is judged by itself: moves
//! are taken back from its diagram, as far as the moves of both sides allow, until the men
//! are those of an early ply, all of whose diagrams are known, or cannot be.
//!
//! ```
//! use sole_board::Position;
//! use sole_proof::prefix::{Options, PlyOptions, Prefix};
//! let mut prefix = Prefix::new(&Position::initial(), Options::default());
//! let counts = (0..3).map(|_| prefix.advance(&PlyOptions::default()).map(|ply| ply.tally.unique.total()));
//! assert_eq!(counts.collect::<Result<Vec<_>, _>>()?, [20, 400, 1862]);
//! # Ok::<(), sole_proof::Stopped>(())
//! ```

mod edges;
mod known;
mod layer;
mod men;
mod min_moves;
mod parallel;
mod search;
mod unmove;

use std::fmt;
use std::ops::{AddAssign, ControlFlow};

use sole_board::{Diagram, Move, Position};

use crate::{PlySet, Stopped, Unique};
use edges::Edges;
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
    /// Whether the layer is that of the last ply.
    is_kept: bool,
    options: Options,
}

/// How the work is done; no answer depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// About how many bytes the tables of early diagrams may take. The games of the ply
    /// before come on top of it.
    pub memory: usize,
    /// What is gone on from, and how other games are looked for.
    pub method: Method,
}

/// What is gone on from, and how other games are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// From unique positions, and moves are taken back.
    UniqueBack,
    /// From all positions, to see what the restriction is worth.
    AllBack,
    /// From unique positions, and then every move of every position of the ply before is
    /// played, to see what going back is worth. All these positions are kept, whatever
    /// [`Options::memory`] says.
    UniqueForth,
}

impl Default for Options {
    /// Two gigabytes, and the best way.
    fn default() -> Options {
        Options { memory: 2 << 30, method: Method::UniqueBack }
    }
}

/// The options for computing a ply.
#[derive(Clone, Copy)]
pub struct PlyOptions<'a> {
    /// How many threads share the work.
    pub threads: usize,
    /// What is retained of the ply.
    pub retain: Retain,
    /// Which diagrams are listed, by the earlier plies at which they can be reached, too.
    pub finds: &'a (dyn Fn(PlySet) -> bool + Sync),
    /// Told how far it has come; it breaks to stop it.
    pub watch: &'a (dyn Fn(Progress) -> ControlFlow<()> + Sync),
}

/// What is retained of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retain {
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
    /// Diagrams that exactly one game leads to.
    pub unique: Unique,
    /// Those of them with an inherited delay.
    pub inherited: Unique,
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

impl Default for PlyOptions<'static> {
    /// One thread that keeps everything, lists nothing and never stops.
    fn default() -> PlyOptions<'static> {
        PlyOptions {
            threads: 1,
            retain: Retain::Layer,
            finds: &|_| false,
            watch: &|_| ControlFlow::Continue(()),
        }
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        self.unique_positions += other.unique_positions;
        self.candidates += other.candidates;
        self.searched += other.searched;
        self.nodes += other.nodes;
        self.unique += &other.unique;
        self.inherited += &other.inherited;
    }
}

/// How many positions a thread goes on from at a time.
const PORTION: usize = 2048;

/// The results of a portion of a ply.
struct PortionResult {
    tally: Tally,
    finds: Vec<Find>,
    layer: Layer,
}

impl Prefix {
    /// Begins at a position.
    pub fn new(start: &Position, options: Options) -> Prefix {
        let (known, start) = (Known::new(start), Start::new(start));
        Prefix { start, known, layer: Layer::of_start(), plies: 0, is_kept: true, options }
    }

    /// How many plies have been worked out.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Works out one ply more.
    ///
    /// # Panics
    /// If the ply before was not kept, or is [`PlySet::MAX`].
    pub fn advance(&mut self, options: &PlyOptions<'_>) -> Result<Outcome, Stopped> {
        assert!(self.is_kept, "the ply before was kept");
        assert!(self.plies < PlySet::MAX, "a set has room for the ply");
        self.extend_known(options)?;
        let ply = self.plies + 1;
        let is_forth = self.options.method == Method::UniqueForth;
        let edges = is_forth.then(|| self.count_edges());
        let watch = |done, of| (options.watch)(Progress { ply, stage: Stage::Judging, done, of });
        let portions = self.layer.len().div_ceil(PORTION);
        let results = parallel::map(options.threads, portions, &watch, |index| {
            self.work_portion(index, edges.as_ref(), options)
        })?;
        let mut outcome = Outcome { tally: Tally::default(), finds: Vec::new() };
        let layers = results.into_iter().map(|mut work_portion| {
            outcome.tally += &work_portion.tally;
            outcome.finds.append(&mut work_portion.finds);
            work_portion.layer
        });
        self.layer = Layer::join(ply, layers);
        if self.options.method == Method::AllBack {
            self.layer = self.layer.distinct(&self.start.position);
        }
        self.plies = ply;
        self.is_kept = options.retain == Retain::Layer;
        Ok(outcome)
    }

    /// Extends the tables of early plies as far as the next ply needs them.
    fn extend_known(&mut self, options: &PlyOptions<'_>) -> Result<(), Stopped> {
        let (ply, memory) = (self.plies + 1, self.options.memory);
        let is_forth = self.options.method == Method::UniqueForth;
        while self.known.last() < self.plies
            && (is_forth || self.known.bytes_of_exact() <= memory / 4)
            && self.known.is_exact()
        {
            self.known.extend_exact(&self.start);
        }
        let watch = |done, of| (options.watch)(Progress { ply, stage: Stage::Filter, done, of });
        while self.known.last() < self.plies && self.known.bytes_of_filter() <= memory / 2 {
            self.known.extend_filter(options.threads, &watch)?;
        }
        Ok(())
    }

    /// How often each child is reached by a move of any position.
    fn count_edges(&self) -> Edges {
        let mut edges = Edges::default();
        let mut line = Line::new(&self.start.position);
        for index in 0..self.layer.len() {
            let parent = &line.follow(self.layer.get(index).0)[self.plies];
            parent.for_each_child(|_, child| edges.watch(child));
        }
        for position in self.known.positions() {
            position.for_each_child(|_, child| edges.count(child));
        }
        edges
    }

    /// Computes one portion of the ply.
    fn work_portion(
        &self,
        index: usize,
        edges: Option<&Edges>,
        options: &PlyOptions<'_>,
    ) -> PortionResult {
        let ply = self.plies + 1;
        let mut work_portion =
            PortionResult { tally: Tally::default(), finds: Vec::new(), layer: Layer::new(ply) };
        let search = Search::new(&self.start, &self.known);
        let mut line = Line::new(&self.start.position);
        let mut batch = Batch::default();
        let is_kept = options.retain == Retain::Layer;
        let keeps_all = is_kept && self.options.method == Method::AllBack;
        let keeps_unique = is_kept && !keeps_all;
        let first = index * PORTION;
        for index in first..(first + PORTION).min(self.layer.len()) {
            let (game, is_sole) = self.layer.get(index);
            let positions = line.follow(game);
            let node = self.start.node(&positions[self.plies]);
            let parent = Parent { line: positions, game, node, is_sole };
            if keeps_all {
                parent.position().for_each_move(|m| work_portion.layer.push(game, m, false));
            }
            match edges {
                None => batch.fill(&search, &parent),
                Some(_) => batch.fill_all(&search, &parent),
            }
            work_portion.tally.candidates += batch.children;
            work_portion.tally.searched += batch.candidates.len() as u64;
            for index in 0..batch.candidates.len() {
                let candidate = &batch.candidates[index];
                let verdict = match edges {
                    None => search.judge(&parent, &batch, index),
                    Some(edges) => edges.judge(candidate),
                };
                if verdict != Verdict::Neither && keeps_unique {
                    work_portion.layer.push(game, candidate.last.forward, verdict.is_diagram());
                }
                work_portion.tally.unique_positions += u64::from(verdict != Verdict::Neither);
                if verdict.is_diagram() {
                    work_portion.add(&search, &parent, candidate, options);
                }
            }
        }
        work_portion.tally.nodes = search.nodes();
        work_portion
    }
}

impl PortionResult {
    /// Takes in a candidate whose diagram is unique.
    fn add(
        &mut self,
        search: &Search<'_>,
        parent: &Parent<'_>,
        candidate: &Candidate,
        options: &PlyOptions<'_>,
    ) {
        let earlier = search.earlier(parent, candidate);
        let inherited = search.inherited(parent, candidate, earlier);
        self.tally.unique.add(earlier, 1);
        if !inherited.is_empty() {
            self.tally.inherited.add(earlier, 1);
        }
        if (options.finds)(earlier) {
            let game = parent.game.iter().copied().chain([candidate.last.forward]).collect();
            let diagram = candidate.node.men.diagram();
            self.finds.push(Find { diagram, game, earlier, inherited });
        }
    }
}

impl fmt::Debug for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (plies, games) = (self.plies, self.layer.len());
        f.debug_struct("Prefix").field("plies", &plies).field("games", &games).finish()
    }
}
