//! Unique rectangles and loops: cells that could swap two values for ever, if some
//! of them had no other candidates.

use super::find::{Find, Pattern, Removed, Subset, bits, value_in};
use super::technique::Technique;
use crate::Cell;
use crate::reason::cells::{CellSet, ones};
use crate::reason::choice::Choice;
use crate::reason::sentence::{and, exchange, symbols};
use crate::reason::state::{State, Values};
use crate::reason::why::Explain;
use crate::reason::{self, Highlights, Step, patterns};
use std::ops::ControlFlow;

/// Two values that could be exchanged all round a loop of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The cells in the order of the loop.
    pub cells: Vec<Cell>,
    /// The two values.
    pub values: [u8; 2],
    /// The cells that have more candidates than these.
    pub more: Vec<Cell>,
    /// The subset that two such cells, taken as one, are part of.
    pub subset: Option<patterns::Subset>,
}

impl Explain for Loop {
    fn values(&self) -> Option<Vec<u8>> {
        Some(self.values.to_vec())
    }

    fn sentence(&self, step: &Step) -> String {
        let threat = exchange(&self.values, &self.cells);
        let one = format!("one of {}", and(&self.more));
        let rest = match (step.technique, &self.subset) {
            (_, Some(patterns::Subset { house, cells, values, is_hidden: true })) => format!(
                "{one} has a further value, so in {house} {} are only in the other one and in {}",
                symbols(values),
                and(cells),
            ),
            (_, Some(patterns::Subset { house, cells, values, .. })) => format!(
                "{one} has a further value and with {} of {house} has only {}",
                and(cells),
                symbols(values),
            ),
            (reason::Technique::Explainer(Technique::UniqueLoop2), None) => {
                format!("{one} has the further value")
            }
            (reason::Technique::Explainer(Technique::UniqueLoop4), None) => {
                format!("one of the two values must be in {one}, so the other is in none of them")
            }
            _ => return threat,
        };
        format!("{threat}; {rest}")
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.cells.extend(&self.cells);
        marks.beside(self.subset.as_ref());
    }
}

/// The easiest find: the lowest rating, then the lowest type, then the first.
pub(super) fn easiest<const W: usize>(state: &State<W>) -> Option<Find> {
    let mut finds: Vec<(u8, Find)> = Vec::new();
    for cell in state.open().iter().filter(|&cell| state.marks[cell].count_ones() == 2) {
        let mut values = bits(state.marks[cell]);
        let (Some(first), Some(second)) = (values.next(), values.next()) else { continue };
        let able = state.places[usize::from(first)] & state.places[usize::from(second)];
        let pair = state.marks[cell];
        let mut walk = Walk { state, pair, able, cells: Vec::new(), loops: Vec::new() };
        walk.from(cell, Side { spare: 2, extra: 0, kind: None, touched: [0; 2] });
        for cells in walk.loops.iter().filter(|cells| is_deadly(state, cells)) {
            Search { state, cells, values: [first, second] }.add_finds(&mut finds);
        }
    }
    let key = |find: &(u8, Find)| (find.1.rating, find.0);
    finds.into_iter().reduce(|a, b| if key(&b) < key(&a) { b } else { a }).map(|(_, find)| find)
}

/// The box, the row and the column of a cell, in the order in which this scale goes.
fn box_row_column<const W: usize>(state: &State<W>, cell: usize) -> [usize; 3] {
    let [row, column, block] = state.topology.houses_of[cell];
    [block, row, column]
}

/// A walk from cell to cell that may close to a loop.
struct Walk<'a, const W: usize> {
    state: &'a State<W>,
    /// Two values, and the cells that may have both.
    pair: Values,
    able: CellSet<W>,
    cells: Vec<usize>,
    loops: Vec<Vec<usize>>,
}

/// What a walk has used so far.
#[derive(Clone, Copy)]
struct Side {
    /// How many cells may still have other candidates, whichever these are.
    spare: i32,
    /// The other candidates on the way.
    extra: Values,
    /// The kind of house by which the last cell was reached.
    kind: Option<usize>,
    /// The houses of the cells before, as bits, every second cell in one set.
    touched: [u128; 2],
}

