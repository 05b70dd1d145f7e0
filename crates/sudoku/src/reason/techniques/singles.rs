//! A cell with one candidate, a house with one cell for a value.

use super::Found;
use crate::reason::explainer::Technique as Explainer;
use crate::reason::state::State;
use crate::reason::technique::Entry;
use crate::reason::why::Explain;
use crate::reason::{Candidate, Highlights, Step, Technique, Why};
use crate::{House, Symbol};
use std::ops::ControlFlow;

pub(super) const FULL_HOUSE: Entry = Entry::new("full house").code(0).never_hardest();
pub(super) const HIDDEN_SINGLE: Entry = Entry::new("hidden single").code(2);
pub(super) const NAKED_SINGLE: Entry = Entry::new("naked single").code(3);

/// A cell with no other value, or a house with no other cell for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Single {
    /// The house with no other cell for it; `None` if it is about the cell.
    pub house: Option<House>,
}

impl Explain for Single {
    fn sentence(&self, step: &Step) -> String {
        let Some(Candidate { cell, value }) = step.placed.first() else { return String::new() };
        let value = Symbol(*value);
        let is_last = matches!(
            step.technique,
            Technique::FullHouse | Technique::Explainer(Explainer::LastInHouse)
        );
        match self.house {
            None => format!("{cell} has no other candidate than {value}"),
            Some(house) if is_last => format!("{cell} is the last open cell of {house}"),
            Some(house) => format!("{house} has no other cell for {value} than {cell}"),
        }
    }

    fn highlight(&self, step: &Step, marks: &mut Highlights) {
        marks.houses.extend(self.house);
        marks.cells.extend(step.placed.iter().map(|it| it.cell));
    }
}

/// The last open cell of a house.
pub(super) fn full_house<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    for (number, house) in state.topology.houses.iter().enumerate() {
        if let Some(cell) = (state.open() & *house).only()
            && state.marks[cell].is_power_of_two()
        {
            single(state, Technique::FullHouse, cell, Some(number), found)?;
        }
    }
    ControlFlow::Continue(())
}

/// A cell with one candidate.
pub(super) fn naked_single<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    for cell in state.open().iter().filter(|&cell| state.marks[cell].is_power_of_two()) {
        single(state, Technique::NakedSingle, cell, None, found)?;
    }
    ControlFlow::Continue(())
}

/// The step that a cell takes its only candidate, or the only one for which a house
/// needs it.
fn single<const W: usize>(
    state: &State<W>,
    technique: Technique,
    cell: usize,
    house: Option<usize>,
    found: Found<'_>,
) -> ControlFlow<()> {
    let value = state.marks[cell].trailing_zeros() as u8;
    let why = Why::Single(Single { house: house.map(|number| state.topology.house(number)) });
    let placed = vec![state.candidate(cell, value)];
    found(Step { technique, placed, removed: Vec::new(), why })
}

/// A house with one cell for a value. Boxes come first, where players look first.
pub(super) fn hidden_single<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let [rows, columns, boxes] = state.topology.kinds();
    for (number, value) in boxes
        .chain(rows)
        .chain(columns)
        .flat_map(|number| state.all_values().map(move |value| (number, value)))
    {
        if let Some(cell) = state.places_in(value, number).only() {
            let why = Why::Single(Single { house: Some(state.topology.house(number)) });
            let placed = vec![state.candidate(cell, value)];
            let technique = Technique::HiddenSingle;
            found(Step { technique, placed, removed: Vec::new(), why })?;
        }
    }
    ControlFlow::Continue(())
}
