//! What follows at once from a candidate being true or false.
//!
//! A node is a candidate, a group of candidates of one value where a line crosses a
//! box, or an almost locked set that has lost a value. A literal says of a node that
//! it is true or false, and links lead from a literal to those that follow from it.
//! Chains are paths along links; [`Reach`] finds the shortest ones from a literal.

use super::almost::{AlmostLocked, almost_locked_sets, values};
use crate::reason::cells::CellSet;
use crate::reason::chain::{self};
use crate::reason::state::State;
use crate::reason::{Chain, Why};

/// Which nodes there are besides candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Nodes {
    /// None.
    Candidates,
    /// Groups.
    Groups,
    /// Groups and almost locked sets.
    Sets,
}

/// A node that is said to be true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal(u32);

impl Literal {
    pub(super) fn new(node: usize, is_true: bool) -> Literal {
        Literal((node as u32) << 1 | u32::from(is_true))
    }

    pub(super) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_true(self) -> bool {
        self.0 & 1 == 1
    }

    /// A number of its own, in the order of the nodes.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn of_index(index: usize) -> Literal {
        Literal(index as u32)
    }

    pub(super) fn opposite(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// What a literal is about.
#[derive(Clone, Debug)]
pub(super) struct Node<const W: usize> {
    pub(super) value: u8,
    /// The first cell; of an almost locked set the first with the value.
    pub(super) cell: usize,
    /// All cells.
    pub(super) cells: CellSet<W>,
    pub(super) kind: Kind,
}

/// Which kind of node it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One candidate.
    Candidate,
    /// Several places of a value where a line crosses a box.
    Group,
    /// The almost locked set with this number, which loses the value.
    Set(usize),
}

/// A link to a literal that follows, and how much it adds to the length of a chain
/// over the one link that it is.
#[derive(Clone, Copy, Debug)]
struct Link {
    to: Literal,
    cost: u16,
}

/// A group, with the line and the box that cross in it.
struct Group<const W: usize> {
    node: usize,
    line: usize,
    block: usize,
    seen: CellSet<W>,
}

/// All nodes and links of a state.
pub(super) struct Links<const W: usize> {
    pub(super) nodes: Vec<Node<W>>,
    pub(super) sets: Vec<AlmostLocked<W>>,
    /// How many nodes are candidates; these come first.
    pub(super) n_candidates: usize,
    /// The node of each candidate, by cell and value.
    node_of: Vec<u32>,
    n_values: usize,
    /// Where the links of each literal begin.
    starts: Vec<u32>,
    links: Vec<Link>,
}

impl<const W: usize> Links<W> {
    pub(super) fn new(state: &State<W>, with: Nodes) -> Links<W> {
        let mut builder = Builder::new(state, |_| true);
        builder.link_within_cells();
        builder.link_within_houses(HouseLinks::All);
        if with >= Nodes::Groups {
            builder.link_groups();
        }
        if with == Nodes::Sets {
            builder.link_sets();
        }
        builder.finish()
    }

    /// Links within houses only, all between places of one value.
    pub(super) fn of_houses(state: &State<W>) -> Links<W> {
        let mut builder = Builder::new(state, |_| true);
        builder.link_within_houses(HouseLinks::All);
        builder.finish()
    }

    /// Links between cells with two candidates: the strong ones within the cells, the
    /// weak ones within houses.
    pub(super) fn of_pairs(state: &State<W>) -> Links<W> {
        let is_pair = |cell: usize| state.marks[cell].count_ones() == 2;
        let mut builder = Builder::new(state, is_pair);
        builder.link_pairs();
        builder.link_within_houses(HouseLinks::Weak);
        builder.finish()
    }

    /// Every candidate, true and false.
    pub(super) fn suppositions(&self) -> impl Iterator<Item = Literal> + use<W> {
        (0..2 * self.n_candidates).map(Literal::of_index)
    }

    /// What follows at once from a literal.
    pub(super) fn following(&self, literal: Literal) -> impl Iterator<Item = Literal> {
        self.from(literal).iter().map(|link| link.to)
    }

    /// Why a path removes something.
    pub(super) fn why(&self, state: &State<W>, path: &[Literal]) -> Why {
        Why::Chain(self.chain(state, path))
    }

    /// The chain along a path.
    pub(super) fn chain(&self, state: &State<W>, path: &[Literal]) -> Chain {
        let path = path.iter().enumerate();
        let linked = path.map(|(i, &literal)| (literal, i.checked_sub(1).into_iter().collect()));
        self.net(state, linked)
    }

