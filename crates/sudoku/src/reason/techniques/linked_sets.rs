//! Almost locked sets that are linked by restricted commons.
//!
//! Of a restricted common, a value whose places in two sets all see each other, at
//! least one of both sets loses its places and is locked then. In a chain of sets with
//! a different common at each end, the first or the last set is locked: a place that
//! sees all places of another value in both is false.

use super::Found;
use super::almost::{AlmostLocked, almost_locked_sets, values};
use super::finds::{Finds, Removals};
use crate::Symbol;
use crate::reason::cells::CellSet;
use crate::reason::state::{State, Values};
use crate::reason::technique::{Entry, Level};
use crate::reason::why::Explain;
use crate::reason::{Highlights, Step, Technique, ValueSet, Why};
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(super) const ALS_XZ: Entry = Entry::new("ALS-XZ").code(901).stage(45, Level::Unfair, 300);
pub(super) const ALS_XY_WING: Entry =
    Entry::new("ALS-XY-wing").code(902).stage(46, Level::Unfair, 320);
pub(super) const ALS_CHAIN: Entry =
    Entry::new("ALS chain").code(903).stage(47, Level::Unfair, 340).largest();

/// Almost locked sets each of which shares values with the next, of which only one
/// of both can have each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedSets {
    /// The sets in the order of the chain.
    pub sets: Vec<ValueSet>,
    /// The shared values from each set to the next.
    pub links: Vec<Vec<u8>>,
}

impl Explain for LinkedSets {
    fn sentence(&self, _: &Step) -> String {
        let mut text = "of the sets ".to_owned();
        for (i, set) in self.sets.iter().enumerate() {
            if i > 0 {
                let values = self.links[i - 1].iter().map(|&value| Symbol(value).to_string());
                text += &format!(" -{}- ", values.collect::<Vec<String>>().join("/"));
            }
            text += &set.to_string();
        }
        text + ", linked by values that only one of two neighbours can have, the first or the \
                last is locked"
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        for (i, set) in self.sets.iter().enumerate() {
            let cells = if i % 2 == 0 { &mut marks.cells } else { &mut marks.others };
            cells.extend(&set.cells);
        }
    }
}

/// The longest chain that is looked for, in sets.
const MOST_SETS: usize = 12;

/// More cells than the sets of a chain have: fewer sets come before fewer cells.
const MOST_CELLS: usize = 1000;

/// Whether sets may share cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlap {
    /// They may not.
    None,
    /// They may.
    Allowed,
}

/// Two sets and the values that are restricted commons of both.
#[derive(Clone, Copy, Debug)]
struct Common {
    sets: [usize; 2],
    values: Values,
}

impl Common {
    /// The set at the other end.
    fn other(&self, set: usize) -> usize {
        if self.sets[0] == set { self.sets[1] } else { self.sets[0] }
    }
}

/// All almost locked sets with their restricted commons.
struct Graph<'a, const W: usize> {
    state: &'a State<W>,
    sets: Vec<AlmostLocked<W>>,
    commons: Vec<Common>,
    /// The numbers of the commons of each set, in rising order.
    commons_of: Vec<Vec<usize>>,
}

/// The sets by each of their values and its first place in them.
struct FirstPlaces {
    n_cells: usize,
    sets: Vec<Vec<usize>>,
}

impl FirstPlaces {
    fn new<const W: usize>(state: &State<W>, sets: &[AlmostLocked<W>]) -> FirstPlaces {
        let n_cells = state.marks.len();
        let mut index = vec![Vec::new(); state.places.len() * n_cells];
        for (number, set) in sets.iter().enumerate() {
            for value in values(set.values) {
                if let Some(first) = set.places(value).first() {
                    index[usize::from(value) * n_cells + first].push(number);
                }
            }
        }
        FirstPlaces { n_cells, sets: index }
    }

    /// Tells the sets whose first place of a value is among some cells.
    fn sets_within<const W: usize>(
        &self,
        value: u8,
        cells: CellSet<W>,
        mut tell: impl FnMut(usize),
    ) {
        for cell in cells.iter() {
            self.sets[usize::from(value) * self.n_cells + cell].iter().for_each(|&set| tell(set));
        }
    }
}

/// A chain of sets with the common values between them.
struct Links {
    sets: Vec<usize>,
    values: Vec<Values>,
}

