//! All games of a length gone through under watch: limits, progress, and Ctrl-C.

use super::text;
use super::watch::Watch;
use crate::args::proof::ProofSurvey;
use crate::complain::Complaint;
use crate::console::{Console, Stop};
use crate::envelope::{Answer, Stats, Status};
use crate::exit::Exit;
use crate::input::{Input, Playable};
use crate::render::grouped;
use serde::Serialize;
use sole_board::{Faults, Position};
use sole_proof::sweep::{Census, Find, Keep, Orders, Outcome, Progress, Sweep};
use sole_proof::{PlySet, Stopped};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

/// What came of going through all games.
pub(super) struct Survey {
    pub(super) sweep: Sweep,
    /// The counts of each ply from the first.
    pub(super) plies: Vec<Census>,
    /// The diagrams of the last ply that were asked for.
    pub(super) finds: Vec<Find>,
    pub(super) cost: Stats,
    /// Whether the last ply that was asked for is among them.
    pub(super) is_complete: bool,
}

/// The position where games start.
pub(super) fn start(flags: &ProofSurvey) -> Result<Position, Complaint> {
    start_at(flags.from.as_deref())
}

/// The position of a FEN, or the initial array.
pub(super) fn start_at(fen: Option<&str>) -> Result<Position, Complaint> {
    let Some(fen) = fen else { return Ok(Position::initial()) };
    let Playable { position, .. } = Input::argument(fen).position(Faults::NONE)?;
    Ok(position)
}

/// Goes through all games of so many plies and lists what `wanted` wants of the last.
pub(super) fn run(
    flags: &ProofSurvey,
    plies: usize,
    wanted: &(dyn Fn(PlySet) -> bool + Sync),
    console: &Console,
) -> Result<Survey, Stop> {
    let start = start(flags)?;
    let watched = Watched::new(flags, plies, console);
    let mut sweep = Sweep::new(&start);
    let (mut counts, mut finds) = (Vec::new(), Vec::new());
    for ply in 1..=plies {
        let is_last = ply == plies;
        let keep = match plies - ply {
            0 => Keep::Census,
            1 => Keep::LastLayer,
            _ => Keep::Layer,
        };
        let finds_wanted = |earlier| is_last && wanted(earlier);
        let Ok(outcome) = watched.advance(&mut sweep, keep, &finds_wanted) else { break };
        counts.push(outcome.census);
        finds = outcome.finds;
    }
    let cost = watched.finish()?;
    let is_complete = counts.len() == plies;
    Ok(Survey { sweep, plies: counts, finds, cost, is_complete })
}

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

    /// All positions of so many plies.
    pub(super) fn sweep(&self, start: &Position, plies: usize) -> Result<Sweep, Stopped> {
        let mut sweep = Sweep::new(start);
        for ply in 1..=plies {
            let keep = if ply == plies { Keep::LastLayer } else { Keep::Layer };
            self.advance(&mut sweep, keep, &|_| false)?;
        }
        Ok(sweep)
    }

    fn advance(
        &self,
        sweep: &mut Sweep,
        keep: Keep,
        finds: &(dyn Fn(PlySet) -> bool + Sync),
    ) -> Result<Outcome, Stopped> {
        let watch = |progress| self.look(progress);
        let orders = Orders { threads: self.flags.threads.get(), keep, finds, watch: &watch };
        let outcome = sweep.advance(&orders)?;
        self.positions.fetch_add(outcome.census.positions, Ordering::Relaxed);
        Ok(outcome)
    }

    /// Takes note of how far the work has come, and says whether to go on.
    pub(super) fn look(&self, progress: Progress) -> ControlFlow<()> {
        let share = Some(share(self.plies, progress));
        match self.watch.is_to_stop(share, || details(progress)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Clears what was drawn, and says what it cost.
    pub(super) fn finish(self) -> Result<Stats, Stop> {
        Ok(Stats::new(self.positions.into_inner(), self.watch.finish()?))
    }
}

/// What scripts see if the time was up before there was an answer.
#[derive(Debug, Serialize)]
struct Undecided {
    plies: usize,
}

/// Says that the time was up before there was an answer.
pub(super) fn undecided(plies: usize, cost: Stats, console: &mut Console) -> Result<Exit, Stop> {
    if console.is_json() {
        let result = Undecided { plies };
        console.answer(&Answer { status: Status::Open, result, stats: Some(cost) })?;
    } else {
        console.notes().say("the time is up: not decided; try fewer plies or more time");
    }
    Ok(Exit::Open)
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
