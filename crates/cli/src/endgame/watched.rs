//! Tasks that someone watches: with a bar to look at, and an ear for Ctrl-C.

use crate::console::{Console, Notes, Progress as Mode};
use crate::interrupt::Work;
use crate::progress::Gauge;
use crate::render::grouped;
use sole_puzzle::task::{Cancellation, Limits, Progress, Task};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often one looks.
const EVERY: Duration = Duration::from_millis(100);

/// `1 234 places`: what a task counts.
pub(crate) fn counted(progress: &Progress) -> String {
    format!("{} {}", grouped(progress.done), progress.unit)
}

/// A task that is watched until it is dropped.
pub(crate) struct WatchedTask {
    task: Arc<Task>,
    work: Arc<Work>,
    over: Option<Sender<()>>,
    watcher: Option<JoinHandle<()>>,
}

/// What is shown of a task.
struct Watcher {
    task: Arc<Task>,
    cancellation: Cancellation,
    work: Arc<Work>,
    gauge: Gauge,
    notes: Notes,
    details: fn(&Progress) -> String,
}

impl WatchedTask {
    /// A task that begins now, with what is shown beside its bar.
    pub(crate) fn begin(
        label: String,
        details: fn(&Progress) -> String,
        console: &Console,
    ) -> WatchedTask {
        WatchedTask::show(console.progress(), label, details, console)
    }

    /// The same if progress is shown in another way.
    pub(crate) fn show(
        mode: Mode,
        label: String,
        details: fn(&Progress) -> String,
        console: &Console,
    ) -> WatchedTask {
        let cancellation = Cancellation::default();
        let task = Arc::new(Task::new("", Limits::NONE, cancellation.clone()));
        let work = Arc::new(Work::begin());
        let watcher = Watcher {
            task: Arc::clone(&task),
            cancellation,
            work: Arc::clone(&work),
            gauge: Gauge::new(mode, label),
            notes: console.notes(),
            details,
        };
        let (over, is_over) = mpsc::channel();
        let watcher = std::thread::spawn(|| watcher.watch(is_over));
        WatchedTask { task, work, over: Some(over), watcher: Some(watcher) }
    }

    /// Whether someone pressed Ctrl-C, perhaps too late to leave anything out.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.work.is_to_end()
    }
}

impl Deref for WatchedTask {
    type Target = Task;

    fn deref(&self) -> &Task {
        &self.task
    }
}

impl Drop for WatchedTask {
    fn drop(&mut self) {
        self.over.take();
        if let Some(watcher) = self.watcher.take() {
            watcher.join().expect("showing progress does not panic");
        }
    }
}

impl Watcher {
    fn watch(mut self, is_over: Receiver<()>) {
        let mut phase = String::new();
        while is_over.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
            if self.work.is_to_end() {
                self.cancellation.cancel();
            }
            let progress = self.task.progress();
            // A phase in which nothing is counted is one of waiting.
            if progress.unit.is_empty() && progress.phase != phase {
                self.notes.say(&progress.phase);
            }
            self.gauge.show(progress.share, || (self.details)(&progress));
            phase = progress.phase;
        }
        self.gauge.clear();
    }
}
