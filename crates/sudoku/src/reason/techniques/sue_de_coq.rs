//! Sue de Coq: cells where a line crosses a box, and further cells of both.
//!
//! The cells of the crossing have two values or more too many; cells of the line and
//! cells of the box, which share no value of the crossing, make up for them. Then all
//! these cells have as many values as they are, and each value is locked in its line,
//! in its box, or in both.

use super::Found;
use super::almost::values;
use super::finds::Removals;
use crate::reason::cells::CellSet;
use crate::reason::state::{State, Values};
use crate::reason::technique::{Entry, Level};
use crate::reason::why::Explain;
use crate::reason::{Highlights, Step, Technique, ValueSet, Why};
use std::ops::ControlFlow;

pub(super) const SUE_DE_COQ: Entry =
    Entry::new("Sue de Coq").code(1101).stage(38, Level::Unfair, 250);

/// Cells where a line crosses a box, with as many more cells of both as they have
/// values too many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SueDeCoq {
    /// Where line and box cross.
    pub crossing: ValueSet,
    /// In the line.
    pub line: ValueSet,
    /// In the box.
    pub block: ValueSet,
}

impl Explain for SueDeCoq {
    fn sentence(&self, _: &Step) -> String {
        let SueDeCoq { crossing, line, block } = self;
        format!(
            "{crossing}, {line} and {block} have as many values as cells, and line and box share \
             none outside the crossing"
        )
    }

    fn highlight(&self, _: &Step, marks: &mut Highlights) {
        marks.cells.extend(&self.crossing.cells);
        marks.others.extend(self.line.cells.iter().chain(&self.block.cells));
    }
}

/// Cells and all their candidates.
#[derive(Clone, Copy)]
struct Part<const W: usize> {
    cells: CellSet<W>,
    values: Values,
}

impl<const W: usize> Part<W> {
    const EMPTY: Part<W> = Part { cells: CellSet::EMPTY, values: 0 };

    fn with(self, state: &State<W>, cell: usize) -> Part<W> {
        Part { cells: self.cells | CellSet::of(cell), values: self.values | state.marks[cell] }
    }

    /// How many values it has more than cells.
    fn excess(&self) -> usize {
        (self.values.count_ones() as usize).saturating_sub(self.cells.len())
    }

    /// How many values of the crossing it takes away: its cells that are not needed
    /// for its own further values.
    fn taken(&self, crossing: &Part<W>) -> usize {
        let further = (self.values & !crossing.values).count_ones() as usize;
        self.cells.len().saturating_sub(further)
    }

    fn named(&self, state: &State<W>) -> ValueSet {
        ValueSet { cells: state.cells(self.cells), values: values(self.values).collect() }
    }
}

/// All crossings of rows with boxes, then of columns with boxes.
pub(super) fn sue_de_coq<const W: usize>(state: &State<W>, found: Found<'_>) -> ControlFlow<()> {
    let [rows, columns, boxes] = state.topology.kinds();
    for line in rows.chain(columns) {
        for block in boxes.clone() {
            let [line, block] =
                [line, block].map(|house| state.topology.houses[house] & state.open());
            let cells: Vec<usize> = (line & block).iter().collect();
            if cells.len() < 2 {
                continue;
            }
            subsets(state, &cells, &mut |crossing: &Part<W>| {
                if crossing.cells.len() < 2 || crossing.excess() < 2 {
                    return ControlFlow::Continue(());
                }
                Search { state, line, block, crossing: *crossing }.lines(found)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Every set of some of the cells, a shorter one before those that begin with it.
fn subsets<const W: usize>(
    state: &State<W>,
    cells: &[usize],
    visit: &mut dyn FnMut(&Part<W>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn extend<const W: usize>(
        state: &State<W>,
        part: Part<W>,
        cells: &[usize],
        visit: &mut dyn FnMut(&Part<W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if part.cells.len() >= MOST_CELLS {
            return ControlFlow::Continue(());
        }
        for (i, &cell) in cells.iter().enumerate() {
            let part = part.with(state, cell);
            visit(&part)?;
            extend(state, part, &cells[i + 1..], visit)?;
        }
        ControlFlow::Continue(())
    }
    extend(state, Part::EMPTY, cells, visit)
}

/// The most cells of each part.
const MOST_CELLS: usize = 6;

struct Search<'a, const W: usize> {
    state: &'a State<W>,
    /// The open cells of the line.
    line: CellSet<W>,
    /// The open cells of the box.
    block: CellSet<W>,
    crossing: Part<W>,
}

impl<const W: usize> Search<'_, W> {
    /// Tries all cells of the line that leave something to the box.
    fn lines(&self, found: Found<'_>) -> ControlFlow<()> {
        let cells: Vec<usize> = (self.line - self.crossing.cells).iter().collect();
        let excess = self.crossing.excess();
        subsets(self.state, &cells, &mut |line: &Part<W>| {
            let taken = line.taken(&self.crossing);
            if line.values & self.crossing.values != 0 && (1..excess).contains(&taken) {
                self.blocks(line, excess - taken, found)?;
            }
            ControlFlow::Continue(())
        })
    }

    /// Tries all cells of the box that take the rest.
    fn blocks(&self, line: &Part<W>, rest: usize, found: Found<'_>) -> ControlFlow<()> {
        let shared = line.values & self.crossing.values;
        let cells = (self.block - self.crossing.cells - line.cells).iter();
        let cells: Vec<usize> =
            cells.filter(|&cell| self.state.marks[cell] & shared == 0).collect();
        subsets(self.state, &cells, &mut |block: &Part<W>| {
            let takes =
                block.values & self.crossing.values != 0 && block.taken(&self.crossing) == rest;
            if takes { self.check(line, block, found) } else { ControlFlow::Continue(()) }
        })
    }

    fn check(&self, line: &Part<W>, block: &Part<W>, found: Found<'_>) -> ControlFlow<()> {
        let both = line.values & block.values;
        let mut removals = Removals::default();
        for (house, part, other) in [(self.block, block, line), (self.line, line, block)] {
            let locked = (self.crossing.values | part.values) & !other.values | both;
            for cell in (house - part.cells - self.crossing.cells).iter() {
                for value in values(self.state.marks[cell] & locked) {
                    removals.add(value, cell);
                }
            }
        }
        if !removals.settle() {
            return ControlFlow::Continue(());
        }
        let why = Why::SueDeCoq(SueDeCoq {
            crossing: self.crossing.named(self.state),
            line: line.named(self.state),
            block: block.named(self.state),
        });
        found(removals.step(self.state, Technique::SueDeCoq, why))
    }
}
