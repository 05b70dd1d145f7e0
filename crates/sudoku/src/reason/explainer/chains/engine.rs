//! Forcing chains from all cases: of a candidate, a cell or a house.

use super::graph::{Bits, Graph, KINDS, Kind};
use super::length_bonus;
use super::nested::{Boards, Nested, patterns};
use super::run::{Contradicted, Links, Run, Walk};
use super::unary::Unary;
use crate::reason::explainer::find::{Find, Pattern, bits};
use crate::reason::explainer::technique::{Cases, Reach, Technique};
use crate::reason::state::State;
use std::collections::HashMap;
use std::rc::Rc;

/// A searcher for forcing chains of one reach; its memory is used again and again.
pub(in crate::reason::explainer) struct Engine<const W: usize> {
    reach: Reach,
    graph: Graph,
    /// What follows from each candidate, by `2 * candidate + is_on`, and whether it is known.
    runs: Vec<Run>,
    is_known: Vec<bool>,
    /// How many candidates each unit has, on the board and in a run.
    sizes: Vec<u8>,
    sizes_now: Vec<u8>,
    walk: Walk,
    common: Bits,
    /// The board, and the board in a run.
    before: State<W>,
    now: State<W>,
    inner: Vec<Inner<W>>,
    /// The links and the identity of chains that runs have met.
    nested: Vec<(u32, u64)>,
    /// What was found within runs, by the candidates that did not hold: many runs come
    /// to the same board.
    known: HashMap<Box<[u64]>, Rc<[Nested]>>,
}

/// With more candidates no forcing chains are looked for: what follows from each of
/// them would fill gigabytes.
const MOST_CANDIDATES: u32 = 3000;

/// With more candidates the memory is given back after each search.
const MANY_CANDIDATES: u32 = 500;

/// Chains that are looked for within chains.
enum Inner<const W: usize> {
    Unary(Box<Unary<W>>),
    Engine(Box<Engine<W>>),
}

/// The end of a chain: a run and one of its nodes.
type End = (usize, u16);

/// A find by its ends.
#[derive(Clone, Debug)]
struct Hint {
    complexity: u32,
    /// Among equally complex ones the lowest comes first.
    rank: u8,
    order: u32,
    cases: Cases,
    /// The house of all cases, for [`Cases::House`].
    kind: Kind,
    /// The candidate that is placed or removed.
    candidate: usize,
    is_on: bool,
    ends: Vec<End>,
}

/// What is kept of the finds.
enum Sink {
    /// The easiest one.
    Best(Option<Hint>),
    /// The easiest of those that remove the same.
    All(Vec<Option<Hint>>),
}

impl Sink {
    /// How complex a find may be in order to be kept.
    fn most(&self, slot: usize, rank: u8) -> u32 {
        let known = match self {
            Sink::Best(best) => best.as_ref(),
            Sink::All(hints) => hints[slot].as_ref(),
        };
        known.map_or(u32::MAX, |known| known.complexity - u32::from(rank >= known.rank))
    }

    fn keep(&mut self, slot: usize, hint: Hint) {
        match self {
            Sink::Best(best) => *best = Some(hint),
            Sink::All(hints) => hints[slot] = Some(hint),
        }
    }
}

/// A search was told to stop.
struct Stopped;

/// A search in progress.
struct Search<'a> {
    sink: Sink,
    order: u32,
    stop: &'a dyn Fn() -> bool,
}

impl<const W: usize> Engine<W> {
    /// `limit` is the reach of chains within chains, for [`Reach::Nested`] at level 4.
    pub(in crate::reason::explainer) fn new(
        state: &State<W>,
        reach: Reach,
        limit: Reach,
    ) -> Engine<W> {
        let unary = || Inner::Unary(Box::new(Unary::new()));
        let engine = |reach| Inner::Engine(Box::new(Engine::new(state, reach, Reach::Static)));
        let inner = match reach {
            Reach::Nested(2) => vec![unary()],
            Reach::Nested(3) => vec![unary(), engine(Reach::Static)],
            Reach::Nested(_) => vec![engine(limit)],
            _ => Vec::new(),
        };
        Engine {
            reach,
            graph: Graph::default(),
            runs: Vec::new(),
            is_known: Vec::new(),
            sizes: Vec::new(),
            sizes_now: Vec::new(),
            walk: Walk::default(),
            common: Bits::default(),
            before: state.clone(),
            now: state.clone(),
            inner,
            nested: Vec::new(),
            known: HashMap::new(),
        }
    }

    fn is_dynamic(&self) -> bool {
        self.reach != Reach::Static
    }

