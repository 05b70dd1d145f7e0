//! Forcing chains and nets: what follows from supposing a candidate true or false.
//!
//! If a supposition leads to a contradiction, it is wrong; if the same follows from all
//! candidates of a cell, from all places of a value in a house, or from a candidate and
//! its opposite, it is so. In a chain each link follows from the one before, with
//! groups; in a net also what singles bring about, a few rounds of them at a time.

use super::Found;
use super::almost::values;
use super::links::{Links, Literal, Nodes};
use super::literals::{Closure, Rows};
use super::nets::{self, Nets};
use crate::reason::state::State;
use crate::reason::technique::{Entry, Level};
use crate::reason::why::Explain;
use crate::reason::{Chain, Highlights, Node, Step, Technique, Why};
use crate::{House, Symbol};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

pub(super) const FORCING_CHAIN_CONTRADICTION: Entry =
    Entry::new("forcing chain contradiction").code(1301).stage(52, Level::Extreme, 500);
pub(super) const FORCING_CHAIN_VERITY: Entry =
    Entry::new("forcing chain verity").code(1302).stage(52, Level::Extreme, 500);
pub(super) const FORCING_NET_CONTRADICTION: Entry =
    Entry::new("forcing net contradiction").code(1303).stage(53, Level::Extreme, 700);
pub(super) const FORCING_NET_VERITY: Entry =
    Entry::new("forcing net verity").code(1304).stage(53, Level::Extreme, 700).never_hardest();

/// What follows from suppositions. Either they exhaust all that is possible and
/// lead to the same end, or one supposition leads to ends that contradict each
/// other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forcing {
    /// What follows from each supposition.
    pub chains: Vec<Chain>,
    /// The house in which a value is supposed in each of its places, if that is how
    /// the suppositions exhaust what is possible.
    pub house: Option<House>,
}

impl Explain for Forcing {
    fn sentence(&self, _: &Step) -> String {
        let texts: Vec<String> = self.chains.iter().map(Chain::to_string).collect();
        let texts = texts.join("; ");
        let starts: Vec<&Node> = self.starts().collect();
        let Some((first, rest)) = starts.split_first() else { return texts };
        let all = |same: fn(&Node, &Node) -> bool| rest.iter().all(|other| same(first, other));
        let value = Symbol(first.value);
        match self.house {
            _ if all(|a, b| a == b) => {
                format!("supposing the opposite leads to a contradiction: {texts}")
            }
            Some(house) => format!("wherever {value} is in {house}, this follows: {texts}"),
            None if all(|a, b| a.is_true == b.is_true && a.cells == b.cells) => {
                format!("whatever {first} is, this follows: {texts}")
            }
            None => format!("whether or not {first} is {value}, this follows: {texts}"),
        }
    }

    fn highlight(&self, step: &Step, marks: &mut Highlights) {
        self.chains.iter().for_each(|chain| chain.highlight(step, marks));
        marks.houses.extend(self.house);
    }

    fn chains(&self) -> &[Chain] {
        &self.chains
    }
}

impl Forcing {
    /// What is supposed in each case.
    pub(in crate::reason) fn starts(&self) -> impl Iterator<Item = &Node> {
        self.chains.iter().filter_map(|chain| chain.nodes.first())
    }
}

/// More candidates than this are too many to follow all of them.
const MOST_CANDIDATES: usize = 3000;

/// Contradictions and verities by chains, placements first, then in the order of the
/// cells.
pub(super) fn chains<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let links = Links::new(state, Nodes::Groups);
    forcing(state, &links, None, found)
}

/// The same by nets.
pub(super) fn nets<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let links = Links::new(state, Nodes::Groups);
    if links.n_candidates > MOST_CANDIDATES {
        return ControlFlow::Continue(());
    }
    let nets = Nets::new(state, &links);
    forcing(state, &links, Some(&nets), found)
}

/// What shows a conclusion: premises, each with the literals that follow from it.
struct Proof {
    is_contradiction: bool,
    branches: Vec<(Literal, Literal)>,
    /// The house whose places for a value are the premises.
    house: Option<usize>,
}

fn forcing<const W: usize>(
    state: &State<W>,
    links: &Links<W>,
    nets: Option<&Nets>,
    found: Found<'_>,
) -> ControlFlow<()> {
    if links.n_candidates > MOST_CANDIDATES {
        return ControlFlow::Continue(());
    }
    let mut closure = Closure::new(links, nets.map(|nets| &nets.rows));
    let mut rows = Rows::new(links.n_candidates);
    for premise in links.suppositions() {
        closure.follow(premise, rows.row_mut(premise));
    }
    let mut search = Search {
        links,
        rows: &rows,
        choices: cells(state, links).chain(houses(state, links)).collect(),
        proofs: BTreeMap::new(),
    };
    search.contradictions();
    search.opposites();
    search.alternatives();
    let mut tell = Tell { state, links, nets, closure };
    for (conclusion, proof) in search.proofs {
        found(tell.step(conclusion, &proof))?;
    }
    ControlFlow::Continue(())
}

/// A conclusion in the order in which it is told: placements first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Conclusion {
    is_false: bool,
    node: usize,
}

/// Candidates of which one is true.
struct Choice {
    nodes: Vec<usize>,
    /// The house, unless they are of one cell.
    house: Option<usize>,
    /// Whether these are all that the values on the grid allow. Places that other steps
    /// have removed before keep HoDoKu from noticing when the rest is gone, too, and its
    /// scale depends on what is noticed.
    is_whole: bool,
}

