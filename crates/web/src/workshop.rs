//! Everything that handlers share.

use crate::argv::Ceilings;
use crate::collection::Shelf;
use crate::collection::shelf::Length;
use crate::disk_limit::DiskLimit;
use crate::freight::Freight;
use crate::guard::Guard;
use crate::jobs::Jobs;
use crate::monitor::Monitor;
use crate::queue::Queue;
use crate::scratch::Scratch;
use crate::standard::{Standard, Tablebase};
use std::path::PathBuf;
use std::sync::Arc;

/// What the server is to do, and what it may use.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The program whose commands answer.
    pub program: PathBuf,
    /// What a request may use while its client waits.
    pub request: Ceilings,
    /// What a job may use.
    pub job: Ceilings,
    /// The bytes that the data folder may hold before commands that add to it are refused.
    pub disk: u64,
    /// How many commands run at once for requests.
    pub workers: usize,
    /// How many jobs run at once.
    pub jobs: usize,
    /// How many requests for work a client may make in a second.
    pub rate: u32,
    /// How many moves the solution of a puzzle takes, as the server knows no kind of puzzle.
    pub length: Length,
    /// Sites that may ask from a browser, as `https://example.org`, or `*`.
    pub origins: Vec<String>,
    /// Names of this host, beside `localhost` and addresses.
    pub hosts: Vec<String>,
}

/// How many requests and jobs wait for each that runs.
const WAITING_REQUESTS: usize = 32;
const WAITING_JOBS: usize = 8;

/// What handlers share.
pub(crate) struct Workshop {
    pub(crate) program: PathBuf,
    pub(crate) limits: Limits,
    pub(crate) disk: DiskLimit,
    pub(crate) requests: Arc<Queue>,
    pub(crate) jobs: Jobs,
    pub(crate) standard: Standard,
    pub(crate) shelf: Shelf,
    pub(crate) scratch: Scratch,
    pub(crate) freight: Freight,
    pub(crate) guard: Guard,
    pub(crate) monitor: Monitor,
}

/// What work may use.
pub(crate) struct Limits {
    pub(crate) request: Ceilings,
    pub(crate) job: Ceilings,
}

impl Workshop {
    /// A workshop that has done nothing yet.
    pub(crate) fn new(settings: Settings, tables: Arc<dyn Tablebase>) -> Workshop {
        let Settings { program, request, job, disk, workers, jobs, rate, length, origins, hosts } =
            settings;
        let disk = DiskLimit::new(request.folder.clone(), disk);
        let shelf = Shelf::at(request.folder.join("collections"), length);
        Workshop {
            program,
            limits: Limits { request, job },
            disk,
            requests: Queue::new(workers, workers * WAITING_REQUESTS),
            jobs: Jobs::new(jobs, jobs * WAITING_JOBS),
            standard: Standard::new(tables),
            shelf,
            scratch: Scratch::default(),
            freight: Freight::new(),
            guard: Guard::new(rate, origins, hosts),
            monitor: Monitor::default(),
        }
    }
}
