//! Resolving a layer into edges, in memory or to run files.

use super::spill::{Expected, RunFile, RunWriter};
use super::{GrowEvent, Growth, Settings, on_threads, update};
use crate::edges::Edges;
use crate::error::AtlasError;
use crate::run_codec::{EncodedRun, RunEncoder};
use crate::sort::Sorter;
use crate::splitters::RangeFinder;
use crate::store::{Content, Manifest, RangeFile, State, remove_temporary_files};
use crate::{Key, Record, Splitters};
use sole_storage::create_folder;
use std::ops::AddAssign;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The edges of a layer, by the files of the next one.
#[derive(Default)]
pub(super) struct EdgeRuns {
    /// Sorted runs in memory for each file.
    pub(super) runs: Vec<Mutex<Vec<Run>>>,
    /// Edges that were never moved out, of each thread.
    pub(super) edges_left: Vec<Edges>,
    /// Runs on disk.
    pub(super) files: Vec<RunFile>,
    /// All that was found, also of edges to files that are there already.
    pub(super) found: Totals,
}

impl EdgeRuns {
    /// Sorted records for a layer of one file.
    pub(super) fn of_records(records: Vec<Record>) -> EdgeRuns {
        EdgeRuns { runs: vec![Mutex::new(vec![Run::Plain(records)])], ..EdgeRuns::default() }
    }
}

/// Sorted records in memory.
pub(super) enum Run {
    Plain(Vec<Record>),
    Encoded(EncodedRun),
}

impl Run {
    /// The records.
    pub(super) fn into_records(self) -> Vec<Record> {
        match self {
            Run::Plain(records) => records,
            Run::Encoded(encoded) => encoded.decode().expect("memory keeps what was put there"),
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Run::Plain(records) => size_of_val(records.as_slice()) as u64,
            Run::Encoded(encoded) => encoded.bytes.len() as u64,
        }
    }
}

/// Edges and games that were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) edges: u64,
    pub(super) games: u128,
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.edges += other.edges;
        self.games += other.games;
    }
}

/// The work of resolving one layer.
pub(super) struct Expansion<'a> {
    growth: Growth<'a>,
    /// The layer with its states; `None` if the next one is complete, since a layer
    /// stays resolved while files of the next are rebuilt.
    source: Option<Mutex<Manifest>>,
    /// Its files as they were in the beginning.
    sources: &'a [RangeFile],
    splitters: &'a Splitters,
    /// The files of the next layer, and whether they are wanted.
    targets: Vec<(RangeFile, bool)>,
    edges: u64,
}

/// The share of the memory for edges, and that for sorted runs.
const EDGES_SHARE: (u64, u64) = (2, 5);
const RUNS_SHARE: (u64, u64) = (1, 2);
/// The share for edges where it holds all of them, so that there are no runs.
const ALL_EDGES_SHARE: (u64, u64) = (4, 5);
/// The most bytes that an edge takes on average; about twelve from the starting position.
const EDGE_BYTES: u64 = 20;
/// What files are read, merged and written with, for each thread; of little memory a half.
const FILES_BYTES: u64 = 200 << 20;
const FILES_SHARE: u64 = 2;
/// What an edge takes while its file is merged.
const MERGED_BYTES: u64 = size_of::<Record>() as u64;

impl Settings {
    /// The memory that a layer with this number of edges takes in any case, if it is more
    /// than is allowed: files are read, merged and written whole.
    pub fn least(self, edges: u64) -> Option<u64> {
        let least = FILES_SHARE * FILES_BYTES * self.threads.max(1) as u64;
        let is_exceeded =
            self.memory < least && self.memory / FILES_SHARE < edges.saturating_mul(MERGED_BYTES);
        is_exceeded.then_some(least)
    }

    /// A share of the memory for edges and runs.
    fn share(self, (of, parts): (u64, u64)) -> u64 {
        let files = (FILES_BYTES * self.threads.max(1) as u64).min(self.memory / FILES_SHARE);
        (self.memory - files) / parts * of
    }

