//! The bivalue universal grave (BUG): without some extra candidates, every open cell would
//! have two candidates and every value two places in every house, and no puzzle with
//! one solution has that.

use super::find::{Find, Found, Pattern, Removed, Subset, bits};
use super::subsets::report;
use super::technique::Technique;
use crate::reason::cells::CellSet;
use crate::reason::choice::Choice;
use crate::reason::state::{State, Values};
use std::ops::ControlFlow;

/// The extra candidates of a BUG.
struct Bug<const W: usize> {
    /// The cells that have some, in the order in which they were met.
    cells: Vec<usize>,
    /// Those of each of them.
    values: Vec<Values>,
    /// Those of all of them.
    all: Values,
    /// The cells that see all of them.
    common: CellSet<W>,
}

impl<const W: usize> Bug<W> {
    /// Adds an extra candidate; `None` if nothing can come of it.
    fn add(&mut self, state: &State<W>, cell: usize, value: u8) -> Option<()> {
        let seen = state.topology.peers[cell];
        self.common = if self.cells.is_empty() { seen } else { self.common & seen };
        match self.cells.iter().position(|&other| other == cell) {
            Some(i) => self.values[i] |= 1 << value,
            None => {
                self.cells.push(cell);
                self.values.push(1 << value);
            }
        }
        self.common -= self.cells.iter().copied().collect();
        let is_hopeless =
            self.cells.len() > 1 && self.all.count_ones() > 1 && self.common.is_empty();
        (!is_hopeless).then_some(())
    }
}

/// Finds the BUG and the steps that prevent it.
pub(super) fn find<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    // Each open cell beyond two candidates must be of the few extra ones.
    let Some(bug) = bug(state) else { return ControlFlow::Continue(()) };
    if let [cell] = bug.cells[..] {
        let removed = vec![(cell, state.marks[cell] & !bug.all)];
        report(bug.removing(Technique::Bug1, removed, None), found)
    } else if bug.all.count_ones() == 1 {
        type_2(state, &bug, found)?;
        type_4(state, &bug, found)
    } else if !bug.common.is_empty() {
        type_4(state, &bug, found)?;
        type_3(state, &bug, found)
    } else {
        ControlFlow::Continue(())
    }
}

/// The extra candidates without which the state would be a BUG.
fn bug<const W: usize>(state: &State<W>) -> Option<Bug<W>> {
    let mut bug = Bug { cells: Vec::new(), values: Vec::new(), all: 0, common: CellSet::EMPTY };
    let [rows, columns, boxes] = state.topology.kinds();
    let mut of_first: Option<(u8, CellSet<W>)> = None;
    let mut is_one_value = true;
    for house in boxes.chain(rows).chain(columns) {
        for value in state.all_values() {
            let places = state.places_in(value, house);
            if matches!(places.len(), 0 | 2) {
                continue;
            }
            let large: CellSet<W> =
                places.iter().filter(|&cell| state.marks[cell].count_ones() >= 3).collect();
            match &mut of_first {
                None => of_first = Some((value, large)),
                Some((first, cells)) if is_one_value && *first == value => *cells |= large,
                Some((first, _)) => is_one_value &= *first == value,
            }
            if let Some(cell) = large.only() {
                bug.all |= 1 << value;
                bug.add(state, cell, value)?;
            }
            if large.is_empty() {
                return None;
            }
        }
    }
    if let Some((value, cells)) = of_first
        && is_one_value
        && cells.len() > bug.cells.len()
    {
        for cell in (cells - bug.cells.iter().copied().collect()).iter() {
            bug.add(state, cell, value)?;
        }
    }
    is_bug(state, &bug).then_some(bug)
}

