//! How far chains of single implications reach, for all candidates at once as bits.
//!
//! These are quick answers to whether there is a chain or cycle at all; the walks
//! that say which one are slow.

use super::graph::{Graph, Kind};
use crate::reason::cells::ones;

/// Which links are used: of one value, of cells with two candidates, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Links {
    X,
    Y,
    Both,
}

impl Links {
    /// Whether the last candidate of a unit is found.
    pub(super) fn allows(self, kind: Kind) -> bool {
        match self {
            Links::X => kind != Kind::Cell,
            Links::Y => kind == Kind::Cell,
            Links::Both => true,
        }
    }

    /// What a holding candidate excludes.
    pub(super) fn excluded(self, graph: &Graph, candidate: usize) -> &[u16] {
        if self == Links::X { graph.same_value(candidate) } else { graph.others(candidate) }
    }
}

/// What may be found from a candidate that holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    /// It comes to hold again.
    pub(super) is_cycle: bool,
    /// It is excluded.
    pub(super) is_chain: bool,
}

/// A row of bits for each candidate, and room to walk.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    /// The words of a row.
    words: usize,
    /// What a holding candidate excludes.
    excluded: Vec<u64>,
    /// What holds two steps after a holding candidate.
    reached: Vec<u64>,
    /// What holds if a candidate does not.
    partners: Vec<u64>,
    /// The candidates that exclude a partner of the start.
    closing: Vec<u64>,
    seen: Vec<u64>,
    layer: Vec<u64>,
    next: Vec<u64>,
}

impl Tables {
    pub(super) fn fill(&mut self, graph: &Graph, partners: &[Vec<(u16, Kind)>], links: Links) {
        let n = graph.n();
        let words = n.div_ceil(64);
        self.words = words;
        for table in [&mut self.excluded, &mut self.reached, &mut self.partners] {
            table.clear();
            table.resize(n * words, 0);
        }
        for (i, partners) in partners.iter().enumerate().take(n) {
            for &(partner, _) in partners.iter().filter(|&&(_, kind)| links.allows(kind)) {
                self.partners[i * words + usize::from(partner) / 64] |= 1 << (partner % 64);
            }
        }
        for i in 0..n {
            for &other in links.excluded(graph, i) {
                let other = usize::from(other);
                self.excluded[i * words + other / 64] |= 1 << (other % 64);
                for word in 0..words {
                    self.reached[i * words + word] |= self.partners[other * words + word];
                }
            }
        }
    }

    /// What may be found if a candidate holds, by chains up to some depth.
    pub(super) fn if_it_holds(&mut self, start: usize, deepest: u32) -> Within {
        self.list_closing(start);
        self.layer.clear();
        self.layer.resize(self.words, 0);
        self.layer[start / 64] |= 1 << (start % 64);
        self.seen.clone_from(&self.layer);
        let can_cycle = self.closing.iter().any(|&word| word != 0);
        let mut within = Within { is_cycle: !can_cycle, is_chain: false };
        for _ in 0..deepest {
            if !self.advance() {
                break;
            }
            within.is_cycle |= meet(&self.layer, &self.closing);
            within.is_chain |= meet(&self.layer, row(&self.excluded, self.words, start));
            if within.is_cycle && within.is_chain {
                break;
            }
        }
        within.is_cycle &= can_cycle;
        within
    }

    /// Whether a candidate comes to hold if it does not, by chains up to some depth.
    pub(super) fn if_it_does_not(&mut self, start: usize, deepest: u32) -> bool {
        self.list_closing(start);
        self.layer.clear();
        self.layer.extend(row(&self.partners, self.words, start));
        self.seen.clone_from(&self.layer);
        for _ in 0..deepest {
            if meet(&self.layer, &self.closing) {
                return true;
            }
            if !self.advance() {
                break;
            }
        }
        false
    }

    /// Goes on to the candidates that hold two steps later and are new.
    fn advance(&mut self) -> bool {
        self.next.clear();
        self.next.resize(self.words, 0);
        for candidate in ones_of(&self.layer) {
            let reached = row(&self.reached, self.words, candidate);
            self.next.iter_mut().zip(reached).for_each(|(a, b)| *a |= b);
        }
        let mut is_new = false;
        for ((layer, next), seen) in self.layer.iter_mut().zip(&self.next).zip(&mut self.seen) {
            *layer = next & !*seen;
            *seen |= *layer;
            is_new |= *layer != 0;
        }
        is_new
    }

    fn list_closing(&mut self, start: usize) {
        self.closing.clear();
        self.closing.resize(self.words, 0);
        for partner in ones_of(row(&self.partners, self.words, start)) {
            let excluded = row(&self.excluded, self.words, partner);
            self.closing.iter_mut().zip(excluded).for_each(|(a, b)| *a |= b);
        }
    }
}

fn row(table: &[u64], words: usize, candidate: usize) -> &[u64] {
    &table[candidate * words..][..words]
}

fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// The numbers of the bits that are set in some words.
fn ones_of(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| ones(word).map(move |bit| 64 * i + bit))
}
