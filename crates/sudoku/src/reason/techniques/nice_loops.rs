//! Loops and chains of links of any kind.
//!
//! A chain that comes back to the cell where it began is a nice loop. If it leads from
//! a candidate to a contradiction in that cell, it is discontinuous and the candidate
//! is false (or true, if it was supposed to be false). If it closes in itself, it is
//! continuous: one end of each of its weak links is true, so that nothing else is. A
//! chain from a candidate that is false to one that is true is an AIC: one of both is
//! true.

use super::Found;
use super::almost::values;
use super::finds::{Finds, Removals};
use super::links::{Kind, Links, Literal, Nodes, Reach};
use crate::reason::Technique;
use crate::reason::cells::CellSet;
use crate::reason::state::State;
use crate::reason::technique::{Entry, Level};
use std::ops::ControlFlow;

pub(super) const CONTINUOUS_NICE_LOOP: Entry =
    Entry::new("continuous nice loop").code(706).stage(43, Level::Unfair, 280).largest();
pub(super) const DISCONTINUOUS_NICE_LOOP: Entry =
    Entry::new("discontinuous nice loop").code(707).stage(43, Level::Unfair, 280).largest();
pub(super) const AIC: Entry = Entry::new("AIC").code(708).stage(43, Level::Unfair, 280).largest();
pub(super) const GROUPED_CONTINUOUS_NICE_LOOP: Entry =
    Entry::new("grouped continuous nice loop").code(709).stage(44, Level::Unfair, 300).largest();
pub(super) const GROUPED_DISCONTINUOUS_NICE_LOOP: Entry =
    Entry::new("grouped discontinuous nice loop").code(710).stage(44, Level::Unfair, 300).largest();
pub(super) const GROUPED_AIC: Entry =
    Entry::new("grouped AIC").code(711).stage(44, Level::Unfair, 300).largest();

/// A path must have more links than this to say anything.
const TRIVIAL: u16 = 2;

/// All loops and chains with nodes of these kinds. If groups are allowed, those
/// without any group or set are left out.
pub(super) fn nice_loops<const W: usize>(
    state: &State<W>,
    with: Nodes,
    found: Found<'_>,
) -> ControlFlow<()> {
    let links = Links::new(state, with);
    let mut search = Search {
        state,
        links: &links,
        is_grouped: with > Nodes::Candidates,
        reach: Reach::new(&links),
        path: Vec::new(),
        removals: Removals::default(),
        loops: Finds::new(),
        chains: Finds::new(),
    };
    for is_true in [true, false] {
        for start in 0..links.n_candidates {
            search.reach.follow(&links, Literal::new(start, is_true));
            search.loops();
            if !is_true {
                search.chains();
            }
        }
    }
    search.loops.absorb(search.chains);
    search.loops.tell(state, |path| links.why(state, path), found)
}

struct Search<'a, const W: usize> {
    state: &'a State<W>,
    links: &'a Links<W>,
    /// Whether only paths with a group or a set count.
    is_grouped: bool,
    reach: Reach,
    path: Vec<Literal>,
    removals: Removals,
    loops: Finds<Vec<Literal>>,
    chains: Finds<Vec<Literal>>,
}

/// What kind of path it is, before groups are counted.
#[derive(Clone, Copy)]
enum Shape {
    Continuous,
    Discontinuous,
    Chain,
}

