//! All that follows from one assumption, and from what.

use super::graph::{Bits, Graph, KINDS, Kind};
use crate::reason::explainer::tree::{Member, Tree};

/// A candidate that was found to hold or not to hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) candidate: u16,
    pub(super) is_on: bool,
    /// The unit by which it follows, for those that hold; `None` for the assumption.
    pub(super) cause: Option<Kind>,
    /// A chain on the way, one more than its number; 0 for none.
    pub(super) nested: u32,
    start: u32,
    end: u32,
}

/// An assumption and what follows, in the order in which it was found.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    on: Bits,
    off: Bits,
    on_list: Vec<u16>,
    off_list: Vec<u16>,
    pub(super) nodes: Vec<Node>,
    parents: Vec<u16>,
    /// The node of each candidate that holds or does not, by `2 * candidate + is_on`.
    places: Vec<u16>,
    /// The nodes of a candidate that must hold and must not.
    pub(super) contradiction: Option<[u16; 2]>,
    /// Candidates that do not hold and whose consequences are drawn.
    gone: Bits,
    next_on: usize,
    next_off: usize,
}

/// A contradiction was found.
pub(super) struct Contradicted;

/// The candidates that holding ones exclude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Links {
    SameValue,
    All,
}

impl Run {
    pub(super) fn begin(&mut self, graph: &Graph, candidate: usize, is_on: bool) {
        let n = graph.n();
        [&mut self.on, &mut self.off, &mut self.gone].into_iter().for_each(|bits| bits.reset(n));
        self.places.resize(2 * n, 0);
        self.on_list.clear();
        self.off_list.clear();
        self.nodes.clear();
        self.parents.clear();
        self.contradiction = None;
        (self.next_on, self.next_off) = (0, 0);
        self.push(candidate, is_on, None);
        self.enter(candidate, is_on);
    }

    /// The node of a candidate that is known to hold, or known not to.
    pub(super) fn place(&self, candidate: usize, is_on: bool) -> u16 {
        self.places[2 * candidate + usize::from(is_on)]
    }

    /// The candidates that hold, or those that do not.
    pub(super) fn set(&self, is_on: bool) -> &Bits {
        if is_on { &self.on } else { &self.off }
    }

    /// The same in the order in which they were found.
    pub(super) fn list(&self, is_on: bool) -> &[u16] {
        if is_on { &self.on_list } else { &self.off_list }
    }

    pub(super) fn parents(&self, node: &Node) -> &[u16] {
        &self.parents[node.start as usize..node.end as usize]
    }

    /// Appends a node, whose parents are added next.
    fn push(&mut self, candidate: usize, is_on: bool, cause: Option<Kind>) {
        let end = self.parents.len() as u32;
        let candidate = candidate as u16;
        self.nodes.push(Node { candidate, is_on, cause, nested: 0, start: end, end });
    }

    fn add_parent(&mut self, parent: u16) {
        self.parents.push(parent);
        if let Some(node) = self.nodes.last_mut() {
            node.end += 1;
        }
    }

    /// Makes the last node known.
    fn enter(&mut self, candidate: usize, is_on: bool) {
        self.places[2 * candidate + usize::from(is_on)] = (self.nodes.len() - 1) as u16;
        if is_on {
            self.on.insert(candidate);
            self.on_list.push(candidate as u16);
        } else {
            self.off.insert(candidate);
            self.off_list.push(candidate as u16);
        }
    }

    /// The next candidate that holds and whose consequences are not drawn.
    pub(super) fn next_on(&mut self) -> Option<usize> {
        let next = self.on_list.get(self.next_on)?;
        self.next_on += 1;
        Some(usize::from(*next))
    }

    /// The next candidate that does not hold and whose consequences are not drawn.
    pub(super) fn next_off(&mut self) -> Option<usize> {
        let next = self.off_list.get(self.next_off)?;
        self.next_off += 1;
        Some(usize::from(*next))
    }

    /// What a holding candidate excludes.
    #[inline]
    pub(super) fn exclude(
        &mut self,
        graph: &Graph,
        candidate: usize,
        links: Links,
    ) -> Result<(), Contradicted> {
        let parent = self.place(candidate, true);
        let others = match links {
            Links::All => graph.others(candidate),
            Links::SameValue => graph.same_value(candidate),
        };
        for &other in others {
            let other = usize::from(other);
            if self.off.contains(other) {
                continue;
            }
            self.push(other, false, None);
            self.add_parent(parent);
            if self.on.contains(other) {
                self.contradiction = Some([self.place(other, true), (self.nodes.len() - 1) as u16]);
                return Err(Contradicted);
            }
            self.enter(other, false);
        }
        Ok(())
    }

