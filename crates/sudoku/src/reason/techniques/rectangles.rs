//! Two values in four cells of two rows, two columns and two boxes.
//!
//! If these were all that the cells could have, they could be exchanged: a puzzle with
//! one solution never comes to that.

use super::Found;
use crate::Cell;
use crate::reason::cells::{CellSet, ones};
use crate::reason::sentence::{and, exchange};
use crate::reason::state::{State, Values};
use crate::reason::technique::{Entry, Level};
use crate::reason::why::Explain;
use crate::reason::{Candidate, Highlights, Options, Step, Technique, Why};
use std::ops::ControlFlow;

pub(super) const UNIQUE_RECTANGLE_1: Entry =
    Entry::new("unique rectangle 1").code(600).stage(23, Level::Hard, 100);
pub(super) const UNIQUE_RECTANGLE_2: Entry =
    Entry::new("unique rectangle 2").code(601).stage(24, Level::Hard, 100);
pub(super) const UNIQUE_RECTANGLE_3: Entry =
    Entry::new("unique rectangle 3").code(602).stage(25, Level::Hard, 100);
pub(super) const UNIQUE_RECTANGLE_4: Entry =
    Entry::new("unique rectangle 4").code(603).stage(26, Level::Hard, 100);
pub(super) const UNIQUE_RECTANGLE_5: Entry =
    Entry::new("unique rectangle 5").code(604).stage(27, Level::Hard, 100).never_hardest();
pub(super) const UNIQUE_RECTANGLE_6: Entry =
    Entry::new("unique rectangle 6").code(605).stage(28, Level::Hard, 100);
pub(super) const HIDDEN_RECTANGLE: Entry =
    Entry::new("hidden rectangle").code(606).stage(29, Level::Hard, 100);

/// Four cells in two rows, two columns and two boxes that must not come down to
/// two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// The cells: two in one box, then those across.
    pub corners: [Cell; 4],
    /// The two values.
    pub values: [u8; 2],
    /// Further cells that make a naked subset with two of the corners.
    pub helpers: Vec<Cell>,
}

impl Explain for Rectangle {
    fn values(&self) -> Option<Vec<u8>> {
        Some(self.values.to_vec())
    }

    fn sentence(&self, step: &Step) -> String {
        let threat = exchange(&self.values, &self.corners);
        let rest = match step.technique {
            Technique::UniqueRectangle2 | Technique::UniqueRectangle5 => {
                "one of the corners with a further value has it"
            }
            Technique::UniqueRectangle3 => {
                return format!(
                    "{threat}; one of the corners has a further value and makes a naked subset \
                     with {}",
                    and(&self.helpers)
                );
            }
            Technique::UniqueRectangle4 | Technique::UniqueRectangle6 => {
                "one of these values must be in the corners that have more"
            }
            Technique::HiddenRectangle => {
                "one of these values has no other place in the lines of a corner"
            }
            _ => return threat,
        };
        format!("{threat}; {rest}")
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.cells.extend(self.corners);
        marks.others.extend(&self.helpers);
    }
}

