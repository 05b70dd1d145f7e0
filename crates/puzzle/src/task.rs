//! A piece of work that somebody waits for: its limits, its cancellation, and how far it is.
//!
//! Who does the work adds to the counters and asks [`Task::should_stop`] from time to time; who
//! waits for it reads [`Task::progress`], from any thread, and cancels it. Neither question
//! changes anything.
//!
//! ```
//! use sole_puzzle::task::{Cancellation, Limits, StopReason, Task};
//!
//! let cancellation = Cancellation::default();
//! let limits = Limits { nodes: Some(3), time: None };
//! let task = Task::new("counting", limits, cancellation.clone());
//! while !task.should_stop() {
//!     task.add_nodes(1);
//! }
//! assert_eq!(task.stop_reason(), Some(StopReason::Nodes));
//! assert_eq!(task.progress().nodes, 3);
//!
//! cancellation.cancel();
//! assert_eq!(task.stop_reason(), Some(StopReason::Cancelled));
//! ```

use serde::Serialize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How much work may be done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The number of nodes, about.
    pub nodes: Option<u64>,
    /// The time since the task began.
    pub time: Option<Duration>,
}

impl Limits {
    /// No limit.
    pub const NONE: Limits = Limits { nodes: None, time: None };
}

/// A request to stop that several tasks and threads share.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Asks all tasks that share it to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether the tasks are to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a task is to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StopReason {
    /// It was cancelled.
    Cancelled,
    /// Its time is up.
    Time,
    /// Its nodes are used up.
    Nodes,
}

/// How far a task is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Progress {
    /// What is being done, as `solving #3`.
    pub phase: String,
    /// A word on where it is, as `ply 7`; may be empty.
    pub detail: String,
    /// How much of `total` is done.
    pub done: u64,
    /// How much there is to do, if that is known.
    pub total: Option<u64>,
    /// What `done` and `total` count, in the plural, as `positions`.
    pub unit: &'static str,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The time since the task began.
    #[serde(serialize_with = "seconds", rename = "seconds")]
    pub elapsed: Duration,
    /// The part of the whole that is done, from 0 to 1: of the total, or of a limit.
    pub share: Option<f64>,
    /// Whether nothing is done, as another process has to end first.
    pub is_waiting: bool,
}

fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

impl Progress {
    /// How much is done in a second: of the units if there are any, else of the nodes.
    pub fn rate(&self) -> f64 {
        let done = if self.unit.is_empty() { self.nodes } else { self.done };
        done as f64 / self.elapsed.as_secs_f64().max(1e-6)
    }
}

/// What is done at the moment, in words.
#[derive(Debug, Default)]
struct Phase {
    name: String,
    detail: String,
    unit: &'static str,
    is_waiting: bool,
}

/// A piece of work with limits that can be watched and cancelled.
#[derive(Debug)]
pub struct Task {
    begin: Instant,
    limits: Limits,
    cancellation: Cancellation,
    nodes: AtomicU64,
    done: AtomicU64,
    /// [`Task::UNKNOWN`] if nobody knows it.
    total: AtomicU64,
    phase: Mutex<Phase>,
}

impl Task {
    const UNKNOWN: u64 = u64::MAX;

    /// A task that begins now.
    pub fn new(phase: impl Into<String>, limits: Limits, cancellation: Cancellation) -> Task {
        Task {
            begin: Instant::now(),
            limits,
            cancellation,
            nodes: AtomicU64::new(0),
            done: AtomicU64::new(0),
            total: AtomicU64::new(Task::UNKNOWN),
            phase: Mutex::new(Phase { name: phase.into(), ..Phase::default() }),
        }
    }

    /// A task without limits that nobody watches.
    pub fn unlimited() -> Task {
        Task::new("", Limits::NONE, Cancellation::default())
    }

    /// The limits that it was given.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Begins a phase, in which `total` units are to be done, if that is known.
    pub fn begin_phase(
        &self,
        name: impl Into<String>,
        unit: &'static str,
        total: impl Into<Option<u64>>,
    ) {
        *self.phase() = Phase { name: name.into(), unit, ..Phase::default() };
        self.done.store(0, Ordering::Relaxed);
        self.set_total(total);
    }

    /// Says how much there is to do in the phase, in a unit that nobody is told.
    pub fn set_total(&self, total: impl Into<Option<u64>>) {
        self.total.store(total.into().unwrap_or(Task::UNKNOWN), Ordering::Relaxed);
    }

    /// Begins a phase in which nothing is done, as another process has to end first.
    pub fn begin_waiting(&self, name: impl Into<String>) {
        self.begin_phase(name, "", None);
        self.phase().is_waiting = true;
    }

    /// Says where in its phase the work is.
    pub fn set_detail(&self, detail: impl Into<String>) {
        self.phase().detail = detail.into();
    }

