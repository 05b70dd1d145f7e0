//! Chains from an assumption to its contrary, and cycles that go both ways.
//!
//! Only steps from one holding candidate to the next are walked: it excludes a
//! second one, which is one of two in a unit with a third one, which then holds.

use super::engine::Identity;
use super::graph::{Bits, Graph, KINDS, Kind};
use super::length_bonus;
use super::nested::{Boards, Nested, in_hash_order};
use super::tables::{Links, Tables};
use crate::reason::cells::CellSet;
use crate::reason::explainer::find::{Find, Pattern, Removed};
use crate::reason::explainer::technique::Technique;
use crate::reason::explainer::tree::{Member, Tree};
use crate::reason::state::State;

/// A searcher for chains and cycles; its memory is used again and again.
pub(in crate::reason::explainer) struct Unary<const W: usize> {
    graph: Graph,
    /// The other one of each unit with two candidates, by candidate; of equal ones the first counts.
    partners: Vec<Vec<(u16, Kind)>>,
    walk: Walk,
    tables: Tables,
    goals: Bits,
}

impl Links {
    fn cycle(self) -> Technique {
        match self {
            Links::X => Technique::XCycle,
            Links::Y => Technique::YCycle,
            Links::Both => Technique::Cycle,
        }
    }

    /// Chains need links of one value: by cells alone they cannot come back.
    fn chain(self) -> Option<Technique> {
        match self {
            Links::X => Some(Technique::XChain),
            Links::Y => None,
            Links::Both => Some(Technique::Chain),
        }
    }

    fn rank(self) -> u8 {
        match self {
            Links::X => 2,
            Links::Y => 3,
            Links::Both => 4,
        }
    }
}

/// How a candidate was found to hold.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// The excluded candidate before it, and the holding one before that.
    off: u16,
    on: u16,
    /// How many holding candidates there are before it.
    depth: u16,
}

/// The candidates that were found to hold, in this order, and how.
#[derive(Clone, Debug, Default)]
struct Walk {
    on: Bits,
    off: Bits,
    queue: Vec<u16>,
    ways: Vec<Way>,
}

/// Where a chain or cycle ends: at a candidate that is excluded by one that holds.
#[derive(Clone, Copy, Debug)]
struct Close {
    on: u16,
    off: u16,
}

/// A chain or cycle, worth keeping.
#[derive(Clone, Debug)]
struct Hint {
    rating: f64,
    complexity: u32,
    rank: u8,
    technique: Technique,
    placed: Option<(usize, u8)>,
    removed: Removed,
    /// From the start to the end; without the start for cycles, as they end with it.
    members: Vec<Link>,
}

impl Hint {
    fn is_cycle(&self) -> bool {
        matches!(self.technique, Technique::Cycle | Technique::XCycle | Technique::YCycle)
    }
}

/// A member of a chain, from its start to its end.
#[derive(Clone, Copy, Debug)]
struct Link {
    candidate: u16,
    is_on: bool,
    /// The unit by which it follows from the one before, if there is one before.
    cause: Option<Kind>,
}

/// How many links there are up to a holding candidate so deep, and after it.
fn complexity(depth: u16) -> u32 {
    2 * u32::from(depth) + 2
}

/// How deep the last holding candidate is with so many links.
fn depth_of(complexity: u32) -> u32 {
    complexity.saturating_sub(2) / 2
}

/// The finds that are kept, in the order in which they were found.
struct Search {
    hints: Vec<Hint>,
    /// Whether only those are kept that are easier than all before.
    best_only: bool,
}

impl Search {
    /// Whether a find with this rating is kept.
    fn wants(&self, technique: Technique, complexity: u32, rank: u8) -> bool {
        let rating = technique.base() + length_bonus(complexity);
        let is_easier =
            |best: &Hint| (rating, complexity, rank) < (best.rating, best.complexity, best.rank);
        !self.best_only || self.hints.last().is_none_or(is_easier)
    }

    /// How many links a find may have in order to be kept.
    fn most(&self, technique: Technique, rank: u8) -> u32 {
        if !self.best_only || self.hints.is_empty() {
            return u32::MAX;
        }
        let depths = 1..;
        let kept = depths.map(complexity).take_while(|&n| self.wants(technique, n, rank));
        kept.last().unwrap_or(0)
    }
}

