//! As many cells of a house as values that they have, or values as cells.

use super::Found;
use crate::reason::cells::{CellSet, ones};
use crate::reason::choice::Choice;
use crate::reason::sentence::{and, symbols};
use crate::reason::state::{State, Values};
use crate::reason::technique::{Entry, Level};
use crate::reason::why::Explain;
use crate::reason::{Candidate, Highlights, Step, Technique, Why};
use crate::{Cell, House};
use std::ops::ControlFlow;

pub(super) const LOCKED_PAIR: Entry =
    Entry::new("locked pair").code(110).stage(1, Level::Medium, 40);
pub(super) const LOCKED_TRIPLE: Entry =
    Entry::new("locked triple").code(111).stage(2, Level::Medium, 60);
pub(super) const NAKED_PAIR: Entry = Entry::new("naked pair").code(200).stage(5, Level::Medium, 60);
pub(super) const NAKED_TRIPLE: Entry =
    Entry::new("naked triple").code(201).stage(6, Level::Medium, 80);
pub(super) const NAKED_QUAD: Entry = Entry::new("naked quad").code(202).stage(9, Level::Hard, 120);
pub(super) const HIDDEN_PAIR: Entry =
    Entry::new("hidden pair").code(210).stage(7, Level::Medium, 70);
pub(super) const HIDDEN_TRIPLE: Entry =
    Entry::new("hidden triple").code(211).stage(8, Level::Medium, 100);
pub(super) const HIDDEN_QUAD: Entry =
    Entry::new("hidden quad").code(212).stage(10, Level::Hard, 150);

/// As many values as cells in a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subset {
    /// The house.
    pub house: House,
    /// The cells.
    pub cells: Vec<Cell>,
    /// The values.
    pub values: Vec<u8>,
    /// Whether the values have no other cells, or else the cells no other values.
    pub is_hidden: bool,
}

impl Explain for Subset {
    fn values(&self) -> Option<Vec<u8>> {
        Some(self.values.clone())
    }

    fn sentence(&self, _: &Step) -> String {
        let (house, values, cells) = (self.house, symbols(&self.values), and(&self.cells));
        if self.is_hidden {
            format!("{house} has {values} only in {cells}")
        } else {
            format!("{cells} of {house} have only {values}")
        }
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.houses.push(self.house);
        marks.cells.extend(&self.cells);
    }
}

/// What is searched for.
#[derive(Clone, Copy)]
pub(super) struct Search {
    pub(super) technique: Technique,
    /// How many cells and values.
    pub(super) size: usize,
}

/// Cells of a box and a line whose values are removed in the box and, beyond it, in
/// the line.
pub(super) fn locked<const W: usize>(
    state: &State<W>,
    search: Search,
    found: Found<'_>,
) -> ControlFlow<()> {
    let [_, _, boxes] = state.topology.kinds();
    naked_in(state, search, boxes, &mut |subset| {
        if subset.is_locked(state) { found(subset.step(state, search)) } else { CONTINUE }
    })
}

/// Cells of a house that have only as many values as they are.
pub(super) fn naked<const W: usize>(
    state: &State<W>,
    search: Search,
    found: Found<'_>,
) -> ControlFlow<()> {
    let [rows, columns, boxes] = state.topology.kinds();
    for houses in [boxes, rows, columns] {
        naked_in(state, search, houses, &mut |subset| {
            let is_locked = search.size < 4 && subset.is_locked(state);
            if is_locked { CONTINUE } else { found(subset.step(state, search)) }
        })?;
    }
    CONTINUE
}

const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

/// Cells of a house, their values, and the cells that see all of them.
struct Naked<const W: usize> {
    house: usize,
    cells: CellSet<W>,
    values: Values,
    seen: CellSet<W>,
}

impl<const W: usize> Naked<W> {
    /// The places where one of the values can be removed.
    fn targets(&self, state: &State<W>) -> CellSet<W> {
        let places = ones(self.values).map(|value| state.places[value] & self.seen);
        places.fold(CellSet::EMPTY, |all, places| all | places)
    }

    /// Whether something is removed both within the box and in the line beyond it.
    fn is_locked(&self, state: &State<W>) -> bool {
        let first = self.cells.first().expect("a subset has cells");
        let block = state.topology.houses[state.topology.houses_of[first][2]];
        let targets = self.targets(state);
        self.cells.is_within(&block) && targets.meets(&block) && !targets.is_within(&block)
    }

    fn step(&self, state: &State<W>, search: Search) -> Step {
        let first = self.cells.first().expect("a subset has cells");
        let shared = state.topology.houses_of[first].map(|house| state.topology.houses[house]);
        let mut left = self.targets(state);
        let mut removed = Vec::new();
        for house in shared.iter().filter(|house| self.cells.is_within(house)) {
            for cell in (left & *house).iter() {
                let values = ones(state.marks[cell] & self.values);
                removed.extend(values.map(|value| state.candidate(cell, value as u8)));
            }
            left -= *house;
        }
        Step {
            technique: search.technique,
            placed: Vec::new(),
            removed,
            why: Why::Subset(named(state, self.house, self.cells, self.values)),
        }
    }
}

/// A naked subset by names.
fn named<const W: usize>(
    state: &State<W>,
    house: usize,
    cells: CellSet<W>,
    values: Values,
) -> Subset {
    Subset {
        house: state.topology.house(house),
        cells: state.cells(cells),
        values: ones(values).map(|value| value as u8).collect(),
        is_hidden: false,
    }
}

/// The naked subsets in these houses that remove something.
fn naked_in<const W: usize>(
    state: &State<W>,
    search: Search,
    houses: std::ops::Range<usize>,
    found: &mut dyn FnMut(Naked<W>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for house in houses {
        Choice::usual(search.size).of_cells(state, house, &mut |cells, values| {
            let cells: CellSet<W> = cells.iter().copied().collect();
            let seen = state.topology.seen_by_all(&cells);
            let subset = Naked { house, cells, values, seen };
            let fits = values.count_ones() as usize == search.size;
            if fits && !subset.targets(state).is_empty() { found(subset) } else { CONTINUE }
        })?;
    }
    CONTINUE
}

/// Values of a house that have only as many cells as they are.
pub(super) fn hidden<const W: usize>(
    state: &State<W>,
    search: Search,
    found: Found<'_>,
) -> ControlFlow<()> {
    let [rows, columns, boxes] = state.topology.kinds();
    for house in boxes.chain(rows).chain(columns).filter(|&h| state.n_open(h) > search.size) {
        Choice::usual(search.size).of_values(state, house, &mut |values, places| {
            let values = values.iter().fold(0, |set, value| set | 1 << value);
            let cells = ones(places).map(|place| state.topology.cells[house][place]);
            let cells: CellSet<W> = cells.collect();
            let at = |cell: usize| {
                ones(state.marks[cell] & !values)
                    .map(move |value| state.candidate(cell, value as u8))
            };
            let removed: Vec<Candidate> = cells.iter().flat_map(at).collect();
            if removed.is_empty() || cells.len() != search.size {
                return CONTINUE;
            }
            let naked = named(state, house, cells, values);
            let why = Why::Subset(Subset { is_hidden: true, ..naked });
            found(Step { technique: search.technique, placed: Vec::new(), removed, why })
        })?;
    }
    CONTINUE
}