    /// A chain whose members follow from those before them with the given numbers.
    pub(super) fn net(
        &self,
        state: &State<W>,
        members: impl Iterator<Item = (Literal, Vec<usize>)>,
    ) -> Chain {
        let node = |(literal, from): (Literal, Vec<usize>)| {
            let Node { value, cells, kind, .. } = self.nodes[literal.node()];
            let set = match kind {
                Kind::Set(number) => Some(values(self.sets[number].values).collect()),
                _ => None,
            };
            let (cells, is_true) = (state.cells(cells), literal.is_true());
            chain::Node { cells, value, is_true, set, from }
        };
        Chain { nodes: members.map(node).collect() }
    }

    /// The node of a candidate.
    pub(super) fn candidate(&self, cell: usize, value: u8) -> usize {
        self.node_of[cell * self.n_values + usize::from(value)] as usize
    }

    fn from(&self, literal: Literal) -> &[Link] {
        let [start, end] = [0, 1].map(|i| self.starts[literal.index() + i] as usize);
        &self.links[start..end]
    }

    /// All cells that see the whole node, or of a set all its places of the value.
    pub(super) fn seen(&self, state: &State<W>, node: usize, value: u8) -> CellSet<W> {
        match self.nodes[node].kind {
            Kind::Candidate => state.topology.peers[self.nodes[node].cell],
            Kind::Group => state.topology.seen_by_all(&self.nodes[node].cells),
            Kind::Set(number) => self.sets[number].seen(value),
        }
    }

    /// How long a path is: its links, and more for each cell of an almost locked set.
    pub(super) fn length(&self, path: &[Literal]) -> usize {
        let extra = |literal: &Literal| match self.nodes[literal.node()].kind {
            Kind::Set(number) => set_cost(self.sets[number].cells.len()),
            _ => 0,
        };
        path.len() - 1 + path.iter().map(extra).sum::<usize>()
    }
}

/// How much a set of so many members adds to the length of a chain.
fn set_cost(members: usize) -> usize {
    match members {
        0 | 1 => 0,
        2 => 1,
        _ => 2 * (members - 1),
    }
}

/// Which links within houses there are.
#[derive(Clone, Copy)]
enum HouseLinks {
    /// Only weak ones.
    Weak,
    /// Strong and weak ones.
    All,
}

struct Builder<'a, const W: usize> {
    state: &'a State<W>,
    nodes: Vec<Node<W>>,
    groups: Vec<Group<W>>,
    sets: Vec<AlmostLocked<W>>,
    node_of: Vec<u32>,
    n_candidates: usize,
    /// Each link with the literal from which it leads, in the order of its search.
    links: Vec<(Literal, Link)>,
}

