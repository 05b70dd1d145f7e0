//! Rows of a layer by lot.
//!
//! All that is wanted is laid out in a row, a place for each position or one for
//! each game; tickets are drawn for the places, and what holds them is looked up
//! by sums over files, row groups and rows. The sums are exact, and so is the
//! chance of each place.

use super::Filter;
use crate::Record;
use crate::error::{AtlasError, Damage};
use crate::store::{Atlas, RangeFile, Tally};
use sole_puzzle::rng::Rng;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// How rows are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// How many.
    pub count: usize,
    /// The same seed draws the same rows.
    pub seed: u64,
    /// What is equally likely.
    pub by: By,
}

/// What is equally likely in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Every position, and none is drawn twice; all are taken if there are too few.
    Positions,
    /// Every game, each time anew, so that a position may be drawn several times.
    Games,
}

impl By {
    fn places(self, tally: Tally) -> u128 {
        match self {
            By::Positions => tally.positions.into(),
            By::Games => tally.games,
        }
    }
}

impl Draw {
    /// The places that are drawn, in order.
    fn tickets(self, ply: u32, places: u128) -> Vec<u128> {
        let mut rng = Rng::new(self.seed, ply.into());
        match self.by {
            _ if places == 0 => Vec::new(),
            By::Positions => distinct(&mut rng, self.count as u128, places).into_iter().collect(),
            By::Games => {
                let mut tickets: Vec<u128> =
                    (0..self.count).map(|_| rng.below_exactly(places)).collect();
                tickets.sort_unstable();
                tickets
            }
        }
    }
}

/// So many different numbers below `end`, every set of them equally likely: the number that
/// is drawn of ever more, or the largest of these if it is taken.
fn distinct(rng: &mut Rng, count: u128, end: u128) -> BTreeSet<u128> {
    let mut taken = BTreeSet::new();
    for last in end.saturating_sub(count)..end {
        let drawn = rng.below_exactly(last + 1);
        if !taken.insert(drawn) {
            taken.insert(last);
        }
    }
    taken
}

/// A walk along the places, past those that hold no ticket.
struct Walk {
    tickets: Vec<u128>,
    /// How many tickets have been passed.
    next: usize,
    /// How many places have been passed.
    passed: u128,
    drawn: Vec<Record>,
}

impl Walk {
    /// Passes the next places if none of them holds a ticket, and says so.
    fn skips(&mut self, places: u128) -> bool {
        let end = self.passed + places;
        let skips = self.tickets.get(self.next).is_none_or(|&ticket| ticket >= end);
        if skips {
            self.passed = end;
        }
        skips
    }

    /// Passes the places of a row, and draws it for each ticket.
    fn pass(&mut self, record: &Record, places: u128) {
        self.passed += places;
        while self.tickets.get(self.next).is_some_and(|&ticket| ticket < self.passed) {
            self.drawn.push(*record);
            self.next += 1;
        }
    }
}

impl Atlas {
    /// Draws rows of a layer that are wanted, and returns them in order; `watch` is told which
    /// share of the work is done.
    ///
    /// # Errors
    /// [`AtlasError::Missing`], what is wrong with a file, or [`AtlasError::Stopped`] if `watch`
    /// breaks off.
    pub fn sample(
        &self,
        ply: u32,
        filter: &Filter,
        draw: Draw,
        watch: &dyn Fn(f64) -> ControlFlow<()>,
    ) -> Result<Vec<Record>, AtlasError> {
        let layer = self.layer(ply)?;
        let steps = (2 * layer.files.len()).max(1) as f64;
        let tell = |step: usize| match watch(step as f64 / steps) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(AtlasError::Stopped),
        };
        let mut places = Vec::with_capacity(layer.files.len());
        for (step, file) in layer.files.iter().enumerate() {
            tell(step)?;
            places.push(draw.by.places(self.count(ply, file, filter)?));
        }
        let tickets = draw.tickets(ply, places.iter().sum());
        let mut walk = Walk { tickets, next: 0, passed: 0, drawn: Vec::new() };
        for (step, (file, &places)) in layer.files.iter().zip(&places).enumerate() {
            tell(layer.files.len() + step)?;
            if !walk.skips(places) {
                let end = walk.passed + places;
                self.draw_from(ply, file, filter, draw.by, &mut walk)?;
                if walk.passed != end {
                    return Err(AtlasError::damaged(&self.file_path(ply, file), Damage::Games));
                }
            }
        }
        Ok(walk.drawn)
    }

    /// How many rows of a file are wanted: by the manifest if it tells, else by reading them.
    fn count(&self, ply: u32, file: &RangeFile, filter: &Filter) -> Result<Tally, AtlasError> {
        let known = file.content.as_ref().and_then(|content| filter.count(&content.tallies));
        if let Some(count) = known {
            return Ok(count);
        }
        let mut count = Tally::default();
        self.for_each_group(ply, file, |records| {
            filter.chosen(records).iter().for_each(|record| count.add(record.games));
            Ok(())
        })?;
        Ok(count)
    }

    /// Walks through a file; row groups whose places are known and not wanted are not read.
    fn draw_from(
        &self,
        ply: u32,
        file: &RangeFile,
        filter: &Filter,
        by: By,
        walk: &mut Walk,
    ) -> Result<(), AtlasError> {
        let reader = self.open_checked(ply, file)?;
        let rows_are_places = by == By::Positions && *filter == Filter::ALL;
        let mut records = Vec::new();
        for group in 0..reader.groups() {
            if rows_are_places && walk.skips(reader.rows(group) as u128) {
                continue;
            }
            records.clear();
            let read = reader.read_group(group, &mut records);
            read.map_err(|error| AtlasError::parquet(&self.file_path(ply, file), error))?;
            for record in &filter.chosen(&records) {
                walk.pass(record, by.places(Tally { positions: 1, games: record.games.into() }));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_numbers_are_equally_likely() {
        let mut counts = std::collections::BTreeMap::new();
        for attempt in 0..6000 {
            let set = distinct(&mut Rng::new(3, attempt), 2, 4);
            *counts.entry(set.into_iter().collect::<Vec<_>>()).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 6, "all pairs of four numbers");
        assert!(counts.values().all(|count| count.abs_diff(1000) < 120), "{counts:?}");
        for (count, end) in [(0, 3), (3, 3), (9, 3)] {
            assert_eq!(distinct(&mut Rng::new(1, 1), count, end).len() as u128, count.min(end));
        }
    }
}