impl<const W: usize> Walk<'_, W> {
    fn from(&mut self, cell: usize, mut side: Side) {
        let houses = box_row_column(self.state, cell);
        let here = houses.iter().fold(0, |set, house| set | 1u128 << house);
        let colour = self.cells.len() % 2;
        if side.touched[colour] & here != 0 {
            return;
        }
        side.touched[colour] |= here;
        self.cells.push(cell);
        for (kind, &house) in houses.iter().enumerate().filter(|&(kind, _)| side.kind != Some(kind))
        {
            for next in (self.able & self.state.topology.houses[house]).iter() {
                if self.cells[0] == next && self.cells.len() >= 4 {
                    self.loops.push(self.cells.clone());
                } else if !self.cells.contains(&next) {
                    self.go_on(next, kind, side);
                }
            }
        }
        self.cells.pop();
    }

    /// Goes on to a cell, if it does not have too many other candidates.
    fn go_on(&mut self, next: usize, kind: usize, side: Side) {
        let marks = self.state.marks[next];
        let extra = (side.extra | marks) & !self.pair;
        let is_pair = marks == self.pair;
        if is_pair || extra.count_ones() == 1 || side.spare > 0 {
            let spare = side.spare - i32::from(!is_pair);
            self.from(next, Side { spare, extra, kind: Some(kind), ..side });
        }
    }
}

/// Whether every house that a loop touches has one cell of each colour, which alternate.
fn is_deadly<const W: usize>(state: &State<W>, cells: &[usize]) -> bool {
    let mut colours = [Vec::new(), Vec::new()];
    for (i, &cell) in cells.iter().enumerate() {
        for house in state.topology.houses_of[cell] {
            if colours[i % 2].contains(&house) {
                return false;
            }
            colours[i % 2].push(house);
        }
    }
    let [even, odd] = &colours;
    even.len() == odd.len() && even.iter().all(|house| odd.contains(house))
}

/// The largest subset that a loop may be part of: what is left of nine values by a pair.
const LARGEST_SUBSET: usize = 7;

/// A loop that would be deadly without the extra candidates of some cells.
struct Search<'a, const W: usize> {
    state: &'a State<W>,
    cells: &'a [usize],
    values: [u8; 2],
}

