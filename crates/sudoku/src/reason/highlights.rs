//! What to mark on a grid so that a step can be seen.

use super::chain::Chain;
use super::step::{Candidate, Step, Subset, Why};
use crate::{Cell, House};

/// The cells and houses of a step's pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Highlights {
    /// The cells from which it follows.
    pub cells: Vec<Cell>,
    /// Cells with another part in it: fins, pincers, links, the second colour.
    pub others: Vec<Cell>,
    /// The houses that are looked at.
    pub houses: Vec<House>,
}

impl Step {
    /// The cells and houses from which the step follows.
    pub fn highlights(&self) -> Highlights {
        let mut marks = Highlights::default();
        marks.add(&self.why, &self.placed);
        for cells in [&mut marks.cells, &mut marks.others] {
            cells.sort_unstable();
            cells.dedup();
        }
        marks
    }
}

impl Highlights {
    fn add(&mut self, why: &Why, placed: &[Candidate]) {
        match why {
            Why::Single { house } => {
                self.houses.extend(*house);
                self.cells.extend(placed.iter().map(|it| it.cell));
            }
            Why::Crossing { from, to, .. } => self.houses.extend([from, to]),
            Why::Subset(Subset { house, cells, .. }) => {
                self.houses.push(*house);
                self.cells.extend(cells);
            }
            Why::Fish { base, cover, cells, fins, .. } => {
                self.houses.extend(base.iter().chain(cover));
                self.cells.extend(cells);
                self.others.extend(fins);
            }
            Why::StrongLinks { houses, links, .. } => {
                self.houses.extend(houses);
                self.cells.extend(links.map(|link| link[1]));
                self.others.extend(links.map(|link| link[0]));
            }
            Why::EmptyRectangle { block, lines, link, house, .. } => {
                self.houses.extend([block, &lines[0], &lines[1], house]);
                self.cells.extend(link);
            }
            Why::Both(both) => both.iter().for_each(|why| self.add(why, placed)),
            Why::Wing { pivot, pincers, .. } => {
                self.cells.push(*pivot);
                self.others.extend(pincers);
            }
            Why::WWing { ends, link, house, .. } => {
                self.houses.push(*house);
                self.cells.extend(ends);
                self.others.extend(link);
            }
            Why::Rectangle { corners, helpers, .. } => {
                self.cells.extend(corners);
                self.others.extend(helpers);
            }
            Why::AvoidableRectangle { corners, .. } => self.cells.extend(corners),
            Why::Loop { cells, subset, .. } | Why::Bug { cells, subset, .. } => {
                self.cells.extend(cells);
                if let Some(Subset { house, cells, .. }) = subset {
                    self.houses.push(*house);
                    self.others.extend(cells);
                }
            }
            Why::Exclusion { cells, excluders } => {
                self.cells.extend(cells);
                self.others.extend(excluders);
            }
            Why::Colours { pairs, .. } => {
                for [one, two] in pairs {
                    self.cells.extend(one);
                    self.others.extend(two);
                }
            }
            Why::Chain(chain) => self.chain(chain),
            Why::Forcing { chains, house } => {
                chains.iter().for_each(|chain| self.chain(chain));
                self.houses.extend(*house);
            }
            Why::RemotePair { cells, .. } => self.cells.extend(cells),
            Why::LinkedSets { sets, .. } => {
                for (i, set) in sets.iter().enumerate() {
                    let cells = if i % 2 == 0 { &mut self.cells } else { &mut self.others };
                    cells.extend(&set.cells);
                }
            }
            Why::Blossom { stem, petals } => {
                self.cells.push(*stem);
                self.others.extend(petals.iter().flat_map(|(_, set)| &set.cells));
            }
            Why::SueDeCoq { crossing, line, block } => {
                self.cells.extend(&crossing.cells);
                self.others.extend(line.cells.iter().chain(&block.cells));
            }
            Why::Template { .. } | Why::Search => (),
        }
    }

    fn chain(&mut self, chain: &Chain) {
        for node in &chain.nodes {
            let cells = if node.is_true { &mut self.cells } else { &mut self.others };
            cells.extend(&node.cells);
        }
    }
}
