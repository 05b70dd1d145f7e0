//! Building tables: what is missing, in an order in which it can be solved.

use crate::budget::{Batch, batches, needed};
use crate::dependencies::with_dependencies;
use crate::file::{Effort, FileError, Lock, Metric, PackedSlice, SideValues};
use crate::index::{Index, Order};
use crate::section::Section;
use crate::slice::{Slice, ending};
use crate::solve::{self, solve};
use crate::solved_slices::SolvedSlices;
use crate::tables::{ProbeError, Tables, check, table_name};
use rayon::prelude::*;
use sole_board::{Color, Material, Position};
use sole_puzzle::task::Task;
use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

/// Slices to be solved, each after those that it leads to.
#[derive(Clone, Debug)]
pub struct Plan {
    metric: Metric,
    slices: Vec<Slice>,
    /// The endings of all slices, those that are there already included.
    endings: BTreeSet<Material>,
}

/// How a table is built.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The most memory to use, in bytes.
    pub memory: u64,
    /// How hard to compress.
    pub effort: Effort,
}

/// What a build does at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// What is known already and needed is being read.
    Reading,
    /// Positions that end within a given number of half-moves are being found.
    Solving {
        /// How many, in one of the slices that are being solved.
        plies: u16,
    },
    /// What was solved is being compressed, at least one slice of it.
    Compressing,
    /// What was solved is being written.
    Writing,
    /// The slices of a table are all there and being put together.
    Finishing,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Reading => f.write_str("reading"),
            Step::Solving { plies } => write!(f, "solving at {plies} plies"),
            Step::Compressing => f.write_str("compressing"),
            Step::Writing => f.write_str("writing"),
            Step::Finishing => f.write_str("finishing"),
        }
    }
}

