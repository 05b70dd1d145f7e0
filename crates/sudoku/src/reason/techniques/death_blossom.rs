//! Death blossom: a cell each of whose values takes that value from an almost locked set.
//!
//! Whatever the cell is, one of the sets is locked then: a place that sees all places of
//! a further value in each of them is false.

use super::Found;
use super::almost::{AlmostLocked, almost_locked_sets, values};
use super::finds::{Finds, Removals};
use super::linked_sets::Overlap;
use crate::reason::cells::CellSet;
use crate::reason::sentence::and;
use crate::reason::state::{State, Values};
use crate::reason::technique::Entry;
use crate::reason::why::Explain;
use crate::reason::{Highlights, Step, Technique, ValueSet, Why};
use crate::{Cell, Symbol};
use std::ops::ControlFlow;

pub(super) const DEATH_BLOSSOM: Entry = Entry::new("death blossom").code(904);

/// A cell each of whose values would take that value from a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blossom {
    /// The cell.
    pub stem: Cell,
    /// Each value of the cell, with its set.
    pub petals: Vec<(u8, ValueSet)>,
}

impl Explain for Blossom {
    fn sentence(&self, _: &Step) -> String {
        let petal = |(value, set): &(u8, ValueSet)| format!("{} from {set}", Symbol(*value));
        let petals: Vec<String> = self.petals.iter().map(petal).collect();
        format!("whatever {} is, it takes that value away: {}", self.stem, and(&petals))
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.cells.push(self.stem);
        marks.others.extend(self.petals.iter().flat_map(|(_, set)| &set.cells));
    }
}

/// All blossoms, those with the fewest cells first.
pub(super) fn death_blossom<const W: usize>(
    state: &State<W>,
    overlap: Overlap,
    found: Found<'_>,
) -> ControlFlow<()> {
    let sets = almost_locked_sets(state, 1);
    let mut search = Search {
        state,
        sets: &sets,
        overlap,
        petals: Vec::new(),
        removals: Removals::default(),
        finds: Finds::new(),
    };
    for stem in state.open().iter() {
        search.bloom(stem);
    }
    let why = |(stem, petals): &(usize, Vec<(u8, usize)>)| {
        Why::Blossom(Blossom {
            stem: state.topology.cell(*stem),
            petals: petals.iter().map(|&(value, set)| (value, sets[set].named(state))).collect(),
        })
    };
    search.finds.tell(state, why, found)
}

struct Search<'a, const W: usize> {
    state: &'a State<W>,
    sets: &'a [AlmostLocked<W>],
    overlap: Overlap,
    petals: Vec<(u8, usize)>,
    removals: Removals,
    finds: Finds<(usize, Vec<(u8, usize)>)>,
}

/// A value with the sets that lose it when the stem has it.
type Choice = (u8, Vec<usize>);

impl<const W: usize> Search<'_, W> {
    fn bloom(&mut self, stem: usize) {
        let sets_of = |value: u8| -> Choice {
            let sees = |&set: &usize| {
                let set = &self.sets[set];
                set.values >> value & 1 == 1 && set.seen(value).contains(stem)
            };
            (value, (0..self.sets.len()).filter(sees).collect())
        };
        let choices: Vec<Choice> = values(self.state.marks[stem]).map(sets_of).collect();
        if choices.iter().all(|choice| !choice.1.is_empty()) {
            let targets: Vec<CellSet<W>> = (0..self.state.places.len())
                .map(|value| self.state.places[value] - CellSet::of(stem))
                .collect();
            let others = !self.state.marks[stem] & !1;
            self.extend(stem, &choices, (others, CellSet::EMPTY, &targets));
        }
    }

    /// Tries every set for the next value; `targets` are the places of each of the
    /// `shared` values that see those of all sets so far, and `own` the cells of these.
    fn extend(
        &mut self,
        stem: usize,
        choices: &[Choice],
        (shared, own, targets): (Values, CellSet<W>, &[CellSet<W>]),
    ) {
        let Some(((value, sets), rest)) = choices.split_first() else {
            self.check(stem, shared, own, targets);
            return;
        };
        for &set in sets {
            let petal = &self.sets[set];
            if self.overlap == Overlap::None && petal.cells.meets(&own) {
                continue;
            }
            let mut narrowed = targets.to_vec();
            let mut left = 0;
            for other in values(shared & petal.values) {
                narrowed[usize::from(other)] &= petal.seen(other);
                if !narrowed[usize::from(other)].is_empty() {
                    left |= 1 << other;
                }
            }
            if left != 0 {
                self.petals.push((*value, set));
                self.extend(stem, rest, (left, own | petal.cells, &narrowed));
                self.petals.pop();
            }
        }
    }

    fn check(&mut self, stem: usize, shared: Values, own: CellSet<W>, targets: &[CellSet<W>]) {
        self.removals.clear();
        for value in values(shared) {
            self.removals.add_all(value, targets[usize::from(value)] - own);
        }
        if self.removals.settle() {
            let n_cells = self.petals.iter().map(|&(_, set)| self.sets[set].cells.len()).sum();
            let reason = || (stem, self.petals.clone());
            self.finds.add(Technique::DeathBlossom, &self.removals, n_cells, reason);
        }
    }
}
