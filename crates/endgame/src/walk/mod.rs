//! A walk over every position of an ending, each once.
//!
//! Positions that are the same under symmetry are visited once, with the number
//! of boards that they stand for. The walk is the same whatever the order of
//! the values in the files, and on any number of threads.

mod lines;
mod men;
mod sheet;

pub(crate) use sheet::{Sheet, Spot};

use crate::pace::Pace;
use crate::slice::{Slice, ending};
use crate::tables::{ProbeError, Tables};
use men::{Men, Squares};
use rayon::prelude::*;
use sole_board::{Color, Material, Position};
use std::ops::{ControlFlow, Range};

/// The slices of an ending, in the order in which they are walked.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    stretches: Vec<Stretch>,
}

/// A slice on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    slice: Slice,
    /// Whether White of the slice is Black of the ending as it was named.
    swapped: bool,
}

/// A place on the way; places are passed in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Milestone {
    pub(crate) stretch: u32,
    pub(crate) place: u32,
}

/// Some pairs of king squares of a sheet that has been read.
pub(crate) struct Task<'a> {
    stretch: usize,
    pub(crate) sheet: &'a Sheet,
    pairs: Range<usize>,
    pace: &'a Pace,
}

impl Walk {
    /// The walk over the ending of a material, whichever side is named first.
    ///
    /// Positions in which someone may castle come last.
    pub(crate) fn over(material: &Material) -> Walk {
        let (table, exchanged) = ending(material);
        let mut stretches = Vec::new();
        for slice in Slice::all(&table) {
            let swapped = ending(slice.material()).1 != exchanged;
            stretches.push(Stretch { slice, swapped });
            if stands_for_both(&slice) {
                stretches.push(Stretch { slice, swapped: !swapped });
            }
        }
        Walk { stretches }
    }

    /// The position at a milestone; none if it is none with this side to move.
    pub(crate) fn position(&self, at: Milestone, turn: Color) -> Option<Position> {
        let Stretch { slice, swapped } = self.stretches[at.stretch as usize];
        let men = Men::new(&slice);
        position(&men, &men.at(at.place as usize), turn, swapped)
    }

    /// Cuts the walk into tasks, hands over some at a time in their order, and adds what comes
    /// of them until an error, a break or a stop.
    pub(crate) fn tasks<E: From<ProbeError>>(
        &self,
        tables: &Tables,
        pace: &Pace,
        mut work: impl FnMut(&[Task<'_>]) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        pace.begin(self.stretches.iter().map(Stretch::places).sum());
        for batch in self.batches() {
            let read = |at: usize| {
                let Stretch { slice, swapped } = self.stretches[at];
                Sheet::read(tables, &slice, swapped)
            };
            // Of several errors the first on the way is told, whichever thread was faster.
            let sheets: Vec<Result<Sheet, ProbeError>> =
                batch.clone().into_par_iter().map(read).collect();
            let sheets = sheets.into_iter().collect::<Result<Vec<Sheet>, ProbeError>>()?;
            let tasks: Vec<Task<'_>> =
                batch.zip(&sheets).flat_map(|(stretch, sheet)| cut(stretch, sheet, pace)).collect();
            if work(&tasks)?.is_break() || pace.is_stopped() {
                break;
            }
        }
        Ok(())
    }

    /// Runs of stretches whose values fit in memory together.
    fn batches(&self) -> Vec<Range<usize>> {
        const MOST_PLACES: usize = 64 << 20;
        let mut batches: Vec<Range<usize>> = Vec::new();
        let mut places = 0;
        for (at, stretch) in self.stretches.iter().enumerate() {
            let more = stretch.places();
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

impl Stretch {
    fn places(&self) -> usize {
        Men::new(&self.slice).places()
    }
}

impl Task<'_> {
    /// Visits the positions, by ascending place; none if the walk was asked to end.
    pub(crate) fn visit(&self, visit: impl FnMut(&Spot)) {
        if self.is_stopped() {
            return;
        }
        self.sheet.visit(self.pairs.clone(), visit);
        self.pace.pass(self.pairs.len() * self.sheet.places_of_pair());
    }

    /// Whether the walk was asked to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.pace.is_stopped()
    }

    /// Where a spot of this task is.
    pub(crate) fn milestone(&self, spot: &Spot) -> Milestone {
        Milestone { stretch: self.stretch as u32, place: spot.place as u32 }
    }
}

/// Cuts a sheet into parts that take about a millisecond each.
fn cut<'a>(stretch: usize, sheet: &'a Sheet, pace: &'a Pace) -> impl Iterator<Item = Task<'a>> {
    const PLACES: usize = 1 << 17;
    let step = (PLACES / sheet.places_of_pair()).max(1);
    let ranges = (0..sheet.pairs()).step_by(step).map(move |start| start..start + step);
    ranges.map(move |range| {
        let pairs = range.start..range.end.min(sheet.pairs());
        Task { stretch, sheet, pairs, pace }
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
