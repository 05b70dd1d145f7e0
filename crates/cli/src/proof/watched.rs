//! Work on all games of a length under watch: its methods, limits, progress, and Ctrl-C.

use super::cost;
use super::survey::{self, Counts, Quest};
use super::text;
use super::watch::Watch;
use crate::args::proof::ProofSurvey;
use crate::complain::{Complaint, Kind};
use crate::console::{Console, Stop};
use crate::data;
use crate::envelope::Stats;
use crate::render::{grouped, plural, size};
use sole_board::Position;
use sole_proof::counting::{self, Counting, Disagreement};
use sole_proof::prefix::{self, Prefix};
use sole_proof::sweep::{
    self, AdvanceError, Finds, Plan, PlyOptions, Progress, Retain, Scratch, ScratchError, Sweep,
};
use sole_proof::{PlySet, Stopped, Unique};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// What looks after work on all games of a length.
pub(super) struct Watched<'a> {
    flags: &'a ProofSurvey,
    plies: usize,
    /// How many positions were counted.
    positions: AtomicU64,
    watch: Watch,
}

impl<'a> Watched<'a> {
    /// The clock starts now.
    pub(super) fn new(flags: &'a ProofSurvey, plies: usize, console: &Console) -> Watched<'a> {
        let watch = Watch::new(text::plies(plies), flags.time, console);
        Watched { flags, plies, positions: AtomicU64::new(0), watch }
    }

    /// Every position of each ply.
    pub(super) fn go_on_from_all(
        &self,
        start: &Position,
        quest: &Quest<'_>,
        plies: &mut Vec<Counts>,
    ) -> Result<survey::Finds, AdvanceError> {
        let mut sweep = self.begin(start);
        let mut finds = Vec::new();
        for ply in 1..=quest.plies {
            let retain = match quest.plies - ply {
                0 => Retain::Counts,
                1 => Retain::LastLayer,
                _ => Retain::Layer,
            };
            let wanted = |earlier| ply == quest.plies && (quest.wanted)(earlier);
            let outcome = self.advance(&mut sweep, retain, (quest.name, &wanted))?;
            plies.push(outcome.counts.into());
            finds = outcome.finds;
        }
        Ok(survey::Finds::Swept(Box::new(sweep), finds))
    }

    /// The unique positions of each ply.
    pub(super) fn go_on_from_unique(
        &self,
        start: &Position,
        quest: &Quest<'_>,
        plies: &mut Vec<Counts>,
    ) -> Result<survey::Finds, AdvanceError> {
        let mut options = prefix::Options::default();
        if let Some(memory) = self.flags.memory.named() {
            options.memory = usize::try_from(memory / 2).unwrap_or(usize::MAX);
        }
        let mut prefix = Prefix::new(start, options);
        let mut finds = Vec::new();
        for ply in 1..=quest.plies {
            let is_last = ply == quest.plies;
            let ply_options = prefix::PlyOptions {
                threads: self.flags.threads.get(),
                retain: if is_last { prefix::Retain::Tally } else { prefix::Retain::Layer },
                finds: &|earlier| is_last && (quest.wanted)(earlier),
                watch: &|prefix::Progress { ply, done, of, .. }| {
                    self.look(Progress { ply, done, of })
                },
            };
            let outcome = prefix.advance(&ply_options)?;
            self.positions.fetch_add(outcome.tally.candidates, Ordering::Relaxed);
            plies.push(outcome.tally.into());
            finds = outcome.finds;
        }
        Ok(survey::Finds::Listed(finds))
    }

    /// Every game; then the solver is asked for the games of the diagrams that are left, and for
    /// the earlier plies.
    pub(super) fn count(
        &self,
        start: &Position,
        earlier: usize,
        quest: &Quest<'_>,
        plies: &mut Vec<Counts>,
    ) -> Result<survey::Finds, Trouble> {
        let mut counting = Counting::new(start, earlier);
        counting.deepen_watched(quest.plies, &|moves| {
            self.positions.store(moves, Ordering::Relaxed);
            flow(self.watch.is_to_stop(None, || plural(moves, "move")))
        })?;
        let mut finds = Vec::new();
        for diagram in counting.unique() {
            if self.watch.is_to_stop(None, || plural(finds.len() as u64, "diagram")) {
                return Err(Stopped.into());
            }
            finds.push(counting::confirm(start, diagram, quest.plies)?);
        }
        finds.sort_by_cached_key(|find: &prefix::Find| find.diagram.to_string());
        let mut unique = Unique::default();
        finds.iter().for_each(|find| unique.add(find.earlier, 1));
        finds.retain(|find| (quest.wanted)(find.earlier));
        plies.push(Counts { unique, unique_positions: None, all: None });
        Ok(survey::Finds::Listed(finds))
    }

    /// All positions of so many plies.
    pub(super) fn sweep(&self, start: &Position, plies: usize) -> Result<Sweep, AdvanceError> {
        let mut sweep = self.begin(start);
        for ply in 1..=plies {
            let retain = if ply == plies { Retain::LastLayer } else { Retain::Layer };
            self.advance(&mut sweep, retain, ("count", &|_| false))?;
        }
        Ok(sweep)
    }

    /// A sweep that keeps to the flags. Where no folder can be found and none is named, it has
    /// to do with memory.
    fn begin(&self, start: &Position) -> Sweep {
        let Plan { memory, writes, .. } = cost::plan(self.flags, self.plies, Finds::Few);
        match scratch_folder(self.flags, start) {
            Some(folder) => Sweep::within(start, Scratch::new(folder, memory, writes)),
            None => Sweep::new(start),
        }
    }

    fn advance(
        &self,
        sweep: &mut Sweep,
        retain: Retain,
        (name, finds): (&str, &(dyn Fn(PlySet) -> bool + Sync)),
    ) -> Result<sweep::Outcome, AdvanceError> {
        let watch = |progress| self.look(progress);
        let ply_options =
            PlyOptions { threads: self.flags.threads.get(), retain, finds, name, watch: &watch };
        let outcome = sweep.advance(&ply_options)?;
        self.positions.fetch_add(outcome.counts.positions, Ordering::Relaxed);
        Ok(outcome)
    }

    /// Takes note of how far the work has come, and says whether to go on.
    pub(super) fn look(&self, progress: Progress) -> ControlFlow<()> {
        let share = Some(share(self.plies, progress));
        flow(self.watch.is_to_stop(share, || details(progress)))
    }

    /// Clears what was drawn, and says what the work cost. There is no result if the time was
    /// up.
    pub(super) fn finish<T>(
        self,
        result: Result<T, impl Into<Trouble>>,
    ) -> Result<(Option<T>, Stats), Stop> {
        let Watched { flags, positions, watch, .. } = self;
        let elapsed = watch.finish().map_err(|stop| interrupted(flags, stop))?;
        let cost = Stats::new(positions.into_inner(), elapsed);
        match result.map_err(Into::into) {
            Ok(result) => Ok((Some(result), cost)),
            Err(Trouble::Halt(AdvanceError::Stopped)) => Ok((None, cost)),
            Err(Trouble::Halt(AdvanceError::Scratch(error))) => Err(refused(&error).into()),
            Err(Trouble::Disagreement(error)) => {
                let complaint = Complaint::new(Kind::Internal, error.to_string());
                Err(complaint.helped("this is an error in sole: please report it").into())
            }
        }
    }
}

/// Why there is no result.
pub(super) enum Trouble {
    /// It was stopped, or there was no room.
    Halt(AdvanceError),
    /// Two methods do not agree.
    Disagreement(Disagreement),
}

impl From<AdvanceError> for Trouble {
    fn from(halt: AdvanceError) -> Trouble {
        Trouble::Halt(halt)
    }
}

impl From<Stopped> for Trouble {
    fn from(stopped: Stopped) -> Trouble {
        Trouble::Halt(stopped.into())
    }
}

impl From<Disagreement> for Trouble {
    fn from(disagreement: Disagreement) -> Trouble {
        Trouble::Disagreement(disagreement)
    }
}

/// Where a sweep from a start puts its files, if there is such a folder.
pub(super) fn scratch_folder(flags: &ProofSurvey, start: &Position) -> Option<PathBuf> {
    let data = data::folder(flags.data_dir.as_deref()).ok()?;
    Some(data.join("proof").join(subfolder(start)))
}

/// A name for the start, for a folder.
fn subfolder(start: &Position) -> String {
    match start == &Position::initial() {
        true => "array".to_owned(),
        false => format!("{:016x}", start.key()),
    }
}

/// A stop by Ctrl-C; where no folder is named, nothing is said to be kept.
pub(super) fn interrupted(flags: &ProofSurvey, stop: Stop) -> Stop {
    if flags.data_dir.is_some() {
        return stop;
    }
    let help = "with --data-dir DIR the same command goes on after a stop";
    Complaint::new(Kind::Interrupted, "interrupted".to_owned()).helped(help).into()
}

/// What is said of a folder that is of no use, or of too little memory.
pub(super) fn refused(error: &ScratchError) -> Complaint {
    let storage = || Complaint::new(Kind::Storage, error.to_string());
    let damaged = |help| Complaint::new(Kind::BadLog, error.to_string()).helped(help);
    match error {
        ScratchError::Memory { needs } => {
            let message = format!("{} of memory are needed at least", size(*needs));
            let least = needs.div_ceil(1 << 20);
            Complaint::new(Kind::Memory, message).helped(format!("allow it with --memory {least}M"))
        }
        error if error.is_disk_full() => storage().helped(
            "make room and give the same command again: with --data-dir it goes on where it \
             stopped; or name a folder on another disk with --data-dir",
        ),
        ScratchError::NoRoom { path, need, free } => {
            let (need, free, path) = (size(*need), size(*free), path.display());
            let message = format!("about {need} are needed in {path}, {free} are free");
            Complaint::new(Kind::Storage, message).helped(
                "make room, name a folder on another disk with --data-dir, or ask for fewer plies",
            )
        }
        ScratchError::Damaged { path } => damaged(format!(
            "remove {} and run the same command again, which computes it again",
            path.display()
        )),
        ScratchError::Contradiction { path } => {
            damaged(format!("remove the folder {} and start again", path.display()))
        }
        ScratchError::Io(_) => storage().helped("name another folder with --data-dir"),
        ScratchError::Busy { .. } => {
            storage().helped("wait until it is done, or name another folder with --data-dir")
        }
    }
}

fn flow(is_to_stop: bool) -> ControlFlow<()> {
    if is_to_stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// How much of the work is done: each ply is about ten times that before it.
fn share(plies: usize, Progress { ply, done, of }: Progress) -> f64 {
    let weight = |ply: usize| 10f64.powi(ply as i32 - plies as i32);
    let before: f64 = (1..ply).map(weight).sum();
    let all: f64 = (1..=plies).map(weight).sum();
    (before + weight(ply) * done as f64 / of as f64) / all
}

fn details(Progress { ply, done, of }: Progress) -> String {
    format!("ply {ply}, portion {} of {}", grouped(done as u64 + 1), grouped(of as u64))
}
