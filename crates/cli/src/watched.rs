//! Tasks of commands that are shown, and that Ctrl-C cancels.

use crate::console::{Console, Progress};
use crate::interrupt;
use crate::progress::TaskObserver;
use sole_api::Observer;
use sole_puzzle::task::{Limits, Task};
use std::ops::Deref;
use std::sync::Arc;

/// A task that is shown until it is dropped.
pub(crate) struct WatchedTask {
    task: Arc<Task>,
    observer: TaskObserver,
}

impl WatchedTask {
    /// A task that begins now.
    pub(crate) fn begin(phase: impl Into<String>, console: &Console) -> WatchedTask {
        WatchedTask::show(console.progress(), phase, console)
    }

    /// The same if progress is shown in another way.
    pub(crate) fn show(mode: Progress, phase: impl Into<String>, console: &Console) -> WatchedTask {
        let task = Arc::new(Task::new(phase, Limits::NONE, interrupt::cancellation()));
        let observer = TaskObserver::new(mode, console.notes());
        observer.begin(&task);
        WatchedTask { task, observer }
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
        self.observer.end();
    }
}
