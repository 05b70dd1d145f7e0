//! Two cells with the same two values, and a strong link between them.
//!
//! If neither had the one value, both had the other, and the house of the link none.

use super::Found;
use crate::reason::sentence::and;
use crate::reason::state::State;
use crate::reason::technique::{Entry, Level};
use crate::reason::why::Explain;
use crate::reason::{Highlights, Step, Technique, Why};
use crate::{Cell, House, Symbol};
use std::ops::ControlFlow;

pub(super) const W_WING: Entry = Entry::new("W-wing").code(803).stage(20, Level::Hard, 150);

/// Two cells with the same two values, and a strong link between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WWing {
    /// The two cells.
    pub ends: [Cell; 2],
    /// The cells of the link, in the same order.
    pub link: [Cell; 2],
    /// The house of the link.
    pub house: House,
    /// The value that one of the two cells must have, and that of the link.
    pub values: [u8; 2],
}

impl Explain for WWing {
    fn values(&self) -> Option<Vec<u8>> {
        Some(self.values.to_vec())
    }

    fn sentence(&self, _: &Step) -> String {
        let WWing { ends, link, house, values } = self;
        let [value, linked] = values.map(Symbol);
        format!(
            "{} are both {value} or {linked}, and {house} has {linked} only in {}, which see one \
             each, so not both are {linked} and one is {value}",
            and(ends),
            and(link),
        )
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.houses.push(self.house);
        marks.cells.extend(self.ends);
        marks.others.extend(self.link);
    }
}

/// Hands over every W-wing.
pub(super) fn find<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let bivalue: Vec<usize> =
        state.open().iter().filter(|&cell| state.n_marks(cell) == 2).collect();
    for (i, &a) in bivalue.iter().enumerate() {
        let marks = state.marks[a];
        let [low, high] = [marks.trailing_zeros() as u8, 63 - marks.leading_zeros() as u8];
        for &b in bivalue[i + 1..].iter().filter(|&&b| state.marks[b] == marks) {
            with_ends(state, [a, b], [low, high], found)?;
            with_ends(state, [a, b], [high, low], found)?;
        }
    }
    ControlFlow::Continue(())
}

/// The links by one value, removing the other.
fn with_ends<const W: usize>(
    state: &State<W>,
    ends: [usize; 2],
    [value, linked]: [u8; 2],
    found: Found<'_>,
) -> ControlFlow<()> {
    let peers = &state.topology.peers;
    let removed = state.places[usize::from(value)] & peers[ends[0]] & peers[ends[1]];
    if removed.is_empty() {
        return ControlFlow::Continue(());
    }
    for house in 0..state.topology.houses.len() {
        let Some(link) = link(state, house, linked, ends) else { continue };
        found(Step {
            technique: Technique::WWing,
            placed: Vec::new(),
            removed: state.candidates(removed, value),
            why: Why::WWing(WWing {
                ends: ends.map(|cell| state.topology.cell(cell)),
                link: link.map(|cell| state.topology.cell(cell)),
                house: state.topology.house(house),
                values: [value, linked],
            }),
        })?;
    }
    ControlFlow::Continue(())
}

/// The two places of a value in a house, if one sees each end.
fn link<const W: usize>(
    state: &State<W>,
    house: usize,
    value: u8,
    ends: [usize; 2],
) -> Option<[usize; 2]> {
    let mut places = state.places_in(value, house).iter();
    let pair = [places.next()?, places.next()?];
    let is_pair = places.next().is_none() && !pair.iter().any(|cell| ends.contains(cell));
    let sees = |[p, q]: [usize; 2]| {
        state.topology.peers[ends[0]].contains(p) && state.topology.peers[ends[1]].contains(q)
    };
    [pair, [pair[1], pair[0]]].into_iter().find(|&pair| is_pair && sees(pair))
}
