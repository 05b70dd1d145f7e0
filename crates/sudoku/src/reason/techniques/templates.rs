//! Templates: all ways to place one value in the whole grid.
//!
//! A cell that every way has is placed; a candidate that no way has is removed. What
//! all ways of one value have is closed to the other values, again and again.

use super::Found;
use crate::Symbol;
use crate::reason::cells::CellSet;
use crate::reason::state::State;
use crate::reason::technique::Entry;
use crate::reason::why::Explain;
use crate::reason::{Highlights, Step, Technique, Why};
use std::ops::ControlFlow;

pub(super) const TEMPLATE_SET: Entry = Entry::new("template set").code(1201);
pub(super) const TEMPLATE_DELETE: Entry = Entry::new("template delete").code(1202);

/// All ways to place a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The value.
    pub value: u8,
}

impl Explain for Template {
    fn values(&self) -> Option<Vec<u8>> {
        Some(vec![self.value])
    }

    fn sentence(&self, _: &Step) -> String {
        format!("all ways to place {} agree on this", Symbol(self.value))
    }

    fn highlight(&self, _: &Step, _: &mut Highlights) {}
}

/// So many cells are tried at most to find one way to place a value.
const MOST_TRIES: usize = 20_000;

/// For each value, the places that some way has and those that all have.
struct Ways<const W: usize> {
    some: CellSet<W>,
    all: CellSet<W>,
}

/// Cells that all ways to place a value have.
pub(super) fn set<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    for (value, ways) in ways(state) {
        if !ways.all.is_empty() {
            let placed = state.candidates(ways.all, value);
            let (technique, why) = (Technique::TemplateSet, Why::Template(Template { value }));
            found(Step { technique, placed, removed: Vec::new(), why })?;
        }
    }
    ControlFlow::Continue(())
}

/// Candidates that no way to place their value has.
pub(super) fn delete<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    for (value, ways) in ways(state) {
        let never = state.places[usize::from(value)] - ways.some;
        if !never.is_empty() {
            let removed = state.candidates(never, value);
            let (technique, why) = (Technique::TemplateDelete, Why::Template(Template { value }));
            found(Step { technique, placed: Vec::new(), removed, why })?;
        }
    }
    ControlFlow::Continue(())
}

/// The ways of all values, which leave each other the cells that they all have.
/// Nothing at all if a value has no way or its search gets too long.
fn ways<const W: usize>(state: &State<W>) -> Vec<(u8, Ways<W>)> {
    let mut ways: Vec<(u8, Ways<W>)> = Vec::new();
    for value in state.all_values() {
        let places = state.places[usize::from(value)];
        let Some(of_value) = ways_within(state, value, places) else { return Vec::new() };
        ways.push((value, of_value));
    }
    loop {
        let mut is_stable = true;
        for index in 0..ways.len() {
            let taken = ways.iter().enumerate().filter(|&(other, _)| other != index);
            let taken = taken.fold(CellSet::EMPTY, |taken, (_, (_, ways))| taken | ways.all);
            let (value, known) = &ways[index];
            if !known.some.meets(&taken) {
                continue;
            }
            let (value, places) = (*value, known.some - taken);
            let Some(of_value) = ways_within(state, value, places) else { return Vec::new() };
            ways[index].1 = of_value;
            is_stable = false;
        }
        if is_stable {
            return ways;
        }
    }
}

/// Which of the places some way has, and which all have; `None` if there is no way or
/// the search gets too long.
fn ways_within<const W: usize>(state: &State<W>, value: u8, places: CellSet<W>) -> Option<Ways<W>> {
    let houses: Vec<CellSet<W>> = (0..state.topology.houses.len())
        .map(|house| state.places_in(value, house))
        .zip(&state.topology.houses)
        .filter(|(places, _)| !places.is_empty())
        .map(|(_, house)| *house)
        .collect();
    let search = Search { state, houses };
    let mut ways = Ways { some: CellSet::EMPTY, all: places };
    if places.is_empty() {
        return Some(ways);
    }
    let mut left = places;
    while let Some(cell) = left.first() {
        left.remove(cell);
        let open = places - state.topology.peers[cell] - CellSet::of(cell);
        let mut tries = MOST_TRIES;
        if let Some(way) = search.one(open, CellSet::of(cell), &mut tries) {
            ways.some |= way;
            ways.all &= way;
            left -= way;
        } else if tries == 0 {
            return None;
        }
    }
    let mut doubtful = ways.all;
    while let Some(cell) = doubtful.first() {
        doubtful.remove(cell);
        let mut tries = MOST_TRIES;
        if let Some(way) = search.one(places - CellSet::of(cell), CellSet::EMPTY, &mut tries) {
            ways.all &= way;
            doubtful &= way;
        } else if tries == 0 {
            return None;
        }
    }
    (!ways.some.is_empty()).then_some(ways)
}

struct Search<'a, const W: usize> {
    state: &'a State<W>,
    /// The houses that still need the value.
    houses: Vec<CellSet<W>>,
}

impl<const W: usize> Search<'_, W> {
    /// A way that has certain cells, and else only open ones that see none of them.
    fn one(&self, open: CellSet<W>, way: CellSet<W>, tries: &mut usize) -> Option<CellSet<W>> {
        let needy = self.houses.iter().filter(|house| !house.meets(&way));
        let Some(places) = needy.map(|house| *house & open).min_by_key(CellSet::len) else {
            return Some(way);
        };
        for cell in places.iter() {
            *tries = tries.checked_sub(1)?;
            let open = open - self.state.topology.peers[cell] - CellSet::of(cell);
            if let Some(way) = self.one(open, way | CellSet::of(cell), tries) {
                return Some(way);
            }
        }
        None
    }
}
