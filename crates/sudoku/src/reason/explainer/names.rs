//! Finds by the names of cells and houses, for people.

use super::find::{Find, Pattern, Subset, bits};
use super::tree::Tree;
use crate::reason::patterns::{
    self, Both, Bug, Crossing, Exclusion, Fish, Forcing, Loop, Single, Wing,
};
use crate::reason::state::{State, Values};
use crate::reason::{self, Chain, Node, Step, Why};
use crate::{Cell, House};

impl Find {
    /// What follows, and why.
    pub(crate) fn step<const W: usize>(&self, state: &State<W>) -> Step {
        let candidate = |(cell, value)| state.candidate(cell, value);
        // What goes with a placed value goes without saying.
        let removed =
            self.removed.iter().filter(|_| self.placed.is_none()).flat_map(|&(cell, values)| {
                bits(values).map(move |value| state.candidate(cell, value))
            });
        Step {
            technique: reason::Technique::Explainer(self.technique),
            placed: self.placed.into_iter().map(candidate).collect(),
            removed: removed.collect(),
            why: Names(state).why(&self.pattern),
        }
    }
}

/// The names of cells and houses.
struct Names<'a, const W: usize>(&'a State<W>);

impl<const W: usize> Names<'_, W> {
    fn cells(&self, cells: &[usize]) -> Vec<Cell> {
        cells.iter().map(|&cell| self.0.topology.cell(cell)).collect()
    }

    fn houses(&self, houses: &[usize]) -> Vec<House> {
        houses.iter().map(|&house| self.0.topology.house(house)).collect()
    }

    fn subset(&self, subset: &Subset) -> patterns::Subset {
        patterns::Subset {
            house: self.0.topology.house(subset.house),
            cells: self.cells(&subset.cells),
            values: bits(subset.values).collect(),
            is_hidden: subset.is_hidden,
        }
    }

    fn chain(&self, tree: &Tree) -> Chain {
        let node = |member: &super::tree::Member| Node {
            cells: vec![self.0.topology.cell(member.cell)],
            value: member.value,
            is_true: member.is_on,
            set: None,
            from: member.from.clone(),
        };
        Chain { nodes: tree.iter().map(node).collect() }
    }

    fn why(&self, pattern: &Pattern) -> Why {
        let topology = &self.0.topology;
        match pattern {
            &Pattern::Single { house } => single(house.map(|house| topology.house(house))),
            &Pattern::Locked { value, from, to } => self.crossing(value, from, to),
            &Pattern::LockedSingle { value, from, to, house } => Why::Both(Both(Box::new([
                self.crossing(value, from, to),
                single(Some(topology.house(house))),
            ]))),
            Pattern::Subset(subset) => Why::Subset(self.subset(subset)),
            Pattern::SubsetSingle(subset) => Why::Both(Both(Box::new([
                Why::Subset(self.subset(subset)),
                single(Some(topology.house(subset.house))),
            ]))),
            Pattern::Fish { value, base, cover } => self.fish(*value, base, cover),
            &Pattern::Wing { pivot, wings, value } => self.wing(pivot, wings, value),
            Pattern::Loop { cells, values, subset } => {
                let has_more = |&&cell: &&usize| self.0.n_marks(cell) > 2;
                let more: Vec<usize> = cells.iter().filter(has_more).copied().collect();
                Why::Loop(Loop {
                    cells: self.cells(cells),
                    values: *values,
                    more: self.cells(&more),
                    subset: subset.as_ref().map(|subset| self.subset(subset)),
                })
            }
            Pattern::Bug { cells, values, subset } => Why::Bug(Bug {
                cells: self.cells(cells),
                values: bits(*values).collect(),
                subset: subset.as_ref().map(|subset| self.subset(subset)),
            }),
            Pattern::Exclusion { cells, excluders } => Why::Exclusion(Exclusion {
                cells: self.cells(cells),
                excluders: self.cells(excluders),
            }),
            Pattern::Chain { tree, .. } => Why::Chain(self.chain(tree)),
            Pattern::Forcing { trees, house, .. } => Why::Forcing(Forcing {
                chains: trees.iter().map(|tree| self.chain(tree)).collect(),
                house: house.map(|house| topology.house(house)),
            }),
        }
    }

    fn crossing(&self, value: u8, from: usize, to: usize) -> Why {
        Why::Crossing(Crossing {
            value,
            from: self.0.topology.house(from),
            to: self.0.topology.house(to),
        })
    }

    fn fish(&self, value: u8, base: &[usize], cover: &[usize]) -> Why {
        let places = base.iter().flat_map(|&house| self.0.places_in(value, house).iter());
        Why::Fish(Fish {
            value,
            base: self.houses(base),
            cover: self.houses(cover),
            cells: self.cells(&places.collect::<Vec<usize>>()),
            fins: Vec::new(),
        })
    }

    fn wing(&self, pivot: usize, wings: [usize; 2], value: u8) -> Why {
        let cells = [pivot, wings[0], wings[1]];
        let values: Values = cells.iter().fold(0, |set, &cell| set | self.0.marks[cell]);
        Why::Wing(Wing {
            pivot: self.0.topology.cell(pivot),
            pincers: wings.map(|cell| self.0.topology.cell(cell)),
            values: bits(values).collect(),
            value,
        })
    }
}

fn single(house: Option<House>) -> Why {
    Why::Single(Single { house })
}
