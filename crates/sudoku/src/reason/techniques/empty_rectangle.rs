//! A box whose places for a value are in one row and one column, and a strong link.
//!
//! The link leads from the row to another one; either the box has the value in its
//! column or the far end of the link has it, so the cell where these cross cannot.

use super::Found;
use super::strong_links::pairs;
use crate::reason::cells::CellSet;
use crate::reason::sentence::and;
use crate::reason::state::State;
use crate::reason::technique::{Entry, Level};
use crate::reason::why::Explain;
use crate::reason::{Highlights, Options, Step, Technique, Why};
use crate::{Cell, House, Symbol};
use std::ops::ControlFlow;

pub(super) const EMPTY_RECTANGLE: Entry =
    Entry::new("empty rectangle").code(402).stage(19, Level::Hard, 120);
pub(super) const DUAL_EMPTY_RECTANGLE: Entry = Entry::new("dual empty rectangle").code(405);

/// A box with all places of a value in two lines, and a strong link from one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmptyRectangle {
    /// The value.
    pub value: u8,
    /// The box.
    pub block: House,
    /// Its row and its column.
    pub lines: [House; 2],
    /// A place in one of these lines, and the end of the link.
    pub link: [Cell; 2],
    /// The house of the link.
    pub house: House,
}

impl Explain for EmptyRectangle {
    fn values(&self) -> Option<Vec<u8>> {
        Some(vec![self.value])
    }

    fn sentence(&self, _: &Step) -> String {
        let EmptyRectangle { value, block, lines, link, house } = self;
        format!(
            "{block} has {value} only in {} and {}, and {house} only in {}, so {value} is in {} \
             or in one of these lines of {block}",
            lines[0],
            lines[1],
            and(link),
            link[1],
            value = Symbol(*value),
        )
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.houses.extend([self.block, self.lines[0], self.lines[1], self.house]);
        marks.cells.extend(self.link);
    }
}

/// A box with a row and a column that have all its places, some of them alone.
struct Hinge<const W: usize> {
    value: u8,
    block: usize,
    /// The numbers of a row and a column as houses.
    lines: [usize; 2],
}

/// Hands over every empty rectangle.
pub(super) fn find<const W: usize>(
    state: &State<W>,
    options: Options,
    found: Found<'_>,
) -> ControlFlow<()> {
    let [rows, columns, boxes] = state.topology.kinds();
    let houses = &state.topology.houses;
    for value in state.all_values() {
        for block in boxes.clone() {
            let places = state.places_in(value, block);
            if places.len() < 2 {
                continue;
            }
            let crosses = |line: &usize| houses[*line].meets(&houses[block]);
            for row in rows.clone().rev().filter(crosses) {
                for column in columns.clone().rev().filter(crosses) {
                    let [in_row, in_column] = [row, column].map(|line| places & houses[line]);
                    let is_hinge = places.is_within(&(in_row | in_column))
                        && !in_row.is_within(&houses[column])
                        && !in_column.is_within(&houses[row]);
                    let is_large = in_row.len() >= 2 || in_column.len() >= 2;
                    if is_hinge && (is_large || options.small_empty_rectangles) {
                        let hinge = Hinge::<W> { value, block, lines: [row, column] };
                        hinge.links(state, 0, found)?;
                        hinge.links(state, 1, found)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

impl<const W: usize> Hinge<W> {
    /// The links that start in one of the two lines and end where the other one leads.
    fn links(&self, state: &State<W>, from: usize, found: Found<'_>) -> ControlFlow<()> {
        let topology = &state.topology;
        let across = 1 - from;
        let starts = state.places_in(self.value, self.lines[from]) - topology.houses[self.block];
        for start in starts.iter() {
            let house = topology.houses_of[start][across];
            let Some(end) = (state.places_in(self.value, house) - CellSet::of(start)).only() else {
                continue;
            };
            let target = topology.houses[topology.houses_of[end][from]]
                & state.places_in(self.value, self.lines[across]);
            let target = target - topology.houses[self.block];
            if let Some(target) = target.only() {
                found(self.step(state, [start, end], house, target))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn step(&self, state: &State<W>, link: [usize; 2], house: usize, target: usize) -> Step {
        let topology = &state.topology;
        Step {
            technique: Technique::EmptyRectangle,
            placed: Vec::new(),
            removed: vec![state.candidate(target, self.value)],
            why: Why::EmptyRectangle(EmptyRectangle {
                value: self.value,
                block: topology.house(self.block),
                lines: self.lines.map(|line| topology.house(line)),
                link: link.map(|cell| topology.cell(cell)),
                house: topology.house(house),
            }),
        }
    }
}

/// Two empty rectangles in the same box.
pub(super) fn dual<const W: usize>(
    state: &State<W>,
    options: Options,
    found: Found<'_>,
) -> ControlFlow<()> {
    let mut steps = Vec::new();
    find(state, options, &mut |step| {
        steps.push(step);
        ControlFlow::Continue(())
    })?;
    let place = |step: &Step| match &step.why {
        Why::EmptyRectangle(EmptyRectangle { value, block, .. }) => Some((*value, *block)),
        _ => None,
    };
    let is_dual = |a: &Step, b: &Step| place(a) == place(b);
    pairs(&steps, is_dual, &mut |dual| {
        found(Step { technique: Technique::DualEmptyRectangle, ..dual })
    })
}
