//! A walk over every position of an ending, each once.
//!
//! Positions that are the same under symmetry are visited once, with the number
//! of boards that they stand for. The walk is the same whatever the order of
//! the values in the files, and on any number of threads.

mod attack_lookup;
mod men;
mod slice_view;

pub(crate) use slice_view::{SliceView, VisitedPosition};

use crate::slice::{Slice, ending};
use crate::tables::{ProbeError, Tables};
use men::{Men, Squares};
use rayon::prelude::*;
use sole_board::{Color, Material, Position};
use sole_puzzle::task::Task;
use std::ops::{ControlFlow, Range};

/// The slices of an ending, in the order in which they are walked.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    walk_slices: Vec<WalkSlice>,
}

/// A slice of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WalkSlice {
    slice: Slice,
    /// Whether White of the slice is Black of the ending as it was named.
    swapped: bool,
}

/// A place in the table of the ending, in the order of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TablePosition {
    pub(crate) walk_slice: u32,
    pub(crate) place: u32,
}

/// A part of the walk: some pairs of king squares of a slice that has been read.
pub(crate) struct WalkPart<'a> {
    walk_slice: usize,
    pub(crate) view: &'a SliceView,
    pairs: Range<usize>,
    task: &'a Task,
}

impl Walk {
    /// The walk over the ending of a material, whichever side is named first.
    ///
    /// Positions in which someone may castle come last.
    pub(crate) fn over(material: &Material) -> Walk {
        let (table, exchanged) = ending(material);
        let mut walk_slices = Vec::new();
        for slice in Slice::all(&table) {
            let swapped = ending(slice.material()).1 != exchanged;
            walk_slices.push(WalkSlice { slice, swapped });
            if stands_for_both(&slice) {
                walk_slices.push(WalkSlice { slice, swapped: !swapped });
            }
        }
        Walk { walk_slices }
    }

    /// The position at a place of the table; `None` if it is not legal with this side to move.
    pub(crate) fn position(&self, at: TablePosition, turn: Color) -> Option<Position> {
        let WalkSlice { slice, swapped } = self.walk_slices[at.walk_slice as usize];
        let men = Men::new(&slice);
        position(&men, &men.at(at.place as usize), turn, swapped)
    }

    /// Cuts the walk into parts, hands over some at a time in their order, and goes on until an
    /// error, a break or a stop. The places of the table that are visited, including those that
    /// are not positions, are a phase of the task.
    pub(crate) fn parts<E: From<ProbeError>>(
        &self,
        phase: String,
        tables: &Tables,
        task: &Task,
        mut work: impl FnMut(&[WalkPart<'_>]) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let places: usize = self.walk_slices.iter().map(WalkSlice::places).sum();
        task.begin_phase(phase, "places", places as u64);
        for batch in self.batches() {
            let read = |at: usize| {
                let WalkSlice { slice, swapped } = self.walk_slices[at];
                SliceView::read(tables, &slice, swapped)
            };
            // Of several errors the first on the way is told, whichever thread was faster.
            let views: Vec<Result<SliceView, ProbeError>> =
                batch.clone().into_par_iter().map(read).collect();
            let views = views.into_iter().collect::<Result<Vec<SliceView>, ProbeError>>()?;
            let parts: Vec<WalkPart<'_>> = batch
                .zip(&views)
                .flat_map(|(walk_slice, view)| cut(walk_slice, view, task))
                .collect();
            if work(&parts)?.is_break() || task.should_stop() {
                break;
            }
        }
        Ok(())
    }

    /// Ranges of slices whose values fit in memory together.
    fn batches(&self) -> Vec<Range<usize>> {
        const MOST_PLACES: usize = 64 << 20;
        let mut batches: Vec<Range<usize>> = Vec::new();
        let mut places = 0;
        for (at, walk_slice) in self.walk_slices.iter().enumerate() {
            let more = walk_slice.places();
            match batches.last_mut() {
                Some(batch) if places + more <= MOST_PLACES => batch.end = at + 1,
                _ => {
                    batches.push(at..at + 1);
                    places = 0;
                }
            }
            places += more;
        }
        batches
    }
}

impl WalkSlice {
    fn places(&self) -> usize {
        Men::new(&self.slice).places()
    }
}

impl WalkPart<'_> {
    /// Visits the positions, by ascending place; none if the walk was asked to end.
    pub(crate) fn visit(&self, visit: impl FnMut(&VisitedPosition)) {
        if self.task.should_stop() {
            return;
        }
        self.view.visit(self.pairs.clone(), visit);
        self.task.advance((self.pairs.len() * self.view.places_of_pair()) as u64);
    }

    /// Whether the walk was cancelled. That is known more quickly than whether a limit is reached.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.task.is_cancelled()
    }

    /// The place of a visited position in the table.
    pub(crate) fn table_position(&self, visited: &VisitedPosition) -> TablePosition {
        TablePosition { walk_slice: self.walk_slice as u32, place: visited.place as u32 }
    }
}

/// Cuts a slice into parts that take about a millisecond each.
fn cut<'a>(
    walk_slice: usize,
    view: &'a SliceView,
    task: &'a Task,
) -> impl Iterator<Item = WalkPart<'a>> {
    const PLACES: usize = 1 << 17;
    let step = (PLACES / view.places_of_pair()).max(1);
    let ranges = (0..view.pairs()).step_by(step).map(move |start| start..start + step);
    ranges.map(move |range| {
        let pairs = range.start..range.end.min(view.pairs());
        WalkPart { walk_slice, view, pairs, task }
    })
}

/// Whether a slice of like sides holds the positions of either side that may castle alone.
fn stands_for_both(slice: &Slice) -> bool {
    let alike = *slice.material() == slice.material().flipped();
    alike && slice.rights_of(Color::White).any() && slice.rights_of(Color::Black).is_empty()
}

fn position(men: &Men, squares: &Squares, turn: Color, swapped: bool) -> Option<Position> {
    if swapped {
        men.position(squares, !turn).map(|position| position.flipped())
    } else {
        men.position(squares, turn)
    }
}