    /// The memory of which a share is so large.
    fn with_share(self, bytes: u64, (of, parts): (u64, u64)) -> u64 {
        let all = bytes.div_ceil(of) * parts;
        let with_files = all + FILES_BYTES * self.threads.max(1) as u64;
        with_files.min(all.div_ceil(FILES_SHARE - 1).saturating_mul(FILES_SHARE))
    }
}

/// Whether the runs will probably fit into memory, most of them encoded.
pub(super) fn fits_in_memory(edges: u64, settings: Settings) -> bool {
    const ENCODED_BYTES: u64 = 3;
    edges.saturating_mul(ENCODED_BYTES) <= settings.share(RUNS_SHARE)
}

impl<'a> Expansion<'a> {
    pub(super) fn new(
        growth: Growth<'a>,
        source: &'a Manifest,
        target: &Manifest,
        splitters: &'a Splitters,
    ) -> Expansion<'a> {
        let is_wanted = |file: &RangeFile| (file.clone(), file.content.is_none());
        let targets = target.files.iter().map(is_wanted).collect();
        let (sources, edges) = (source.files.as_slice(), source.tallies().edges);
        let source = (!target.complete).then(|| Mutex::new(source.clone()));
        Expansion { growth, source, sources, splitters, targets, edges }
    }

    /// Finds all edges.
    pub(super) fn run(&self) -> Result<EdgeRuns, AtlasError> {
        let room = self.room()?;
        if self.is_fresh()
            && fits_in_memory(self.edges, self.growth.settings)
            && let Some(edge_runs) = self.in_memory(room)?
        {
            return Ok(edge_runs);
        }
        self.to_disk(room)
    }

    fn share(&self, share: (u64, u64)) -> u64 {
        self.growth.settings.share(share)
    }

    fn threads(&self) -> usize {
        self.growth.settings.threads.max(1)
    }

    /// How many bytes of edges each thread can keep.
    fn room(&self) -> Result<usize, AtlasError> {
        let settings = self.growth.settings;
        let bytes = self.share(EDGES_SHARE) / self.threads() as u64;
        let records_of_chunk = self.growth.atlas.geometry().records_of_chunk;
        let least = Edges::least(self.splitters.ranges(), records_of_chunk) as u64;
        if bytes < least {
            let need = settings.with_share(least * self.threads() as u64, EDGES_SHARE);
            return Err(AtlasError::Memory { need, given: settings.memory });
        }
        // Ranges do not fill their last pieces.
        let all =
            self.edges.saturating_mul(EDGE_BYTES).saturating_add(least * self.threads() as u64);
        // Which thread will find how many edges is not known, and what it does not
        // find takes no memory.
        let fits = all <= self.share(ALL_EDGES_SHARE);
        Ok(if fits { all } else { bytes.min(all) } as usize)
    }

    /// Whether no run file is there that could be used.
    fn is_fresh(&self) -> bool {
        !self.growth.atlas.runs_folder(self.growth.ply - 1).exists()
    }

    /// All edges in memory, or `None` if there is not enough of it.
    fn in_memory(&self, room: usize) -> Result<Option<EdgeRuns>, AtlasError> {
        self.mark_all(State::InProgress)?;
        let runs = self.targets.iter().map(|_| Mutex::new(Vec::new())).collect::<Vec<_>>();
        let space = self.share(RUNS_SHARE);
        let store = RunStore { runs: &runs, space, free: AtomicU64::new(space) };
        let (left, found) = (Mutex::new(Vec::new()), Mutex::new(Totals::default()));
        let next = AtomicUsize::new(0);
        let outcome = on_threads(self.threads(), || {
            let mut worker = Worker::new(self, room)?;
            let mut sink = RunStoreSink { store: &store, encoder: None };
            while let Some(file) = self.sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                worker.expand_file(file, &mut sink)?;
            }
            *found.lock().expect("no thread has panicked") += worker.found;
            left.lock().expect("no thread has panicked").push(worker.edges);
            Ok(())
        });
        match outcome {
            Err(AtlasError::Memory { .. }) => return Ok(None),
            other => other?,
        }
        let found = found.into_inner().expect("no thread has panicked");
        let edges_left = left.into_inner().expect("no thread has panicked");
        Ok(Some(EdgeRuns { runs, edges_left, files: Vec::new(), found }))
    }

    fn mark_all(&self, state: State) -> Result<(), AtlasError> {
        let Some(source) = &self.source else { return Ok(()) };
        let mut source = source.lock().expect("no thread has panicked");
        source.files.iter_mut().for_each(|file| file.state = state);
        source.write(&self.growth.folder_before())
    }

    fn mark(&self, index: usize, state: State) -> Result<(), AtlasError> {
        let Some(source) = &self.source else { return Ok(()) };
        update(source, &self.growth.folder_before(), index, |file| file.state = state)
    }

    /// A run file for each file of the layer.
    fn to_disk(&self, room: usize) -> Result<EdgeRuns, AtlasError> {
        let folder = self.growth.atlas.runs_folder(self.growth.ply - 1);
        create_folder(&folder)?;
        remove_temporary_files(&folder)?;
        let (files, next) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
        on_threads(self.threads(), || {
            let mut worker = Worker::new(self, room)?;
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(file) = self.sources.get(index) else { return Ok(()) };
                let run = self.run_file(index, file, &mut worker)?;
                files.lock().expect("no thread has panicked").push(run);
            }
        })?;
        let files: Vec<RunFile> = files.into_inner().expect("no thread has panicked");
        let mut found = Totals::default();
        files.iter().for_each(|file| found += file.found);
        Ok(EdgeRuns { files, found, ..EdgeRuns::default() })
    }

    /// What the run file of a file with this content has.
    fn expected(&self, content: &Content) -> Expected {
        let tallies = &content.tallies;
        let found = Totals { edges: tallies.edges, games: tallies.next_games };
        Expected { targets: self.targets.len(), found }
    }

    /// The run file of a file, as it is or made anew.
    fn run_file(
        &self,
        index: usize,
        file: &RangeFile,
        worker: &mut Worker<'_>,
    ) -> Result<RunFile, AtlasError> {
        let runs = self.growth.atlas.runs_folder(self.growth.ply - 1);
        let path = runs.join(&file.name).with_extension("run");
        if file.state == State::Resolved
            && let Some(content) = &file.content
            && let Some(run) = RunFile::open(&path, self.expected(content))?
        {
            return Ok(run);
        }
        self.mark(index, State::InProgress)?;
        let mut writer = RunWriter::create(&path)?;
        worker.found = Totals::default();
        worker.expand_file(file, &mut writer)?;
        worker.flush(&mut writer)?;
        let run = writer.publish(&path, worker.found)?;
        self.mark(index, State::Resolved)?;
        Ok(run)
    }
}

