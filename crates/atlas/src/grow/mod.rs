//! Growing an atlas: each layer from the one before it.
//!
//! The positions of a layer are resolved into their successors, which are kept
//! by key range, sorted and merged as early as possible (`expand`), in memory or,
//! where they do not fit, in run files (`spill`). Then the runs of each range are
//! merged and written as the next layer (`merge`). What is written depends on the
//! layer before and on nothing else: not on threads, memory or interruptions.

mod bound;
mod care;
mod commission;
mod estimate;
mod expand;
mod file;
mod inflow;
mod merge;
mod sample;
mod spill;

#[cfg(test)]
mod tests;

pub use care::Flaw;
pub use commission::{Commission, Delivery};
pub use estimate::{Estimate, check_room, estimate};
pub use inflow::{Inflow, write_stream};

use crate::error::{AtlasError, Damage, Quantity};
use crate::published::Published;
use crate::store::{Atlas, CUTS, Lock, MANIFEST, Manifest, RangeFile, Tallies};
use crate::{Key, Record, Splitters};
use care::{Care, Found};
use expand::{Expansion, Supply};
use merge::Merge;
use sole_storage::{create_folder, remove_file, remove_folder, rename};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// How to grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many threads work; at least one does.
    pub threads: usize,
    /// The most memory to take, in bytes.
    pub memory: u64,
}

/// What has been done, told now and then while an atlas grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// Edges to the layer after so many plies were found.
    Expanded {
        /// The plies.
        ply: u32,
        /// How many edges more.
        edges: u64,
        /// How many there are in all.
        of: u64,
    },
    /// A file of the layer after so many plies was written.
    Written {
        /// The plies.
        ply: u32,
        /// How many files more.
        files: usize,
        /// How many there are in all.
        of: usize,
    },
    /// The layer after so many plies is complete.
    Grown {
        /// The plies.
        ply: u32,
    },
    /// What was gone or damaged of the layer after so many plies was made anew.
    Repaired {
        /// The plies.
        ply: u32,
        /// What it was; with the manifest all files were made.
        flaw: Flaw,
    },
}

/// Is told what has been done, and says whether to go on.
pub type Watch<'a> = dyn Fn(Step) -> ControlFlow<()> + Sync + 'a;

/// Grows an atlas to so many plies; layers that are there are left alone, but
/// for files that are gone or have another length, which are made anew.
///
/// What an earlier process has left is taken up where it is. An atlas that lacks
/// nothing is not written to.
///
/// # Errors
/// [`AtlasError::Locked`] if another process grows it, [`AtlasError::Stopped`]
/// if the watch broke, [`AtlasError::NoRoom`] if the disk is probably too small
/// for all layers, or whatever is wrong with memory, disk or files.
pub fn grow(
    atlas: &Atlas,
    plies: u32,
    settings: Settings,
    watch: &Watch<'_>,
) -> Result<(), AtlasError> {
    complete(atlas, plies, Care::Glance, settings, watch)
}

/// The same after reading every file of the layers that are there; damaged ones
/// are made anew, each alone, cuts as well, and a layer with a damaged manifest as a whole.
///
/// # Errors
/// As [`grow`]; [`AtlasError::Damaged`] if a file comes out differently.
pub fn check(
    atlas: &Atlas,
    plies: u32,
    settings: Settings,
    watch: &Watch<'_>,
) -> Result<(), AtlasError> {
    complete(atlas, plies, Care::Read, settings, watch)
}

fn complete(
    atlas: &Atlas,
    plies: u32,
    care: Care,
    settings: Settings,
    watch: &Watch<'_>,
) -> Result<(), AtlasError> {
    let wanting = care.wanting(atlas, plies)?;
    if wanting.is_empty() {
        return Ok(());
    }
    let wanted = |error: AtlasError| error.since_wanted(atlas.folder(), wanting[0]);
    let _lock = Lock::take(atlas.folder()).map_err(wanted)?;
    check_room(atlas, &estimate(atlas, plies, settings)?)?;
    for ply in wanting {
        // Another process may have been at work before this one had the lock.
        let found = care.look(atlas, ply)?;
        Growth { atlas, ply, settings, watch }.complete(found)?;
    }
    Ok(())
}

