//! What the front end lends to a question: cancellation, limits, threads, memory and folders.

use crate::failure::{Failure, FailureKind};
use crate::limits::{Limits, Memory, Threads};
use sole_puzzle::task::{self, Cancellation, Task};
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// What a question may use.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The most threads that work.
    pub threads: NonZeroUsize,
    /// The most memory in bytes.
    pub memory: u64,
    /// The most time that a subject may take, whatever the request says.
    pub time: Option<Duration>,
    /// The folder of tables and layers.
    pub data_folder: &'a dyn Fn() -> Result<PathBuf, Failure>,
    /// Cancels everything that is done for the question.
    pub cancellation: &'a Cancellation,
    /// Who follows the work.
    pub observer: &'a dyn Observer,
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

/// One thread, 1 GiB of memory, no folder, and nobody who follows or cancels.
impl Default for Context<'static> {
    fn default() -> Context<'static> {
        static NEVER: LazyLock<Cancellation> = LazyLock::new(Cancellation::default);
        Context {
            threads: NonZeroUsize::MIN,
            memory: 1 << 30,
            time: None,
            data_folder: &no_folder,
            cancellation: &NEVER,
            observer: &(),
        }
    }
}

fn no_folder() -> Result<PathBuf, Failure> {
    Err(Failure::new(FailureKind::Usage, "there is no folder to keep data in".to_owned()))
}

/// Who follows the work, to show its progress.
pub trait Observer: Sync {
    /// A task has begun.
    fn begin(&self, task: &Arc<Task>);
    /// The task that began last has ended.
    fn end(&self);
}

/// Nobody follows.
impl Observer for () {
    fn begin(&self, _: &Arc<Task>) {}
    fn end(&self) {}
}

impl Context<'_> {
    /// The threads that a request may use: those that it names, or all.
    pub fn threads(&self, named: Threads) -> NonZeroUsize {
        named.threads.map_or(self.threads, |threads| threads.min(self.threads))
    }

    /// The memory that a request may use: what it names, or all.
    pub fn memory(&self, named: Memory) -> u64 {
        named.memory.map_or(self.memory, |bytes| bytes.min(self.memory))
    }

    /// Begins a task within the limits of a request and of the context.
    pub fn begin(&self, phase: impl Into<String>, limits: Limits) -> ObservedTask<'_> {
        let time = limits.time().into_iter().chain(self.time).min();
        let limits = task::Limits { nodes: limits.nodes, time };
        let task = Arc::new(Task::new(phase, limits, self.cancellation.clone()));
        self.observer.begin(&task);
        ObservedTask { task, observer: self.observer }
    }
}

/// A task that the front end follows until it is dropped.
pub struct ObservedTask<'a> {
    task: Arc<Task>,
    observer: &'a dyn Observer,
}

impl std::ops::Deref for ObservedTask<'_> {
    type Target = Task;

    fn deref(&self) -> &Task {
        &self.task
    }
}

impl Drop for ObservedTask<'_> {
    fn drop(&mut self) {
        self.observer.end();
    }
}
