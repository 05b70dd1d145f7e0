//! Almost locked sets: cells of one house with one value more than cells.
//!
//! When such a set loses a value, its other values fill its cells, and every cell
//! that sees all places of one of them in the set cannot have that value.

use crate::reason::cells::{CellSet, ones};
use crate::reason::state::{State, Values};

/// Cells of one house with one value more than cells.
#[derive(Clone, Debug)]
pub(super) struct AlmostLocked<const W: usize> {
    pub(super) cells: CellSet<W>,
    pub(super) values: Values,
    /// For each of its values, the places within it, and those outside that see all of
    /// these.
    places_and_seen: Vec<[CellSet<W>; 2]>,
}

impl<const W: usize> AlmostLocked<W> {
    fn new(state: &State<W>, cells: CellSet<W>, values: Values) -> AlmostLocked<W> {
        let of_value = |value: usize| {
            let places = cells & state.places[value];
            [places, (state.topology.seen_by_all(&places) & state.places[value]) - cells]
        };
        AlmostLocked { cells, values, places_and_seen: ones(values).map(of_value).collect() }
    }

    /// The number of a value among those of the set, which must have it.
    fn rank(&self, value: u8) -> usize {
        (self.values & ((1 << value) - 1)).count_ones() as usize
    }

    /// Where a value of the set can be within it.
    pub(super) fn places(&self, value: u8) -> CellSet<W> {
        self.places_and_seen[self.rank(value)][0]
    }

    /// Where a value of the set could not be if the set had it.
    pub(super) fn seen(&self, value: u8) -> CellSet<W> {
        self.places_and_seen[self.rank(value)][1]
    }
}

/// The values of a word in rising order.
pub(super) fn values(word: Values) -> impl Iterator<Item = u8> {
    ones(word).map(|value| value as u8)
}

/// How many cells a set may have: all of a house but one up to nine cells a house, few
/// where a house has so many subsets that nobody could look at them.
fn most_cells(side: usize) -> usize {
    match side {
        0..=9 => side - 1,
        10..=16 => 3,
        _ => 2,
    }
}

/// All almost locked sets with at least so many cells, house by house.
pub(super) fn almost_locked_sets<const W: usize>(
    state: &State<W>,
    fewest_cells: usize,
) -> Vec<AlmostLocked<W>> {
    let mut search = Search {
        state,
        cells: Vec::new(),
        most: most_cells(state.topology.side()),
        fewest: fewest_cells,
        house: 0,
        found: Vec::new(),
    };
    for (number, house) in state.topology.houses.iter().enumerate() {
        search.house = number;
        search.cells.clear();
        search.cells.extend((*house & state.open()).iter());
        search.extend(0, CellSet::EMPTY, 0, 0);
    }
    search.found
}

struct Search<'a, const W: usize> {
    state: &'a State<W>,
    /// The open cells of the house.
    cells: Vec<usize>,
    most: usize,
    fewest: usize,
    /// The number of the house.
    house: usize,
    found: Vec<AlmostLocked<W>>,
}

impl<const W: usize> Search<'_, W> {
    fn extend(&mut self, from: usize, cells: CellSet<W>, n_cells: usize, values: Values) {
        for next in from..self.cells.len() {
            let cell = self.cells[next];
            let (cells, n_cells) = (cells | CellSet::of(cell), n_cells + 1);
            let values = values | self.state.marks[cell];
            let n_values = values.count_ones() as usize;
            if n_values == n_cells + 1 && n_cells >= self.fewest && self.is_new(&cells) {
                self.found.push(AlmostLocked::new(self.state, cells, values));
            }
            let most = self.most.min(n_cells + self.cells.len() - next - 1);
            if n_cells < most && n_values <= most + 1 {
                self.extend(next + 1, cells, n_cells, values);
            }
        }
    }

    /// Whether the cells lie in no house before this one.
    fn is_new(&self, cells: &CellSet<W>) -> bool {
        let topology = &self.state.topology;
        let first = cells.first().map_or([self.house; 3], |cell| topology.houses_of[cell]);
        let mut before = first.into_iter().filter(|&house| house < self.house);
        !before.any(|house| cells.is_within(&topology.houses[house]))
    }
}