impl<const W: usize> Unary<W> {
    pub(in crate::reason::explainer) fn new() -> Unary<W> {
        Unary {
            graph: Graph::default(),
            partners: Vec::new(),
            walk: Walk::default(),
            tables: Tables::default(),
            goals: Bits::default(),
        }
    }

    /// The easiest find.
    pub(in crate::reason::explainer) fn best(&mut self, state: &State<W>) -> Option<Find> {
        let mut search = Search { hints: Vec::new(), best_only: true };
        self.search(state, &mut search);
        search.hints.pop().map(|hint| Find {
            technique: hint.technique,
            rating: hint.rating,
            placed: hint.placed,
            pattern: Pattern::Chain { tree: self.tree(&hint), n_links: hint.complexity },
            removed: hint.removed,
        })
    }

    /// A chain for people; a cycle begins with its end.
    fn tree(&self, hint: &Hint) -> Tree {
        let start = hint.members.last().filter(|_| hint.is_cycle());
        let members = start.into_iter().chain(&hint.members).enumerate();
        let member = |(i, link): (usize, &Link)| {
            let (cell, value) = self.graph.at(link.candidate.into());
            let from = i.checked_sub(1).into_iter().collect();
            Member { cell, value, is_on: link.is_on, from }
        };
        members.map(member).collect()
    }

