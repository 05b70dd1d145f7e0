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
        WatchedTask::limited(phase, Limits::NONE, console)
    }

    /// The same with limits.
    pub(crate) fn limited(
        phase: impl Into<String>,
        limits: Limits,
        console: &Console,
    ) -> WatchedTask {
        WatchedTask::observed(
            Task::new(phase, limits, interrupt::cancellation()),
            console.progress(),
            console,
        )
    }

    /// The same if progress is shown in another way.
    pub(crate) fn show(mode: Progress, phase: impl Into<String>, console: &Console) -> WatchedTask {
        let task = Task::new(phase, Limits::NONE, interrupt::cancellation());
        WatchedTask::observed(task, mode, console)
    }

    fn observed(task: Task, mode: Progress, console: &Console) -> WatchedTask {
        let (task, observer) = (Arc::new(task), TaskObserver::new(mode, console.notes()));
        observer.begin(&task);
        WatchedTask { task, observer }
    }

    /// Clears the way for something else on the screen.
    pub(crate) fn clear(&self) {
        self.observer.clear();
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