/// Why a build ended early.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The memory allowed is not enough.
    Memory {
        /// The ending that needs most.
        ending: Material,
        /// What it needs, in bytes.
        needed: u64,
        /// What is allowed.
        allowed: u64,
    },
    /// The task was to stop; all finished slices are kept.
    Stopped,
    /// The threads cannot be started.
    Threads {
        /// How many.
        threads: NonZeroUsize,
        /// Why.
        error: rayon::ThreadPoolBuildError,
    },
    /// A table that is needed could not be read.
    Probe(ProbeError),
    /// A file could not be written or read.
    File(FileError),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Memory { ending, needed, allowed } => {
                let mb = |bytes: &u64| bytes.div_ceil(1 << 20);
                write!(
                    f,
                    "{ending} needs {} MB of memory, {} MB are allowed",
                    mb(needed),
                    mb(allowed)
                )
            }
            BuildError::Stopped => f.write_str("stopped; what was finished is kept"),
            BuildError::Threads { threads, error } => {
                write!(f, "cannot start {threads} threads: {error}")
            }
            BuildError::Probe(error) => error.fmt(f),
            BuildError::File(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BuildError {}

impl From<ProbeError> for BuildError {
    fn from(error: ProbeError) -> BuildError {
        BuildError::Probe(error)
    }
}

impl From<FileError> for BuildError {
    fn from(error: FileError) -> BuildError {
        BuildError::File(error)
    }
}

impl Plan {
    fn new(slices: Vec<Slice>) -> Plan {
        let endings = slices.iter().map(Slice::ending).collect();
        Plan { metric: Metric::Dtm, slices, endings }
    }

    /// What must be built to answer for a position and every game that follows.
    ///
    /// # Errors
    /// Tables cannot have the position.
    pub fn for_position(position: &Position) -> Result<Plan, ProbeError> {
        check(position)?;
        let mut roots = vec![Slice::of(position).0];
        if position.en_passant().is_some() {
            position.for_each_child(|_, child| roots.push(Slice::of(child).0));
        }
        Ok(Plan::new(with_dependencies(roots)))
    }

    /// Whole tables, and whole tables of all endings that they lead to.
    pub fn for_endings(endings: impl IntoIterator<Item = Material>) -> Plan {
        let whole = |ending: Material| Slice::all(&ending);
        let wanted = endings.into_iter().map(|material| ending(&material).0);
        let needed: BTreeSet<Material> =
            with_dependencies(wanted.flat_map(whole)).iter().map(Slice::ending).collect();
        Plan::new(with_dependencies(needed.into_iter().flat_map(whole)))
    }

    /// The same for distances to a capture or pawn move, which rest on those to mate.
    #[must_use]
    pub fn zeroing(&self) -> Plan {
        Plan { metric: Metric::Dtz, ..self.clone() }
    }

    /// What the tables will count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The part that is not there yet.
    ///
    /// # Errors
    /// A table that is there cannot be read.
    pub fn missing(&self, tables: &Tables) -> Result<Plan, FileError> {
        let mut slices = Vec::new();
        for slice in &self.slices {
            if !tables.contains(slice, self.metric)? {
                slices.push(*slice);
            }
        }
        Ok(Plan { slices, ..self.clone() })
    }

    /// The slices, in the order in which they are built.
    pub fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// The endings whose tables are touched, smallest first.
    pub fn endings(&self) -> Vec<Material> {
        let mut seen = BTreeSet::new();
        self.slices.iter().map(Slice::ending).filter(|ending| seen.insert(*ending)).collect()
    }

    /// The parts of the plan that belong to one ending each, in the order of [`Plan::endings`].
    pub fn by_ending(&self) -> Vec<(Material, Plan)> {
        let part = |ending: Material| {
            let of_ending = self.slices.iter().filter(|slice| slice.ending() == ending);
            (ending, Plan { metric: self.metric, ..Plan::new(of_ending.copied().collect()) })
        };
        self.endings().into_iter().map(part).collect()
    }

    /// How many positions are solved, counting both sides to move.
    pub fn positions(&self) -> u64 {
        self.slices.iter().map(positions).sum()
    }

    /// The most memory that a single slice needs with what it reads, and its ending.
    pub fn memory(&self) -> Option<(u64, Material)> {
        self.slices.iter().map(|slice| (needed(slice), slice.ending())).max()
    }

    /// Builds everything that is missing.
    ///
    /// What is finished is on disk and stays there, whatever happens later. The task counts
    /// positions, those of slices under way as far as can be expected after so much time. While
    /// another process builds a table it waits.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build(&self, tables: &Tables, options: Options, task: &Task) -> Result<(), BuildError> {
        if let Some((needed, ending)) = self.memory().filter(|&(needed, _)| needed > options.memory)
        {
            return Err(BuildError::Memory { ending, needed, allowed: options.memory });
        }
        let mut job = Job::new(self, tables, options, task);
        job.begin();
        for stage in self.slices.chunk_by(same_stage) {
            job.stage(stage)?;
        }
        self.endings.iter().try_for_each(|ending| job.finish_complete_table(ending))
    }
}

/// Slices that do not lead to each other.
fn same_stage(one: &Slice, other: &Slice) -> bool {
    one.rank() == other.rank()
}

fn same_ending(one: &Slice, other: &Slice) -> bool {
    one.ending() == other.ending()
}

fn positions(slice: &Slice) -> u64 {
    2 * Index::new(slice, Order::KINGS_FIRST).len() as u64
}

/// A build under way.
struct Job<'a> {
    tables: &'a Tables,
    solved_slices: SolvedSlices<'a>,
    metric: Metric,
    options: Options,
    task: &'a Task,
    /// When the build began, by the clock of the task, and the seconds that it is estimated to take.
    begin: Duration,
    estimated: f64,
    slices: (usize, usize),
    positions: Positions,
}

/// How many positions of a build are done, counting both sides to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Positions {
    done: u64,
    all: u64,
    /// Those of the slices that are being solved at the moment, not counted as done.
    under_way: u64,
}

impl Positions {
    /// The part of the work on a slice that solving is; the rest is to compress and to write it.
    const SOLVING: f64 = 0.9;

    /// The part of a build before its last file is finished: only one that is over is whole.
    const UNFINISHED: f64 = 0.99;