impl<'a, const W: usize> Builder<'a, W> {
    fn new(state: &'a State<W>, is_node: impl Fn(usize) -> bool) -> Builder<'a, W> {
        let n_values = state.places.len();
        let mut node_of = vec![u32::MAX; state.marks.len() * n_values];
        let mut nodes = Vec::new();
        for cell in state.open().iter().filter(|&cell| is_node(cell)) {
            for value in values(state.marks[cell]) {
                node_of[cell * n_values + usize::from(value)] = nodes.len() as u32;
                let cells = CellSet::of(cell);
                nodes.push(Node { value, cell, cells, kind: Kind::Candidate });
            }
        }
        let n_candidates = nodes.len();
        Builder {
            state,
            nodes,
            groups: Vec::new(),
            sets: Vec::new(),
            node_of,
            n_candidates,
            links: Vec::new(),
        }
    }

    fn candidate(&self, cell: usize, value: u8) -> usize {
        self.node_of[cell * self.state.places.len() + usize::from(value)] as usize
    }

    fn link(&mut self, from: (usize, bool), to: (usize, bool), cost: usize) {
        let [from, to] = [from, to].map(|(node, is_true)| Literal::new(node, is_true));
        self.links.push((from, Link { to, cost: cost as u16 }));
    }

    fn link_within_cells(&mut self) {
        for node in 0..self.n_candidates {
            let Node { value, cell, .. } = self.nodes[node];
            let others = self.state.marks[cell] & !(1 << value);
            for other in values(others) {
                let other = self.candidate(cell, other);
                self.link((node, true), (other, false), 0);
                if others.is_power_of_two() {
                    self.link((node, false), (other, true), 0);
                }
            }
        }
    }

    fn link_pairs(&mut self) {
        for node in 0..self.n_candidates {
            let Node { value, cell, .. } = self.nodes[node];
            for other in values(self.state.marks[cell] & !(1 << value)) {
                self.link((node, false), (self.candidate(cell, other), true), 0);
            }
        }
    }

    fn link_within_houses(&mut self, which: HouseLinks) {
        let topology = self.state.topology.clone();
        let all = self.nodes.iter().fold(CellSet::EMPTY, |all, node| all | node.cells);
        for node in 0..self.n_candidates {
            let Node { value, cell, .. } = self.nodes[node];
            let mut linked = CellSet::EMPTY;
            for house in topology.houses_of[cell] {
                let places = self.state.places_in(value, house) - CellSet::of(cell);
                for other in ((places & all) - linked).iter() {
                    self.link((node, true), (self.candidate(other, value), false), 0);
                }
                if let (HouseLinks::All, Some(other)) = (which, places.only()) {
                    self.link((node, false), (self.candidate(other, value), true), 0);
                }
                linked |= places;
            }
        }
    }

    fn link_groups(&mut self) {
        self.find_groups();
        for index in 0..self.groups.len() {
            self.link_group_to_candidates(index);
            self.link_group_to_groups(index);
        }
    }

    fn find_groups(&mut self) {
        let topology = self.state.topology.clone();
        let [rows, columns, boxes] = topology.kinds();
        for line in rows.chain(columns) {
            for value in self.state.all_values() {
                for block in boxes.clone() {
                    let cells = self.state.places_in(value, line) & topology.houses[block];
                    if cells.len() < 2 {
                        continue;
                    }
                    let (node, seen) = (self.nodes.len(), topology.seen_by_all(&cells));
                    let cell = cells.first().unwrap_or_default();
                    self.nodes.push(Node { value, cell, cells, kind: Kind::Group });
                    self.groups.push(Group { node, line, block, seen });
                }
            }
        }
    }

    fn link_group_to_candidates(&mut self, index: usize) {
        let Group { node, line, block, seen } = self.groups[index];
        let value = self.nodes[node].value;
        let seen = seen & self.state.places[usize::from(value)];
        for cell in seen.iter() {
            let other = self.candidate(cell, value);
            self.link((node, true), (other, false), 0);
            self.link((other, true), (node, false), 0);
        }
        for house in [block, line] {
            if let Some(cell) = (seen & self.state.topology.houses[house]).only() {
                let other = self.candidate(cell, value);
                self.link((node, false), (other, true), 0);
                self.link((other, false), (node, true), 0);
            }
        }
    }

    fn link_group_to_groups(&mut self, index: usize) {
        let Group { node, line, block, .. } = self.groups[index];
        let (value, cells) = (self.nodes[node].value, self.nodes[node].cells);
        for other in 0..self.groups.len() {
            let (other, other_line, other_block) =
                (self.groups[other].node, self.groups[other].line, self.groups[other].block);
            let Node { value: other_value, cells: other_cells, .. } = self.nodes[other];
            if other_value != value || other_cells.meets(&cells) {
                continue;
            }
            for (shared, house) in [(line == other_line, line), (block == other_block, block)] {
                if !shared {
                    continue;
                }
                self.link((node, true), (other, false), 0);
                if self.state.places_in(value, house).is_within(&(cells | other_cells)) {
                    self.link((node, false), (other, true), 0);
                }
            }
        }
    }

    /// Links to a set that loses a value, and from it to what its other values remove,
    /// also from groups and other sets, and to a cell that has one value left.
    fn link_sets(&mut self) {
        self.sets = almost_locked_sets(self.state, 2);
        let entries: Vec<Vec<Option<usize>>> =
            (0..self.sets.len()).map(|number| self.set_entries(number)).collect();
        for number in 0..self.sets.len() {
            for value in values(self.sets[number].values) {
                if let Some(node) = entries[number][usize::from(value)] {
                    self.link_into_set(number, node);
                    self.link_out_of_set(number, node, &entries);
                }
            }
        }
    }

    /// For each value of a set, the node that the set loses it, if that has any effect.
    fn set_entries(&mut self, number: usize) -> Vec<Option<usize>> {
        let set = self.sets[number].clone();
        let mut entries = vec![None; self.state.places.len()];
        for value in values(set.values) {
            let removes = |other: u8| other != value && !set.seen(other).is_empty();
            if values(set.values).any(removes) {
                entries[usize::from(value)] = Some(self.nodes.len());
                let cell = set.places(value).first().unwrap_or_default();
                let kind = Kind::Set(number);
                self.nodes.push(Node { value, cell, cells: set.cells, kind });
            }
        }
        entries
    }

    fn link_into_set(&mut self, number: usize, node: usize) {
        let value = self.nodes[node].value;
        let (seen, places) = (self.sets[number].seen(value), self.sets[number].places(value));
        for cell in seen.iter() {
            self.link((self.candidate(cell, value), true), (node, false), 0);
        }
        for group in 0..self.groups.len() {
            let Group { node: group, seen, .. } = self.groups[group];
            let Node { value: other, cells, .. } = self.nodes[group];
            let apart = !cells.meets(&self.sets[number].cells);
            if other == value && apart && places.is_within(&seen) {
                self.link((group, true), (node, false), 0);
            }
        }
    }

    fn link_out_of_set(&mut self, number: usize, node: usize, entries: &[Vec<Option<usize>>]) {
        let lost = self.nodes[node].value;
        let set = self.sets[number].clone();
        let cost = set_cost(set.values.count_ones() as usize);
        let kept = set.values & !(1 << lost);
        for value in values(kept) {
            for cell in set.seen(value).iter() {
                self.link((node, false), (self.candidate(cell, value), false), cost);
            }
            for group in 0..self.groups.len() {
                let group = self.groups[group].node;
                let Node { value: other, cells, .. } = self.nodes[group];
                if other == value && cells.is_within(&set.seen(value)) {
                    self.link((node, false), (group, false), cost);
                }
            }
        }
        for (other, entries) in entries.iter().enumerate() {
            if self.sets[other].cells.meets(&set.cells) {
                continue;
            }
            for value in values(kept & self.sets[other].values) {
                if let Some(to) = entries[usize::from(value)]
                    && self.sets[other].places(value).is_within(&set.seen(value))
                {
                    self.link((node, false), (to, false), cost);
                }
            }
        }
        self.link_forced_cells(&set, (node, kept), cost);
    }

    /// Links from a set to cells with three or more candidates that keep just one.
    fn link_forced_cells(&mut self, set: &AlmostLocked<W>, from: (usize, u64), cost: usize) {
        let (node, kept) = from;
        let all = values(kept).fold(CellSet::EMPTY, |all, value| all | set.seen(value));
        for cell in all.iter().filter(|&cell| self.state.marks[cell].count_ones() > 2) {
            let gone = |value: &u8| kept >> value & 1 == 1 && set.seen(*value).contains(cell);
            let mut left = values(self.state.marks[cell]).filter(|value| !gone(value));
            if let (Some(value), None) = (left.next(), left.next()) {
                self.link((node, false), (self.candidate(cell, value), true), cost + 1);
            }
        }
    }

    /// Sorts the links by the literals from which they lead.
    fn finish(self) -> Links<W> {
        let mut starts = vec![0; 2 * self.nodes.len() + 1];
        for (from, _) in &self.links {
            starts[from.index() + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let nowhere = Link { to: Literal(0), cost: 0 };
        let mut links = vec![nowhere; self.links.len()];
        for (from, link) in &self.links {
            let place = &mut next[from.index()];
            links[*place as usize] = *link;
            *place += 1;
        }
        Links {
            nodes: self.nodes,
            sets: self.sets,
            n_candidates: self.n_candidates,
            node_of: self.node_of,
            n_values: self.state.places.len(),
            starts,
            links,
        }
    }
}

/// Everything that follows from a premise, each by a shortest path.
pub(super) struct Reach {
    /// What follows, in the order of its finding, after the premise.
    pub(super) order: Vec<Literal>,
    /// Of each literal, the premise from which it was last found, counted from 1.
    round_of: Vec<u32>,
    round: u32,
    /// The literal from which it follows at once.
    parent: Vec<Literal>,
    distance: Vec<u16>,
}

impl Reach {
    pub(super) fn new<const W: usize>(links: &Links<W>) -> Reach {
        let n_literals = 2 * links.nodes.len();
        Reach {
            order: Vec::with_capacity(n_literals),
            round_of: vec![0; n_literals],
            round: 0,
            parent: vec![Literal(0); n_literals],
            distance: vec![0; n_literals],
        }
    }

    /// Forgets all and follows a premise.
    pub(super) fn follow<const W: usize>(&mut self, links: &Links<W>, premise: Literal) {
        self.round += 1;
        self.order.clear();
        self.add(premise, premise, 0);
        let mut next = 0;
        while let Some(&literal) = self.order.get(next) {
            next += 1;
            let distance = self.distance[literal.index()] + 1;
            for &Link { to, cost } in links.from(literal) {
                if !self.has(to) {
                    self.add(to, literal, distance + cost);
                } else if self.distance[to.index()] > distance + cost {
                    self.parent[to.index()] = literal;
                    self.distance[to.index()] = distance + cost;
                }
            }
        }
    }

    fn add(&mut self, literal: Literal, parent: Literal, distance: u16) {
        self.order.push(literal);
        self.round_of[literal.index()] = self.round;
        self.parent[literal.index()] = parent;
        self.distance[literal.index()] = distance;
    }

    pub(super) fn has(&self, literal: Literal) -> bool {
        self.round_of[literal.index()] == self.round
    }

    /// How far a literal is from the premise.
    pub(super) fn distance(&self, literal: Literal) -> u16 {
        self.distance[literal.index()]
    }

    /// The path from the premise to a literal that follows from it.
    pub(super) fn path(&self, mut literal: Literal, path: &mut Vec<Literal>) {
        path.clear();
        path.push(literal);
        while self.distance[literal.index()] > 0 {
            literal = self.parent[literal.index()];
            path.push(literal);
        }
        path.reverse();
    }
}
