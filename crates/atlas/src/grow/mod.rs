//! Growing an atlas: each layer from the one before it.
//!
//! The positions of a layer are resolved into their successors, which are kept
//! by key range, sorted and merged as early as possible (`expand`), in memory or,
//! where they do not fit, in run files (`spill`). Then the runs of each range are
//! merged and written as the next layer (`merge`). What is written depends on the
//! layer before and on nothing else: not on threads, memory or interruptions.

mod bound;
mod estimate;
mod expand;
mod external_build;
mod file;
mod geometry;
mod import_sorted;
mod integrity;
mod merge;
mod monitor;
mod sample;
mod spill;

#[cfg(test)]
mod tests;

pub use estimate::{Estimate, check_disk_space, estimate};
pub use external_build::{BuiltFile, ExternalBuild};
pub(crate) use geometry::Geometry;
pub use import_sorted::{ImportedFile, write_stream};
pub use integrity::Defect;
pub use monitor::{GrowMonitor, Grown, LayerSize};

use crate::error::{AtlasError, Damage, Quantity};
use crate::published::Published;
use crate::store::{Atlas, CUTS, Lock, MANIFEST, Manifest, RangeFile, Tallies};
use crate::{Key, Record, Splitters};
use expand::{EdgeRuns, Expansion};
use integrity::{CheckLevel, LayerState};
use merge::Merge;
use sole_storage::{create_folder, remove_file, remove_folder, rename};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// How to grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The number of threads; at least one is used.
    pub threads: usize,
    /// The most memory to take, in bytes.
    pub memory: u64,
}

/// Progress events while an atlas grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GrowEvent {
    /// Edges to a layer were found.
    Expanded {
        /// The plies.
        ply: u32,
        /// How many edges more.
        edges: u64,
        /// How many there are in all.
        of: u64,
    },
    /// Files of a layer were written.
    Written {
        /// The plies.
        ply: u32,
        /// How many files more.
        files: usize,
        /// How many there are in all.
        of: usize,
    },
    /// A layer is complete.
    Grown {
        /// The plies.
        ply: u32,
    },
    /// A missing or damaged part of a layer was rebuilt.
    Repaired {
        /// The plies.
        ply: u32,
        /// The part; with the manifest all files were rebuilt.
        defect: Defect,
    },
}

/// Called with each event; `Break` stops the work.
pub type Observer<'a> = dyn Fn(GrowEvent) -> ControlFlow<()> + Sync + 'a;

/// Grows an atlas to `plies` plies. Existing layers stay as they are, except
/// for files that are missing or have another length, which are rebuilt.
///
/// Interrupted work is resumed. A complete atlas is not written to.
///
/// # Errors
/// [`AtlasError::Locked`] if another process grows it, [`AtlasError::Stopped`]
/// if the observer breaks, [`AtlasError::NoRoom`] if the disk is probably too small
/// for all layers, or whatever is wrong with memory, disk or files.
pub fn grow(
    atlas: &Atlas,
    plies: u32,
    settings: Settings,
    observer: &Observer<'_>,
) -> Result<(), AtlasError> {
    complete(atlas, plies, CheckLevel::Quick, settings, observer)
}

/// The same after reading every file of the existing layers. Damaged files and cuts
/// are rebuilt, each alone, and a layer with a damaged manifest as a whole.
///
/// # Errors
/// As [`grow`]; [`AtlasError::Damaged`] if a rebuilt file differs.
pub fn check(
    atlas: &Atlas,
    plies: u32,
    settings: Settings,
    observer: &Observer<'_>,
) -> Result<(), AtlasError> {
    complete(atlas, plies, CheckLevel::Full, settings, observer)
}