impl<const W: usize> Search<'_, W> {
    fn cell(&self, literal: Literal) -> usize {
        self.links.nodes[literal.node()].cell
    }

    fn value(&self, literal: Literal) -> u8 {
        self.links.nodes[literal.node()].value
    }

    /// Checks the paths that come back to the cell of the premise.
    fn loops(&mut self) {
        let start = self.reach.order[0];
        let cell = self.cell(start);
        for value in values(self.state.marks[cell]) {
            for is_true in [false, true] {
                let end = Literal::new(self.links.candidate(cell, value), is_true);
                if self.reach.has(end) && self.reach.distance(end) > TRIVIAL {
                    self.check_loop(start, end);
                }
            }
        }
    }

    fn check_loop(&mut self, start: Literal, end: Literal) {
        self.reach.path(end, &mut self.path);
        let n = self.path.len();
        let stays = |a: usize, b: usize| self.cell(self.path[a]) == self.cell(self.path[b]);
        if stays(0, 1) || stays(n - 2, n - 1) || self.is_lasso(Shape::Discontinuous) {
            return;
        }
        let cell = self.cell(start);
        let [first, last] = [start, end].map(|literal| self.value(literal));
        self.removals.clear();
        let shape = match (start.is_true(), end.is_true(), first == last) {
            (true, false, true) | (true, true, false) => {
                self.removals.add(first, cell);
                Shape::Discontinuous
            }
            (false, false, false) => {
                self.removals.add(last, cell);
                Shape::Discontinuous
            }
            (false, true, true) => {
                let others = self.state.marks[cell] & !(1 << first);
                values(others).for_each(|value| self.removals.add(value, cell));
                Shape::Discontinuous
            }
            (true, false, false) if self.state.marks[cell].count_ones() == 2 => {
                self.close_loop();
                Shape::Continuous
            }
            (false, true, false) => {
                self.close_loop();
                Shape::Continuous
            }
            _ => return,
        };
        self.add(shape);
    }

    /// Whether the path comes back to cells that it has left. A loop may touch the
    /// cell in which it begins.
    fn is_lasso(&self, shape: Shape) -> bool {
        let first = self.cell(self.path[0]);
        let mut left = CellSet::<W>::EMPTY;
        for (i, &literal) in self.path.iter().enumerate() {
            if left.contains(self.cell(literal)) {
                return true;
            }
            let Some(&before) = i.checked_sub(1).and_then(|i| self.path.get(i)) else { continue };
            if matches!(shape, Shape::Chain) || self.cell(before) != first {
                left |= self.links.nodes[before.node()].cells;
            }
        }
        false
    }

    /// What is false because one end of each weak link of a loop is true.
    fn close_loop(&mut self) {
        let n = self.path.len();
        let mut own = CellSet::EMPTY;
        for literal in &self.path[..n - 1] {
            own |= self.links.nodes[literal.node()].cells;
        }
        if !self.path[0].is_true() {
            self.keep_only(0, self.value(self.path[n - 1]));
        }
        for i in 1..n {
            if self.cell(self.path[i - 1]) == self.cell(self.path[i]) {
                continue;
            }
            if self.path[i].is_true() {
                if i + 2 < n && self.is_left_by_strong_link(i) {
                    self.keep_only(i, self.value(self.path[i + 1]));
                }
            } else {
                self.close_weak_link(i, own);
            }
        }
    }

    /// Whether another candidate of the same cell is next, and then another cell.
    fn is_left_by_strong_link(&self, i: usize) -> bool {
        let [here, next, after] = [0, 1, 2].map(|k| self.cell(self.path[i + k]));
        here == next && !self.path[i + 1].is_true() && self.path[i + 2].is_true() && next != after
    }

    /// The cell of a candidate has no other values than that and another one.
    fn keep_only(&mut self, i: usize, other: u8) {
        let (cell, value) = (self.cell(self.path[i]), self.value(self.path[i]));
        let others = self.state.marks[cell] & !(1 << value | 1 << other);
        values(others).for_each(|value| self.removals.add(value, cell));
    }

    /// Nothing else in sight of both ends of a weak link has its value.
    fn close_weak_link(&mut self, i: usize, own: CellSet<W>) {
        let (before, here) = (self.path[i - 1].node(), self.path[i].node());
        let value = self.value(self.path[i]);
        let seen = self.links.seen(self.state, before, value)
            & self.links.seen(self.state, here, value)
            & self.state.places[usize::from(value)];
        self.removals.add_all(value, seen - own);
        if let Kind::Set(number) = self.links.nodes[here].kind {
            self.close_set(i, number);
        }
    }

    /// An almost locked set in a loop has all its values but the one by which it is
    /// entered or those by which it is left.
    fn close_set(&mut self, i: usize, number: usize) {
        let set = &self.links.sets[number];
        let entry = 1 << self.value(self.path[i]);
        let Some(&next) = self.path.get(i + 1) else { return };
        let (cell, value) = (self.cell(next), self.value(next));
        let is_forced = next.is_true();
        let exits = if is_forced { self.state.marks[cell] & !(1 << value) } else { 1 << value };
        for value in values(set.values & !entry & !exits) {
            self.removals.add_all(value, set.seen(value));
        }
        if is_forced {
            for value in values(set.values & exits) {
                self.removals.add_all(value, set.seen(value) & self.state.topology.peers[cell]);
            }
        }
    }

    /// Checks the paths from a candidate that is false to one that is true elsewhere.
    fn chains(&mut self) {
        let start = self.reach.order[0];
        let (cell, value) = (self.cell(start), self.value(start));
        for index in 1..self.reach.order.len() {
            let end = self.reach.order[index];
            let node = &self.links.nodes[end.node()];
            let is_end = end.is_true() && node.kind == Kind::Candidate && node.cell != cell;
            if !is_end || self.reach.distance(end) <= TRIVIAL {
                continue;
            }
            let (other_cell, other) = (node.cell, node.value);
            let peers = &self.state.topology.peers;
            self.removals.clear();
            if other == value {
                let seen = peers[cell] & peers[other_cell] & self.state.places[usize::from(value)];
                if seen.len() < 2 {
                    continue;
                }
                self.removals.add_all(value, seen);
            } else if peers[cell].contains(other_cell)
                && self.state.has(other_cell, value)
                && self.state.has(cell, other)
            {
                self.removals.add(other, cell);
                self.removals.add(value, other_cell);
            } else {
                continue;
            }
            self.reach.path(end, &mut self.path);
            if !self.is_lasso(Shape::Chain) {
                self.add(Shape::Chain);
            }
        }
    }

    /// Adds the path, if it removes anything and has the nodes that are looked for.
    fn add(&mut self, shape: Shape) {
        let is_group = |literal: &Literal| self.links.nodes[literal.node()].kind != Kind::Candidate;
        let is_grouped = self.path.iter().any(is_group);
        if is_grouped != self.is_grouped || !self.removals.settle() {
            return;
        }
        let technique = match (shape, is_grouped) {
            (Shape::Continuous, false) => Technique::ContinuousNiceLoop,
            (Shape::Discontinuous, false) => Technique::DiscontinuousNiceLoop,
            (Shape::Chain, false) => Technique::Aic,
            (Shape::Continuous, true) => Technique::GroupedContinuousNiceLoop,
            (Shape::Discontinuous, true) => Technique::GroupedDiscontinuousNiceLoop,
            (Shape::Chain, true) => Technique::GroupedAic,
        };
        let length = self.links.length(&self.path);
        let finds = match shape {
            Shape::Chain => &mut self.chains,
            Shape::Continuous | Shape::Discontinuous => &mut self.loops,
        };
        finds.add(technique, &self.removals, length, || self.path.clone());
    }
}