    fn is_nishio(&self) -> bool {
        self.reach == Reach::Nishio
    }

    fn has_patterns(&self) -> bool {
        matches!(self.reach, Reach::Plus | Reach::Nested(_))
    }

    /// The easiest find; `None` also if `stop` says so first.
    pub(in crate::reason::explainer) fn best(
        &mut self,
        state: &State<W>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Find> {
        let n: u32 = state.marks.iter().map(|marks| marks.count_ones()).sum();
        if n > MOST_CANDIDATES {
            return None;
        }
        let mut search = Search { sink: Sink::Best(None), order: 0, stop };
        self.search(state, &mut search).ok()?;
        let Sink::Best(best) = search.sink else { return None };
        let find = best.map(|hint| self.find(&hint));
        if n > MANY_CANDIDATES {
            self.runs = Vec::new();
        }
        find
    }

    /// All finds that need what an assumption has removed, the easiest of those that
    /// remove the same, by rising complexity.
    fn all(&mut self, boards: Boards<'_, W>) -> Vec<Nested> {
        let n: usize = boards.now.marks.iter().map(|marks| marks.count_ones() as usize).sum();
        let mut search = Search { sink: Sink::All(vec![None; 2 * n]), order: 0, stop: &|| false };
        let _ = self.search(boards.now, &mut search);
        let Sink::All(hints) = search.sink else { return Vec::new() };
        let mut hints: Vec<Hint> = hints.into_iter().flatten().collect();
        hints.sort_unstable_by_key(|hint| (hint.complexity, hint.rank, hint.order));
        let nested = hints.iter().map(|hint| self.nested(hint, boards));
        nested.filter(|nested| !nested.because.is_empty()).collect()
    }

    fn find(&self, hint: &Hint) -> Find {
        let (cell, value) = self.graph.at(hint.candidate);
        let technique = Technique::Forcing(self.reach, hint.cases);
        let rating = technique.base() + length_bonus(hint.complexity);
        let trees = hint.ends.iter().map(|&(run, end)| self.runs[run].tree(&self.graph, end));
        let trees = trees.collect();
        let house = self.house(hint);
        Find {
            technique,
            rating,
            placed: hint.is_on.then_some((cell, value)),
            removed: self.removed(hint),
            pattern: Pattern::Forcing { trees, house, n_links: hint.complexity },
        }
    }

    /// The house whose places for a value are all cases.
    fn house(&self, hint: &Hint) -> Option<usize> {
        let (run, _) = hint.ends.first().filter(|_| hint.cases == Cases::House)?;
        let (cell, _) = self.graph.at(run / 2);
        let [row, column, block] = self.before.topology.houses_of[cell];
        match hint.kind {
            Kind::Cell => None,
            Kind::Box => Some(block),
            Kind::Row => Some(row),
            Kind::Column => Some(column),
        }
    }

    fn removed(&self, hint: &Hint) -> Vec<(usize, u64)> {
        let (cell, value) = self.graph.at(hint.candidate);
        let own = 1 << value;
        vec![(cell, if hint.is_on { self.before.marks[cell] & !own } else { own })]
    }

    fn nested(&mut self, hint: &Hint, boards: Boards<'_, W>) -> Nested {
        let mut because = Vec::new();
        let mut identity = Identity::default();
        for &(run, end) in &hint.ends {
            let run = &self.runs[run];
            self.walk.back(run, end, usize::MAX);
            identity.begin(self.walk.met.len());
            for &place in &self.walk.met {
                let node = &run.nodes[usize::from(place)];
                let (cell, value) = self.graph.at(node.candidate.into());
                identity.add(cell, value, node.is_on);
                let is_start = run.parents(node).is_empty();
                let cause = match hint.cases {
                    Cases::Cell if is_start => Some(Kind::Cell),
                    Cases::House if is_start => Some(hint.kind),
                    _ => node.cause,
                };
                if let Some(kind) = cause.filter(|_| node.is_on) {
                    boards.add_gone((cell, value), kind, &mut because);
                }
            }
        }
        let removed = self.removed(hint);
        Nested { removed, because, complexity: hint.complexity, identity: identity.0 }
    }

    fn search(&mut self, state: &State<W>, search: &mut Search<'_>) -> Result<(), Stopped> {
        self.fill(state);
        for cell in state.open().iter() {
            if (search.stop)() {
                return Err(Stopped);
            }
            let size = state.marks[cell].count_ones();
            if size > 2 || (size > 1 && self.is_dynamic()) {
                self.search_cell(cell, search);
            }
        }
        Ok(())
    }

    fn fill(&mut self, state: &State<W>) {
        copy(&mut self.before, state);
        copy(&mut self.now, state);
        self.graph.fill(state);
        let graph = &self.graph;
        self.sizes.clear();
        self.sizes.extend((0..graph.n_units()).map(|unit| graph.members(unit).len() as u8));
        let n = 2 * graph.n();
        if self.runs.len() < n {
            self.runs.resize(n, Run::default());
        }
        self.is_known.clear();
        self.is_known.resize(n, false);
        self.nested.clear();
        self.known.clear();
    }

    fn search_cell(&mut self, cell: usize, search: &mut Search<'_>) {
        let candidates: Vec<usize> =
            self.graph.members(cell).iter().map(|&candidate| candidate.into()).collect();
        for &candidate in &candidates {
            self.search_candidate(candidate, candidates.len() > 2, search);
            if !self.is_nishio() {
                self.search_houses(candidate, search);
            }
        }
        if !self.is_nishio() {
            let runs: Vec<usize> = candidates.iter().map(|candidate| 2 * candidate + 1).collect();
            self.search_common(&runs, (Cases::Cell, Kind::Cell), search);
        }
    }

    /// A candidate, holding or not, that leads to a contradiction, or to the same either way.
    fn search_candidate(&mut self, candidate: usize, is_large: bool, search: &mut Search<'_>) {
        if !self.is_dynamic() {
            return;
        }
        for is_on in [true, false] {
            let run = 2 * candidate + usize::from(is_on);
            self.know(run);
            if let Some(ends) = self.runs[run].contradiction {
                let ends = ends.map(|end| (run, end));
                self.weigh((Cases::Contradiction, Kind::Cell), (candidate, !is_on), &ends, search);
            }
        }
        if is_large && !self.is_nishio() {
            let runs = [2 * candidate + 1, 2 * candidate];
            self.search_common(&runs, (Cases::Candidate, Kind::Cell), search);
        }
    }

    /// The houses in which a candidate is the first place of its value.
    fn search_houses(&mut self, candidate: usize, search: &mut Search<'_>) {
        let units = self.graph.units[candidate];
        for (&kind, &unit) in KINDS.iter().zip(&units).skip(1) {
            let members = self.graph.members(unit.into());
            if members.len() > 1 && usize::from(members[0]) == candidate {
                let runs: Vec<usize> =
                    members.iter().map(|&member| 2 * usize::from(member) + 1).collect();
                self.search_common(&runs, (Cases::House, kind), search);
            }
        }
    }

    /// What follows in all of some runs.
    fn search_common(&mut self, runs: &[usize], cases: (Cases, Kind), search: &mut Search<'_>) {
        runs.iter().for_each(|&run| self.know(run));
        let mut ends = Vec::with_capacity(runs.len());
        for is_on in [true, false] {
            self.common.copy_from(self.runs[runs[0]].set(is_on));
            runs[1..].iter().for_each(|&run| self.common.retain(self.runs[run].set(is_on)));
            if self.common.is_empty() {
                continue;
            }
            for i in 0..self.runs[runs[0]].list(is_on).len() {
                let target = usize::from(self.runs[runs[0]].list(is_on)[i]);
                if self.common.contains(target) {
                    ends.clear();
                    ends.extend(runs.iter().map(|&run| (run, self.runs[run].place(target, is_on))));
                    self.weigh(cases, (target, is_on), &ends, search);
                }
            }
        }
    }

    /// Keeps a find if it is easier than those known.
    fn weigh(
        &mut self,
        (cases, kind): (Cases, Kind),
        (candidate, is_on): (usize, bool),
        ends: &[End],
        search: &mut Search<'_>,
    ) {
        let Some(slot) = self.slot(candidate, is_on) else { return };
        let rank = match cases {
            Cases::Candidate => 1,
            Cases::Cell => 5,
            Cases::House => 6,
            Cases::Contradiction => 7,
        };
        let order = search.order;
        search.order += 1;
        let most = search.sink.most(slot, rank);
        if let Some(complexity) = self.complexity(ends, most) {
            let ends = ends.to_vec();
            let hint = Hint { complexity, rank, order, cases, kind, candidate, is_on, ends };
            search.sink.keep(slot, hint);
        }
    }

    /// Finds with the same number remove the same.
    fn slot(&self, candidate: usize, is_on: bool) -> Option<usize> {
        if !is_on {
            return Some(candidate);
        }
        let cell = usize::from(self.graph.units[candidate][0]);
        match *self.graph.members(cell) {
            [_] => None,
            [a, b] => Some(usize::from(a) + usize::from(b) - candidate),
            _ => Some(self.graph.n() + candidate),
        }
    }

    /// How many links some chains have, with those of chains within them, if these are
    /// not too many.
    fn complexity(&mut self, ends: &[End], most: u32) -> Option<u32> {
        let mut sum = 0u32;
        let mut within: Vec<u64> = Vec::new();
        for &(run, end) in ends {
            let run = &self.runs[run];
            if !self.walk.back(run, end, (most - sum) as usize) {
                return None;
            }
            sum += self.walk.met.len() as u32;
            if self.inner.is_empty() {
                continue;
            }
            for &place in &self.walk.met {
                let number = run.nodes[usize::from(place)].nested;
                if number > 0 {
                    let (complexity, identity) = self.nested[number as usize - 1];
                    if !within.contains(&identity) {
                        within.push(identity);
                        sum = sum.saturating_add(complexity);
                    }
                }
            }
            if sum > most {
                return None;
            }
        }
        Some(sum)
    }

    /// Draws all consequences of an assumption, unless that is done.
    fn know(&mut self, number: usize) {
        if self.is_known[number] {
            return;
        }
        self.is_known[number] = true;
        let mut run = std::mem::take(&mut self.runs[number]);
        run.begin(&self.graph, number / 2, number % 2 == 1);
        self.sizes_now.clone_from(&self.sizes);
        if self.has_patterns() {
            copy(&mut self.now, &self.before);
        }
        // A contradiction ends the run and is kept in it.
        let _ = self.follow(&mut run);
        self.runs[number] = run;
    }

    fn follow(&mut self, run: &mut Run) -> Result<(), Contradicted> {
        let links = if self.is_nishio() { Links::SameValue } else { Links::All };
        let is_dynamic = self.is_dynamic();
        loop {
            if let Some(candidate) = run.next_on() {
                run.exclude(&self.graph, candidate, links)?;
            } else if let Some(candidate) = run.next_off() {
                let how = (links, is_dynamic);
                run.conclude(&self.graph, &mut self.sizes_now, candidate, how)?;
                if self.has_patterns() {
                    let (cell, value) = self.graph.at(candidate);
                    self.now.remove(cell, value);
                }
            } else if !self.has_patterns() || !self.look_within(run) {
                return Ok(());
            }
        }
    }

    /// Adds what patterns and chains on the board of a run remove.
    fn look_within(&mut self, run: &mut Run) -> bool {
        let mut is_new = false;
        for find in self.finds_within(run).iter() {
            let number = if find.complexity > 0 {
                self.nested.push((find.complexity, find.identity));
                self.nested.len() as u32
            } else {
                0
            };
            let graph = &self.graph;
            let because: Vec<usize> =
                find.because.iter().map(|&(cell, value)| graph.candidate(cell, value)).collect();
            for &(cell, values) in &find.removed {
                for value in bits(values) {
                    is_new |= run.take_over(graph.candidate(cell, value), &because, number);
                }
            }
        }
        is_new
    }

    fn finds_within(&mut self, run: &Run) -> Rc<[Nested]> {
        let key = run.set(false).words();
        if let Some(finds) = self.known.get(key) {
            return Rc::clone(finds);
        }
        let boards = Boards { before: &self.before, now: &self.now };
        let mut finds = patterns(boards);
        for inner in &mut self.inner {
            if finds.is_empty() {
                finds = match inner {
                    Inner::Unary(unary) => unary.all(boards),
                    Inner::Engine(engine) => engine.all(boards),
                };
            }
        }
        let finds: Rc<[Nested]> = finds.into();
        self.known.insert(key.into(), Rc::clone(&finds));
        finds
    }
}

/// Takes over the candidates of a board.
fn copy<const W: usize>(to: &mut State<W>, from: &State<W>) {
    to.values.clone_from(&from.values);
    to.marks.clone_from(&from.marks);
    to.places.clone_from(&from.places);
}

/// A number that chains share only if they have the same links.
#[derive(Default)]
pub(super) struct Identity(pub(super) u64);

impl Identity {
    fn mix(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 29;
    }

    /// A chain with so many members comes.
    pub(super) fn begin(&mut self, length: usize) {
        self.mix(length as u64 | 1 << 40);
    }

    pub(super) fn add(&mut self, cell: usize, value: u8, is_on: bool) {
        self.mix((cell as u64) << 16 | u64::from(value) << 1 | u64::from(is_on));
    }
}
