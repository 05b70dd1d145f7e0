//! Chains that need one kind of strong link: houses with two places of a value, or
//! cells with two candidates.
//!
//! If the first candidate is false, the last one is true: whatever sees both is false.

use super::Found;
use super::finds::{Finds, Removals};
use super::links::{Links, Literal, Reach};
use crate::reason::Technique;
use crate::reason::cells::CellSet;
use crate::reason::state::State;
use crate::reason::technique::{Entry, Level};
use std::ops::ControlFlow;

pub(super) const X_CHAIN: Entry =
    Entry::new("X-chain").code(701).stage(41, Level::Unfair, 260).largest();
pub(super) const XY_CHAIN: Entry =
    Entry::new("XY-chain").code(702).stage(42, Level::Unfair, 260).largest();

/// The longest chain that is looked for, in links.
const MOST_LINKS: u16 = 20;

/// Chains of places of one value.
pub(super) fn x_chains<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    chains(state, Technique::XChain, &Links::of_houses(state), found)
}

/// Chains of cells with two candidates.
pub(super) fn xy_chains<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    chains(state, Technique::XyChain, &Links::of_pairs(state), found)
}

fn chains<const W: usize>(
    state: &State<W>,
    technique: Technique,
    links: &Links<W>,
    found: Found<'_>,
) -> ControlFlow<()> {
    let mut reach = Reach::new(links);
    let mut removals = Removals::default();
    let mut finds = Finds::new();
    let mut path = Vec::new();
    for start in 0..links.n_candidates {
        reach.follow(links, Literal::new(start, false));
        let (value, cell) = (links.nodes[start].value, links.nodes[start].cell);
        for &end in &reach.order {
            let node = &links.nodes[end.node()];
            let is_long = (3..=MOST_LINKS).contains(&reach.distance(end));
            if !end.is_true() || node.value != value || !is_long {
                continue;
            }
            let removed = state.topology.peers[cell] & state.topology.peers[node.cell];
            let removed = removed & state.places[usize::from(value)];
            if removed.is_empty() {
                continue;
            }
            reach.path(end, &mut path);
            if is_straight(links, &path) {
                removals.clear();
                removals.add_all(value, removed);
                removals.settle();
                finds.add(technique, &removals, path.len(), || path.clone());
            }
        }
    }
    finds.tell(state, |path| links.why(state, path), found)
}

/// Whether no cell is left and entered again, but for the first one at the end.
fn is_straight<const W: usize>(links: &Links<W>, path: &[Literal]) -> bool {
    let cell = |literal: &Literal| links.nodes[literal.node()].cell;
    let mut left = CellSet::<W>::EMPTY;
    for (i, literal) in path.iter().enumerate() {
        if left.contains(cell(literal)) && (i + 1 < path.len() || cell(literal) != cell(&path[0])) {
            return false;
        }
        if i > 0 {
            left.insert(cell(&path[i - 1]));
        }
    }
    true
}
