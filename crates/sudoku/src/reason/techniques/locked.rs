//! A value whose places in one house are all in another one, too.

use super::Found;
use crate::reason::state::State;
use crate::reason::technique::{Entry, Level};
use crate::reason::why::Explain;
use crate::reason::{Highlights, Step, Technique, Why};
use crate::{House, Symbol};
use std::ops::{ControlFlow, Range};

pub(super) const POINTING: Entry =
    Entry::new("locked candidates (pointing)").code(100).stage(3, Level::Medium, 50);
pub(super) const CLAIMING: Entry =
    Entry::new("locked candidates (claiming)").code(101).stage(4, Level::Medium, 50);

/// All places of a value in one house are in another one, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The value.
    pub value: u8,
    /// Where all its places are within the other house.
    pub from: House,
    /// Where it is removed.
    pub to: House,
}

impl Explain for Crossing {
    fn values(&self) -> Option<Vec<u8>> {
        Some(vec![self.value])
    }

    fn sentence(&self, _: &Step) -> String {
        let Crossing { value, from, to } = self;
        format!("in {from}, {} can only be where it crosses {to}", Symbol(*value))
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.houses.extend([self.from, self.to]);
    }
}

/// The places of a value in a box are in one line.
pub(super) fn pointing<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let [_, _, boxes] = state.topology.kinds();
    crossing(state, Technique::Pointing, boxes, &[0, 1], found)
}

/// The places of a value in a line are in one box.
pub(super) fn claiming<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let [rows, columns, _] = state.topology.kinds();
    crossing(state, Technique::Claiming, rows, &[2], found)?;
    crossing(state, Technique::Claiming, columns, &[2], found)
}

/// Houses of one kind whose places for a value are in one house of another kind.
fn crossing<const W: usize>(
    state: &State<W>,
    technique: Technique,
    houses: Range<usize>,
    others: &[usize],
    found: Found<'_>,
) -> ControlFlow<()> {
    for from in houses {
        for value in state.all_values() {
            let places = state.places_in(value, from);
            let Some(first) = places.first().filter(|_| places.only().is_none()) else { continue };
            for &kind in others {
                let to = state.topology.houses_of[first][kind];
                let removed = state.places_in(value, to) - places;
                if removed.is_empty() || !places.is_within(&state.topology.houses[to]) {
                    continue;
                }
                let [from, to] = [from, to].map(|house| state.topology.house(house));
                found(Step {
                    technique,
                    placed: Vec::new(),
                    removed: state.candidates(removed, value),
                    why: Why::Crossing(Crossing { value, from, to }),
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}