/// The candidates of each open cell.
fn cells<const W: usize>(state: &State<W>, links: &Links<W>) -> impl Iterator<Item = Choice> {
    let choice = |cell: usize| {
        let nodes = values(state.marks[cell]).map(|value| links.candidate(cell, value));
        Choice { nodes: nodes.collect(), house: None, is_whole: true }
    };
    state.open().iter().map(choice)
}

/// The places of each value in each house that needs it.
fn houses<const W: usize>(state: &State<W>, links: &Links<W>) -> impl Iterator<Item = Choice> {
    let pairs = (0..state.topology.houses.len())
        .flat_map(|house| state.all_values().map(move |value| (house, value)));
    let choice = |(house, value): (usize, u8)| {
        let places = state.places_in(value, house);
        let mut others = ((state.topology.houses[house] & state.open()) - places).iter();
        let is_whole = !others.any(|cell| state.allows(cell, value));
        let nodes = places.iter().map(|cell| links.candidate(cell, value));
        Choice { nodes: nodes.collect(), house: Some(house), is_whole }
    };
    pairs.map(choice).filter(|choice| !choice.nodes.is_empty())
}

struct Search<'a, const W: usize> {
    links: &'a Links<W>,
    /// What follows from each supposition.
    rows: &'a Rows,
    /// Those of each cell and of each value in each house.
    choices: Vec<Choice>,
    proofs: BTreeMap<Conclusion, Proof>,
}

impl<const W: usize> Search<'_, W> {
    fn conclude(&mut self, literal: Literal, proof: impl FnOnce() -> Proof) {
        let conclusion = Conclusion { is_false: !literal.is_true(), node: literal.node() };
        self.proofs.entry(conclusion).or_insert_with(proof);
    }

    fn contradictions(&mut self) {
        for premise in self.links.suppositions() {
            if let Some(ends) = self.contradiction(premise) {
                let branches = ends.into_iter().map(|end| (premise, end)).collect();
                let proof = Proof { is_contradiction: true, branches, house: None };
                self.conclude(premise.opposite(), || proof);
            }
        }
    }

    /// Literals that cannot hold together and all follow from a supposition.
    fn contradiction(&self, premise: Literal) -> Option<Vec<Literal>> {
        if let Some(node) = self.rows.clash(premise) {
            return Some(vec![Literal::new(node, false), Literal::new(node, true)]);
        }
        let is_out = |&node: &usize| self.rows.has(premise, Literal::new(node, false));
        let is_empty = |choice: &&Choice| choice.is_whole && choice.nodes.iter().all(is_out);
        let emptied = self.choices.iter().find(is_empty)?;
        Some(emptied.nodes.iter().map(|&node| Literal::new(node, false)).collect())
    }

    /// What follows from a candidate and from its opposite.
    fn opposites(&mut self) {
        for node in 0..self.links.n_candidates {
            let cell = self.links.nodes[node].cell;
            let premises = [Literal::new(node, true), Literal::new(node, false)];
            for end in self.rows.common(&premises) {
                if self.links.nodes[end.node()].cell != cell {
                    self.verity(&premises, None, end);
                }
            }
        }
    }

    /// What follows from each of some candidates of which one is true.
    fn alternatives(&mut self) {
        for number in 0..self.choices.len() {
            let nodes = self.choices[number].nodes.iter();
            let premises: Vec<Literal> = nodes.map(|&node| Literal::new(node, true)).collect();
            for end in self.rows.common(&premises) {
                self.verity(&premises, self.choices[number].house, end);
            }
        }
    }

    fn verity(&mut self, premises: &[Literal], house: Option<usize>, end: Literal) {
        let branches = || premises.iter().map(|&premise| (premise, end)).collect();
        self.conclude(end, || Proof { is_contradiction: false, branches: branches(), house });
    }
}

struct Tell<'a, const W: usize> {
    state: &'a State<W>,
    links: &'a Links<W>,
    nets: Option<&'a Nets>,
    closure: Closure<'a, W>,
}

impl<const W: usize> Tell<'_, W> {
    fn step(&mut self, conclusion: Conclusion, proof: &Proof) -> Step {
        let technique = match (proof.is_contradiction, self.nets.is_some()) {
            (true, false) => Technique::ForcingChainContradiction,
            (false, false) => Technique::ForcingChainVerity,
            (true, true) => Technique::ForcingNetContradiction,
            (false, true) => Technique::ForcingNetVerity,
        };
        let node = &self.links.nodes[conclusion.node];
        let candidate = vec![self.state.candidate(node.cell, node.value)];
        let [placed, removed] =
            if conclusion.is_false { [Vec::new(), candidate] } else { [candidate, Vec::new()] };
        let chains = proof.branches.iter().map(|&(premise, end)| self.chain(premise, end));
        let chains = chains.collect();
        let house = proof.house.map(|house| self.state.topology.house(house));
        let why = Why::Forcing(Forcing { chains, house });
        Step { technique, placed, removed, why }
    }

    /// The path from a premise to what follows, with all that a net needs on the way.
    fn chain(&mut self, premise: Literal, end: Literal) -> Chain {
        let path = self.closure.path(premise, end);
        match self.nets {
            None => self.links.chain(self.state, &path),
            Some(_) => {
                let members = nets::spell_out(self.state, self.links, &path);
                self.links.net(self.state, members.into_iter())
            }
        }
    }
}
