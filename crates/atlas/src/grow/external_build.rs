//! A layer whose files another engine writes: planned, checked and published here.
//!
//! Another engine expands the layer before, sorts, and writes each missing file
//! into a folder that is new with every build. Only the files that it names at the end count, so
//! that files left by a failed task are ignored. The atlas is locked from the plan to the end.

use super::{Growth, Settings, check_disk_space, estimate, on_threads};
use crate::Splitters;
use crate::error::{AtlasError, Damage};
use crate::store::{Atlas, Content, Lock, Manifest, RangeFile, State};
use crate::store::{remove_folders, remove_temporary_files};
use sole_storage::{Operation, remove_folder, rename};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The prefix of the folders for such files.
const FOLDERS: &str = "cluster-";

/// A layer that another engine is building.
pub struct ExternalBuild<'a> {
    growth: Growth<'a>,
    source: Manifest,
    target: Manifest,
    splitters: Splitters,
    wanted: Vec<usize>,
    folder: PathBuf,
    _lock: Lock,
}

/// A file that another engine has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltFile {
    /// Which file of the layer it is.
    pub file: usize,
    /// Its name in the folder of the build.
    pub name: String,
    /// Its content as reported by the engine.
    pub content: Content,
}

impl<'a> ExternalBuild<'a> {
    /// Locks an atlas and plans the layer after `ply` plies, or the first of
    /// its missing files; `None` if the layer is complete.
    ///
    /// # Errors
    /// [`AtlasError::Locked`], [`AtlasError::Missing`] if the layer before is
    /// not there, or whatever is wrong with the disk or with files.
    pub fn open(
        atlas: &'a Atlas,
        ply: u32,
        at_most: usize,
        threads: usize,
    ) -> Result<Option<ExternalBuild<'a>>, AtlasError> {
        let lock = Lock::take(atlas.folder())?;
        let target = atlas.manifest(ply)?;
        if target.as_ref().is_some_and(|target| target.complete) {
            return Ok(None);
        }
        // The other engine keeps the runs, so memory is not limited here.
        let settings = Settings { threads, memory: u64::MAX };
        let growth = Growth { atlas, ply, settings, observer: &|_| ControlFlow::Continue(()) };
        let source = atlas.layer(ply.checked_sub(1).ok_or(AtlasError::Missing { ply })?)?;
        growth.clear_folder()?;
        if source.tallies().edges == 0 {
            growth.leave_empty(source)?;
            return Ok(None);
        }
        check_disk_space(atlas, &estimate(atlas, ply, settings)?)?;
        let target = target.map(|target| growth.without_lost(target)).transpose()?;
        let (target, splitters) = growth.planned(&source, target)?;
        let missing = target.files.iter().enumerate().filter(|(_, file)| file.content.is_none());
        let wanted = missing.map(|(index, _)| index).take(at_most).collect();
        let folder = new_folder(&atlas.layer_folder(ply))?;
        let mut build =
            ExternalBuild { growth, source, target, splitters, wanted, folder, _lock: lock };
        build.begin()?;
        Ok(Some(build))
    }

    fn begin(&mut self) -> Result<(), AtlasError> {
        let files = self.source.files.iter_mut();
        files
            .filter(|file| file.state == State::Unresolved)
            .for_each(|file| file.state = State::InProgress);
        self.source.write(&self.growth.folder_before())
    }

    /// Where the files are to be written, under names that no two attempts share.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The files that are wanted, by their places in the layer.
    pub fn wanted(&self) -> &[usize] {
        &self.wanted
    }

    /// The first occupied-squares number of each file of the layer but the first.
    pub fn cuts(&self) -> Vec<u64> {
        let files = self.target.files.iter().skip(1);
        files.map(|file| self.splitters.cuts()[file.first_range - 1]).collect()
    }

    /// The layer that is to be expanded.
    pub fn source(&self) -> &Manifest {
        &self.source
    }

    /// Checks the files that were written and puts them into the layer, which
    /// is returned; it is complete if no file is missing.
    ///
    /// # Errors
    /// [`AtlasError::Undelivered`] if a wanted file is missing, or one is there
    /// that is not wanted; [`AtlasError::Damaged`] or [`AtlasError::Wrong`] if
    /// something is wrong with files or their sums. Then nothing is published.
    pub fn publish(mut self, built: &[BuiltFile]) -> Result<Manifest, AtlasError> {
        self.check_all(built)?;
        for file in built {
            self.target.files[file.file].content = Some(file.content.clone());
        }
        let games = self.source.tallies().next_games;
        if self.target.is_written() {
            self.growth.check(&self.target, games)?;
        }
        let (atlas, ply) = (self.growth.atlas, self.growth.ply);
        for file in built {
            let path = atlas.file_path(ply, &self.target.files[file.file]);
            rename(&self.folder.join(&file.name), &path)?;
        }
        self.target.write(&atlas.layer_folder(ply))?;
        if self.target.is_written() {
            self.growth.mark_expanded(self.source.clone())?;
            self.growth.finish(self.target.clone(), games)?;
        }
        atlas.manifest(ply)?.ok_or(AtlasError::Missing { ply })
    }

    fn check_all(&self, built: &[BuiltFile]) -> Result<(), AtlasError> {
        let mut delivered: Vec<usize> = built.iter().map(|file| file.file).collect();
        delivered.sort_unstable();
        if delivered != self.wanted {
            let (ply, wanted) = (self.growth.ply, self.wanted.len());
            return Err(AtlasError::Undelivered { ply, wanted, delivered: delivered.len() });
        }
        let next = AtomicUsize::new(0);
        on_threads(self.growth.settings.threads.max(1), || {
            while let Some(file) = built.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.check(file)?;
            }
            Ok(())
        })
    }

    /// Reads a file and compares it with its reported content.
    fn check(&self, file: &BuiltFile) -> Result<(), AtlasError> {
        let Content { smallest, largest, .. } = file.content;
        let planned = &self.target.files[file.file];
        let path = self.folder.join(&file.name);
        let ends = [smallest, largest].map(|key| self.splitters.range_of(key));
        let ranges = planned.first_range..planned.first_range + planned.ranges;
        let is_inside = path.parent() == Some(&*self.folder);
        if !is_inside || !ends.iter().all(|range| ranges.contains(range)) {
            return Err(AtlasError::damaged(&path, Damage::Order));
        }
        let folder = self.folder.file_name().expect("a folder with a name").to_string_lossy();
        let name = format!("{folder}/{}", file.name);
        let content = Some(file.content.clone());
        self.growth
            .atlas
            .check_file(self.growth.ply, &RangeFile { name, content, ..planned.clone() })
    }
}