/// Takes the sorted edges of a file of the next layer.
pub(super) trait Sink {
    fn take(&mut self, target: usize, run: &[Record]) -> Result<(), AtlasError>;
}

/// Runs in memory, as long as there is space.
struct RunStore<'a> {
    runs: &'a [Mutex<Vec<Run>>],
    /// How many bytes there are for runs.
    space: u64,
    /// How many are left.
    free: AtomicU64,
}

/// The sink of one thread that writes to the store.
struct RunStoreSink<'a> {
    store: &'a RunStore<'a>,
    encoder: Option<RunEncoder>,
}

impl RunStoreSink<'_> {
    /// Encodes a run, which is done when half of the space is used up.
    fn encode(&mut self, run: &[Record]) -> Run {
        let encoder = match &mut self.encoder {
            Some(encoder) => encoder,
            none => none.insert(RunEncoder::new().expect("zstd has a context")),
        };
        Run::Encoded(encoder.encode(run).expect("zstd compresses anything"))
    }
}

impl Sink for RunStoreSink<'_> {
    fn take(&mut self, target: usize, run: &[Record]) -> Result<(), AtlasError> {
        let plain = self.store.free.load(Ordering::Relaxed) >= self.store.space / 2;
        let run = if plain { Run::Plain(run.to_vec()) } else { self.encode(run) };
        let need = run.bytes();
        let free = &self.store.free;
        let taken =
            free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |free| free.checked_sub(need));
        taken.map_err(|given| AtlasError::Memory { need, given })?;
        self.store.runs[target].lock().expect("no thread has panicked").push(run);
        Ok(())
    }
}

