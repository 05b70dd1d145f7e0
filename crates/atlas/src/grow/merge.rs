//! Merging the runs of each range, and writing them as the next layer.

use super::expand::{EdgeRuns, Run};
use super::file::{FileWriter, FinishedFile};
use super::{GrowEvent, Growth, RANGES_OF_GROUP, on_threads, update};
use crate::error::{AtlasError, Damage};
use crate::record::merge_equal;
use crate::sort::Sorter;
use crate::store::{Manifest, RangeFile};
use crate::{Record, Splitters};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// All that the files of a layer are made of.
#[derive(Clone, Copy)]
pub(super) struct Merge<'a> {
    pub(super) growth: Growth<'a>,
    pub(super) splitters: &'a Splitters,
    pub(super) edge_runs: &'a EdgeRuns,
}

impl Merge<'_> {
    /// Writes the files of a layer that are missing, each entered in the manifest once it is there.
    pub(super) fn write_layer(self, layer: &Mutex<Manifest>) -> Result<(), AtlasError> {
        let files = layer.lock().expect("no thread has panicked").files.clone();
        let folder = self.growth.atlas.layer_folder(self.growth.ply);
        self.write_missing(&files, |index, file| {
            let content = file.publish()?;
            update(layer, &folder, index, |file| file.content = Some(content))
        })
    }

    /// Writes files of a complete layer beside their places: those without content in a plan,
    /// which must come out as the layer has them.
    pub(super) fn rewrite(
        self,
        plan: &Manifest,
        layer: &Manifest,
    ) -> Result<Vec<FinishedFile>, AtlasError> {
        let rewritten = Mutex::new(Vec::new());
        self.write_missing(&plan.files, |index, file| {
            if Some(&file.content) != layer.files[index].content.as_ref() {
                return Err(AtlasError::damaged(&file.path, Damage::Anew));
            }
            rewritten.lock().expect("no thread has panicked").push(file);
            Ok(())
        })?;
        Ok(rewritten.into_inner().expect("no thread has panicked"))
    }

    fn write_missing(
        self,
        files: &[RangeFile],
        keep: impl Fn(usize, FinishedFile) -> Result<(), AtlasError> + Sync,
    ) -> Result<(), AtlasError> {
        let (growth, next) = (self.growth, AtomicUsize::new(0));
        on_threads(growth.settings.threads.max(1), || {
            let mut merger = Merger::new(self);
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(file) = files.get(index) else { return Ok(()) };
                if file.content.is_none() {
                    keep(index, merger.write_file(index, file)?)?;
                }
                growth.notify(GrowEvent::Written { ply: growth.ply, files: 1, of: files.len() })?;
            }
        })
    }
}

/// A thread that merges.
struct Merger<'a> {
    growth: Growth<'a>,
    splitters: &'a Splitters,
    edge_runs: &'a EdgeRuns,
    sorter: Sorter,
    edges: Vec<Record>,
    rows: Vec<Record>,
}

impl<'a> Merger<'a> {
    fn new(merge: Merge<'a>) -> Merger<'a> {
        let Merge { growth, splitters, edge_runs } = merge;
        let (sorter, edges, rows) = (Sorter::default(), Vec::new(), Vec::new());
        Merger { growth, splitters, edge_runs, sorter, edges, rows }
    }

    fn write_file(&mut self, index: usize, file: &RangeFile) -> Result<FinishedFile, AtlasError> {
        let Growth { atlas, ply, .. } = self.growth;
        let runs = self.runs(index, file)?;
        let mut runs: Vec<&[Record]> = runs.iter().map(Vec::as_slice).collect();
        let mut writer = FileWriter::create(atlas, ply, atlas.file_path(ply, file))?;
        let last = file.first_range + file.ranges;
        for first in (file.first_range..last).step_by(RANGES_OF_GROUP) {
            self.rows.clear();
            for range in first..last.min(first + RANGES_OF_GROUP) {
                self.append_range(range, &mut runs)?;
            }
            writer.write_group(&self.rows)?;
        }
        writer.finish()
    }

    /// All sorted runs to a file; those in memory are taken out of it.
    fn runs(&self, index: usize, file: &RangeFile) -> Result<Vec<Vec<Record>>, AtlasError> {
        let in_memory = match self.edge_runs.runs.get(index) {
            Some(runs) => std::mem::take(&mut *runs.lock().expect("no thread has panicked")),
            None => Vec::new(),
        };
        let mut runs: Vec<Vec<Record>> = in_memory.into_iter().map(Run::into_records).collect();
        for run_file in &self.edge_runs.files {
            let read =
                run_file.runs(index, |run| self.can_hold(file, run)).inspect_err(|error| {
                    if matches!(error, AtlasError::Damaged { .. }) {
                        run_file.discard();
                    }
                })?;
            runs.extend(read);
        }
        Ok(runs)
    }

    /// Whether the records of a sorted run are positions of the atlas and belong into a file.
    fn can_hold(&self, file: &RangeFile, run: &[Record]) -> bool {
        let men = self.growth.atlas.packed_start().men();
        let ranges = file.first_range..file.first_range + file.ranges;
        let mut ends = run.first().into_iter().chain(run.last());
        ends.all(|record| ranges.contains(&self.splitters.range_of(record.key)))
            && run.iter().all(|record| record.key.check(men).is_ok())
    }

    /// Merges all records of a range, which are at the beginning of the runs.
    fn append_range(&mut self, range: usize, runs: &mut [&[Record]]) -> Result<(), AtlasError> {
        let too_many = AtlasError::TooManyGames { ply: self.growth.ply };
        let start = self.rows.len();
        self.edges.clear();
        for edges in &self.edge_runs.edges_left {
            edges.copy_range(range, &mut self.edges);
        }
        let Some(()) = self.sorter.sort_and_merge(&self.edges, &mut self.rows) else {
            return Err(too_many);
        };
        let mut sources = usize::from(self.rows.len() > start);
        for run in runs {
            let end = self.splitters.end_of_range(range, run);
            let (first, rest) = run.split_at(end);
            self.rows.extend_from_slice(first);
            sources += usize::from(!first.is_empty());
            *run = rest;
        }
        if sources > 1 {
            // A stable sort finds the runs and merges them.
            self.rows[start..].sort_by_key(|record| record.key);
            let Some(()) = merge_equal(&mut self.rows, start) else { return Err(too_many) };
        }
        let fits = |record: &Record| i64::try_from(record.games).is_ok();
        if self.rows[start..].iter().all(fits) { Ok(()) } else { Err(too_many) }
    }
}