impl Drop for ExternalBuild<'_> {
    fn drop(&mut self) {
        // What cannot be removed now is removed when the layer is completed.
        let _ = remove_folder(&self.folder);
    }
}

impl Growth<'_> {
    /// Removes what processes that were killed have left in the folder of the layer, if it is there.
    pub(super) fn clear_folder(&self) -> Result<(), AtlasError> {
        let folder = self.atlas.layer_folder(self.ply);
        remove_temporary_files(&folder)?;
        remove_folders(&folder, FOLDERS)
    }
}

/// A folder whose name no process has ever used.
fn new_folder(layer: &Path) -> Result<PathBuf, AtlasError> {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let folder = layer.join(format!("{FOLDERS}{}-{time:x}", std::process::id()));
    let created = std::fs::create_dir(&folder);
    created.map_err(|error| AtlasError::io(&folder, Operation::Create, error))?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{LARGE_MEMORY, PLIES, atlas, files, grown, never_stop};
    use super::super::{grow, write_stream};
    use super::*;
    use crate::record::merge_equal;
    use crate::stream::stream_of;
    use crate::{Key, Record};
    use std::fs;

    /// An atlas whose last layer is missing.
    fn half_grown() -> (tempfile::TempDir, Atlas) {
        let (folder, atlas) = atlas();
        grow(&atlas, PLIES - 1, LARGE_MEMORY, &never_stop).expect("grows");
        (folder, atlas)
    }

    /// All edges to the last layer, sorted but not merged.
    fn edges(atlas: &Atlas) -> Vec<Record> {
        let mut edges = Vec::new();
        let visit = |record: &Record| {
            let edge = |child| edges.push(Record { key: Key::of(child), games: record.games });
            record.key.position().for_each_child(edge);
        };
        atlas.for_each(PLIES - 1, visit).expect("a layer");
        edges.sort_by_key(|edge| edge.key);
        edges
    }

    /// The edges to a file.
    fn edges_to(build: &ExternalBuild<'_>, file: usize, edges: &[Record]) -> Vec<Record> {
        let cuts = build.cuts();
        let is_in =
            |edge: &&Record| cuts.partition_point(|&cut| cut <= edge.key.occupied()) == file;
        edges.iter().filter(is_in).copied().collect()
    }

    fn open(atlas: &Atlas, at_most: usize) -> Option<ExternalBuild<'_>> {
        ExternalBuild::open(atlas, PLIES, at_most, 2).expect("opens")
    }

    /// Writes the files that are wanted, as tasks elsewhere would.
    fn write_all(atlas: &Atlas, build: &ExternalBuild<'_>) -> Vec<BuiltFile> {
        let edges = edges(atlas);
        let write = |&file: &usize| {
            let rows = edges_to(build, file, &edges);
            let batches: Vec<Vec<Record>> = rows.chunks(100).map(<[Record]>::to_vec).collect();
            let name = format!("{file:04}-7.parquet");
            let path = build.folder().join(&name);
            let inflow = write_stream(atlas, PLIES, file, &path, &*stream_of(&batches));
            let inflow = inflow.expect("a file");
            assert_eq!(inflow.rows, rows.len() as u64);
            BuiltFile { file, name, content: inflow.content }
        };
        build.wanted().iter().map(write).collect()
    }

    #[test]
    fn files_written_elsewhere_are_those_that_grow_here() {
        let expected = grown(LARGE_MEMORY);
        for at_most in [usize::MAX, 3] {
            let (_folder, atlas) = half_grown();
            let mut passes = 0;
            while let Some(build) = open(&atlas, at_most) {
                let built = write_all(&atlas, &build);
                assert!(built.len() > 2 || passes > 0, "many files");
                fs::write(build.folder().join("0000-3.parquet"), "of a dead task").unwrap();
                build.publish(&built).expect("published");
                passes += 1;
            }
            assert_eq!(passes > 1, at_most == 3);
            assert!(files(&atlas) == expected, "{at_most} files at most");
        }
    }

    #[test]
    fn a_file_that_is_lost_between_two_passes_is_wanted_again() {
        let (_folder, atlas) = half_grown();
        let first = open(&atlas, 2).expect("a layer to write");
        let built = write_all(&atlas, &first);
        first.publish(&built).expect("published");
        fs::remove_file(atlas.layer_folder(PLIES).join("0001.parquet")).expect("removed");
        assert_eq!(open(&atlas, 2).expect("files to write").wanted(), [1, 2]);
    }

    #[test]
    fn files_that_differ_from_their_description_are_rejected() {
        type Change = fn(&ExternalBuild<'_>, &mut Vec<BuiltFile>);
        let cases: [(&str, Change); 7] = [
            ("files of the layer after 4 plies were written", |_, built| {
                built.pop();
            }),
            ("files of the layer after 4 plies were written", |_, built| {
                built[1] = built[0].clone();
            }),
            ("its BLAKE3 is not that of the manifest", |build, built| {
                let path = build.folder().join(&built[2].name);
                let mut bytes = fs::read(&path).expect("a file");
                bytes[100] ^= 1;
                fs::write(path, bytes).expect("written");
            }),
            ("its games do not add up", |_, built| {
                built[0].content.tallies.all.games += 1;
            }),
            ("its rows are not in order", |_, built| {
                let other = built[1].clone();
                (built[0].name, built[0].content) = (other.name, other.content);
            }),
            ("its rows are not in order", |_, built| {
                built[0].name = "../0000.parquet".to_owned();
            }),
            ("it is gone", |build, built| {
                fs::remove_file(build.folder().join(&built[3].name)).expect("removed");
            }),
        ];
        let expected = grown(LARGE_MEMORY);
        let (_folder, atlas) = half_grown();
        for (message, change) in cases {
            let build = open(&atlas, usize::MAX).expect("a layer to write");
            let mut built = write_all(&atlas, &build);
            change(&build, &mut built);
            let error = build.publish(&built).expect_err(message);
            assert!(error.to_string().contains(message), "{error} for {message}");
            let plan = atlas.manifest(PLIES).expect("readable").expect("planned");
            assert_eq!(plan.contents().count(), 0, "{message}");
        }
        grow(&atlas, PLIES, LARGE_MEMORY, &never_stop).expect("grows");
        assert!(files(&atlas) == expected, "growing here goes on");
    }

    #[test]
    fn a_lost_game_is_noticed_before_anything_is_published() {
        let (_folder, atlas) = half_grown();
        let build = open(&atlas, usize::MAX).expect("a layer to write");
        let mut built = write_all(&atlas, &build);
        let mut rows = edges_to(&build, 0, &edges(&atlas));
        merge_equal(&mut rows, 0).expect("few games");
        rows.pop();
        let path = build.folder().join("0000-8.parquet");
        let written = write_stream(&atlas, PLIES, 0, &path, &*stream_of(&[rows]));
        let content = written.expect("a file").content;
        built[0] = BuiltFile { file: 0, name: "0000-8.parquet".to_owned(), content };
        let error = build.publish(&built).expect_err("a game is missing");
        assert!(error.to_string().contains("games were counted"), "{error}");
        let plan = atlas.manifest(PLIES).expect("readable").expect("planned");
        assert_eq!(plan.contents().count(), 0);
    }

    #[test]
    fn rows_of_a_file_must_be_sorted_and_its_own() {
        let (_folder, atlas) = half_grown();
        let build = open(&atlas, usize::MAX).expect("a layer to write");
        let edges = edges(&atlas);
        let [first, second, third] = [0, 1, 2].map(|file| edges_to(&build, file, &edges));
        let cases = [
            (second.iter().rev().copied().collect(), "comes before the row before it"),
            (first, "row 0 belongs into another file"),
            ([second, third].concat(), "belongs into another file"),
        ];
        for (rows, message) in cases {
            let path = build.folder().join("0001-1.parquet");
            let written = write_stream(&atlas, PLIES, 1, &path, &*stream_of(&[rows]));
            let error = written.expect_err(message).to_string();
            assert!(error.contains(message), "{error}");
            assert!(!path.exists(), "{message}");
        }
    }

    #[test]
    fn an_external_build_locks_the_atlas() {
        let (_folder, atlas) = half_grown();
        let build = open(&atlas, usize::MAX).expect("a layer to write");
        let refused = grow(&atlas, PLIES, LARGE_MEMORY, &never_stop);
        assert!(matches!(refused, Err(AtlasError::Locked { .. })));
        let folder = build.folder().to_owned();
        drop(build);
        assert!(!folder.exists());
        grow(&atlas, PLIES, LARGE_MEMORY, &never_stop).expect("grows");
        assert!(open(&atlas, usize::MAX).is_none());
        let missing = ExternalBuild::open(&atlas, PLIES + 2, 1, 1);
        assert!(matches!(missing, Err(AtlasError::Missing { ply }) if ply == PLIES + 1));
    }
}