    /// All finds that need what an assumption has removed, the easiest of those that
    /// remove the same, the easiest first.
    pub(super) fn all(&mut self, boards: Boards<'_, W>) -> Vec<Nested> {
        let mut search = Search { hints: Vec::new(), best_only: false };
        self.search(boards.now, &mut search);
        let key = |hint: &Hint| (hint.rating, hint.complexity, hint.rank);
        search
            .hints
            .sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal));
        let mut known: Vec<Removed> = Vec::new();
        let mut finds = Vec::new();
        for hint in search.hints {
            let mut removed = hint.removed.clone();
            removed.sort_unstable();
            if !known.contains(&removed) {
                known.push(removed);
                finds.push(self.nested(hint, boards));
            }
        }
        finds.retain(|find| !find.because.is_empty());
        finds
    }

    fn nested(&self, hint: Hint, boards: Boards<'_, W>) -> Nested {
        let mut because = Vec::new();
        let mut identity = Identity::default();
        identity.begin(hint.members.len());
        // Back from the end, as the original does; a cycle counts once more the other way round.
        for link in hint.members.iter().rev() {
            let (cell, value) = self.graph.at(link.candidate.into());
            identity.add(cell, value, link.is_on);
            if let Some(kind) = link.cause.filter(|_| link.is_on) {
                boards.add_gone((cell, value), kind, &mut because);
            }
        }
        for link in hint.members.iter().filter(|link| hint.is_cycle() && !link.is_on) {
            let (cell, value) = self.graph.at(link.candidate.into());
            if let Some(kind) = link.cause {
                boards.add_gone((cell, value), kind, &mut because);
            }
        }
        let removed = in_hash_order(hint.removed);
        Nested { removed, because, complexity: hint.complexity, identity: identity.0 }
    }

    fn search(&mut self, state: &State<W>, search: &mut Search) {
        self.graph.fill(state);
        self.list_partners();
        for links in [Links::X, Links::Y, Links::Both] {
            self.tables.fill(&self.graph, &self.partners, links);
            for start in 0..self.graph.n() {
                let cell = usize::from(self.graph.units[start][0]);
                let size = self.graph.members(cell).len();
                if size == 2 || (size > 2 && links != Links::Y) {
                    self.search_from(state, start, links, search);
                }
            }
        }
    }

    fn search_from(&mut self, state: &State<W>, start: usize, links: Links, search: &mut Search) {
        let rank = links.rank();
        let most = search.most(links.cycle(), rank);
        let most = links.chain().map_or(most, |chain| most.max(search.most(chain, rank)));
        let within = self.tables.if_it_holds(start, depth_of(most));
        if within.is_cycle {
            self.cycles(state, start, links, search);
        }
        if let Some(technique) = links.chain() {
            if within.is_chain {
                self.chain(start, true, (links, technique), search);
            }
            let most = search.most(technique, rank);
            if self.tables.if_it_does_not(start, depth_of(most)) {
                self.chain(start, false, (links, technique), search);
            }
        }
    }

    fn list_partners(&mut self) {
        let n = self.graph.n();
        self.partners.resize(self.partners.len().max(n), Vec::new());
        for candidate in 0..n {
            let partners = &mut self.partners[candidate];
            partners.clear();
            for (&kind, &unit) in KINDS.iter().zip(&self.graph.units[candidate]) {
                if let [a, b] = *self.graph.members(unit.into()) {
                    let other = if usize::from(a) == candidate { b } else { a };
                    partners.push((other, kind));
                }
            }
        }
    }

    /// The candidates that hold if one does not, by some links.
    fn partners(&self, candidate: usize, links: Links) -> impl Iterator<Item = (u16, Kind)> + '_ {
        self.partners[candidate].iter().copied().filter(move |&(_, kind)| links.allows(kind))
    }

    /// Walks from holding candidates to holding candidates until `close` breaks; it is
    /// asked for every candidate that one of them excludes.
    fn walk(&mut self, links: Links, mut close: impl FnMut(&Walk, usize, usize) -> bool) -> bool {
        let mut walk = std::mem::take(&mut self.walk);
        let mut next = 0;
        let mut is_closed = false;
        'walk: while let Some(&on) = walk.queue.get(next) {
            next += 1;
            let on = usize::from(on);
            for &off in links.excluded(&self.graph, on) {
                let off = usize::from(off);
                if close(&walk, on, off) {
                    is_closed = true;
                    break 'walk;
                }
                if walk.off.contains(off) {
                    continue;
                }
                walk.off.insert(off);
                for (partner, _) in self.partners(off, links) {
                    let depth = walk.ways[on].depth + 1;
                    walk.reach(partner.into(), Way { off: off as u16, on: on as u16, depth });
                }
            }
        }
        self.walk = walk;
        is_closed
    }

    /// A chain from a candidate, holding or not, to its contrary.
    fn chain(
        &mut self,
        start: usize,
        is_on: bool,
        (links, technique): (Links, Technique),
        search: &mut Search,
    ) {
        self.walk.begin(self.graph.n());
        if is_on {
            self.walk.reach(start, Way::default());
        } else {
            self.walk.off.insert(start);
            let way = Way { off: start as u16, on: u16::MAX, depth: 1 };
            let partners: Vec<u16> = self.partners(start, links).map(|(other, _)| other).collect();
            partners.into_iter().for_each(|partner| self.walk.reach(partner.into(), way));
        }
        let mut goals = std::mem::take(&mut self.goals);
        goals.reset(self.graph.n());
        if is_on {
            goals.insert(start);
        } else {
            self.partners(start, links).for_each(|(other, _)| goals.insert(other.into()));
        }
        let mut end = None;
        self.walk(links, |walk, on, off| {
            let is_goal = goals.contains(off);
            if is_goal {
                end = Some((Close { on: on as u16, off: off as u16 }, walk.ways[on].depth));
            }
            is_goal
        });
        self.goals = goals;
        let Some((close, depth)) = end else { return };
        let complexity = complexity(depth);
        if !search.wants(technique, complexity, links.rank()) {
            return;
        }
        let (cell, value) = self.graph.at(start);
        let own = 1u64 << value;
        let marks = self
            .graph
            .members(cell)
            .iter()
            .fold(0u64, |set, &member| set | 1 << self.graph.at(member.into()).1);
        let mut members = self.members(start, close, links);
        if !is_on {
            members.push(self.partner_link(usize::from(close.off), start, links));
        }
        search.hints.push(Hint {
            rating: technique.base() + length_bonus(complexity),
            complexity,
            rank: links.rank(),
            technique,
            placed: (!is_on).then_some((cell, value)),
            removed: vec![(cell, if is_on { own } else { marks & !own })],
            members,
        });
    }

    /// The cycles through a candidate.
    fn cycles(&mut self, state: &State<W>, start: usize, links: Links, search: &mut Search) {
        let mut goals = std::mem::take(&mut self.goals);
        goals.reset(self.graph.n());
        self.partners(start, links).for_each(|(other, _)| goals.insert(other.into()));
        self.walk.begin(self.graph.n());
        self.walk.reach(start, Way::default());
        let mut ends = Vec::new();
        self.walk(links, |walk, on, off| {
            let depth = walk.ways[on].depth;
            if on != start && goals.contains(off) && !walk.passes(on, off) {
                ends.push((Close { on: on as u16, off: off as u16 }, depth));
            }
            !search.wants(links.cycle(), complexity(depth), links.rank())
        });
        self.goals = goals;
        for (close, depth) in ends {
            let complexity = complexity(depth);
            if !search.wants(links.cycle(), complexity, links.rank()) {
                continue;
            }
            let mut members = self.members(start, close, links);
            members.push(self.partner_link(usize::from(close.off), start, links));
            let removed = self.beside(state, &members[1..]);
            if !removed.is_empty() {
                search.hints.push(Hint {
                    rating: links.cycle().base() + length_bonus(complexity),
                    complexity,
                    rank: links.rank(),
                    technique: links.cycle(),
                    placed: None,
                    removed,
                    members: members.split_off(1),
                });
            }
        }
    }

    /// What sees a holding and an excluded member of a cycle.
    fn beside(&self, state: &State<W>, members: &[Link]) -> Removed {
        let at = |link: &Link| self.graph.at(link.candidate.into());
        let cells: CellSet<W> = members.iter().map(|link| at(link).0).collect();
        let mut removed: Removed = Vec::new();
        for link in members.iter().rev().filter(|link| link.is_on) {
            let (cell, value) = at(link);
            let seen_by_off = members
                .iter()
                .filter(|other| !other.is_on && at(other).1 == value)
                .fold(CellSet::EMPTY, |seen, other| seen | state.topology.peers[at(other).0]);
            let places = state.places[usize::from(value)];
            for seen in ((state.topology.peers[cell] & seen_by_off & places) - cells).iter() {
                match removed.iter_mut().find(|(cell, _)| *cell == seen) {
                    Some((_, values)) => *values |= 1 << value,
                    None => removed.push((seen, 1 << value)),
                }
            }
        }
        removed
    }

    /// The members of a chain from its start to the excluded candidate at its close.
    fn members(&self, start: usize, close: Close, links: Links) -> Vec<Link> {
        let mut members = Vec::new();
        let Close { mut on, mut off } = close;
        loop {
            members.push(self.excluded_link(on, off));
            let way = self.walk.ways[usize::from(on)];
            if usize::from(on) == start && way.depth == 0 {
                members.push(Link { candidate: on, is_on: true, cause: None });
                break;
            }
            members.push(self.partner_link(usize::from(way.off), usize::from(on), links));
            if way.on == u16::MAX {
                members.push(Link { candidate: way.off, is_on: false, cause: None });
                break;
            }
            (on, off) = (way.on, way.off);
        }
        members.reverse();
        members
    }

    fn excluded_link(&self, on: u16, off: u16) -> Link {
        let units = [on, off].map(|candidate| self.graph.units[usize::from(candidate)]);
        let shared = (0..4).find(|&i| units[0][i] == units[1][i]).unwrap_or(0);
        Link { candidate: off, is_on: false, cause: Some(KINDS[shared]) }
    }

    fn partner_link(&self, off: usize, on: usize, links: Links) -> Link {
        let kind = self.partners(off, links).find(|&(other, _)| usize::from(other) == on);
        Link { candidate: on as u16, is_on: true, cause: kind.map(|(_, kind)| kind) }
    }
}

impl Walk {
    fn begin(&mut self, n: usize) {
        self.on.reset(n);
        self.off.reset(n);
        self.queue.clear();
        self.ways.resize(self.ways.len().max(n), Way::default());
    }

    /// A candidate holds; the first way to it counts.
    fn reach(&mut self, candidate: usize, way: Way) {
        if !self.on.contains(candidate) {
            self.on.insert(candidate);
            self.queue.push(candidate as u16);
            self.ways[candidate] = way;
        }
    }

    /// Whether the way to a holding candidate goes through an excluded one.
    fn passes(&self, mut on: usize, off: usize) -> bool {
        while self.ways[on].depth > 0 {
            if usize::from(self.ways[on].off) == off {
                return true;
            }
            on = usize::from(self.ways[on].on);
        }
        false
    }
}