/// Hands over every unique or hidden rectangle of one type.
pub(super) fn find<const W: usize>(
    state: &State<W>,
    technique: Technique,
    options: Options,
    found: Found<'_>,
) -> ControlFlow<()> {
    let mut seen: Vec<[usize; 4]> = Vec::new();
    for first in state.open().iter().filter(|&cell| state.n_marks(cell) == 2) {
        let marks = state.marks[first];
        let fits = |cell: usize| {
            if options.incomplete_rectangles {
                state.open().contains(cell)
                    && ones(marks).all(|value| state.allows(cell, value as u8))
            } else {
                state.marks[cell] & marks == marks
            }
        };
        for corners in corners(state, first) {
            let mut sorted = corners;
            sorted.sort_unstable();
            if corners[1..].iter().all(|&cell| fits(cell)) && !seen.contains(&sorted) {
                seen.push(sorted);
                Search::new(state, corners, marks).find(technique, found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// All rectangles with a corner in two boxes: that corner, its neighbour in the box,
/// and those across, in the same order.
pub(super) fn corners<const W: usize>(
    state: &State<W>,
    first: usize,
) -> impl Iterator<Item = [usize; 4]> {
    let topology = &state.topology;
    let side = topology.side();
    let block = topology.houses_of[first][2];
    let neighbours = topology.cells[block].iter().copied().filter(move |&cell| cell != first);
    neighbours.flat_map(move |second| {
        let same_row = second / side == first / side;
        let same_column = second % side == first % side;
        let across = move |i: usize| {
            let at = |cell: usize| {
                if same_row { i * side + cell % side } else { cell / side * side + i }
            };
            [first, second, at(first), at(second)]
        };
        let lines = if same_row || same_column { 0..side } else { 0..0 };
        lines.map(across).filter(move |corners| topology.houses_of[corners[2]][2] != block)
    })
}

/// Four corners, two of which are in each box, and their two values.
struct Search<'a, const W: usize> {
    state: &'a State<W>,
    corners: [usize; 4],
    values: [u8; 2],
    /// The corners with no other value, in rising order.
    floor: Vec<usize>,
    /// The corners with other values, in rising order.
    roof: Vec<usize>,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(state: &'a State<W>, corners: [usize; 4], marks: Values) -> Search<'a, W> {
        let mut sorted = corners;
        sorted.sort_unstable();
        let (floor, roof) = sorted.into_iter().partition(|&cell| state.marks[cell] & !marks == 0);
        let values = [marks.trailing_zeros() as u8, 63 - marks.leading_zeros() as u8];
        Search { state, corners, values, floor, roof }
    }

    fn find(&self, technique: Technique, found: Found<'_>) -> ControlFlow<()> {
        let in_line = self.roof.len() == 2 && self.share_line(self.roof[0], self.roof[1]);
        let across = self.roof.len() == 2 && !in_line;
        match technique {
            Technique::UniqueRectangle1 if self.roof.len() == 1 => self.one_roof(found),
            Technique::UniqueRectangle2 if in_line => self.one_more(technique, found),
            Technique::UniqueRectangle3 if in_line => self.subset(found),
            Technique::UniqueRectangle4 if in_line => self.fixed_in_house(found),
            Technique::UniqueRectangle5 if across || self.roof.len() == 3 => {
                self.one_more(technique, found)
            }
            Technique::UniqueRectangle6 if across => self.fixed_in_lines(found),
            Technique::HiddenRectangle if across || self.roof.len() == 3 => self.hidden(found),
            _ => ControlFlow::Continue(()),
        }
    }

    fn share_line(&self, a: usize, b: usize) -> bool {
        let side = self.state.topology.side();
        a / side == b / side || a % side == b % side
    }

    fn marks(&self) -> Values {
        1 << self.values[0] | 1 << self.values[1]
    }

    /// The values of the roof beyond the two.
    fn extra(&self) -> Values {
        self.roof.iter().fold(0, |all, &cell| all | self.state.marks[cell]) & !self.marks()
    }

    /// A value in those of the cells that have it.
    fn in_cells(&self, cells: &[usize], value: u8) -> Vec<Candidate> {
        let has = cells.iter().filter(|&&cell| self.state.has(cell, value));
        has.map(|&cell| self.state.candidate(cell, value)).collect()
    }

    fn report(
        &self,
        technique: Technique,
        removed: Vec<Candidate>,
        helpers: CellSet<W>,
        found: Found<'_>,
    ) -> ControlFlow<()> {
        if removed.is_empty() {
            return ControlFlow::Continue(());
        }
        let topology = &self.state.topology;
        let why = Why::Rectangle(Rectangle {
            corners: self.corners.map(|cell| topology.cell(cell)),
            values: self.values,
            helpers: helpers.iter().map(|cell| topology.cell(cell)).collect(),
        });
        found(Step { technique, placed: Vec::new(), removed, why })
    }

    /// Type 1: the only corner with more has neither of the two.
    fn one_roof(&self, found: Found<'_>) -> ControlFlow<()> {
        let removed = self.values.iter().flat_map(|&value| self.in_cells(&self.roof, value));
        self.report(Technique::UniqueRectangle1, removed.collect(), CellSet::EMPTY, found)
    }

    /// Types 2 and 5: one corner has the only further value.
    fn one_more(&self, technique: Technique, found: Found<'_>) -> ControlFlow<()> {
        let extra = self.extra();
        if !extra.is_power_of_two() {
            return ControlFlow::Continue(());
        }
        let value = extra.trailing_zeros() as u8;
        let seen = self.state.topology.seen_by_all(&self.roof.iter().copied().collect());
        let removed = seen & self.state.places[usize::from(value)];
        self.report(technique, self.state.candidates(removed, value), CellSet::EMPTY, found)
    }

    /// Type 3: the roof is like one cell with the further values, part of a naked subset.
    fn subset(&self, found: Found<'_>) -> ControlFlow<()> {
        let topology = &self.state.topology;
        let corners: CellSet<W> = self.corners.into_iter().collect();
        let roof: CellSet<W> = self.roof.iter().copied().collect();
        for house in topology.houses_of[self.roof[0]] {
            if !roof.is_within(&topology.houses[house]) {
                continue;
            }
            let other = (self.state.open() & topology.houses[house]) - corners;
            let free: Vec<usize> =
                other.iter().filter(|&cell| self.state.marks[cell] & self.marks() == 0).collect();
            self.add_to_subset(house, &free, (self.extra(), CellSet::EMPTY), found)?;
        }
        ControlFlow::Continue(())
    }

    fn add_to_subset(
        &self,
        house: usize,
        free: &[usize],
        (values, cells): (Values, CellSet<W>),
        found: Found<'_>,
    ) -> ControlFlow<()> {
        for (i, &cell) in free.iter().enumerate() {
            let values = values | self.state.marks[cell];
            let cells = cells | CellSet::of(cell);
            if values.count_ones() as usize == cells.len() + 1 {
                self.subset_step(house, values, cells, found)?;
            }
            self.add_to_subset(house, &free[i + 1..], (values, cells), found)?;
        }
        ControlFlow::Continue(())
    }

    fn subset_step(
        &self,
        house: usize,
        values: Values,
        cells: CellSet<W>,
        found: Found<'_>,
    ) -> ControlFlow<()> {
        let topology = &self.state.topology;
        let all = cells | self.roof.iter().copied().collect();
        let in_line = topology.houses_of[self.roof[0]][..2]
            .iter()
            .any(|&line| all.is_within(&topology.houses[line]));
        let is_box = house >= 2 * topology.side();
        let seen = (topology.houses[house] - all) & self.state.open();
        let at = |cell: usize| {
            ones(self.state.marks[cell] & values)
                .map(move |value| self.state.candidate(cell, value as u8))
        };
        let mut removed: Vec<Candidate> = seen.iter().flat_map(at).collect();
        if is_box && in_line || removed.is_empty() {
            return ControlFlow::Continue(());
        }
        let block = topology.houses_of[self.roof[0]][2];
        if !is_box && all.is_within(&topology.houses[block]) {
            let more = (topology.houses[block] - topology.houses[house]) & self.state.open();
            removed.extend(more.iter().flat_map(at));
        }
        self.report(Technique::UniqueRectangle3, removed, cells, found)
    }

    /// Type 4: one of the roof has the one value, so none the other.
    fn fixed_in_house(&self, found: Found<'_>) -> ControlFlow<()> {
        let seen = self.state.topology.seen_by_all(&self.roof.iter().copied().collect());
        let is_fixed = |value: u8| !seen.meets(&self.state.places[usize::from(value)]);
        let [a, b] = self.values;
        let removed = if is_fixed(a) {
            self.in_cells(&self.roof, b)
        } else if is_fixed(b) {
            self.in_cells(&self.roof, a)
        } else {
            Vec::new()
        };
        self.report(Technique::UniqueRectangle4, removed, CellSet::EMPTY, found)
    }

    /// Type 6: the one value has no place in the lines of the roof but the corners.
    fn fixed_in_lines(&self, found: Found<'_>) -> ControlFlow<()> {
        let lines = self.roof.iter().flat_map(|&cell| &self.state.topology.houses_of[cell][..2]);
        let lines: Vec<usize> = lines.copied().collect();
        let fixed = self.values.into_iter().find(|&value| self.is_fixed_in(&lines, value));
        let removed = fixed.map_or(Vec::new(), |value| self.in_cells(&self.roof, value));
        self.report(Technique::UniqueRectangle6, removed, CellSet::EMPTY, found)
    }

    fn is_fixed_in(&self, lines: &[usize], value: u8) -> bool {
        let corners: CellSet<W> = self.corners.into_iter().collect();
        lines.iter().all(|&line| self.state.places_in(value, line).is_within(&corners))
    }

    /// Opposite to a bivalue corner, one value is fixed in both lines, so the corner
    /// there does not have the other one.
    fn hidden(&self, found: Found<'_>) -> ControlFlow<()> {
        for &corner in &self.floor {
            let opposite = self
                .corners
                .into_iter()
                .find(|&cell| cell != corner && !self.share_line(cell, corner));
            let opposite = opposite.expect("a rectangle has opposite corners");
            let lines = &self.state.topology.houses_of[opposite][..2];
            let [a, b] = self.values;
            for [fixed, other] in [[a, b], [b, a]] {
                if self.is_fixed_in(lines, fixed) {
                    let removed = self.in_cells(&[opposite], other);
                    self.report(Technique::HiddenRectangle, removed, CellSet::EMPTY, found)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