    /// How many are done, those under way included as far as can be expected after such a part of
    /// the estimated time.
    fn expected(self, time: f64) -> u64 {
        let done = Positions::UNFINISHED * self.done as f64;
        let under_way = Positions::UNFINISHED * Positions::SOLVING * self.under_way as f64;
        (time * self.all as f64).clamp(done, done + under_way) as u64
    }
}

impl<'a> Job<'a> {
    fn new(plan: &Plan, tables: &'a Tables, options: Options, task: &'a Task) -> Job<'a> {
        let threads = NonZeroUsize::new(rayon::current_num_threads()).expect("a pool has threads");
        Job {
            tables,
            solved_slices: SolvedSlices::new(tables, plan.metric),
            metric: plan.metric,
            options,
            task,
            begin: task.elapsed(),
            estimated: plan.estimate(threads).seconds,
            slices: (0, plan.slices.len()),
            positions: Positions { done: 0, all: plan.positions(), under_way: 0 },
        }
    }

    fn begin(&self) {
        self.task.begin_phase("building", "positions", self.positions.all);
    }

    /// Tells the task how far the build is.
    fn tell(&self, ending: &Material, step: Step) {
        let elapsed = self.task.elapsed().saturating_sub(self.begin).as_secs_f64();
        let speed = self.positions.done as f64 / elapsed.max(1e-3) / 1e6;
        let (done, all) = self.slices;
        self.task.set_detail(format!(
            "{ending} {step}, {done} of {all} slices, {speed:.1} million positions a second"
        ));
        self.task.set_done(self.positions.expected(elapsed / self.estimated.max(1e-3)));
    }

    /// The same before a step that need not be begun.
    fn begin_step(&self, ending: &Material, step: Step) -> Result<(), BuildError> {
        self.tell(ending, step);
        if self.task.should_stop() { Err(BuildError::Stopped) } else { Ok(()) }
    }

    /// Builds slices that do not lead to each other, sorted by ending.
    fn stage(&mut self, stage: &[Slice]) -> Result<(), BuildError> {
        // All processes lock in the order of endings, so none waits for another that waits for it.
        let mut locks = Vec::new();
        let mut missing = Vec::new();
        for slices in stage.chunk_by(same_ending) {
            let lock = self.lock(&slices[0].ending())?;
            let is_there = |slice: &&Slice| lock.keys().contains(&slice.key());
            let (there, not_there): (Vec<Slice>, Vec<Slice>) = slices.iter().partition(is_there);
            self.count(&there);
            missing.extend(not_there);
            locks.push((slices[0].ending(), lock));
        }
        for batch in batches(&missing, self.options.memory) {
            self.build_batch(&batch, &mut locks)?;
        }
        for (ending, lock) in &mut locks {
            self.finish_if_all_there(lock, ending)?;
        }
        Ok(())
    }

    fn build_batch(
        &mut self,
        batch: &Batch<'_>,
        locks: &mut [(Material, Lock)],
    ) -> Result<(), BuildError> {
        self.positions.under_way = batch.slices.iter().map(positions).sum();
        self.begin_step(&batch.slices[0].ending(), Step::Reading)?;
        let packed = self.solve(batch)?;
        let mut packed = packed.as_slice();
        for slices in batch.slices.chunk_by(same_ending) {
            let ending = slices[0].ending();
            self.begin_step(&ending, Step::Writing)?;
            let (own, rest) = packed.split_at(slices.len());
            let lock = locks.iter_mut().find(|(other, _)| *other == ending);
            lock.expect("every ending of a stage is locked").1.append(own)?;
            self.tables.forget(&ending, self.metric);
            self.count(slices);
            packed = rest;
        }
        Ok(())
    }

    fn count(&mut self, done: &[Slice]) {
        let solved = done.iter().map(positions).sum::<u64>();
        self.slices.0 += done.len();
        self.positions.done += solved;
        self.positions.under_way = self.positions.under_way.saturating_sub(solved);
    }

    /// Finishes a table whose slices are all there, as after a build that was killed at its end.
    fn finish_complete_table(&self, ending: &Material) -> Result<(), BuildError> {
        let (folder, name) = (self.tables.folder(), table_name(ending, self.metric));
        if folder.is_settled(name)? {
            return Ok(());
        }
        // Whoever holds the lock will finish the table.
        if let Some(mut lock) = folder.try_lock(name)? {
            self.finish_if_all_there(&mut lock, ending)?;
        }
        Ok(())
    }

    fn finish_if_all_there(&self, lock: &mut Lock, ending: &Material) -> Result<(), BuildError> {
        let keys: Vec<_> = Slice::all(ending).iter().map(Slice::key).collect();
        if keys.iter().all(|key| lock.keys().contains(key)) {
            // It is too late to stop: all that is left is one file to write.
            self.tell(ending, Step::Finishing);
            lock.finish(&keys)?;
        }
        self.tables.forget(ending, self.metric);
        Ok(())
    }

    fn lock(&self, ending: &Material) -> Result<Lock, BuildError> {
        let name = table_name(ending, self.metric);
        let mut waits = false;
        let patient = || {
            if !std::mem::replace(&mut waits, true) {
                let what = format!("waiting for another process that builds {ending}");
                self.task.begin_waiting(what);
            }
            !self.task.should_stop()
        };
        let lock = self.tables.folder().lock_while(name, patient)?.ok_or(BuildError::Stopped)?;
        if waits {
            self.begin();
        }
        Ok(lock)
    }

    fn solve(&mut self, batch: &Batch<'_>) -> Result<Vec<PackedSlice>, BuildError> {
        self.solved_slices.prepare(&batch.reads, self.options.memory.saturating_sub(batch.own))?;
        let solved = batch.slices.par_iter().map(|slice| {
            let sections = self.sections(slice)?;
            self.begin_step(&slice.ending(), Step::Compressing)?;
            let packed = pack(slice, &sections, self.options.effort);
            Ok((packed, sections))
        });
        let solved = solved.collect::<Result<Vec<_>, BuildError>>()?;
        let mut all = Vec::new();
        for (slice, (packed, sections)) in batch.slices.iter().zip(solved) {
            self.solved_slices.keep(slice, sections);
            all.push(packed);
        }
        Ok(all)
    }

    fn sections(&self, slice: &Slice) -> Result<[Section; 2], BuildError> {
        let ending = slice.ending();
        let go_on = |plies| match self.begin_step(&ending, Step::Solving { plies }) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let solved = solve(slice, self.metric, &self.solved_slices, &go_on);
        let ControlFlow::Continue(mut sections) = solved else { return Err(BuildError::Stopped) };
        if self.metric == Metric::Dtz {
            for (turn, section) in Color::ALL.into_iter().zip(&mut sections) {
                solve::complete_dtz(slice, section, self.tables.section(slice, turn, Metric::Dtm)?);
            }
        }
        Ok(sections)
    }
}

fn pack(slice: &Slice, sections: &[Section; 2], effort: Effort) -> PackedSlice {
    let sides = sections
        .each_ref()
        .map(|section| SideValues { order: section.order.0, values: &section.values });
    PackedSlice::pack(slice.key(), sides, effort)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_is_between_what_is_finished_and_what_is_under_way() {
        // Done and in all, under way, the share of the estimated time, what is told.
        let cases = [
            ((300, 10_000), 3_000, 0.0, 297),
            ((300, 10_000), 3_000, 0.2, 2_000),
            // What is under way has to be compressed and written, too.
            ((300, 10_000), 3_000, 0.9, 2_970),
            ((3_300, 10_000), 0, 0.1, 3_267),
            ((0, 10_000), 10_000, 7.0, 8_910),
            // All is written, and the last file is being finished.
            ((10_000, 10_000), 0, 0.5, 9_900),
            ((10_000, 10_000), 0, 7.0, 9_900),
            ((0, 0), 0, 0.5, 0),
        ];
        for ((done, all), under_way, time, expected) in cases {
            let positions = Positions { done, all, under_way };
            assert_eq!(positions.expected(time), expected, "{positions:?} {time}");
        }
    }
}