    /// Adds to what is done of the phase.
    pub fn advance(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
    }

    /// Sets what is done of the phase.
    pub fn set_done(&self, units: u64) {
        self.done.store(units, Ordering::Relaxed);
    }

    /// Adds to the nodes searched.
    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The number of nodes searched.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The time since it began.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Whether somebody cancelled it.
    pub fn is_cancelled(&self) -> bool {
        self.cancellation.is_cancelled()
    }

    /// Whether to stop, for any reason.
    pub fn should_stop(&self) -> bool {
        self.stop_reason().is_some()
    }

    /// Why to stop, if it is to stop.
    pub fn stop_reason(&self) -> Option<StopReason> {
        let Limits { nodes, time } = self.limits;
        if self.is_cancelled() {
            Some(StopReason::Cancelled)
        } else if nodes.is_some_and(|nodes| self.nodes() >= nodes) {
            Some(StopReason::Nodes)
        } else if time.is_some_and(|time| self.elapsed() >= time) {
            Some(StopReason::Time)
        } else {
            None
        }
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let total = self.total.load(Ordering::Relaxed);
        let total = (total != Task::UNKNOWN).then_some(total);
        let phase = self.phase();
        let mut progress = Progress {
            phase: phase.name.clone(),
            detail: phase.detail.clone(),
            unit: phase.unit,
            done: self.done.load(Ordering::Relaxed),
            total,
            nodes: self.nodes(),
            elapsed: self.elapsed(),
            share: None,
            is_waiting: phase.is_waiting,
        };
        progress.share = self.share(&progress);
        progress
    }

    /// The part that is done: the largest of those of the phase and of the limits.
    fn share(&self, progress: &Progress) -> Option<f64> {
        let part = |done: f64, whole: f64| (done / whole.max(f64::MIN_POSITIVE)).min(1.0);
        let of_phase = progress.total.map(|total| part(progress.done as f64, total as f64));
        let of_nodes = self.limits.nodes.map(|nodes| part(progress.nodes as f64, nodes as f64));
        let of_time =
            self.limits.time.map(|time| part(progress.elapsed.as_secs_f64(), time.as_secs_f64()));
        [of_phase, of_nodes, of_time].into_iter().flatten().reduce(f64::max)
    }

    fn phase(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_stop_for_the_reason_that_came() {
        let second = Duration::from_secs(1);
        let cases = [
            (Limits::NONE, 1000, None),
            (Limits { nodes: Some(1000), time: None }, 999, None),
            (Limits { nodes: Some(1000), time: None }, 1000, Some(StopReason::Nodes)),
            (Limits { nodes: None, time: Some(Duration::ZERO) }, 0, Some(StopReason::Time)),
            (Limits { nodes: Some(0), time: Some(1000 * second) }, 0, Some(StopReason::Nodes)),
        ];
        for (limits, nodes, expected) in cases {
            let cancellation = Cancellation::default();
            let task = Task::new("", limits, cancellation.clone());
            task.add_nodes(nodes);
            assert_eq!(task.stop_reason(), expected, "{limits:?}");
            assert_eq!(task.should_stop(), expected.is_some(), "asking twice is the same");
            assert_eq!(task.nodes(), nodes, "asking counts nothing");
            cancellation.cancel();
            assert_eq!(task.stop_reason(), Some(StopReason::Cancelled), "{limits:?}");
        }
    }

    #[test]
    fn the_share_is_that_of_the_phase_or_of_the_nearest_limit() {
        // Nodes allowed, nodes searched, total, done, the share.
        let cases = [
            (None, 10, None, 5, None),
            (None, 10, Some(10), 5, Some(0.5)),
            (Some(40), 10, None, 5, Some(0.25)),
            (Some(40), 30, Some(10), 5, Some(0.75)),
            (Some(40), 50, Some(10), 50, Some(1.0)),
            (None, 0, Some(0), 0, Some(0.0)),
        ];
        for (allowed, nodes, total, done, expected) in cases {
            let limits = Limits { nodes: allowed, time: None };
            let task = Task::new("counting", limits, Cancellation::default());
            task.begin_phase("counting", "grids", total);
            task.add_nodes(nodes);
            task.advance(done);
            assert_eq!(task.progress().share, expected, "{done} of {total:?}");
        }
    }

    #[test]
    fn a_phase_begins_from_nothing() {
        let task = Task::unlimited();
        task.begin_phase("first", "files", 10);
        task.advance(7);
        task.set_detail("ply 3");
        task.begin_waiting("second");
        let Progress { phase, detail, done, total, unit, is_waiting, .. } = task.progress();
        assert_eq!(
            (phase.as_str(), detail.as_str(), done, total, unit, is_waiting),
            ("second", "", 0, None, "", true)
        );
        task.begin_phase("third", "", None);
        assert!(!task.progress().is_waiting);
    }
}