/// A thread that resolves positions.
struct Worker<'a> {
    expansion: &'a Expansion<'a>,
    finder: RangeFinder<'a>,
    /// For each range whether it is wanted; empty if all are.
    wanted: Vec<bool>,
    edges: Edges,
    found: Totals,
    sorter: Sorter,
    records: Vec<Record>,
}

impl<'a> Worker<'a> {
    fn new(expansion: &'a Expansion<'a>, room: usize) -> Result<Worker<'a>, AtlasError> {
        let (need, given) = (room as u64, expansion.growth.settings.memory);
        let records_of_chunk = expansion.growth.atlas.geometry().records_of_chunk;
        let edges = Edges::new(expansion.splitters.ranges(), room, records_of_chunk);
        let all = expansion.targets.iter().all(|(_, wanted)| *wanted);
        let wanted = expansion.targets.iter().filter(|_| !all);
        let wanted = wanted.flat_map(|(file, wanted)| std::iter::repeat_n(*wanted, file.ranges));
        Ok(Worker {
            expansion,
            finder: RangeFinder::new(expansion.splitters),
            wanted: wanted.collect(),
            edges: edges.map_err(|_| AtlasError::Memory { need, given })?,
            found: Totals::default(),
            sorter: Sorter::default(),
            records: Vec::new(),
        })
    }

    /// Resolves the positions of a file.
    fn expand_file(&mut self, file: &RangeFile, sink: &mut impl Sink) -> Result<(), AtlasError> {
        let growth = self.expansion.growth;
        growth.atlas.for_each_group(growth.ply - 1, file, |records| {
            let before = self.found.edges;
            self.expand(records, sink)?;
            let edges = self.found.edges - before;
            growth.notify(GrowEvent::Expanded { ply: growth.ply, edges, of: self.expansion.edges })
        })
    }

    fn expand(&mut self, records: &[Record], sink: &mut impl Sink) -> Result<(), AtlasError> {
        for record in records {
            if !self.edges.has_space() {
                self.flush(sink)?;
            }
            let mut count = 0;
            record.key.position().for_each_child(|child| {
                count += 1;
                let child = Key::of(child);
                let range = self.finder.range_of(record.key, child);
                if self.wanted.is_empty() || self.wanted[range] {
                    self.edges.push(range, Record { key: child, games: record.games });
                }
            });
            self.found.edges += count;
            self.found.games += u128::from(count) * u128::from(record.games);
        }
        Ok(())
    }

    /// Sorts and merges all edges, and passes them to the sink.
    fn flush(&mut self, sink: &mut impl Sink) -> Result<(), AtlasError> {
        let mut run = Vec::new();
        for (target, (file, wanted)) in self.expansion.targets.iter().enumerate() {
            if !wanted {
                continue;
            }
            run.clear();
            for range in file.first_range..file.first_range + file.ranges {
                self.records.clear();
                self.edges.copy_range(range, &mut self.records);
                let merged = self.sorter.sort_and_merge(&self.records, &mut run);
                let ply = self.expansion.growth.ply;
                merged.ok_or(AtlasError::TooManyGames { ply })?;
            }
            if !run.is_empty() {
                sink.take(target, &run)?;
            }
        }
        self.edges.clear();
        Ok(())
    }
}