impl<'a, const W: usize> Graph<'a, W> {
    fn new(state: &'a State<W>, overlap: Overlap) -> Graph<'a, W> {
        let sets = almost_locked_sets(state, 1);
        let index = FirstPlaces::new(state, &sets);
        let mut commons: Vec<Common> = Vec::new();
        let mut commons_of = vec![Vec::new(); sets.len()];
        let mut near = Vec::new();
        for (i, one) in sets.iter().enumerate() {
            near.clear();
            for value in values(one.values) {
                index.sets_within(value, one.seen(value), |j| near.push((j, value)));
            }
            near.sort_unstable();
            for &(j, value) in near.iter().filter(|&&(j, _)| j > i) {
                let two = &sets[j];
                let is_common = two.places(value).is_within(&one.seen(value))
                    && (overlap == Overlap::Allowed || !one.cells.meets(&two.cells));
                if !is_common {
                    continue;
                }
                match commons.last_mut() {
                    Some(last) if last.sets == [i, j] => last.values |= 1 << value,
                    _ => {
                        commons_of[i].push(commons.len());
                        commons_of[j].push(commons.len());
                        commons.push(Common { sets: [i, j], values: 1 << value });
                    }
                }
            }
        }
        Graph { state, sets, commons, commons_of }
    }

    /// Adds what sees all places of a value in both sets, for all values but some.
    fn remove_shared(&self, ends: [usize; 2], but: Values, removals: &mut Removals) {
        let [one, two] = ends.map(|set| &self.sets[set]);
        for value in values(one.values & two.values & !but) {
            removals.add_all(value, one.seen(value) & two.seen(value));
        }
    }

    fn why(&self, links: &Links) -> Why {
        let set = |&number: &usize| self.sets[number].named(self.state);
        let sets = links.sets.iter().map(set).collect();
        let links = links.values.iter().map(|&word| values(word).collect()).collect();
        Why::LinkedSets(LinkedSets { sets, links })
    }

    fn n_cells(&self, sets: &[usize]) -> usize {
        sets.iter().map(|&set| self.sets[set].cells.len()).sum()
    }
}

impl<const W: usize> AlmostLocked<W> {
    /// The set by the names of its cells.
    pub(super) fn named(&self, state: &State<W>) -> ValueSet {
        ValueSet { cells: state.cells(self.cells), values: values(self.values).collect() }
    }
}

/// Hands over steps at once, in the order of the search, the first one of each effect.
struct Teller<'a, 'b, const W: usize> {
    graph: &'a Graph<'a, W>,
    technique: Technique,
    told: HashSet<Removals>,
    found: Found<'b>,
}

impl<'a, 'b, const W: usize> Teller<'a, 'b, W> {
    fn new(graph: &'a Graph<'a, W>, technique: Technique, found: Found<'b>) -> Teller<'a, 'b, W> {
        Teller { graph, technique, told: HashSet::new(), found }
    }

    fn tell(&mut self, removals: &mut Removals, links: impl FnOnce() -> Links) -> ControlFlow<()> {
        if !removals.settle() || self.told.contains(removals) {
            return ControlFlow::Continue(());
        }
        self.told.insert(removals.clone());
        (self.found)(removals.step(self.graph.state, self.technique, self.graph.why(&links())))
    }
}

/// Two sets with one or two restricted commons. With two, both sets are locked but for
/// these.
pub(super) fn als_xz<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let graph = Graph::new(state, Overlap::None);
    let mut removals = Removals::default();
    let mut teller = Teller::new(&graph, Technique::AlsXz, found);
    for common in &graph.commons {
        removals.clear();
        for value in values(common.values) {
            graph.remove_shared(common.sets, 1 << value, &mut removals);
        }
        if !common.values.is_power_of_two() {
            let [one, two] = common.sets.map(|set| &graph.sets[set]);
            for (locked, other) in [(one, two), (two, one)] {
                for value in values(locked.values & !common.values) {
                    removals.add_all(value, locked.seen(value) - other.cells);
                }
            }
        }
        let links = || Links { sets: common.sets.to_vec(), values: vec![common.values] };
        teller.tell(&mut removals, links)?;
    }
    ControlFlow::Continue(())
}

/// Two sets with different restricted commons with a third one between them.
pub(super) fn als_xy_wing<const W: usize>(
    state: &State<W>,
    overlap: Overlap,
    found: Found<'_>,
) -> ControlFlow<()> {
    let graph = Graph::new(state, overlap);
    let mut removals = Removals::default();
    let mut partners = Vec::new();
    let mut teller = Teller::new(&graph, Technique::AlsXyWing, found);
    for (number, first) in graph.commons.iter().enumerate() {
        partners.clear();
        for hinge in first.sets {
            let later = graph.commons_of[hinge].iter().filter(|&&other| other > number);
            partners.extend(later.map(|&other| (other, hinge)));
        }
        partners.sort_unstable();
        for &(second, hinge) in &partners {
            let second = &graph.commons[second];
            if first.values == second.values && first.values.is_power_of_two() {
                continue;
            }
            let ends = [first.other(hinge), second.other(hinge)];
            let [a, b] = ends.map(|end| graph.sets[end].cells);
            let is_apart =
                !a.meets(&b) || overlap == Overlap::Allowed && !a.is_within(&b) && !b.is_within(&a);
            if !is_apart {
                continue;
            }
            removals.clear();
            graph.remove_shared(ends, first.values | second.values, &mut removals);
            let links = || Links {
                sets: vec![ends[0], hinge, ends[1]],
                values: vec![first.values, second.values],
            };
            teller.tell(&mut removals, links)?;
        }
    }
    ControlFlow::Continue(())
}

