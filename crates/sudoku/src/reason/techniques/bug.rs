//! All open cells have two values, but for one with three.
//!
//! Were the extra candidate not there, every value would have two places in every
//! house: a puzzle in that state has no or several solutions.

use super::Found;
use super::subsets::Subset;
use crate::reason::cells::ones;
use crate::reason::explainer::Technique as Explainer;
use crate::reason::sentence::{and, symbols};
use crate::reason::state::State;
use crate::reason::technique::{Entry, Level};
use crate::reason::why::Explain;
use crate::reason::{Highlights, Step, Technique, Why};
use crate::{Cell, Symbol};
use std::ops::ControlFlow;

pub(super) const BUG: Entry = Entry::new("BUG+1").code(610).stage(15, Level::Hard, 100);

/// Candidates without which every open cell would have two values, and every value
/// two places in each house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bug {
    /// The cells with such candidates.
    pub cells: Vec<Cell>,
    /// The values of these candidates.
    pub values: Vec<u8>,
    /// The naked subset that they make with further cells, which are in it.
    pub subset: Option<Subset>,
}

impl Explain for Bug {
    /// What is placed or removed says little.
    fn values(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn sentence(&self, step: &Step) -> String {
        let without = match (&self.cells[..], &self.values[..]) {
            ([cell], [value]) => format!("if {cell} were not {}", Symbol(*value)),
            (cells, values) => format!("without {} in {}", symbols(values), and(cells)),
        };
        let threat = format!(
            "{without}, every open cell would have two values and every value two places in each \
             house, which leaves no or several solutions"
        );
        match (step.technique, &self.subset) {
            (_, Some(Subset { house, cells, values, .. })) => format!(
                "{threat}; one of these values is needed, and with {} of {house} has only {}",
                and(cells),
                symbols(values),
            ),
            (Technique::Explainer(Explainer::Bug4), None) => format!(
                "{threat}; one of these cells has such a value and the other the one they share"
            ),
            _ => threat,
        }
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.cells.extend(&self.cells);
        marks.beside(self.subset.as_ref());
    }
}

/// Hands over the BUG+1, if there is one.
pub(super) fn find<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let Some((cell, value)) = extra(state) else { return ControlFlow::Continue(()) };
    let others = state.marks[cell] & !(1 << value);
    found(Step {
        technique: Technique::Bug,
        placed: Vec::new(),
        removed: ones(others).map(|other| state.candidate(cell, other as u8)).collect(),
        why: Why::Bug(Bug {
            cells: vec![state.topology.cell(cell)],
            values: vec![value],
            subset: None,
        }),
    })
}

/// The candidate without which there would be two of everything.
fn extra<const W: usize>(state: &State<W>) -> Option<(usize, u8)> {
    let mut large = None;
    for cell in state.open().iter() {
        match (state.n_marks(cell), large) {
            (2, _) => (),
            (3, None) => large = Some(cell),
            _ => return None,
        }
    }
    let cell = large?;
    let is_extra = |&value: &usize| {
        state.topology.houses_of[cell]
            .iter()
            .all(|&house| state.places_in(value as u8, house).len() == 3)
    };
    let value = ones(state.marks[cell]).find(is_extra)? as u8;
    let has_two = |house: usize, other: u8| {
        let is_extra = other == value && state.topology.houses_of[cell].contains(&house);
        let n = state.places_in(other, house).len();
        n == 0 || n == 2 + usize::from(is_extra)
    };
    let houses = 0..state.topology.houses.len();
    let mut all = houses.flat_map(|house| state.all_values().map(move |other| (house, other)));
    all.all(|(house, other)| has_two(house, other)).then_some((cell, value))
}