impl<const W: usize> Search<'_, W> {
    fn pair(&self) -> Values {
        self.values.iter().fold(0, |set, value| set | 1 << value)
    }

    fn base(&self) -> f64 {
        let length = self.cells.len();
        let mut base = Technique::UniqueLoop1.base();
        if length >= 10 {
            base += 0.3;
        }
        if length >= 8 {
            base += 0.2;
        } else if length >= 6 {
            base += 0.1;
        }
        base
    }

    fn add_finds(&self, finds: &mut Vec<(u8, Find)>) {
        let has_extra = |&&cell: &&usize| self.state.marks[cell].count_ones() > 2;
        let extra: Vec<usize> = self.cells.iter().filter(has_extra).copied().collect();
        let all = extra.iter().fold(0, |set, &cell| set | self.state.marks[cell]) & !self.pair();
        match extra[..] {
            [] => {}
            [cell] => self.add(finds, 1, vec![(cell, self.pair())], None),
            [first, second] => {
                if all.count_ones() == 1 {
                    self.add_type_2(finds, &extra, all);
                } else {
                    self.add_type_3(finds, [first, second], all);
                }
                self.add_type_4(finds, [first, second]);
            }
            _ => self.add_type_2(finds, &extra, all),
        }
    }

    /// Adds a find unless it removes nothing or the same loop has given it before.
    fn add(
        &self,
        finds: &mut Vec<(u8, Find)>,
        kind: u8,
        removed: Removed,
        subset: Option<(Subset, f64)>,
    ) {
        let technique = Technique::unique_loop(kind);
        let rating = self.base() + subset.as_ref().map_or(0.0, |(_, more)| *more);
        let subset = subset.map(|(subset, _)| subset);
        let is_known = finds.iter().any(|(other, find)| {
            *other == kind
                && matches!(&find.pattern, Pattern::Loop { cells, subset: known, .. }
                    if cells.len() == self.cells.len()
                        && cells.iter().all(|cell| self.cells.contains(cell))
                        && *known == subset)
        });
        let cells = self.cells.to_vec();
        let pattern = Pattern::Loop { cells, values: self.values, subset };
        if let Some(find) = Find::removing(technique, removed, pattern)
            && !is_known
        {
            finds.push((kind, Find { rating, ..find }));
        }
    }

    /// All extra candidates are of one value: one of them holds.
    fn add_type_2(&self, finds: &mut Vec<(u8, Find)>, extra: &[usize], all: Values) {
        let value = all.trailing_zeros() as u8;
        let cells: CellSet<W> = extra.iter().copied().collect();
        let seen = self.state.topology.seen_by_all(&cells) & self.state.places[usize::from(value)];
        self.add(finds, 2, value_in(seen.iter(), value), None);
    }

    /// The extra candidates are part of a naked subset, or the pair of a hidden one.
    fn add_type_3(&self, finds: &mut Vec<(u8, Find)>, two: [usize; 2], extra: Values) {
        for size in 2..=LARGEST_SUBSET.min(self.state.topology.side() - 2) {
            for house in box_row_column(self.state, two[0]) {
                let cells = &self.state.topology.cells[house];
                if !cells.contains(&two[1]) {
                    continue;
                }
                let n_open = self.state.n_open(house);
                if 2 * size <= n_open && size >= extra.count_ones() as usize {
                    self.add_naked(finds, two, extra, (house, size));
                }
                if 2 * size < n_open {
                    self.add_hidden(finds, two, extra, (house, size));
                }
            }
        }
    }

    fn add_naked(
        &self,
        finds: &mut Vec<(u8, Find)>,
        two: [usize; 2],
        extra: Values,
        (house, size): (usize, usize),
    ) {
        let marks = &self.state.marks;
        let cells = &self.state.topology.cells[house];
        // The first of the two stands for both, with the extra candidates.
        let sets: Vec<(usize, u64)> = cells
            .iter()
            .filter(|&&cell| cell != two[1])
            .map(|&cell| (cell, if cell == two[0] { extra } else { marks[cell] }))
            .filter(|(_, set)| (2..=size).contains(&(set.count_ones() as usize)))
            .collect();
        let shared = extra & marks[two[0]] & marks[two[1]];
        let _ = Choice::of_explainer(size).of(&sets, &mut |chosen, union| {
            let others: Vec<usize> = chosen.iter().filter(|&&c| c != two[0]).copied().collect();
            let covered = others.iter().fold(shared, |set, &cell| set | marks[cell]);
            if others.len() == chosen.len() || covered.count_ones() as usize != size {
                return ControlFlow::Continue(());
            }
            let rest = cells.iter().filter(|c| !others.contains(c) && !two.contains(c));
            let removed = rest
                .map(|&cell| (cell, marks[cell] & union))
                .filter(|(_, values)| *values != 0)
                .collect();
            let subset = Subset { house, cells: others, values: union, is_hidden: false };
            self.add(finds, 3, removed, Some((subset, (size - 1) as f64 * 0.1)));
            ControlFlow::Continue(())
        });
    }

    fn add_hidden(
        &self,
        finds: &mut Vec<(u8, Find)>,
        two: [usize; 2],
        extra: Values,
        (house, size): (usize, usize),
    ) {
        let state = self.state;
        let cells = &state.topology.cells[house];
        let place = |cell: usize| cells.iter().position(|&other| other == cell).unwrap_or(0);
        let (first, second) = (1u64 << place(two[0]), 1u64 << place(two[1]));
        let places = |value: u8| state.positions(house, value) & !second;
        let pair = self.values.iter().fold(0, |set, &value| set | places(value));
        let n_free = state.topology.side() - 2 - extra.count_ones() as usize;
        if n_free == 0 || self.values.iter().any(|&value| places(value) == 0) {
            return;
        }
        let free = state.all_values().filter(|v| (self.pair() | extra) >> v & 1 == 0);
        let sets: Vec<(usize, u64)> = free
            .map(|value| (usize::from(value), places(value)))
            .filter(|(_, set)| *set != 0)
            .collect();
        let choice = Choice::of_explainer(size - 2).up_to(size);
        let _ = choice.of(&sets, &mut |chosen, union| {
            let union = union | pair;
            if union.count_ones() as usize != size {
                return ControlFlow::Continue(());
            }
            let values = chosen.iter().fold(self.pair(), |set, value| set | 1 << value);
            let union = union & !first;
            let hidden: Vec<usize> = ones(union).map(|i| cells[i]).collect();
            let removed = hidden
                .iter()
                .map(|&cell| (cell, state.marks[cell] & !values))
                .filter(|(_, values)| *values != 0)
                .collect();
            let more = (hidden.len() as f64 - 1.0) * 0.1;
            let subset = Subset { house, cells: hidden, values, is_hidden: true };
            self.add(finds, 3, removed, Some((subset, more)));
            ControlFlow::Continue(())
        });
    }

    /// One of the two values is locked in the two cells: the other cannot be there.
    fn add_type_4(&self, finds: &mut Vec<(u8, Find)>, two: [usize; 2]) {
        let locked = |value: u8| {
            let here: CellSet<W> = two.into_iter().collect();
            box_row_column(self.state, two[0])
                .into_iter()
                .filter(|&house| self.state.topology.houses[house].contains(two[1]))
                .any(|house| self.state.places_in(value, house).is_within(&here))
        };
        let [first, second] = self.values;
        let removed = if locked(first) {
            second
        } else if locked(second) {
            first
        } else {
            return;
        };
        self.add(finds, 4, value_in(two.into_iter(), removed), None);
    }
}