/// In which order the sets of a chain may follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// In any order.
    Any,
    /// In the order in which the sets are found, house by house.
    Forward,
}

/// Chains of four sets or more.
pub(super) fn als_chains<const W: usize>(
    state: &State<W>,
    overlap: Overlap,
    order: Order,
    found: Found<'_>,
) -> ControlFlow<()> {
    let graph = Graph::new(state, overlap);
    let mut search = ChainSearch::new(&graph, order);
    for (start, set) in graph.sets.iter().enumerate() {
        for exit in values(set.values) {
            let mut others = values(set.values & !(1 << exit));
            if others.any(|value| !set.seen(value).is_empty()) {
                search.follow(start, exit);
            }
        }
    }
    search.finds.tell(state, |links| graph.why(links), found)
}

/// A set that is entered by a value, which it loses.
#[derive(Clone, Copy)]
struct Entered {
    set: usize,
    value: u8,
    /// The number of the entry before it; its own for the first one.
    before: usize,
    n_sets: usize,
}

struct ChainSearch<'a, const W: usize> {
    graph: &'a Graph<'a, W>,
    order: Order,
    entries: Vec<Entered>,
    /// For each set, the values by which it was entered in this round.
    entered: Vec<Values>,
    /// For each set, the values by which it was left in this round.
    left: Vec<Values>,
    removals: Removals,
    finds: Finds<Links>,
}

impl<'a, const W: usize> ChainSearch<'a, W> {
    fn new(graph: &'a Graph<'a, W>, order: Order) -> ChainSearch<'a, W> {
        ChainSearch {
            graph,
            order,
            entries: Vec::new(),
            entered: vec![0; graph.sets.len()],
            left: vec![0; graph.sets.len()],
            removals: Removals::default(),
            finds: Finds::new(),
        }
    }

    /// Follows all chains that leave a set by a value.
    fn follow(&mut self, start: usize, exit: u8) {
        self.entries.clear();
        self.entered.fill(0);
        self.left.fill(0);
        self.entered[start] = Values::MAX;
        self.entries.push(Entered { set: start, value: 0, before: 0, n_sets: 1 });
        let mut next = 0;
        while let Some(&Entered { set, value, n_sets, .. }) = self.entries.get(next) {
            if n_sets >= 4 {
                self.check(next, exit);
            }
            if n_sets < MOST_SETS {
                let exits = if next == 0 { 1 << exit } else { !(1 << value) };
                let exits = exits & self.graph.sets[set].values & !self.left[set];
                self.left[set] |= exits;
                if exits != 0 {
                    self.extend(next, set, exits);
                }
            }
            next += 1;
        }
    }

    fn extend(&mut self, before: usize, set: usize, exits: Values) {
        let n_sets = self.entries[before].n_sets + 1;
        for &common in &self.graph.commons_of[set] {
            let common = &self.graph.commons[common];
            let to = common.other(set);
            if self.order == Order::Forward && to < set {
                continue;
            }
            let fresh = common.values & exits & !self.entered[to];
            self.entered[to] |= fresh;
            for value in values(fresh) {
                self.entries.push(Entered { set: to, value, before, n_sets });
            }
        }
    }

    /// What sees the places of a value in the first and the last set.
    fn check(&mut self, end: usize, exit: u8) {
        let Entered { set, value, n_sets, .. } = self.entries[end];
        let ends = [self.entries[0].set, set];
        self.removals.clear();
        self.graph.remove_shared(ends, 1 << exit | 1 << value, &mut self.removals);
        if !self.removals.settle() {
            return;
        }
        let links = self.links(end);
        let is_simple =
            links.sets.iter().enumerate().all(|(i, set)| !links.sets[..i].contains(set));
        if is_simple {
            let length = n_sets * MOST_CELLS + self.graph.n_cells(&links.sets);
            self.finds.add(Technique::AlsChain, &self.removals, length, || links);
        }
    }

    /// The chain to an entry.
    fn links(&self, end: usize) -> Links {
        let mut links = Links { sets: Vec::new(), values: Vec::new() };
        let mut number = end;
        while number != 0 {
            links.sets.push(self.entries[number].set);
            links.values.push(1 << self.entries[number].value);
            number = self.entries[number].before;
        }
        links.sets.push(self.entries[0].set);
        links.sets.reverse();
        links.values.reverse();
        links
    }
}