/// Key ranges in a row group; a range is what is sorted at once.
const RANGES_OF_GROUP: usize = 3;
/// Key ranges in a file.
const RANGES_OF_FILE: usize = if cfg!(test) { 2 } else { 16 } * RANGES_OF_GROUP;

/// One layer that is to be completed.
#[derive(Clone, Copy)]
struct Growth<'a> {
    atlas: &'a Atlas,
    ply: u32,
    settings: Settings,
    watch: &'a Watch<'a>,
}

impl Growth<'_> {
    fn complete(self, found: Found) -> Result<(), AtlasError> {
        match found {
            Found::Unfinished(manifest) => {
                self.make(manifest)?;
                remove_file(&self.atlas.damaged_manifest(self.ply))?;
                self.tell(Step::Grown { ply: self.ply })
            }
            Found::Complete(layer, flaws) => self.repair(&layer, &flaws),
            Found::Unreadable(begun) => self.make_anew(begun),
        }
    }

    fn make(self, manifest: Option<Manifest>) -> Result<(), AtlasError> {
        self.clear_folder()?;
        let manifest = manifest.map(|manifest| self.without_lost(manifest)).transpose()?;
        match self.ply.checked_sub(1) {
            None => self.plant()?,
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

    /// Makes anew what is gone or damaged of a complete layer.
    fn repair(self, layer: &Manifest, flaws: &[Flaw]) -> Result<(), AtlasError> {
        if flaws.contains(&Flaw::Cuts) {
            self.cut_again(layer)?;
        }
        let file = |flaw: &Flaw| if let Flaw::File(index) = flaw { Some(*index) } else { None };
        let files: Vec<usize> = flaws.iter().filter_map(file).collect();
        if !files.is_empty() {
            self.make_files_anew(layer, &files)?;
        }
        flaws.iter().try_for_each(|&flaw| self.tell_repaired(flaw))
    }

    /// Finds again where the ranges of a layer begin, and writes it down.
    fn cut_again(self, layer: &Manifest) -> Result<Splitters, AtlasError> {
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

    /// Makes some files anew, which must come out as they were.
    ///
    /// The manifest stays as it is and says what is wanted. Files get their names when all are
    /// made and no run is left, so that until then whoever looks finds what this one has found.
    fn make_files_anew(self, layer: &Manifest, files: &[usize]) -> Result<(), AtlasError> {
        self.clear_folder()?;
        let mut plan = layer.clone();
        files.iter().for_each(|&index| plan.files[index].content = None);
        let splitters = self.splitters(&plan)?;
        let supply = match self.ply.checked_sub(1) {
            None => self.start(),
            Some(before) => {
                // Runs to other files would not do.
                remove_folder(&self.atlas.runs_folder(before))?;
                self.expanded(&self.atlas.layer(before)?, &plan, &splitters)?
            }
        };
        let merge = Merge { growth: self, splitters: &splitters, supply: &supply };
        let anew = merge.write_anew(&plan, layer)?;
        self.ply
            .checked_sub(1)
            .map_or(Ok(()), |ply| remove_folder(&self.atlas.runs_folder(ply)))?;
        anew.into_iter().try_for_each(|file| file.publish().map(drop))
    }

    /// Makes a layer anew whose manifest tells nothing any more, or goes on with that. The
    /// damaged one is kept until then, so that whoever looks knows that it was there.
    fn make_anew(self, begun: Option<Manifest>) -> Result<(), AtlasError> {
        let (folder, damaged) =
            (self.atlas.layer_folder(self.ply), self.atlas.damaged_manifest(self.ply));
        if begun.is_none() && folder.join(MANIFEST).exists() {
            rename(&folder.join(MANIFEST), &damaged)?;
        }
        if begun.as_ref().is_none_or(|layer| !layer.complete) {
            self.make(begun)?;
        }
        remove_file(&damaged)?;
        self.tell_repaired(Flaw::Manifest)
    }

    fn tell_repaired(&self, flaw: Flaw) -> Result<(), AtlasError> {
        self.tell(Step::Repaired { ply: self.ply, flaw })
    }

    fn tell(&self, step: Step) -> Result<(), AtlasError> {
        match (self.watch)(step) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(AtlasError::Stopped),
        }
    }

    fn folder_before(&self) -> PathBuf {
        self.atlas.layer_folder(self.ply - 1)
    }

    /// The layer of the start alone.
    fn plant(self) -> Result<(), AtlasError> {
        let splitters = Splitters::default();
        let layer = Mutex::new(self.plan(&splitters)?);
        Merge { growth: self, splitters: &splitters, supply: &self.start() }.write_layer(&layer)?;
        self.finish(layer.into_inner().expect("no thread has panicked"), 1)
    }

    /// What the layer of the start is made of.
    fn start(self) -> Supply {
        let start = Record { key: Key::of(self.atlas.packed_start()), games: 1 };
        Supply::of_records(vec![start])
    }

    fn plan(self, splitters: &Splitters) -> Result<Manifest, AtlasError> {
        let folder = self.new_folder()?;
        Manifest::write_splitters(&folder, splitters)?;
        let start = self.atlas.start().to_string();
        let plan = Manifest::plan(start, self.ply, splitters, RANGES_OF_FILE);
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
        self.settle(source)?;
        self.finish(target, tallies.next_games)
    }

    /// A layer without positions or files, since all games have ended before.
    fn leave_empty(self, source: Manifest) -> Result<(), AtlasError> {
        self.settle(source)?;
        self.new_folder()?;
        let start = self.atlas.start().to_string();
        self.finish(Manifest::without_files(start, self.ply), 0)
    }

    /// Writes the files that are missing.
    fn fill(self, source: &Manifest, target: Option<Manifest>) -> Result<Manifest, AtlasError> {
        check_room(self.atlas, &estimate(self.atlas, self.ply, self.settings)?)?;
        let (target, splitters) = self.planned(source, target)?;
        let supply = self.expanded(source, &target, &splitters)?;
        let target = Mutex::new(target);
        Merge { growth: self, splitters: &splitters, supply: &supply }.write_layer(&target)?;
        Ok(target.into_inner().expect("no thread has panicked"))
    }

    /// All edges to the files that a layer lacks, as many as the layer before has announced.
    fn expanded(
        self,
        source: &Manifest,
        target: &Manifest,
        splitters: &Splitters,
    ) -> Result<Supply, AtlasError> {
        let supply = Expansion::new(self, source, target, splitters).run()?;
        let Tallies { edges, next_games, .. } = source.tallies();
        self.expect(Quantity::Edges, edges.into(), supply.found.edges.into())?;
        self.expect(Quantity::Games, next_games, supply.found.games)?;
        Ok(supply)
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

    /// Where the ranges of a layer begin, as it was written down or found again.
    fn splitters(self, layer: &Manifest) -> Result<Splitters, AtlasError> {
        match layer.read_splitters(&self.atlas.layer_folder(self.ply)) {
            Err(AtlasError::Damaged { .. }) => self.cut_again(layer),
            other => other,
        }
    }

    /// The layer before is resolved, and its runs are not needed any more.
    fn settle(self, mut source: Manifest) -> Result<(), AtlasError> {
        source.resolve();
        source.write(&self.folder_before())?;
        Ok(remove_folder(&self.atlas.runs_folder(self.ply - 1))?)
    }

    /// Checks the layer, which must have so many games, and calls it complete; resolved, too,
    /// if it is one between others that was made anew.
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
            let mut pairs = published.beside(&tallies).into_iter();
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

/// Runs the same work on so many threads and returns the first error.
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