    /// What must hold because a candidate does not: the last ones of its units.
    #[inline]
    pub(super) fn conclude(
        &mut self,
        graph: &Graph,
        sizes: &mut [u8],
        candidate: usize,
        (links, is_dynamic): (Links, bool),
    ) -> Result<(), Contradicted> {
        let skipped = usize::from(links == Links::SameValue);
        for (kind, &unit) in KINDS.iter().zip(&graph.units[candidate]).skip(skipped) {
            if sizes[usize::from(unit)] == 2 {
                self.keep_last(graph, candidate, usize::from(unit), *kind)?;
            }
        }
        if is_dynamic {
            self.gone.insert(candidate);
            graph.units[candidate].iter().for_each(|&unit| sizes[usize::from(unit)] -= 1);
        }
        Ok(())
    }

    fn keep_last(
        &mut self,
        graph: &Graph,
        candidate: usize,
        unit: usize,
        kind: Kind,
    ) -> Result<(), Contradicted> {
        let members = graph.members(unit);
        let is_last =
            |&&other: &&u16| usize::from(other) != candidate && !self.gone.contains(other.into());
        let Some(last) = members.iter().find(is_last).map(|&last| usize::from(last)) else {
            return Ok(());
        };
        if self.on.contains(last) {
            return Ok(());
        }
        self.push(last, true, Some(kind));
        self.add_parent(self.place(candidate, false));
        for &other in members {
            if self.gone.contains(other.into()) {
                self.add_parent(self.place(other.into(), false));
            }
        }
        if self.off.contains(last) {
            self.contradiction = Some([(self.nodes.len() - 1) as u16, self.place(last, false)]);
            return Err(Contradicted);
        }
        self.enter(last, true);
        Ok(())
    }

    /// Takes over that a candidate does not hold because of others that do not.
    pub(super) fn take_over(&mut self, candidate: usize, because: &[usize], nested: u32) -> bool {
        if self.off.contains(candidate) {
            return false;
        }
        self.push(candidate, false, None);
        because.iter().for_each(|&other| self.add_parent(self.place(other, false)));
        if let Some(node) = self.nodes.last_mut() {
            node.nested = nested;
        }
        self.enter(candidate, false);
        true
    }

    /// The chain that ends with a node, for people.
    pub(super) fn tree(&self, graph: &Graph, end: u16) -> Tree {
        let mut is_in = vec![false; self.nodes.len()];
        let mut todo = vec![end];
        while let Some(place) = todo.pop() {
            if !std::mem::replace(&mut is_in[usize::from(place)], true) {
                todo.extend(self.parents(&self.nodes[usize::from(place)]));
            }
        }
        let places: Vec<usize> = (0..self.nodes.len()).filter(|&place| is_in[place]).collect();
        let member = |&place: &usize| {
            let node = &self.nodes[place];
            let (cell, value) = graph.at(node.candidate.into());
            let from = self.parents(node).iter();
            let from = from.filter_map(|&parent| places.binary_search(&parent.into()).ok());
            Member { cell, value, is_on: node.is_on, from: from.collect() }
        };
        places.iter().map(member).collect()
    }
}

/// Walks from a node back to the assumption and meets every node on the way once,
/// those nearer to the end first.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    stamps: Vec<u32>,
    stamp: u32,
    pub(super) met: Vec<u16>,
}

impl Walk {
    /// Meets at most so many nodes, and says whether these are all.
    #[inline]
    pub(super) fn back(&mut self, run: &Run, end: u16, most: usize) -> bool {
        if self.stamps.len() < run.nodes.len() {
            self.stamps.resize(run.nodes.len(), 0);
        }
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.met.clear();
        self.met.push(end);
        self.stamps[usize::from(end)] = self.stamp;
        let mut next = 0;
        while let Some(&place) = self.met.get(next) {
            next += 1;
            for &parent in run.parents(&run.nodes[usize::from(place)]) {
                let stamp = &mut self.stamps[usize::from(parent)];
                if *stamp != self.stamp {
                    *stamp = self.stamp;
                    self.met.push(parent);
                }
            }
            if self.met.len() > most {
                return false;
            }
        }
        true
    }
}