/// Whether all is in twos without the extra candidates.
fn is_bug<const W: usize>(state: &State<W>, bug: &Bug<W>) -> bool {
    let mut rest = state.clone();
    for (&cell, &values) in bug.cells.iter().zip(&bug.values) {
        bits(values).for_each(|value| rest.remove(cell, value));
    }
    let n_houses = rest.topology.houses.len();
    let in_twos =
        |value: u8| (0..n_houses).all(|house| matches!(rest.places_in(value, house).len(), 0 | 2));
    rest.open().iter().all(|cell| rest.marks[cell].count_ones() == 2)
        && rest.all_values().all(in_twos)
}

impl<const W: usize> Bug<W> {
    fn removing(
        &self,
        technique: Technique,
        removed: Removed,
        subset: Option<Subset>,
    ) -> Option<Find> {
        let pattern = Pattern::Bug { cells: self.cells.clone(), values: self.all, subset };
        Find::removing(technique, removed, pattern)
    }

    /// The houses that all cells with extra candidates share: box, row, column.
    fn shared_houses(&self, state: &State<W>) -> impl Iterator<Item = usize> {
        let [row, column, block] = state.topology.houses_of[self.cells[0]];
        let cells: CellSet<W> = self.cells.iter().copied().collect();
        let houses = [block, row, column];
        houses.into_iter().filter(move |&house| cells.is_within(&state.topology.houses[house]))
    }
}

/// All extra candidates are of one value: one of them holds.
fn type_2<const W: usize>(state: &State<W>, bug: &Bug<W>, found: Found<'_>) -> ControlFlow<()> {
    let value = bug.all.trailing_zeros() as u8;
    let seen = bug.common & state.places[usize::from(value)];
    let removed = seen.iter().map(|cell| (cell, bug.all)).collect();
    report(bug.removing(Technique::Bug2, removed, None), found)
}

/// The extra candidates are part of a naked subset.
fn type_3<const W: usize>(state: &State<W>, bug: &Bug<W>, found: Found<'_>) -> ControlFlow<()> {
    if bug.all.count_ones() < 2 {
        return ControlFlow::Continue(());
    }
    for size in 2..=6 {
        for house in bug.shared_houses(state) {
            let cells: Vec<usize> = (bug.common & state.topology.houses[house]).iter().collect();
            if cells.len() < size {
                continue;
            }
            let sets: Vec<(usize, u64)> = cells
                .iter()
                .map(|&cell| (cell, state.marks[cell]))
                .filter(|(_, marks)| marks.count_ones() >= 2)
                .collect();
            Choice::of_explainer(size - 1).up_to(size).of(&sets, &mut |chosen, values| {
                if values.count_ones() as usize != size || bug.all & !values != 0 {
                    return ControlFlow::Continue(());
                }
                let removed = cells
                    .iter()
                    .filter(|cell| !chosen.contains(cell))
                    .map(|&cell| (cell, state.marks[cell] & values))
                    .filter(|(_, values)| *values != 0)
                    .collect();
                let subset = Subset { house, cells: chosen.to_vec(), values, is_hidden: false };
                let find = bug.removing(Technique::Bug3, removed, Some(subset));
                let rating = Technique::Bug3.base() + (size - 1) as f64 * 0.1;
                report(find.map(|find| Find { rating, ..find }), found)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Two cells share a house and another candidate, which one of them must have.
fn type_4<const W: usize>(state: &State<W>, bug: &Bug<W>, found: Found<'_>) -> ControlFlow<()> {
    let [first, second] = bug.cells[..] else { return ControlFlow::Continue(()) };
    let common = state.marks[first] & state.marks[second] & !bug.all;
    if common.count_ones() != 1 {
        return ControlFlow::Continue(());
    }
    for _ in bug.shared_houses(state) {
        let rest = |i: usize, cell: usize| (cell, state.marks[cell] & !bug.values[i] & !common);
        let removed = [rest(0, first), rest(1, second)];
        let removed = removed.into_iter().filter(|(_, values)| *values != 0).collect();
        report(bug.removing(Technique::Bug4, removed, None), found)?;
    }
    ControlFlow::Continue(())
}
