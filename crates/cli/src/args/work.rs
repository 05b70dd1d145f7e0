//! How much of the machine a command may take: threads, memory, nodes and time.
//!
//! Commands that say more about any of them than stands here reword the help of the
//! flag (`mut_arg`), and nothing else of it.

use super::{parse_nodes, parse_time};
use clap::Args;
pub(crate) use sole_api::limits::{parse_size, parse_threads};
use sole_puzzle::task::Limits;
use std::num::NonZeroUsize;
use std::time::Duration;

/// How many threads work.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Threads {
    /// How many threads work; the answer is the same for any number
    #[arg(long, short, value_name = "T", value_parser = parse_threads, default_value_t = all_threads())]
    #[arg(hide_default_value = true)]
    threads: NonZeroUsize,
}

impl Threads {
    /// One thread.
    pub(crate) const ONE: Threads = Threads { threads: NonZeroUsize::MIN };

    /// Their number, as one that is not 0.
    pub(crate) fn number(self) -> NonZeroUsize {
        self.threads
    }

    /// Their number.
    pub(crate) fn get(self) -> usize {
        self.threads.get()
    }
}

impl From<NonZeroUsize> for Threads {
    fn from(threads: NonZeroUsize) -> Threads {
        Threads { threads }
    }
}

/// How much memory may be taken.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// The most memory, as 600M or 2G [default: half of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
}

impl Memory {
    /// The bytes that were named.
    pub(crate) fn named(self) -> Option<u64> {
        self.memory
    }

    /// The bytes that were named, or half of the machine's.
    pub(crate) fn bytes(self) -> u64 {
        self.memory.unwrap_or_else(crate::machine::share_of_memory)
    }
}

impl From<u64> for Memory {
    fn from(bytes: u64) -> Memory {
        Memory { memory: Some(bytes) }
    }
}

/// How long one question may be worked on.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// Stop after about so many nodes for each position, with exit code 4
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub(crate) nodes: Option<u64>,
    /// Stop after so many seconds for each position, with exit code 4
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
}

impl Patience {
    /// It has no end.
    pub(crate) const ENDLESS: Patience = Patience { nodes: None, time: None };

    /// The most nodes.
    pub(crate) fn most_nodes(self) -> u64 {
        self.nodes.unwrap_or(u64::MAX)
    }

    /// The same as the limits of a task.
    pub(crate) fn limits(self) -> Limits {
        Limits { nodes: self.nodes, time: self.time }
    }

    /// Whether the time is up after so much of it.
    pub(crate) fn is_late(self, elapsed: Duration) -> bool {
        self.time.is_some_and(|time| elapsed >= time)
    }
}

fn all_threads() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