fn complete(
    atlas: &Atlas,
    plies: u32,
    level: CheckLevel,
    settings: Settings,
    observer: &Observer<'_>,
) -> Result<(), AtlasError> {
    let incomplete_layers = level.incomplete_layers(atlas, plies)?;
    if incomplete_layers.is_empty() {
        return Ok(());
    }
    let wanted = |error: AtlasError| error.since_wanted(atlas.folder(), incomplete_layers[0]);
    let _lock = Lock::take(atlas.folder()).map_err(wanted)?;
    check_disk_space(atlas, &estimate(atlas, plies, settings)?)?;
    for ply in incomplete_layers {
        // Another process may have been at work before this one had the lock.
        let found = level.inspect(atlas, ply)?;
        Growth { atlas, ply, settings, observer }.complete(found)?;
    }
    Ok(())
}

/// Key ranges in a row group; a range is what is sorted at once.
const RANGES_OF_GROUP: usize = 3;

/// One layer that is to be completed.
#[derive(Clone, Copy)]
struct Growth<'a> {
    atlas: &'a Atlas,
    ply: u32,
    settings: Settings,
    observer: &'a Observer<'a>,
}

impl Growth<'_> {
    fn complete(self, found: LayerState) -> Result<(), AtlasError> {
        match found {
            LayerState::Unfinished(manifest) => {
                self.make(manifest)?;
                remove_file(&self.atlas.damaged_manifest(self.ply))?;
                self.notify(GrowEvent::Grown { ply: self.ply })
            }
            LayerState::Complete(layer, defects) => self.repair(&layer, &defects),
            LayerState::Unreadable(begun) => self.rebuild(begun),
        }
    }

    fn make(self, manifest: Option<Manifest>) -> Result<(), AtlasError> {
        self.clear_folder()?;
        let manifest = manifest.map(|manifest| self.without_lost(manifest)).transpose()?;
        match self.ply.checked_sub(1) {
            None => self.write_root_layer()?,
            Some(before) => self.grow_from(self.atlas.layer(before)?, manifest)?,
        }
        Ok(())
    }

    /// What is there of a layer that was begun: files that are gone or have another length are
    /// to be written again. Runs that were made without them do not lead to them.
    fn without_lost(self, mut layer: Manifest) -> Result<Manifest, AtlasError> {
        for index in self.atlas.lost(&layer)? {
            if layer.files[index].content.take().is_some()
                && let Some(before) = self.ply.checked_sub(1)
            {
                remove_folder(&self.atlas.runs_folder(before))?;
            }
        }
        Ok(layer)
    }

    /// Rebuilds the missing or damaged parts of a complete layer.
    fn repair(self, layer: &Manifest, defects: &[Defect]) -> Result<(), AtlasError> {
        if defects.contains(&Defect::Cuts) {
            self.rebuild_splitters(layer)?;
        }
        let file =
            |defect: &Defect| if let Defect::File(index) = defect { Some(*index) } else { None };
        let files: Vec<usize> = defects.iter().filter_map(file).collect();
        if !files.is_empty() {
            self.rebuild_files(layer, &files)?;
        }
        defects.iter().try_for_each(|&defect| self.notify_repaired(defect))
    }

    /// Computes the splitters of a layer again, and writes them.
    fn rebuild_splitters(self, layer: &Manifest) -> Result<Splitters, AtlasError> {
        let splitters = match self.ply.checked_sub(1) {
            None => Splitters::default(),
            Some(before) => sample::splitters(self, &self.atlas.layer(before)?)?,
        };
        let folder = self.atlas.layer_folder(self.ply);
        if !layer.has(&splitters) {
            return Err(AtlasError::damaged(&folder.join(CUTS), Damage::Anew));
        }
        Manifest::write_splitters(&folder, &splitters)?;
        Ok(splitters)
    }

    /// Rebuilds some files, which must be the same as before.
    ///
    /// The manifest stays as it is and lists what is wanted. Files get their names when all are
    /// written and no run is left, so that an interrupted rebuild is found again.
    fn rebuild_files(self, layer: &Manifest, files: &[usize]) -> Result<(), AtlasError> {
        self.clear_folder()?;
        let mut plan = layer.clone();
        files.iter().for_each(|&index| plan.files[index].content = None);
        let splitters = self.splitters(&plan)?;
        let edge_runs = match self.ply.checked_sub(1) {
            None => self.start(),
            Some(before) => {
                // Runs to other files would not do.
                remove_folder(&self.atlas.runs_folder(before))?;
                self.expanded(&self.atlas.layer(before)?, &plan, &splitters)?
            }
        };
        let merge = Merge { growth: self, splitters: &splitters, edge_runs: &edge_runs };
        let rewritten = merge.rewrite(&plan, layer)?;
        self.ply
            .checked_sub(1)
            .map_or(Ok(()), |ply| remove_folder(&self.atlas.runs_folder(ply)))?;
        rewritten.into_iter().try_for_each(|file| file.publish().map(drop))
    }

    /// Rebuilds a layer whose manifest is damaged, or resumes that. The damaged manifest is kept
    /// until then, so that an interrupted rebuild is found again.
    fn rebuild(self, begun: Option<Manifest>) -> Result<(), AtlasError> {
        let (folder, damaged) =
            (self.atlas.layer_folder(self.ply), self.atlas.damaged_manifest(self.ply));
        if begun.is_none() && folder.join(MANIFEST).exists() {
            rename(&folder.join(MANIFEST), &damaged)?;
        }
        if begun.as_ref().is_none_or(|layer| !layer.complete) {
            self.make(begun)?;
        }
        remove_file(&damaged)?;
        self.notify_repaired(Defect::Manifest)
    }

    fn notify_repaired(&self, defect: Defect) -> Result<(), AtlasError> {
        self.notify(GrowEvent::Repaired { ply: self.ply, defect })
    }

    fn notify(&self, step: GrowEvent) -> Result<(), AtlasError> {
        match (self.observer)(step) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(AtlasError::Stopped),
        }
    }

    fn folder_before(&self) -> PathBuf {
        self.atlas.layer_folder(self.ply - 1)
    }

    /// Writes layer 0: the starting position alone.
    fn write_root_layer(self) -> Result<(), AtlasError> {
        let splitters = Splitters::default();
        let layer = Mutex::new(self.plan(&splitters)?);
        Merge { growth: self, splitters: &splitters, edge_runs: &self.start() }
            .write_layer(&layer)?;
        self.finish(layer.into_inner().expect("no thread has panicked"), 1)
    }

    /// The records of layer 0.
    fn start(self) -> EdgeRuns {
        let start = Record { key: Key::of(self.atlas.packed_start()), games: 1 };
        EdgeRuns::of_records(vec![start])
    }

    fn plan(self, splitters: &Splitters) -> Result<Manifest, AtlasError> {
        let folder = self.new_folder()?;
        Manifest::write_splitters(&folder, splitters)?;
        let start = self.atlas.start().to_string();
        let ranges_of_file = self.atlas.geometry().groups_of_file * RANGES_OF_GROUP;
        let plan = Manifest::plan(start, self.ply, splitters, ranges_of_file);
        plan.write(&folder)?;
        Ok(plan)
    }

    /// The folder of the layer, which appears when something is about to be written there.
    fn new_folder(self) -> Result<PathBuf, AtlasError> {
        let folder = self.atlas.layer_folder(self.ply);
        create_folder(&folder)?;
        Ok(folder)
    }

    fn grow_from(self, source: Manifest, target: Option<Manifest>) -> Result<(), AtlasError> {
        let tallies = source.tallies();
        if tallies.edges == 0 {
            return self.leave_empty(source);
        }
        let target = match target {
            Some(target) if target.is_written() => target,
            target => self.fill(&source, target)?,
        };
        self.mark_expanded(source)?;
        self.finish(target, tallies.next_games)
    }

    /// A layer without positions or files, since all games have ended before.
    fn leave_empty(self, source: Manifest) -> Result<(), AtlasError> {
        self.mark_expanded(source)?;
        self.new_folder()?;
        let start = self.atlas.start().to_string();
        self.finish(Manifest::without_files(start, self.ply), 0)
    }

    /// Writes the files that are missing.
    fn fill(self, source: &Manifest, target: Option<Manifest>) -> Result<Manifest, AtlasError> {
        check_disk_space(self.atlas, &estimate(self.atlas, self.ply, self.settings)?)?;
        let (target, splitters) = self.planned(source, target)?;
        let edge_runs = self.expanded(source, &target, &splitters)?;
        let target = Mutex::new(target);
        Merge { growth: self, splitters: &splitters, edge_runs: &edge_runs }
            .write_layer(&target)?;
        Ok(target.into_inner().expect("no thread has panicked"))
    }

    /// All edges to the missing files of a layer; their number must be that of the layer before.
    fn expanded(
        self,
        source: &Manifest,
        target: &Manifest,
        splitters: &Splitters,
    ) -> Result<EdgeRuns, AtlasError> {
        let edge_runs = Expansion::new(self, source, target, splitters).run()?;
        let Tallies { edges, next_games, .. } = source.tallies();
        self.expect(Quantity::Edges, edges.into(), edge_runs.found.edges.into())?;
        self.expect(Quantity::Games, next_games, edge_runs.found.games)?;
        Ok(edge_runs)
    }

    /// The plan that is there, or a new one, and where its ranges begin.
    fn planned(
        self,
        source: &Manifest,
        target: Option<Manifest>,
    ) -> Result<(Manifest, Splitters), AtlasError> {
        if let Some(target) = target {
            let splitters = self.splitters(&target)?;
            return Ok((target, splitters));
        }
        let splitters = sample::splitters(self, source)?;
        Ok((self.plan(&splitters)?, splitters))
    }

    /// The splitters of a layer, as written or computed again.
    fn splitters(self, layer: &Manifest) -> Result<Splitters, AtlasError> {
        match layer.read_splitters(&self.atlas.layer_folder(self.ply)) {
            Err(AtlasError::Damaged { .. }) => self.rebuild_splitters(layer),
            other => other,
        }
    }

    /// Marks the layer before as expanded, and removes its runs.
    fn mark_expanded(self, mut source: Manifest) -> Result<(), AtlasError> {
        source.resolve();
        source.write(&self.folder_before())?;
        Ok(remove_folder(&self.atlas.runs_folder(self.ply - 1))?)
    }

    /// Checks the layer, which must have `games` games, and marks it complete; resolved, too,
    /// if the next layer exists already.
    fn finish(self, mut target: Manifest, games: u128) -> Result<(), AtlasError> {
        self.check(&target, games)?;
        target.complete = true;
        if self.atlas.layer(self.ply + 1).is_ok() {
            target.resolve();
        }
        target.write(&self.atlas.layer_folder(self.ply))
    }

    /// Compares the layer with what must be, and with what is published.
    fn check(&self, target: &Manifest, games: u128) -> Result<(), AtlasError> {
        let tallies = target.tallies();
        self.expect(Quantity::Games, games, tallies.all.games)?;
        if self.atlas.is_from_array()
            && let Some(published) = Published::at(self.ply)
        {
            let mut pairs = published.compare(&tallies).into_iter();
            pairs.try_for_each(|(what, expected, actual)| self.expect(what, expected, actual))?;
        }
        Ok(())
    }

    fn expect(&self, what: Quantity, expected: u128, actual: u128) -> Result<(), AtlasError> {
        if expected == actual {
            return Ok(());
        }
        Err(AtlasError::Wrong { ply: self.ply, what, expected, actual })
    }
}

/// Changes one file's entry and replaces the manifest.
fn update(
    manifest: &Mutex<Manifest>,
    folder: &Path,
    index: usize,
    change: impl FnOnce(&mut RangeFile),
) -> Result<(), AtlasError> {
    let mut manifest = manifest.lock().expect("no thread has panicked");
    change(&mut manifest.files[index]);
    manifest.write(folder)
}

/// Runs the same work on `threads` threads and returns the first error.
fn on_threads(
    threads: usize,
    work: impl Fn() -> Result<(), AtlasError> + Sync,
) -> Result<(), AtlasError> {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(&work)).collect();
        let mut result = work();
        for other in others {
            let outcome = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            result = result.and(outcome);
        }
        result
    })
}
