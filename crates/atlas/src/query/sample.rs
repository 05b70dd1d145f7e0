//! Random samples of the rows of a layer.
//!
//! All matching rows are laid out in a line, a place for each position or one for
//! each game; random places are chosen, and their rows are found
//! by sums over files, row groups and rows. The sums are exact, and so is the
//! probability of each place.

use super::Filter;
use crate::Record;
use crate::error::{AtlasError, Damage};
use crate::store::{Atlas, RangeFile, Tally};
use sole_puzzle::rng::Rng;
use sole_puzzle::task::Task;
use std::collections::BTreeSet;

/// The size, seed and weights of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleSpec {
    /// The number of rows.
    pub count: usize,
    /// The random seed; the same seed gives the same rows.
    pub seed: u64,
    /// What is equally likely.
    pub by: SampleBy,
}

/// What is equally likely in a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleBy {
    /// Every position, without replacement; all of them if there are too few.
    Positions,
    /// Every game, with replacement, so that a position may occur several times.
    Games,
}

impl SampleBy {
    fn places(self, tally: Tally) -> u128 {
        match self {
            SampleBy::Positions => tally.positions.into(),
            SampleBy::Games => tally.games,
        }
    }
}

impl SampleSpec {
    /// The random places, in order.
    fn indices(self, ply: u32, places: u128) -> Vec<u128> {
        let mut rng = Rng::new(self.seed, ply.into());
        match self.by {
            _ if places == 0 => Vec::new(),
            SampleBy::Positions => {
                distinct(&mut rng, self.count as u128, places).into_iter().collect()
            }
            SampleBy::Games => {
                let mut indices: Vec<u128> =
                    (0..self.count).map(|_| rng.below_exactly(places)).collect();
                indices.sort_unstable();
                indices
            }
        }
    }
}

/// `count` different random numbers below `end`, every set of them equally likely (Floyd's
/// algorithm).
fn distinct(rng: &mut Rng, count: u128, end: u128) -> BTreeSet<u128> {
    let mut taken = BTreeSet::new();
    for last in end.saturating_sub(count)..end {
        let sampled = rng.below_exactly(last + 1);
        if !taken.insert(sampled) {
            taken.insert(last);
        }
    }
    taken
}

/// A cursor over the places, which skips those that are not sampled.
struct SampleCursor {
    indices: Vec<u128>,
    /// The number of sampled places that were passed.
    next: usize,
    /// The number of places that were passed.
    passed: u128,
    sampled: Vec<Record>,
}

impl SampleCursor {
    /// Skips the next places if none of them is sampled; returns whether it did.
    fn skip_if_unsampled(&mut self, places: u128) -> bool {
        let end = self.passed + places;
        let skip_if_unsampled = self.indices.get(self.next).is_none_or(|&index| index >= end);
        if skip_if_unsampled {
            self.passed = end;
        }
        skip_if_unsampled
    }

    /// Passes the places of a row, and adds it for each sampled place.
    fn pass(&mut self, record: &Record, places: u128) {
        self.passed += places;
        while self.indices.get(self.next).is_some_and(|&index| index < self.passed) {
            self.sampled.push(*record);
            self.next += 1;
        }
    }
}

impl Atlas {
    /// A random sample of the matching rows of a layer, in order. The task counts each file twice:
    /// when its rows are counted and when they are taken.
    ///
    /// # Errors
    /// [`AtlasError::Missing`], what is wrong with a file, or [`AtlasError::Stopped`] if the task is
    /// to stop.
    pub fn sample(
        &self,
        ply: u32,
        filter: &Filter,
        spec: SampleSpec,
        task: &Task,
    ) -> Result<Vec<Record>, AtlasError> {
        let layer = self.layer(ply)?;
        task.begin_phase("sampling", "files", 2 * layer.files.len() as u64);
        let advance = || match task.should_stop() {
            true => Err(AtlasError::Stopped),
            false => {
                task.advance(1);
                Ok(())
            }
        };
        let mut places = Vec::with_capacity(layer.files.len());
        for file in &layer.files {
            advance()?;
            places.push(spec.by.places(self.count(ply, file, filter)?));
        }
        let indices = spec.indices(ply, places.iter().sum());
        let mut cursor = SampleCursor { indices, next: 0, passed: 0, sampled: Vec::new() };
        for (file, &places) in layer.files.iter().zip(&places) {
            advance()?;
            if !cursor.skip_if_unsampled(places) {
                let end = cursor.passed + places;
                self.sample_file(ply, file, filter, spec.by, &mut cursor)?;
                if cursor.passed != end {
                    return Err(AtlasError::damaged(&self.file_path(ply, file), Damage::Games));
                }
            }
        }
        Ok(cursor.sampled)
    }

    /// How many rows of a file are wanted: by the manifest if it tells, else by reading them.
    fn count(&self, ply: u32, file: &RangeFile, filter: &Filter) -> Result<Tally, AtlasError> {
        let known = file.content.as_ref().and_then(|content| filter.count(&content.tallies));
        if let Some(count) = known {
            return Ok(count);
        }
        let mut count = Tally::default();
        self.for_each_group(ply, file, |records| {
            filter.matching(records).iter().for_each(|record| count.add(record.games));
            Ok(())
        })?;
        Ok(count)
    }

    /// Walks through a file; row groups whose places are known and not wanted are not read.
    fn sample_file(
        &self,
        ply: u32,
        file: &RangeFile,
        filter: &Filter,
        by: SampleBy,
        cursor: &mut SampleCursor,
    ) -> Result<(), AtlasError> {
        let reader = self.open_checked(ply, file)?;
        let rows_are_places = by == SampleBy::Positions && *filter == Filter::ALL;
        let mut records = Vec::new();
        for group in 0..reader.groups() {
            if rows_are_places && cursor.skip_if_unsampled(reader.rows(group) as u128) {
                continue;
            }
            records.clear();
            let read = reader.read_group(group, &mut records);
            read.map_err(|error| AtlasError::parquet(&self.file_path(ply, file), error))?;
            for record in &filter.matching(&records) {
                cursor.pass(record, by.places(Tally { positions: 1, games: record.games.into() }));
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
